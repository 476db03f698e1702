// The market as one account sees it (interface 2.4: resolved per account): the platform's instruments and feed, and what control
// changed for this account. Changes are the account's own, so that accounts never disturb each other.

import { kept } from '../../base/kept.js';
import type { MarketState } from '../rules/trading/guards.js';
import type { Quote } from '../rules/trading/trading-rules.js';
import { INSTRUMENTS, type Instrument } from './instruments.js';
import { feedQuote, mix, mixText } from './price-feed.js';

interface Change {
  /** `null`: removed for this account. */
  instrument?: Instrument | null;
  /** What it was before it was removed. */
  removed?: Instrument | undefined;
  closed?: boolean;
  quoted?: boolean;
  quote?: Quote;
}

export class Market {
  readonly #seed: number;
  readonly #stepMs: number;
  readonly #partner: boolean;
  #changes: Map<string, Change> | undefined;

  /** `partner`: sees the instruments that are kept from the accounts of the pool. */
  constructor(seed: number, stepMs: number, partner: boolean) {
    this.#seed = seed;
    this.#stepMs = stepMs;
    this.#partner = partner;
  }

  /** The instrument, if this account may use it. */
  listing(name: string): Instrument | undefined {
    const changed = this.#changes?.get(name)?.instrument;
    if (changed !== undefined) return changed ?? undefined;
    const instrument = INSTRUMENTS.get(name);
    return instrument === undefined || (instrument.audience === 'partners' && !this.#partner) ? undefined : instrument;
  }

  /** One that was removed for this account, as it was. */
  removed(name: string): Instrument | undefined {
    return this.#changes?.get(name)?.removed;
  }

  listings(): readonly Instrument[] {
    const names = new Set([...INSTRUMENTS.keys(), ...(this.#changes?.keys() ?? [])]);
    return [...names].map((name) => this.listing(name)).filter((instrument) => instrument !== undefined);
  }

  stateOf(instrument: Instrument): MarketState {
    const change = this.#changes?.get(instrument.name);
    return {
      instrument: instrument.name,
      tradeMode: instrument.tradeMode,
      sessionClosed: change?.closed === true,
      hasQuotes: change?.quoted !== false,
    };
  }

  quote(instrument: Instrument, nowMs: number): Quote | undefined {
    const change = this.#changes?.get(instrument.name);
    if (change?.quoted === false) return undefined;
    return (
      change?.quote ??
      feedQuote(instrument, mix(this.#seed, mixText(instrument.name)), Math.floor(nowMs / this.#stepMs))
    );
  }

  /** Whether control fixed the price, so that the feed does not move it. */
  isFixed(name: string): boolean {
    return this.#changes?.get(name)?.quote !== undefined;
  }

  setInstrument(name: string, instrument: Instrument | null): void {
    const removed = instrument === null ? this.listing(name) : undefined;
    const change = this.#change(name);
    change.instrument = instrument;
    if (removed !== undefined) change.removed = removed;
  }

  setClosed(name: string, closed: boolean): void {
    this.#change(name).closed = closed;
  }

  setQuoted(name: string, quoted: boolean): void {
    this.#change(name).quoted = quoted;
  }

  setQuote(name: string, quote: Quote): void {
    this.#change(name).quote = quote;
  }

  #change(name: string): Change {
    this.#changes ??= new Map();
    return kept(this.#changes, name, () => ({}));
  }
}
