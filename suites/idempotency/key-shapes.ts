// Idempotency keys by their form (interface 5.3, rule 7; 8): 5 to 128 of the permitted characters, and what breaks that in one way.
import { randomBytes } from 'node:crypto';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';

export interface KeyShape {
  readonly slug: string;
  readonly of: RequirementId;
  /** From a fresh key of the run. */
  readonly make: (fresh: string) => string;
}

export const ACCEPTED: readonly KeyShape[] = [
  { slug: 'five-characters', of: 'idempotency.key-shortest-accepted', make: () => shortKey(5) },
  { slug: 'hundred-and-twenty-eight', of: 'idempotency.key-longest-accepted', make: (fresh) => fresh.padEnd(128, 'x') },
  { slug: 'hundred-and-twenty-seven', of: 'idempotency.key-longest-accepted', make: (fresh) => fresh.padEnd(127, 'x') },
  {
    slug: 'letters-and-digits',
    of: 'idempotency.key-letters-digits-accepted',
    make: (fresh) => `AZaz09${fresh.replace(/[^A-Za-z0-9]/g, '')}`,
  },
  { slug: 'every-mark', of: 'idempotency.key-marks-accepted', make: (fresh) => `._-~${fresh}~-_.` },
  { slug: 'marks-in-a-row', of: 'idempotency.key-marks-accepted', make: (fresh) => `..${fresh}--~~..__` },
];

export const EMPTY: KeyShape = { slug: 'empty-key', of: 'idempotency.key-required', make: () => '' };

export const REFUSED: readonly KeyShape[] = [
  { slug: 'four-characters', of: 'idempotency.key-too-short-refused', make: () => shortKey(4) },
  { slug: 'hundred-and-twenty-nine', of: 'idempotency.key-too-long-refused', make: (fresh) => fresh.padEnd(129, 'x') },
  { slug: 'blanks-only', of: 'idempotency.key-blank-refused', make: () => ' '.repeat(8) },
  holding('inner-space', ' '),
  holding('slash', '/'),
  holding('plus', '+'),
  holding('colon', ':'),
  holding('equals', '='),
  holding('comma', ','),
  holding('at-sign', '@'),
  holding('percent', '%'),
  holding('asterisk', '*'),
  holding('accented-letter', '\u00e9'),
  holding('superscript-digit', '\u00b2'),
];

function holding(slug: string, character: string): KeyShape {
  return { slug, of: 'idempotency.key-other-characters-refused', make: (fresh) => `${fresh}${character}tail` };
}

/** A key too short to carry a run's own prefix; random, since a key that an earlier run used would count as a repeat. */
function shortKey(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}
