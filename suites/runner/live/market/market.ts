// The market of a target as the run has come to know it (interface 7.2): the profile names instruments and prices that rest, as a hint;
// sessions close and prices move meanwhile. Learned from results and ticks (`hindrance.ts`), read by whatever writes an order.
import type { ProfileInstrument } from '../../../../toolkit/profile/profile.js';
import { Undecided } from '../../check-end.js';
import { pricedAt, rests } from './resting-prices.js';

/** A session that was closed is looked at again after this time. */
const CLOSED_MS = 60_000;

interface Closed {
  readonly code: string;
  readonly record: number;
  readonly untilMs: number;
}

export interface MarketView {
  instruments(): readonly ProfileInstrument[];
  named(name: string): ProfileInstrument | undefined;
  whyClosed(): Undecided | undefined;
}

export class LiveMarket {
  readonly #named: readonly ProfileInstrument[];
  readonly #nowMs: () => number;
  readonly #closed = new Map<string, Closed>();
  /** As they rest now, where they are not the profile's any more. */
  readonly #moved = new Map<string, ProfileInstrument>();
  readonly #pointDigits = new Map<string, number>();

  /** `nowMs`: any clock that does not jump. */
  constructor(named: readonly ProfileInstrument[], nowMs: () => number = () => performance.now()) {
    this.#named = named;
    this.#nowMs = nowMs;
  }

  /** Those of the profile that can be traded on, with prices that rest; all of them where none can. */
  get instruments(): readonly ProfileInstrument[] {
    const open = this.#named.filter(({ name }) => !this.isClosed(name));
    return (open.length === 0 ? this.#named : open).map((instrument) => this.#present(instrument));
  }

  /** One of the profile, whether it can be traded on or not. */
  named(name: string): ProfileInstrument | undefined {
    const found = this.#named.find((instrument) => instrument.name === name);
    return found && this.#present(found);
  }

  /** As one attempt of a check sees it: what it trades on stays, from its first look on, whatever others find out meanwhile. */
  forOneAttempt(): MarketView {
    let names: readonly string[] | undefined;
    return {
      instruments: () => {
        names ??= this.instruments.map(({ name }) => name);
        return names.flatMap((name) => this.named(name) ?? []);
      },
      named: (name) => this.named(name),
      whyClosed: () => this.whyClosed(),
    };
  }

  isClosed(name: string): boolean {
    return this.#closedNow(name) !== undefined;
  }

  /** The instrument does not let orders through, says the result in that record. */
  close(name: string, code: string, record: number): void {
    this.#closed.set(name, { code, record, untilMs: this.#nowMs() + CLOSED_MS });
  }

  /** Why nothing can be traded; undefined while something can. */
  whyClosed(): Undecided | undefined {
    const closed = this.#named.map(({ name }) => this.#closedNow(name));
    if (closed.length === 0 || closed.includes(undefined)) return undefined;
    const known = closed.filter((one) => one !== undefined);
    const codes = [...new Set(known.map(({ code }) => code))].sort();
    return new Undecided(
      `no instrument of the profile can be traded on now: ${codes.join(', ')}`,
      known.map(({ record }) => record),
      ['a time at which market.instruments are traded, or others there'],
    );
  }

  /** Prices are written with so many digits there. */
  knowDigits(name: string, pointDigits: number): void {
    this.#pointDigits.set(name, pointDigits);
  }

  /**
   * The market stands there. Prices that still rest well are kept, unless an order at them is known not to have rested. Returns
   * whether they are others from now on.
   */
  standsAt(name: string, price: string, { isSure = false }: { readonly isSure?: boolean } = {}): boolean {
    const hint = this.#named.find((instrument) => instrument.name === name);
    if (hint === undefined || (!isSure && rests(this.#present(hint), price, hint))) return false;
    const moved = pricedAt(hint, price, this.#pointDigits.get(name));
    if (moved === undefined) return false;
    this.#moved.set(name, moved);
    return true;
  }

  #present(instrument: ProfileInstrument): ProfileInstrument {
    return this.#moved.get(instrument.name) ?? instrument;
  }

  #closedNow(name: string): Closed | undefined {
    const closed = this.#closed.get(name);
    return closed !== undefined && closed.untilMs > this.#nowMs() ? closed : undefined;
  }
}
