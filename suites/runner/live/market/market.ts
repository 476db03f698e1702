// The market of a target as the run has come to know it (interface 7.2): the profile names instruments and prices that rest, as a hint;
// sessions close and prices move meanwhile. Learned from results and ticks (`hindrance.ts`), read by whatever writes an order.
import type { ProfileInstrument } from '../../../../toolkit/profile/profile.js';
import { Undecided } from '../../check-end.js';
import { atDistance, pricedAt, rests } from './resting-prices.js';

/** A closed session is looked at again after this time, since it may be a short break, then after twice as long each time. */
const FIRST_CLOSED_MS = 3_000;
const LONGEST_CLOSED_MS = 60_000;
/** A session that is closed for longer is no break, and is not waited for. */
const LONGEST_BREAK_MS = 2 * FIRST_CLOSED_MS;

/**
 * A target may want prices nearer to the market, or farther from it, than the profile has them (interface 7.2 names a code for levels and
 * shows no bounds): these distances are tried in turn, in per cent, and in the end those of the profile again.
 */
const DISTANCES = [10n, 4n, 25n, undefined] as const;

interface Closed {
  readonly code: string;
  readonly record: number;
  readonly waitMs: number;
  readonly untilMs: number;
}

export interface MarketView {
  instruments(): readonly ProfileInstrument[];
  /** Others, which are closed by what may be a break. */
  pausing(): readonly ProfileInstrument[];
  named(name: string): ProfileInstrument | undefined;
  /** One that the profile does not name, such as a control action makes: with prices like those of the first, until more is known. */
  unnamed(name: string): ProfileInstrument | undefined;
  whyClosed(): Undecided | undefined;
  /** The codes of the results that said the market is closed, as text. */
  closedBy(): string;
  /** How long until this one can be tried again, or any where nothing can be traded on; 0 where nobody should wait. */
  breakMs(name?: string): number;
}

export class LiveMarket {
  readonly #named: readonly ProfileInstrument[];
  readonly #nowMs: () => number;
  readonly #closed = new Map<string, Closed>();
  /** Instruments with resting prices that have replaced those of the profile. */
  readonly #moved = new Map<string, ProfileInstrument>();
  /** Where the market of an instrument stood last. */
  readonly #stands = new Map<string, string>();
  /** Where one that the profile does not name stood last: those that a control action makes are like each other. */
  #made: { readonly price: string; readonly pointDigits: number | undefined } | undefined;
  /** How many of the distances have been tried. */
  #distances = 0;
  /** A desk of the target has ended what checks had open, which it may do where no stream tells of it, too. */
  hasDesk: boolean = false;
  /** The longest time that was seen between two parts of an execution, each of which had its event. */
  partsMs: number = 0;
  readonly #pointDigits = new Map<string, number>();

  /** `nowMs`: a monotonic clock. */
  constructor(named: readonly ProfileInstrument[], nowMs: () => number = () => performance.now()) {
    this.#named = named;
    this.#nowMs = nowMs;
  }

