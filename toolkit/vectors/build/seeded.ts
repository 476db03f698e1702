// Random-looking bytes that are the same in every run: the generator's only source of chance, with a fixed seed.
import { createHash } from 'node:crypto';

const SEED = 'tsi-conformance vectors 1';

export function seededBytes(label: string, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(length / 32) * 32);
  for (let i = 0; i * 32 < length; i++) {
    bytes.set(createHash('sha256').update(`${SEED}/${label}/${i}`).digest(), i * 32);
  }
  return bytes.subarray(0, length);
}

/** A whole number from 0 to `bound` - 1. */
export function seededNumber(label: string, bound: number): number {
  return Buffer.from(seededBytes(label, 6)).readUIntBE(0, 6) % bound;
}

/** `text` with a counter in place of `*` such that `accept` holds for it: for vectors that must show one property. */
export function search(text: string, accept: (candidate: string) => boolean): string {
  for (let i = 0; i < 100_000; i++) {
    const candidate = text.replace('*', String(i));
    if (accept(candidate)) return candidate;
  }
  throw new Error(`expected a number that gives ${text} the wanted property, found none`);
}
