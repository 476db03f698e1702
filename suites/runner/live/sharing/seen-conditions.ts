// The conditions of instruments as the run has seen them, in reads and in events (interface 2.4; 6.3.1), by account: a service may change
// them whenever it likes. What control actions of the run change is no habit of the service.

import { kept } from '../../../../toolkit/base/kept.js';
import { readFigure } from '../../../../toolkit/checkers/predicates/figure.js';
import { toPlainText } from '../../../../toolkit/decimal/index.js';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { ConditionsView, InstrumentEventView } from '../../../../toolkit/profile/dialect/views.js';

/** Of an instrument on an account, so many changes are remembered: a target must not fill the memory with them. */
const REMEMBERED = 200;

interface Seen {
  readonly conditions: ConditionsView;
  readonly record: number;
}

export class SeenConditions {
  readonly #changes = new Map<string, Seen[]>();
  readonly #ofControl = new Set<string>();
  readonly #restless = new Set<string>();

  take({ kind, account, parsed, i }: JournalRecord): void {
    if (kind === 'control') this.#takeControl(parsed);
    if (kind !== 'event' || account === null || memberOf(parsed, 'kind') !== 'instrument_event') return;
    const { instrument, conditions } = (memberOf(parsed, 'view') ?? {}) as InstrumentEventView;
    if (typeof instrument === 'string' && conditions !== undefined) this.saw(account, instrument, conditions, i);
  }

  /** Shown by the target at that record. */
  saw(account: string, instrument: string, conditions: ConditionsView, record: number): void {
    const seen = kept(this.#changes, nameOf(account, instrument), (): Seen[] => []);
    const last = seen.at(-1);
    if (last !== undefined && !differ(last.conditions, conditions)) return;
    if (last !== undefined && !this.#ofControl.has(instrument)) this.#restless.add(instrument);
    seen.push({ conditions, record });
    if (seen.length > REMEMBERED) seen.shift();
  }

  /** Whether the service has changed them by itself, as far as this run has seen. */
  isRestless(instrument: string): boolean {
    return this.#restless.has(instrument);
  }

  /** The first record behind that one which shows others. */
  othersBehind(account: string, instrument: string, conditions: ConditionsView, record: number): number | undefined {
    const seen = this.#changes.get(nameOf(account, instrument)) ?? [];
    return seen.find((one) => one.record > record && differ(one.conditions, conditions))?.record;
  }

  #takeControl(parsed: JsonValue): void {
    if (!String(memberOf(parsed, 'action')).startsWith('instrument.')) return;
    for (const place of ['params', 'result']) {
      const instrument = memberOf(memberOf(parsed, place), 'instrument');
      if (typeof instrument === 'string') this.#ofControl.add(instrument);
    }
  }
}

/** In a figure that both show. */
export function differ(one: ConditionsView, other: ConditionsView): boolean {
  return FIGURES.some((name) => {
    const [a, b] = [one[name], other[name]].map(plainly);
    return a !== undefined && b !== undefined && a !== b;
  });
}

const FIGURES = ['volumeMin', 'volumeMax', 'volumeStep', 'pointDigits'] as const;

/** However it is padded; what is no decimal, as it came. */
function plainly(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const figure = readFigure(value);
  return figure === undefined ? String(value) : toPlainText(figure);
}

function nameOf(account: string, instrument: string): string {
  return JSON.stringify([account, instrument]);
}
