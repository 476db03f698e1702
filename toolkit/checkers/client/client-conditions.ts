// Interface 4.1, rules 1 and 2: volume and prices of an order keep to the conditions of its instrument, which the client reads (2.4).
// What a client was to send nobody sees, so that an order outside of what it had read itself is a warning. Conditions that changed since
// are not held against it, nor those that it read only just now; from where the steps count is left open.
import { type Constraint, type ConstraintBreach, compileConstraint, isDecimal } from '../../decimal/index.js';
import { memberOf } from '../../payload/json-kind.js';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Checker, Violation } from '../checker.js';
import type { Answer, Call } from '../ledger/entry.js';
import { textAt } from '../ledger/views.js';
import { isFromClient } from './sent.js';

const DUTY = 'configuration.client-conditions-per-account';
/** An order may have been made before the conditions that came meanwhile. */
const TAKEN_IN_NS = 1_000_000_000;

interface Conditions {
  readonly i: number;
  readonly tNs: number;
  readonly text: string;
  readonly volume: readonly Constraint[];
  readonly price: Constraint;
}

export const clientConditions: Checker<ClientRequirementId> = {
  name: 'client-conditions',
  summary: 'volumes and prices keep to the conditions that the client had read',
  subject: 'client',
  assumes: ['all-connections'],
  requirements: [DUTY],
  start({ findings, ledger }) {
    const read = new Map<string, Conditions>();
    return {
      see(entry) {
        if (entry.type === 'message' && entry.kind === 'instrument_event') {
          read.delete(nameOf(entry.account, textAt(entry.view, 'instrument')));
          return;
        }
        if (entry.type === 'answer' && entry.request === 'conditions' && entry.status === 200) {
          const call = ledger.callOf(entry);
          const conditions = conditionsIn(entry);
          const name = nameOf(entry.account, textAt(call?.params, 'instrument'));
          if (conditions === undefined) read.delete(name);
          // Who reads them before each order knows them since the first time.
          else if (read.get(name)?.text !== conditions.text) read.set(name, conditions);
          return;
        }
        if (!isFromClient(entry) || entry.request !== 'placeOrder') return;
        const conditions = read.get(nameOf(entry.account, textAt(entry.params, 'instrument')));
        if (conditions === undefined || entry.tNs - conditions.tNs < TAKEN_IN_NS) return;
        const [breach] = breachesOf(entry, conditions);
        const violation = (): Violation => ({
          message: `an order has ${breach?.member} ${breach?.text}, which is ${breach?.breach}`,
          expected: 'figures within the conditions that the client had read',
          actual: `${breach?.member} ${breach?.text}`,
          evidence: [entry.i, conditions.i],
        });
        findings.judge(DUTY, breach === undefined, violation, 'should');
      },
    };
  },
};

function nameOf(account: string, instrument: string | undefined): string {
  return JSON.stringify([account, instrument ?? null]);
}

/** Undefined for conditions that nobody could keep to. */
function conditionsIn({ i, tNs, view }: Answer): Conditions | undefined {
  const [min, max, step] = ['volumeMin', 'volumeMax', 'volumeStep'].map((name) => textAt(view, name));
  const digits = Number(textAt(view, 'pointDigits') ?? Number.NaN);
  const isWhole = [min, max, step].every((text) => text === undefined || isDecimal(text)) && Number.isInteger(digits);
  if (!isWhole) return undefined;
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const origins = step === undefined ? [bounds] : ['0', min ?? '0'].map((origin) => ({ ...bounds, step, origin }));
  try {
    return {
      i,
      tNs,
      text: JSON.stringify([min, max, step, digits]),
      volume: origins.map(compileConstraint),
      price: compileConstraint({ digits }),
    };
  } catch {
    return undefined;
  }
}

interface Breach {
  readonly member: string;
  readonly text: string;
  readonly breach: ConstraintBreach;
}

/** A figure that is no decimal string is another matter. */
function breachesOf({ params }: Call, { volume, price }: Conditions): readonly Breach[] {
  const within: Readonly<Record<string, readonly Constraint[]>> = {
    volume,
    price: [price],
    stopLossPrice: [price],
    takeProfitPrice: [price],
  };
  return Object.entries(within).flatMap(([member, constraints]) => {
    const text = memberOf(params, member);
    if (typeof text !== 'string' || !isDecimal(text)) return [];
    const breaches = constraints.map((constraint) => constraint.check(text));
    const [breach] = breaches;
    return breach !== undefined && breaches.every((one) => one !== undefined) ? [{ member, text, breach }] : [];
  });
}
