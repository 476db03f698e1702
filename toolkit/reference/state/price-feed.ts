// The price feed: a pure function of seed, account, instrument and time, so that nothing has to be kept or driven.
// It moves little around a fixed middle: resting orders rest, marketable ones fill.
import type { Quote } from '../rules/trading/trading-rules.js';
import type { Instrument } from './instruments.js';

/** The feed's quote in the step of time that `step` counts. */
export function feedQuote(instrument: Instrument, seed: number, step: number): Quote {
  const { midUnits, noiseUnits, spreadUnits, conditions } = instrument;
  const span = Number(noiseUnits) * 2 + 1;
  const offset = BigInt(mix(seed, step) % span) - noiseUnits;
  const bid = midUnits + offset - spreadUnits / 2n;
  return {
    bid: { coefficient: bid, scale: conditions.pointDigits },
    ask: { coefficient: bid + spreadUnits, scale: conditions.pointDigits },
  };
}

/** The prices between which the feed stays for ever: bid from `low`, ask to `high`. */
export function feedRange({ midUnits, noiseUnits, spreadUnits }: Instrument): {
  readonly low: bigint;
  readonly high: bigint;
} {
  return { low: midUnits - noiseUnits - spreadUnits, high: midUnits + noiseUnits + spreadUnits };
}

/** Two whole numbers to an evenly spread one of 32 bits (the finaliser of MurmurHash3). */
export function mix(a: number, b: number): number {
  let value = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** A text to a number of 32 bits (FNV-1a). */
export function mixText(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}
