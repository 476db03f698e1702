// Every reader that failures are explained by: those that the vectors name, those of libraries and of hasty patterns, and those that answer
// always the same.
import type { Operation } from '../../operations.js';
import { WRONG_READERS } from '../../wrong-readers/index.js';
import { INVERTED_READERS } from '../../wrong-readers/inverted.js';
import type { WrongReader } from '../../wrong-readers/wrong-reader.js';
import { CONSTRAINT_SUSPECTS } from './constraints.js';
import { DECIMAL_SUSPECTS } from './decimals.js';
import { DECODER_SUSPECTS } from './decoders.js';
import { KEY_SUSPECTS } from './keys.js';
import { TEXT_SUSPECTS } from './texts.js';
import { TIMESTAMP_SUSPECTS } from './timestamps.js';

/** Operations that are answered by nothing but a verdict on a text or a value. */
const JUDGING: readonly Operation[] = [
  'check-idempotency-key',
  'check-timestamp',
  'check-date-time',
  'check-decimal',
  'check-constraint',
  'verify-signature',
];

const always = (valid: boolean): WrongReader['change'] =>
  Object.fromEntries(JUDGING.map((operation) => [operation, () => ({ valid })]));

/** Nobody is nearly one of these: a single answer that they would not give tells against them. */
export const EXACT_READERS: readonly WrongReader[] = [
  {
    id: 'accepts-everything',
    sentence: 'accepts whatever it is asked',
    change: { ...always(true), 'verify-request': () => ({ valid: true }) },
  },
  { id: 'refuses-everything', sentence: 'refuses whatever it is asked', change: always(false) },
  ...INVERTED_READERS,
];

export const READER_SUSPECTS: readonly WrongReader[] = [
  ...WRONG_READERS.filter((reader) => !EXACT_READERS.includes(reader)),
  ...DECIMAL_SUSPECTS,
  ...CONSTRAINT_SUSPECTS,
  ...TIMESTAMP_SUSPECTS,
  ...TEXT_SUSPECTS,
  ...DECODER_SUSPECTS,
  ...KEY_SUSPECTS,
];
