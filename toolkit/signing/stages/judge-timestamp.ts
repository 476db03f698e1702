// The timestamp of a signed request (interface 5.1, 5.2, 5.3 rule 8): its form, header against payload, its unit, and its distance
// from the server's clock. The width of the accepted window is left open by the interface, so the caller gives it.

import type { HeaderValues } from '../received.js';
import type { SlipId } from '../slips/slips.js';
import { broken, ok, type StageResult } from '../stage-result.js';
import { show } from './judge-fields.js';
import type { ReceivedFields } from './read-payload.js';

export interface ServerClock {
  /** Unix time in milliseconds. */
  readonly nowMs: number;
  /** Accepted distance to either side, the ends included. */
  readonly windowMs: number;
}

/** Without a clock only form and equality are judged. What a service may take is named last, so that it hides nothing else. */
export function judgeTimestamp(headers: HeaderValues, fields: ReceivedFields, clock?: ServerClock): StageResult {
  const signed = fields['timestamp'];
  const expected = clock === undefined ? 'Unix time in milliseconds' : `about ${clock.nowMs}`;
  const isText = typeof signed === 'string';
  if (!isText && typeof signed !== 'number') {
    return broken('payload-member-type', 'timestamp as an integer', show(signed));
  }
  const textCause = isText ? timestampTextCause(signed) : undefined;
  if (textCause !== undefined) return broken(textCause, expected, show(signed));
  const header = headers.timestamp;
  const form = header === undefined ? undefined : timestampTextCause(header);
  const number = Number(signed);
  if (form !== undefined && !OPEN_FORMS.includes(form)) return broken(form, expected, header);
  if (header !== undefined && Number(header) !== number) return broken('timestamp-mismatch', header, show(signed));
  const cause = clock && clockCause(number, clock);
  if (cause !== undefined) return broken(cause, expected, show(signed));
  if (isText) return broken('timestamp-text', expected, show(signed));
  if (!Number.isInteger(number)) return broken('timestamp-fraction', expected, show(signed));
  return form === undefined ? ok('timestamp') : broken(form, expected, header);
}

/** Spellings of a number in the header that a service may read: what is wrong beside them is named first. */
const OPEN_FORMS: readonly SlipId[] = ['timestamp-leading-zero', 'timestamp-exponent', 'timestamp-fraction'];

/** Undefined for plain decimal digits without leading zeros. */
export function timestampTextCause(text: string): SlipId | undefined {
  if (/^(?:0|[1-9]\d*)$/.test(text)) return undefined;
  if (/^0\d+$/.test(text)) return 'timestamp-leading-zero';
  if (/^\d{4}-\d\d-\d\d/.test(text)) return 'timestamp-date-time';
  if (/^\d(?:\.\d+)?[eE]\+?\d+$/.test(text)) return 'timestamp-exponent';
  return /^\d+\.\d+$/.test(text) ? 'timestamp-fraction' : 'timestamp-format';
}

const UNITS: readonly (readonly [perMillisecond: number, cause: SlipId])[] = [
  [1 / 1000, 'timestamp-seconds'],
  [1000, 'timestamp-microseconds'],
  [1_000_000, 'timestamp-nanoseconds'],
];

const MINUTE_MS = 60_000;
/** What zones are off UTC by: up to 14 hours, some half an hour more, some three quarters; none by less than an hour. */
const ZONES_MIN: readonly number[] = [
  ...Array.from({ length: 14 }, (_one, at) => (at + 1) * 60),
  ...[2, 3, 4, 5, 6, 9, 10].map((hours) => hours * 60 + 30),
  ...[5, 8, 12, 13].map((hours) => hours * 60 + 45),
];

/** Undefined inside the window. */
export function clockCause(timestamp: number, { nowMs, windowMs }: ServerClock): SlipId | undefined {
  const ahead = timestamp - nowMs;
  const distance = Math.abs(ahead);
  if (distance <= windowMs) return undefined;
  for (const [scale, cause] of UNITS) {
    if (Math.abs(timestamp / scale - nowMs) < nowMs / 10) return cause;
  }
  const accuracy = Math.min(windowMs, MINUTE_MS);
  if (ZONES_MIN.some((minutes) => Math.abs(distance - minutes * MINUTE_MS) <= accuracy)) return 'timestamp-local-time';
  return ahead < 0 ? 'timestamp-stale' : 'timestamp-future';
}
