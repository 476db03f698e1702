// Slips in the signed method and in the timestamp (interface 5.1, 5.2, 5.3 rule 8): its unit, its spelling, or a moment beyond every sane
// window. Header and payload agree and the signature is right: the value alone is wrong.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { HEADER } from '../../headers.js';
import { atTime, inHeader, inPayload } from './changes.js';
import { clients, damage, type Way, way } from './way.js';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const PAST: RequirementId = 'auth.timestamp-past-refused';
const FUTURE: RequirementId = 'auth.timestamp-future-refused';
const UNIT: RequirementId = 'auth.timestamp-milliseconds';
const INTEGER: RequirementId = 'auth.payload-timestamp-integer';

const METHODS: readonly Way[] = [
  way(
    'method-lower-case',
    inPayload('method', (old) => String(old).toLowerCase()),
    'lower-cases-method: signs the method in lower case',
    ['method-lower-case: method signed in lower case', 'auth.method-uppercase', { level: 'should' }],
  ),
  damage(
    'method-mismatch',
    // A call that the interface does not show may be a PUT itself.
    inPayload('method', (old) => (old === 'PUT' ? 'POST' : 'PUT')),
    ['method-put: another method signed, such as PUT', 'auth.method-matches'],
  ),
  damage(
    'method-mismatch',
    inPayload('method', () => 'HEAD'),
    ['method-head: method signed as HEAD', 'auth.method-matches', { on: ['read', 'handshake'] }],
  ),
  ...clients({
    'method-mismatch': { 'signs-get-always: signs GET whatever the method is': inPayload('method', () => 'GET') },
    'method-request-line': {
      'signs-request-line: signs method and path in the member method': inPayload(
        'method',
        (old, { path }) => `${String(old)} ${path}`,
      ),
    },
  }),
];

const TIMES: readonly Way[] = [
  damage(
    'timestamp-local-time',
    atTime((ms) => ms - 6 * HOUR_MS),
    ['timestamp-hours-before: timestamp six hours in the past', PAST],
  ),
  damage(
    'timestamp-local-time',
    atTime((ms) => ms + 6 * HOUR_MS),
    ['timestamp-hours-after: timestamp six hours in the future', FUTURE],
  ),
  damage(
    'timestamp-stale',
    atTime((ms) => ms - YEAR_MS),
    ['timestamp-year-before: timestamp a year in the past', PAST],
  ),
  damage(
    'timestamp-future',
    atTime((ms) => ms + YEAR_MS),
    ['timestamp-year-after: timestamp a year in the future', FUTURE],
  ),
  damage(
    'timestamp-stale',
    atTime(() => 0),
    ['timestamp-zero: timestamp zero', PAST],
  ),
  damage(
    'timestamp-format',
    atTime((ms) => -ms),
    ['timestamp-negative: timestamp negative', PAST],
  ),
  way(
    'timestamp-seconds',
    atTime((ms) => Math.floor(ms / 1000)),
    'sends-seconds: sends seconds',
    ['timestamp-seconds: timestamp in seconds', UNIT],
  ),
  way(
    'timestamp-microseconds',
    atTime((ms) => ms * 1000),
    'sends-microseconds: sends microseconds',
    ['timestamp-microseconds: timestamp in microseconds', UNIT],
  ),
  way(
    'timestamp-fraction',
    atTime((ms) => ms + 0.25),
    'sends-fraction-of-millisecond: sends milliseconds with a fraction',
    ['timestamp-float: timestamp with a fraction of a millisecond', INTEGER, { level: 'should' }],
  ),
  way(
    'timestamp-date-time',
    atTime((ms) => new Date(ms).toISOString()),
    'sends-date-time: sends a date-time text for the timestamp',
    ['timestamp-iso: timestamp as an ISO 8601 text', INTEGER],
  ),
  damage(
    'timestamp-format',
    atTime((ms) => `0x${ms.toString(16)}`),
    ['timestamp-hex: timestamp in hexadecimal text', INTEGER, { level: 'should' }],
  ),
  ...clients({
    'timestamp-nanoseconds': {
      'sends-nanoseconds: sends nanoseconds': {
        ...inHeader(HEADER.timestamp, (old) => `${old}000000`),
        payloadText: (text) => text.replace(/("timestamp":\d+)/, '$1000000'),
      },
    },
    'timestamp-local-time': {
      'sends-local-time: takes the local time of a zone 5:30 ahead for UTC': atTime((ms) => ms + 5.5 * HOUR_MS),
    },
    'timestamp-stale': {
      'keeps-first-timestamp: keeps the timestamp of the first request': atTime((ms) => ms - 3_712_345),
    },
    'timestamp-future': {
      'runs-ahead: adds the network delay with the wrong sign and unit': atTime((ms) => ms + 431_000),
    },
  }),
];

export const METHOD_AND_TIME_WAYS: readonly Way[] = [...METHODS, ...TIMES];
