// Interface 1, rule 2; 6: a snapshot shows the account as it is. How margin is reckoned is left open, and so is at which moment the
// figures of an event are taken; a figure that an operation has visibly replaced, and that comes back to the last digit while nothing else
// was done, is one of the past. Judged of balance and used_margin, where each event before was told and asked for.
import { kept } from '../../base/kept.js';
import {
  add,
  compare,
  type Decimal,
  equals,
  magnitude,
  multiply,
  parseDecimal,
  subtract,
  toText,
} from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import type { Checker, CheckerContext, Violation } from '../checker.js';
import type { Command, Control, Entry, Message } from '../ledger/entry.js';
import { countOf, listOf } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import { UnderWay } from './under-way.js';

const LEADS = 'domain.events-lead-to-snapshot';

const FIGURES = ['balance', 'usedMargin'] as const;
type Figure = (typeof FIGURES)[number];

/** What nobody in the journal asked for may be told, and be on record, as late as this. */
const LATE_NS = 5e9;
/** Prices move a margin, too: by far less, within the time that an event replaces one for. */
const TWENTY = parseDecimal('20');
const REMEMBERED = 40;

interface Told {
  readonly value: Decimal;
  readonly calledNs: number;
  readonly toldNs: number;
  readonly i: number;
  /** It differs from the figure before as its operation must make it. */
  readonly isReplacing: boolean;
}

interface Account {
  readonly told: Record<Figure, Told[]>;
  /** By operation, the connection that told it first. */
  readonly operations: Map<string, string>;
  controlledNs: number;
}

/** Somewhere a figure is shown: when it was asked for at the latest, and when it came. */
interface Sight {
  readonly account: string;
  readonly level?: 'should';
  readonly askedNs: number;
  readonly tNs: number;
  readonly i: number;
  /** The event that shows it: its own operation may bring a figure back. */
  readonly event?: Message;
}

interface Doubt {
  readonly sight: Sight;
  readonly violation: Violation;
}

export const replacedFigures: Checker = {
  name: 'replaced-figures',
  sees: ['call', 'answer', 'command', 'control', 'transaction_event', 'trading_state_snapshot'],
  summary: 'no balance and no used_margin comes back that an operation has replaced',
  requirements: [LEADS],
  assumes: ['sole-actor', 'control-known'],
  start: (context) => {
    const figures = new ReplacedFigures(context);
    return { see: (entry) => figures.see(entry), finish: () => figures.judgeUntil(Number.POSITIVE_INFINITY) };
  },
};

class ReplacedFigures {
  readonly #context: CheckerContext;
  readonly #underWay: UnderWay;
  readonly #accounts = new Map<string, Account>();
  /** When the snapshots were asked for that have not come, by connection. */
  readonly #subscribedNs = new Map<string, number[]>();
  #doubts: Doubt[] = [];
  #everywhereNs = Number.NEGATIVE_INFINITY;

  constructor(context: CheckerContext) {
    this.#context = context;
    this.#underWay = new UnderWay(context.ledger);
  }

  see(entry: Entry): void {
    this.judgeUntil(entry.tNs - LATE_NS);
    if (entry.type === 'call') this.#underWay.call(entry);
    else if (entry.type === 'answer') this.#underWay.answer(entry);
    else if (entry.type === 'command') this.#command(entry);
    else if (entry.type === 'control') this.#control(entry);
    else if (entry.type === 'message') this.#message(entry);
  }

  /** Whatever may explain what came by then has been told. */
  judgeUntil(ns: number): void {
    const due = this.#doubts.filter(({ sight }) => sight.tNs <= ns);
    if (due.length === 0) return;
    this.#doubts = this.#doubts.filter(({ sight }) => sight.tNs > ns);
    for (const { sight, violation } of due) {
      this.#context.findings.judge(LEADS, false, () => violation, sight.level);
    }
  }

  #command({ conn, action, event, tNs }: Command): void {
    if (action === 'unsubscribe' || (action !== undefined && event !== 'transactions')) return;
    kept(this.#subscribedNs, conn, () => []).push(tNs);
  }

