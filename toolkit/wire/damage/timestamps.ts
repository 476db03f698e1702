// Timestamps beyond every sane window, in other units and other spellings (interface 5.1, 5.3 rule 8). Header and payload agree
// and the signature is right: the moment alone is wrong.

import type { JsonValue } from '../../payload/json.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { HEADER } from '../../signing/headers.js';
import { changeBoth, numberOf } from './edits.js';
import type { DamageEntry } from './entry.js';
import { entryOf } from './entry.js';

const HOUR_MS = 3_600_000;
const PAST = 'auth.timestamp-past-refused';
const FUTURE = 'auth.timestamp-future-refused';
const UNIT = 'auth.timestamp-milliseconds';
const INTEGER = 'auth.payload-timestamp-integer';

type Change = (ms: number) => JsonValue;
const ROWS: readonly (readonly [
  id: string,
  requirement: RequirementId,
  phrase: string,
  change: Change,
  level?: 'should',
])[] = [
  ['timestamp-hours-before', PAST, 'six hours in the past', (ms) => ms - 6 * HOUR_MS],
  ['timestamp-hours-after', FUTURE, 'six hours in the future', (ms) => ms + 6 * HOUR_MS],
  ['timestamp-year-before', PAST, 'a year in the past', (ms) => ms - 365 * 24 * HOUR_MS],
  ['timestamp-year-after', FUTURE, 'a year in the future', (ms) => ms + 365 * 24 * HOUR_MS],
  ['timestamp-zero', PAST, 'zero', () => 0],
  ['timestamp-negative', PAST, 'negative', (ms) => -ms],
  ['timestamp-seconds', UNIT, 'in seconds', (ms) => Math.floor(ms / 1000)],
  ['timestamp-microseconds', UNIT, 'in microseconds', (ms) => ms * 1000],
  ['timestamp-float', INTEGER, 'with a fraction of a millisecond', (ms) => ms + 0.5, 'should'],
  ['timestamp-iso', INTEGER, 'as an ISO 8601 text', (ms) => new Date(ms).toISOString()],
  ['timestamp-hex', INTEGER, 'in hexadecimal text', (ms) => `0x${ms.toString(16)}`, 'should'],
];

export const TIMESTAMP_DAMAGES: readonly DamageEntry[] = ROWS.map(([id, requirement, phrase, change, level]) =>
  entryOf(
    'timestamp',
    id,
    { requirement, level: level ?? 'must' },
    `timestamp ${phrase}`,
    changeBoth(HEADER.timestamp, 'timestamp', (value) => change(numberOf(value))),
  ),
);