  /** The instruments of the profile that can be traded on now, with prices that rest; all of them if none can. */
  get instruments(): readonly ProfileInstrument[] {
    const open = this.#named.filter(({ name }) => !this.isClosed(name));
    return (open.length === 0 ? this.#named : open).map((instrument) => this.#present(instrument));
  }

  pausing(): readonly ProfileInstrument[] {
    const open = namesOf(this.instruments);
    const closed = this.#named.filter(({ name }) => !open.includes(name) && this.breakMs(name) > 0);
    return closed.map((instrument) => this.#present(instrument));
  }

  /** One of the profile, whether it can be traded on or not. */
  named(name: string): ProfileInstrument | undefined {
    const found = this.#named.find((instrument) => instrument.name === name);
    return found && this.#present(found);
  }

  /**
   * The view of one attempt: the instruments stay those of its first look, whatever others find out meanwhile. It begins with the
   * `first` of those of the profile, counted around, since not every check is to be of the same instrument.
   */
  forOneAttempt(first: number = 0): MarketView {
    let seen: Readonly<Record<'open' | 'pausing', readonly string[]>> | undefined;
    const look = (which: 'open' | 'pausing'): readonly ProfileInstrument[] => {
      seen ??= { open: around(namesOf(this.instruments), first), pausing: namesOf(this.pausing()) };
      return seen[which].flatMap((name) => this.named(name) ?? []);
    };
    return {
      instruments: () => look('open'),
      pausing: () => look('pausing'),
      named: (name) => this.named(name),
      unnamed: (name) => this.unnamed(name),
      whyClosed: () => this.whyClosed(),
      closedBy: () => this.closedBy(),
      breakMs: (name) => this.breakMs(name),
    };
  }

  unnamed(name: string): ProfileInstrument | undefined {
    const [first] = this.instruments;
    const moved = first && this.#made && pricedAt(first, this.#made.price, this.#made.pointDigits);
    return first && { ...(moved ?? first), name };
  }

  isClosed(name: string): boolean {
    return this.#closedNow(name) !== undefined;
  }

  /** Notes that the result in that record, of so long ago, said the instrument cannot be traded on. */
  close(name: string, code: string, record: number, ageMs: number = 0): void {
    const [before, atMs] = [this.#closed.get(name), this.#nowMs() - ageMs];
    // From an order that was sent before the first such result: nothing new.
    if (before !== undefined && atMs < before.untilMs) return;
    const isStill = before !== undefined && atMs < before.untilMs + before.waitMs;
    const waitMs = isStill ? Math.min(LONGEST_CLOSED_MS, before.waitMs * 2) : FIRST_CLOSED_MS;
    this.#closed.set(name, { code, record, waitMs, untilMs: atMs + waitMs });
  }

  /** Why nothing can be traded; undefined while something can. */
  whyClosed(): Undecided | undefined {
    const closed = this.#closedOnes();
    if (closed.length === 0 || closed.length < this.#named.length) return undefined;
    return new Undecided(
      `no instrument of the profile can be traded on now: ${this.closedBy()}`,
      closed.map(({ record }) => record),
      ['a time at which market.instruments are traded, or others there'],
    );
  }

  breakMs(name?: string): number {
    const closed = this.#closedOnes();
    const isAll = closed.length > 0 && closed.length === this.#named.length;
    const one = name === undefined ? undefined : this.#closedNow(name);
    const awaited = isAll ? closed : one === undefined ? [] : [one];
    const brief = awaited.filter(({ waitMs }) => waitMs <= LONGEST_BREAK_MS).map(({ untilMs }) => untilMs);
    return brief.length === 0 ? 0 : Math.max(0, Math.min(...brief) - this.#nowMs());
  }

  closedBy(): string {
    return [...new Set(this.#closedOnes().map(({ code }) => code))].sort().join(', ');
  }

  #closedOnes(): readonly Closed[] {
    return this.#named.flatMap(({ name }) => this.#closedNow(name) ?? []);
  }

  /** Notes with how many digits prices of the instrument are written. */
  knowDigits(name: string, pointDigits: number): void {
    this.#pointDigits.set(name, pointDigits);
  }

  /**
   * Notes where the market stands. Prices that still rest well are kept, unless an order at them is known not to have rested
   * (`isSure`). Returns whether the prices have changed.
   */
  standsAt(name: string, price: string, { isSure = false }: { readonly isSure?: boolean } = {}): boolean {
    const hint = this.#hint(name);
    if (hint === undefined) return this.#madeAt(name, price);
    this.#stands.set(name, price);
    if (!isSure && rests(this.#present(hint), price, hint)) return false;
    const moved = pricedAt(hint, price, this.#pointDigits.get(name));
    if (moved === undefined) return false;
    this.#moved.set(name, moved);
    return true;
  }

  #madeAt(name: string, price: string): boolean {
    const [believed, [first]] = [this.unnamed(name), this.instruments];
    if (believed === undefined || first === undefined || rests(believed, price, first)) return false;
    this.#made = { price, pointDigits: this.#pointDigits.get(name) };
    return true;
  }

  /** Moves every instrument to the next distance from the market; false when all have been tried. */
  otherDistance(): boolean {
    if (this.#distances === DISTANCES.length) return false;
    this.#distances += 1;
    for (const { name } of this.#named) {
      const hint = this.#hint(name);
      const price = this.#stands.get(name);
      const moved = hint && price !== undefined ? pricedAt(hint, price, this.#pointDigits.get(name)) : hint;
      if (moved !== undefined) this.#moved.set(name, moved);
    }
    return true;
  }

  /** The instrument as the profile has it, with its prices at the distance that is tried now. */
  #hint(name: string): ProfileInstrument | undefined {
    const found = this.#named.find((instrument) => instrument.name === name);
    const percent = this.#distances === 0 ? undefined : DISTANCES[this.#distances - 1];
    return found === undefined || percent === undefined ? found : atDistance(found, percent);
  }

  #present(instrument: ProfileInstrument): ProfileInstrument {
    return this.#moved.get(instrument.name) ?? instrument;
  }

  #closedNow(name: string): Closed | undefined {
    const closed = this.#closed.get(name);
    return closed !== undefined && closed.untilMs > this.#nowMs() ? closed : undefined;
  }
}

function namesOf(instruments: readonly ProfileInstrument[]): readonly string[] {
  return instruments.map(({ name }) => name);
}

function around<Item>(items: readonly Item[], first: number): readonly Item[] {
  const at = first % Math.max(1, items.length);
  return [...items.slice(at), ...items.slice(0, at)];
}
