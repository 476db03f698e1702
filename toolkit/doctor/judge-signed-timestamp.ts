// The timestamp as the doctor judges it (interface 5.1, 5.2): beyond what `toolkit/signing` tells, what it counts, in which unit, and
// how it is written.
import type { HeaderValues } from '../signing/received.js';
import type { SlipId } from '../signing/slips/slips.js';
import { broken, type StageResult } from '../signing/stage-result.js';
import { show } from '../signing/stages/judge-fields.js';
import { judgeTimestamp, type ServerClock } from '../signing/stages/judge-timestamp.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Judged } from './judged.js';
import { calendarShift } from './search/calendar-shift.js';
import { timestampForm } from './search/timestamp-form.js';
import { countedFrom, timestampOrigin, timestampSpelling } from './search/timestamp-origin.js';

/** The least that counts milliseconds (of 1973); a thousandth of it is a time in seconds, and a thousand times it one in microseconds. */
const OLDEST_MS = 1e11;

/** Header and payload of one reading of the clock, one of them in seconds, or in microseconds. */
function inSeconds(header: string, signed: number): StageResult | undefined {
  const sent = Number(header);
  const [less, more] = sent < signed ? [sent, signed] : [signed, sent];
  if (less >= OLDEST_MS && Math.floor(less) === Math.floor(more / 1000)) {
    return broken('timestamp-microseconds', String(less), String(more));
  }
  if (Math.floor(signed) === Math.floor(sent / 1000)) return broken('timestamp-seconds', header, String(signed));
  return Math.floor(sent) === Math.floor(signed / 1000)
    ? broken('timestamp-seconds', String(signed), header)
    : undefined;
}

/** One of the two with a fraction, or with more digits of it, or printed with an exponent, which loses digits. */
function floating(header: string, signed: number, written = ''): StageResult | undefined {
  const sent = Number(header);
  const isCut = Math.trunc(sent) === Math.trunc(signed) || Math.round(sent) === Math.round(signed);
  const hasFraction = isCut && !(Number.isInteger(sent) && Number.isInteger(signed));
  const isRounded = /e/i.test(header + written) && Math.abs(sent - signed) < 1e-4 * signed;
  return hasFraction || isRounded ? broken('timestamp-floating', show(signed), header) : undefined;
}

/** How a unit shows without a clock: what a year of this century, or the last one's end, looks like in it. */
const UNITS = [
  ['timestamp-seconds', 9e8, 5e9],
  ['timestamp-microseconds', 9e14, 5e15],
  ['timestamp-nanoseconds', 9e17, 5e18],
] as const;

/** Verdicts that a count from elsewhere explains better. */
const ORIGIN_REFINES: ReadonlySet<string> = new Set([
  'ok',
  'timestamp-stale',
  'timestamp-future',
  'timestamp-fraction',
  'timestamp-local-time',
  'timestamp-format',
]);
/** Counts that no clock of the wall gives, whichever header stands beside them. */
const NO_TIME: ReadonlySet<SlipId | undefined> = new Set<SlipId>([
  'timestamp-zero',
  'timestamp-monotonic',
  'timestamp-int32',
]);

/** With what a form is, or a count is from, where the cause leaves it open. */
export function judgeSignedTimestamp(
  headers: HeaderValues,
  fields: ReceivedFields,
  written: string | undefined,
  clock: ServerClock | undefined,
): Judged {
  const judged = judgedTimestamp(headers, fields, written, clock);
  const { cause } = judged.result;
  if (cause === 'timestamp-format') {
    const signed = fields['timestamp'];
    const texts: readonly (readonly [name: string, text: unknown])[] = [
      ['SVC-TIMESTAMP', headers.timestamp],
      ['the one of the payload', signed],
    ];
    const forms = texts.flatMap(([name, text]) => {
      const form = typeof text === 'string' ? timestampForm(text, signed) : undefined;
      return form === undefined ? [] : [`${name} is written ${form}`];
    });
    return forms[0] === undefined ? judged : { ...judged, how: forms[0] };
  }
  // A request that was signed whole hours ago looks the same: the headers of the first connection, used for a later one.
  const isHalfDay =
    cause === 'timestamp-local-time' && clock !== undefined && isTwelveHours(fields['timestamp'], clock);
  if (isHalfDay) {
    return { ...judged, note: 'or the hours are those of half a day, as hh writes them where HH is meant' };
  }
  if (cause === 'timestamp-local-time' && clock !== undefined && Number(fields['timestamp']) < clock.nowMs) {
    return { ...judged, note: 'or the request is as old: headers that were made once are sent again' };
  }
  const shift =
    clock !== undefined && (cause === 'timestamp-stale' || cause === 'timestamp-future')
      ? calendarShift(Number(fields['timestamp']), clock.nowMs)
      : undefined;
  if (shift !== undefined) return { ...judged, how: shift };
  const origin =
    cause === 'timestamp-other-epoch' || cause === 'timestamp-ticks'
      ? countedFrom(written ?? show(fields['timestamp']), clock?.nowMs)
      : undefined;
  return origin === undefined ? judged : { ...judged, how: origin };
}

const TWELVE_HOURS_MS = 43_200_000;

const isTwelveHours = (signed: unknown, { nowMs, windowMs }: ServerClock): boolean =>
  Math.abs(Math.abs(Number(signed) - nowMs) - TWELVE_HOURS_MS) <= windowMs;

function judgedTimestamp(
  headers: HeaderValues,
  fields: ReceivedFields,
  written: string | undefined,
  clock: ServerClock | undefined,
): Judged {
  const signed = fields['timestamp'];
  const result = judgeTimestamp(headers, fields, clock);
  const spelling = timestampSpelling(headers.timestamp, signed);
  if (spelling !== undefined && result.cause !== 'timestamp-text') {
    return {
      result: broken(
        spelling,
        clock === undefined ? 'Unix milliseconds' : `about ${clock.nowMs}`,
        typeof signed === 'string' && !/^\d+$/.test(signed) ? show(signed) : (headers.timestamp ?? show(signed)),
      ),
    };
  }
  const origin = typeof signed === 'number' ? timestampOrigin(written ?? String(signed), clock?.nowMs) : undefined;
  const isNoTime = result.cause === 'timestamp-mismatch' && NO_TIME.has(origin);
  if (origin !== undefined && (isNoTime || ORIGIN_REFINES.has(result.cause ?? 'ok'))) {
    return {
      result: broken(origin, clock === undefined ? '13 digits in our time' : `about ${clock.nowMs}`, show(signed)),
    };
  }
  if (result.cause === 'timestamp-mismatch' && headers.timestamp !== undefined) {
    return {
      result:
        inSeconds(headers.timestamp, Number(signed)) ?? floating(headers.timestamp, Number(signed), written) ?? result,
    };
  }
  if (result.state !== 'ok' || typeof signed !== 'number') return { result };
  if (written !== undefined && /[eE.]/.test(written)) {
    const cause = /[eE]/.test(written) ? 'timestamp-exponent' : 'timestamp-fraction';
    return { result: broken(cause, String(signed), written) };
  }
  const unit = UNITS.find(([, from, to]) => signed >= from && signed <= to);
  if (unit !== undefined) return { result: broken(unit[0], '13 digits in our time', String(signed)) };
  return clock === undefined
    ? { result, note: 'nearness to the server clock not judged: no clock was given' }
    : { result };
}
