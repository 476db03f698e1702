// One other form of a body that a signer may have hashed (interface 5.2, `body_hash`), and the causes that respelled JSON is told by.
import type { SlipId } from '../../signing/slips/slips.js';
import { utf8Bytes } from '../capture/capture.js';
import type { SpellingWord } from './respell.js';

export interface BodyVariant {
  readonly cause: SlipId;
  readonly bytes: Uint8Array;
  /** What was done, where the cause does not say it. */
  readonly how?: string;
}

const BY_SPELLING: Readonly<Record<SpellingWord, SlipId>> = {
  compact: 'body-hash-compact',
  spaced: 'body-hash-spaced',
  pretty: 'body-hash-pretty',
  sorted: 'body-hash-sorted',
  escaped: 'body-hash-escaped',
  slashes: 'body-hash-slashes',
  numbers: 'body-hash-numbers',
};

/** A number that lost or got quotation marks is another mistake than one in another spelling. */
const BY_QUOTES = { same: 'body-hash-number-spelling', other: 'body-hash-numbers' } as const;
const quotesIn = (text: string): number => text.split('"').length;

export function causeOf(word: SpellingWord, before: string, after: string): SlipId {
  return word === 'numbers' ? BY_QUOTES[quotesIn(before) === quotesIn(after) ? 'same' : 'other'] : BY_SPELLING[word];
}

export const variant = (cause: SlipId, text: string): BodyVariant => ({ cause, bytes: utf8Bytes(text) });
