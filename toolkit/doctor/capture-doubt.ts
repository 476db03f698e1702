// What a capture itself may have brought about: it is named and not called broken. A value that was looked for in a text of unknown form
// may not be there as a whole, logs shorten what they show, and people put words for what they do not show to others.
import type { SlipId } from '../signing/slips/slips.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import { type Capture, textOfBytes } from './capture/capture.js';
import type { Judged } from './judged.js';
import { isStandIn, standsFor } from './recognise/stand-ins.js';
import { decodeOnce } from './search/compare-targets.js';

/** Told by the text of a value alone: no signature and no search proves them. */
const BY_SHAPE: ReadonlySet<SlipId> = new Set<SlipId>([
  'data-not-base64url',
  'data-trailing-bits',
  'payload-not-json',
  'payload-json-damaged',
  'path-mismatch',
  'path-cut',
  'path-end-missing',
  'path-end-added',
  'body-placeholder',
  'body-hash-mismatch',
  'sign-not-base64url',
  'sign-length',
  'sign-trailing-bits',
  'sign-half',
  'sign-is-data',
  'sign-digest',
  'sign-prefixed',
  'payload-binary',
  'header-misnamed',
  'header-empty',
]);

/** A value that stops early stops in the request or in the capture; only a tool's own record shows which. */
const CUT_OFF: ReadonlySet<SlipId> = new Set<SlipId>(['data-truncated', 'sign-truncated']);
const EXACT: ReadonlySet<Capture['format']> = new Set<Capture['format']>(['live', 'journal', 'har']);

/** Neither has a length that would tell whether the capture or the request is what stops or is printed. */
const OF_SHOWN_BODY: ReadonlySet<SlipId> = new Set<SlipId>([
  'body-placeholder',
  'body-cut',
  'body-hash-mojibake',
  'body-hash-unicode-form',
  'body-hash-mismatch',
]);

/** No more is known than that they differ, and what is shown is the beginning of what was signed. */
const OF_CUT_PATH: ReadonlySet<SlipId> = new Set<SlipId>([
  'path-mismatch',
  'path-other-segment',
  'path-query-other-value',
]);

const OF_KEYS: Readonly<Partial<Record<SlipId, readonly [header: string, member: string]>>> = {
  'api-key-mismatch': ['svc-api-key', 'api_key'],
  'idempotency-key-mismatch': ['svc-idempotency-key', 'idempotency_key'],
  'idempotency-key-placeholder': ['svc-idempotency-key', 'idempotency_key'],
  'timestamp-mismatch': ['svc-timestamp', 'timestamp'],
  'timestamp-format': ['svc-timestamp', 'timestamp'],
};

/** The stages, with those left open that the capture may be to blame for. */
export function withDoubt(
  capture: Capture,
  fields: ReceivedFields | undefined,
  stages: readonly Judged[],
): readonly Judged[] {
  if (capture.format === 'live') return stages;
  return stages.map((one) => {
    const { cause, state } = one.result;
    const doubt = state !== 'broken' || cause === undefined ? undefined : doubtOf(capture, fields, cause);
    return doubt === undefined ? one : { ...one, isOpen: true, note: doubt };
  });
}

function doubtOf(capture: Capture, fields: ReceivedFields | undefined, cause: SlipId): string | undefined {
  if (cause === 'sign-shortened') return SHORTENED;
  if (CUT_OFF.has(cause) && !EXACT.has(capture.format) && isLongest(capture, cause)) return CUT;
  const names = OF_KEYS[cause];
  if (names !== undefined) {
    const shown = capture.headers.find(([name]) => name.toLowerCase() === names[0])?.[1] ?? '';
    const signed = String(fields?.[names[1]] ?? '');
    if (isFolded(shown, signed, /\s+/g)) return FOLDED;
    if (isAnnotated(shown, signed)) return ANNOTATED;
    const isWord = isStandIn(shown) && !isStandIn(signed);
    return isWord || standsFor(shown, signed) ? STANDS_IN : undefined;
  }
  const signed = fields?.['path'];
  if (cause.startsWith('path-') && typeof signed === 'string') {
    if (standsFor(capture.path, signed)) return STANDS_IN;
    if (isFolded(capture.path, signed, BREAKS)) return FOLDED;
    if (OF_CUT_PATH.has(cause) && signed.startsWith(capture.path)) return CUT;
    if (cause === 'path-query-unsent' && (capture.format === 'text' || capture.format === 'json')) return WITHOUT_QUERY;
    if (isReadable(capture.path, signed)) return READABLE;
  }
  const isExact = isOfStatedLength(capture);
  const isShown = capture.shownBody !== undefined || capture.format === 'text' || capture.format === 'script';
  if (OF_SHOWN_BODY.has(cause) && isShown && !isExact) return UNFRAMED;
  return capture.format === 'text' && BY_SHAPE.has(cause) ? UNKNOWN_FORM : undefined;
}

/** What cuts lines cuts the longest, and the last where it stops. */
function isLongest({ headers }: Capture, cause: SlipId): boolean {
  const name = cause.startsWith('data-') ? 'svc-data' : 'svc-sign';
  const [last] = headers.at(-1) ?? [''];
  const length = headers.find(([one]) => one.toLowerCase() === name)?.[1].length ?? 0;
  return last.toLowerCase() === name || headers.every(([, value]) => value.length <= length);
}

/** Nothing but line breaks stands behind the bytes that the length counts. */
const isOfStatedLength = ({ body, statedLength, shownBody }: Capture): boolean =>
  body !== undefined &&
  body.length === statedLength &&
  (shownBody === undefined || textOfBytes(shownBody.subarray(body.length)).trim() === '');

/** Line breaks and marks without width, which pages and screens put into long words. */
const BREAKS = /[\s\u00ad\u200b-\u200d\u2060\ufeff]+/g;

const isFolded = (shown: string, signed: string, breaks: RegExp): boolean =>
  shown !== signed && shown.replace(breaks, '') === signed;

/** A viewer says behind a value what it means. */
const isAnnotated = (shown: string, signed: string): boolean =>
  signed !== '' && shown.startsWith(signed) && /^\s+(?:[([]|[-–—=#]|\/\/)/.test(shown.slice(signed.length));

/** With a blank or a letter that no request line can hold: a viewer shows what the escapes stand for. */
function isReadable(shown: string, signed: string): boolean {
  return [decodeOnce(signed), decodeOnce(signed.replaceAll('+', ' '))].some((plain) => {
    // The reader stopped at the blank.
    const isCut = plain.startsWith(`${shown} `);
    return isCut || (plain === shown && /[ \u0080-\uffff]/.test(shown));
  });
}

const MAY_BE = 'if that is so, nothing is wrong with it';
const SHORTENED = `the capture itself may have shortened it: ${MAY_BE}`;
const CUT = `the capture itself may have cut it off: ${MAY_BE}`;
const FOLDED = `the capture may have broken it over lines: ${MAY_BE}`;
const READABLE = `no request line holds what is shown, so that the capture may show what was sent in decoded form: ${MAY_BE}`;
const WITHOUT_QUERY = `logs often leave out the query, and so may this capture: ${MAY_BE}`;
const ANNOTATED = `the capture may have put an explanation behind it: ${MAY_BE}`;
const STANDS_IN = `the capture may show a word in place of the value that was sent: ${MAY_BE}`;
const UNFRAMED = `the capture states no length of the body, and may show it otherwise than it was sent: ${MAY_BE}`;
const UNKNOWN_FORM = `it was looked for in a text of unknown form, and may be other than what was found: ${MAY_BE}`;
