// The stages that compare values: `toolkit/signing` tells that something differs, the searches of this folder tell how.

import type { Hashing } from '../signing/hashing.js';
import type { HeaderValues } from '../signing/received.js';
import { SLIPS } from '../signing/slips/slips.js';
import { broken, type StageResult, unknown } from '../signing/stage-result.js';
import { judgeBodyHash, judgeMethod, judgePath, show } from '../signing/stages/judge-fields.js';
import { judgeTimestamp, type ServerClock } from '../signing/stages/judge-timestamp.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import { textOfBytes } from './capture/capture.js';
import type { Comparison } from './diagnosis.js';
import { compareTexts } from './search/difference.js';
import { searchBodyHash } from './search/search-body-hash.js';
import { pathCause } from './search/search-path.js';

/** A stage with what only the doctor adds. */
export interface Judged {
  readonly result: StageResult;
  readonly compared?: Comparison;
  readonly note?: string;
}

/** Interface 5.2 says nothing of a prefix that a base address may have. */
const BASE_PATH =
  'whether a path of the base address belongs to the signed path is left open by the interface: ask the operator';

const METHODS = 'GET POST PUT PATCH DELETE HEAD OPTIONS';

export function judgeSignedMethod(capture: Capture, fields: ReceivedFields): Judged {
  const result = judgeMethod(capture.method, fields);
  const signed = fields['method'];
  const isRequestLine =
    typeof signed === 'string' && METHODS.split(' ').some((method) => signed.startsWith(`${method} `));
  return result.cause === 'method-mismatch' && isRequestLine
    ? { result: broken('method-request-line', capture.method, signed) }
    : { result };
}

export function judgeSignedPath(capture: Capture, fields: ReceivedFields): Judged {
  const result = judgePath(capture.path, fields);
  const signed = fields['path'];
  if (result.cause !== 'path-mismatch' || typeof signed !== 'string') return { result };
  const cause = pathCause(signed, capture.path, capture.method);
  return {
    result: broken(cause, capture.path, signed),
    compared: compareTexts('the path as sent, and as signed', capture.path, signed),
    ...(cause === 'path-prefix-missing' || cause === 'path-prefix-added' ? { note: BASE_PATH } : {}),
  };
}

/** Header and payload of one reading of the clock, one of them in seconds. */
function inSeconds(header: string, signed: number): StageResult | undefined {
  const sent = Number(header);
  if (signed === Math.floor(sent / 1000)) return broken('timestamp-seconds', header, String(signed));
  return sent === Math.floor(signed / 1000) ? broken('timestamp-seconds', String(signed), header) : undefined;
}

/** How a unit shows without a clock: what a year of this century, or the last one's end, looks like in it. */
const UNITS = [
  ['timestamp-seconds', 9e8, 5e9],
  ['timestamp-microseconds', 9e14, 5e15],
  ['timestamp-nanoseconds', 9e17, 5e18],
] as const;

export function judgeSignedTimestamp(
  headers: HeaderValues,
  fields: ReceivedFields,
  written: string | undefined,
  clock: ServerClock | undefined,
): Judged {
  const result = judgeTimestamp(headers, fields, clock);
  const signed = fields['timestamp'];
  if (result.cause === 'timestamp-mismatch' && headers.timestamp !== undefined) {
    return { result: inSeconds(headers.timestamp, Number(signed)) ?? result };
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

export function judgeSignedBody(
  hashing: Hashing,
  capture: Capture,
  body: Uint8Array | undefined,
  fields: ReceivedFields,
): Judged {
  const signed = fields['body_hash'];
  if (body === undefined) return judgeHashAlone(signed);
  const result = judgeBodyHash(hashing, { ...capture, body }, fields);
  if (result.cause !== 'body-hash-mismatch' || typeof signed !== 'string') return { result };
  const finding = searchBodyHash(hashing, signed, body, capture.path);
  const note = finding.cutShort ? 'the body is too large to try every other form of it' : undefined;
  return {
    result: broken(finding.cause, result.expected, signed),
    ...(finding.hashed === undefined
      ? {}
      : {
          compared: compareTexts('the body as sent, and as hashed', textOfBytes(body), textOfBytes(finding.hashed)),
        }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Without the body, only the form of the hash can be judged. */
function judgeHashAlone(signed: unknown): Judged {
  const note = 'not judged: the body is not known';
  if (signed === '' || signed === null) return { result: broken('body-hash-blank', '43 characters', show(signed)) };
  if (typeof signed !== 'string') return { result: broken('payload-member-type', 'body_hash as text', show(signed)) };
  if (/^[0-9a-fA-F]{64}$/.test(signed)) {
    return { result: broken('body-hash-hex', '43 characters of base64url', signed) };
  }
  if (/^[A-Za-z0-9+/]{43}=?$/.test(signed) && /[+/]/.test(signed)) {
    return { result: broken('body-hash-standard-alphabet', '43 characters of base64url', signed) };
  }
  return /^[A-Za-z0-9_-]{43}=$/.test(signed)
    ? { result: broken('body-hash-padded', '43 characters of base64url', signed) }
    : { result: unknown(SLIPS['body-hash-mismatch'].stage), note };
}
