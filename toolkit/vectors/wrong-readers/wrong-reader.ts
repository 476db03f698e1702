// A deliberately wrong reader: a verifier, decoder or grammar that the vectors must find. Data: a word for it, one sentence, and the
// operations that it answers wrongly.
import { type Named, namedRows } from '../../signing/slips/named.js';
import type { Implementation } from '../implementation.js';

export interface WrongReader {
  readonly id: string;
  readonly sentence: string;
  /** The others are not asked of it. */
  readonly change: Implementation;
}

/** Readers of one kind, each by what is wrong with it. */
export type Readers<Slip> = (table: Readonly<Record<Named, Slip>>) => readonly WrongReader[];

export const readers =
  <Slip>(change: (slip: Slip) => Implementation): Readers<Slip> =>
  (table) =>
    namedRows(table).map(([id, sentence, slip]) => ({ id, sentence, change: change(slip) }));

/** What a text is judged by: a pattern, or any test. */
export type Accepts = RegExp | ((text: string) => boolean);

export const accepts = (by: Accepts, text: string): boolean => (by instanceof RegExp ? by.test(text) : by(text));