  #control({ account, tNs }: Control): void {
    if (account === '') this.#everywhereNs = tNs;
    else this.#accountOf(account).controlledNs = tNs;
    this.#forgive(account, tNs);
  }

  /** What came shortly before may have been brought about by it. */
  #forgive(account: string, tNs: number): void {
    this.#doubts = this.#doubts.filter(
      ({ sight }) => (account !== '' && sight.account !== account) || sight.tNs < tNs - LATE_NS,
    );
  }

  #message(message: Message): void {
    const { kind, account, conn, view, tNs, i } = message;
    if (kind === 'transaction_event') {
      this.#event(message);
    } else if (kind === 'trading_state_snapshot') {
      const askedNs = this.#subscribedNs.get(conn)?.shift();
      const shown = view['accountState'];
      if (askedNs === undefined) return;
      this.#judge(shown, { account, askedNs, tNs, i });
      const { told } = this.#accountOf(account);
      for (const figure of FIGURES) {
        const value = readFigure(memberOf(shown, figure));
        if (value === undefined || told[figure].length > 0) continue;
        told[figure].push({ value, calledNs: askedNs, toldNs: tNs, i, isReplacing: false });
      }
    }
  }

  #event(message: Message): void {
    const { account, conn, view, tNs, i, operationId } = message;
    const calledNs = this.#underWay.told(message);
    if (view['status'] !== 'success') return;
    const known = this.#accountOf(account);
    const before = operationId === undefined ? undefined : known.operations.get(operationId);
    if (before !== undefined && before !== conn) return;
    if (calledNs === undefined || operationId === undefined || before !== undefined) {
      // When it happened is not known.
      this.#forget(known);
      this.#forgive(account, tNs);
      return;
    }
    const shown = view['accountState'];
    this.#judge(shown, { account, level: 'should', askedNs: calledNs, tNs, i, event: message });
    known.operations.set(operationId, conn);
    for (const figure of FIGURES) {
      const value = readFigure(memberOf(shown, figure));
      if (value === undefined) {
        known.told[figure] = [];
        continue;
      }
      const told = known.told[figure];
      const isReplacing = REPLACES[figure](told.at(-1)?.value, value, message, this.#context);
      told.push({ value, calledNs, toldNs: tNs, i, isReplacing });
      if (told.length > REMEMBERED) told.shift();
    }
  }

  #judge(shown: JsonValue | undefined, sight: Sight): void {
    const { account, tNs } = sight;
    const known = this.#accountOf(account);
    const underWay = this.#underWay.at(account, tNs);
    if (underWay === 'unheard') this.#forget(known);
    if (underWay !== 'nothing') return;
    for (const figure of FIGURES) {
      const value = readFigure(memberOf(shown, figure));
      const told = known.told[figure];
      const sinceNs = Math.max(known.controlledNs, this.#everywhereNs);
      const latest = told.findLast(
        ({ isReplacing, toldNs }) => isReplacing && toldNs < sight.askedNs && toldNs > sinceNs,
      );
      if (value === undefined || latest === undefined || tNs - latest.toldNs > LATE_NS) continue;
      const last = told.findLast((one) => equals(one.value, value));
      const isReplaced = last !== undefined && last !== latest && last.toldNs < latest.calledNs;
      if (!isReplaced || this.#restores(figure, value, latest, sight)) {
        this.#context.findings.holds(LEADS);
        continue;
      }
      const violation = {
        message: `a ${figure} comes back that an operation had replaced`,
        expected: `${toText(latest.value)}, as the event of the operation told it, or whatever came after it`,
        actual: `${toText(value)}, as before it`,
        evidence: [sight.i, latest.i, last.i],
      };
      this.#doubts.push({ sight, violation });
    }
  }

  #restores(figure: Figure, value: Decimal, latest: Told, { event }: Sight): boolean {
    if (event === undefined) return false;
    if (figure === 'balance') return countOf(event.view, 'deals') > 0;
    const request = requestOf(event, this.#context);
    const rises = compare(value, latest.value) > 0;
    // A placement may be executed at once.
    return request === undefined || (request === 'closePosition' ? !rises : request !== 'cancelOrder' && rises);
  }

  #forget({ told }: Account): void {
    for (const figure of FIGURES) told[figure] = [];
  }

  #accountOf(account: string): Account {
    return kept(this.#accounts, account, () => ({
      told: { balance: [], usedMargin: [] },
      operations: new Map(),
      controlledNs: Number.NEGATIVE_INFINITY,
    }));
  }
}

/** Whether a figure has visibly been replaced by what the event tells: an event may show the figures of before it. */
const REPLACES: Readonly<
  Record<Figure, (before: Decimal | undefined, value: Decimal, message: Message, context: CheckerContext) => boolean>
> = {
  balance(before, value, { view }) {
    if (before === undefined || equals(before, value)) return false;
    const amounts = (listOf(view, 'deals') ?? []).map((deal) => readFigure(deal['amount']));
    if (!amounts.every((amount) => amount !== undefined)) return false;
    return equals(amounts.reduce(add, before), value);
  },
  usedMargin(before, value, message, context) {
    if (before === undefined) return false;
    const request = requestOf(message, context);
    const rises = compare(value, before) > 0;
    const change = magnitude(subtract(value, before));
    const isPlain = compare(multiply(change, TWENTY), magnitude(before)) > 0;
    return isPlain && ((request === 'openPosition' && rises) || (request === 'closePosition' && !rises));
  },
};

function requestOf({ account, key, operationId }: Message, { ledger }: CheckerContext): string | undefined {
  const { keys, operations } = ledger.account(account);
  return (
    (key === undefined ? undefined : keys.get(key)?.request) ??
    (operationId === undefined ? undefined : operations.get(operationId)?.ack?.request)
  );
}
