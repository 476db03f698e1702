// The stages that compare values: `toolkit/signing` tells that something differs, the searches of this folder tell how.

import type { Hashing } from '../signing/hashing.js';
import { type SigningStage, SLIPS, type SlipId } from '../signing/slips/slips.js';
import { broken, type StageResult, unknown } from '../signing/stage-result.js';
import { judgeBodyHash, judgeMethod, judgePath, show } from '../signing/stages/judge-fields.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import { textOfBytes } from './capture/capture.js';
import type { Comparison } from './diagnosis.js';
import { fromBase64, isPlaceholder } from './recognise/alphabets.js';
import { recogniseBytes } from './recognise/values.js';
import { compareTexts } from './search/difference.js';
import type { KeyedDigests } from './search/keyed-digests.js';
import { pathCharset } from './search/path-charsets.js';
import { searchBodyHash } from './search/search-body-hash.js';
import { pathCause } from './search/search-path.js';
import { twoPathCauses } from './search/two-path-causes.js';

/** A stage with what only the doctor adds. */
export interface Judged {
  readonly result: StageResult;
  readonly compared?: Comparison;
  readonly note?: string;
  /** What was done, in words, where the cause leaves it open. */
  readonly how?: string;
  /** The second of two mistakes that only together give what was sent. */
  readonly also?: SlipId;
  /** How a value was encoded, where the cause does not say it. */
  readonly encoder?: string;
  /** The earlier stage at which the same mistake is told. */
  readonly sameAs?: SigningStage;
  /** The interface leaves it open here, though not everywhere. */
  readonly isOpen?: true;
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
  if (result.cause !== 'method-mismatch' || typeof signed !== 'string') return { result };
  if (isRequestLine) return { result: broken('method-request-line', capture.method, signed) };
  if (fields['path'] === capture.method && /^(?:\/|https?:)/.test(signed)) {
    return { result: broken('method-path-exchanged', capture.method, signed) };
  }
  const words = signed.match(/[A-Za-z]+/g) ?? [];
  if (words.length > 1 && words.at(-1)?.toUpperCase() === capture.method) {
    return { result: broken('method-printed', capture.method, signed) };
  }
  const printed = /^[\w<]*(?:[.:]{1,2}|::)['"]?([A-Za-z]+)['"]?[>)]?$|^["'<[(]([A-Za-z]+)["'>\])]$/.exec(signed);
  const member = /^<\w+\.([A-Za-z]+): .*>$/.exec(signed)?.[1];
  const inner = (member ?? printed?.[1] ?? printed?.[2])?.toUpperCase();
  return { result: inner === capture.method ? broken('method-printed', capture.method, signed) : result };
}

/** Whether the shown path is the signed one but for what stands behind stars or the words of a filter. */
function isMaskOf(shown: string, signed: string): boolean {
  const parts = shown.split(/\*{3,}|\[(?:FILTERED|REDACTED)\]|<redacted>/i);
  if (parts.length < 2 || signed.includes('***')) return false;
  let at = 0;
  for (const part of parts) {
    const found = signed.indexOf(part, at);
    if (found === -1 || (part === parts[0] && found > 0)) return false;
    at = found + part.length;
  }
  return true;
}

const OLD_ESCAPES = 'the signed path has letters as escape() of JavaScript writes them, such as %u20AC';

export function judgeSignedPath(capture: Capture, fields: ReceivedFields): Judged {
  const result = judgePath(capture.path, fields);
  const signed = fields['path'];
  if (result.cause !== 'path-mismatch' || typeof signed !== 'string') return { result };
  if (isMaskOf(capture.path, signed)) {
    return { result: unknown('path'), note: 'not judged: a part of the path is masked in the capture' };
  }
  if (capture.lacksQuery === true && signed.startsWith(`${capture.path}?`)) {
    return { result: unknown('path'), note: 'not judged: the capture shows the query taken apart, not as it was sent' };
  }
  const single = pathCause(signed, capture.path, capture.method);
  const pair = needsPair(single) ? twoPathCauses(signed, capture.path, capture.method) : undefined;
  const inCharset = VAGUE_PATHS.has(single) && pair === undefined ? pathCharset(signed, capture.path) : undefined;
  const cause = inCharset?.cause ?? pair?.cause ?? single;
  return {
    result: broken(cause, capture.path, signed),
    ...(pair?.also === undefined ? {} : { also: pair.also }),
    ...(inCharset === undefined ? {} : { how: inCharset.how }),
    ...(/%u[0-9a-f]{4}/i.test(signed) && !/%u/i.test(capture.path) ? { how: OLD_ESCAPES } : {}),
    compared: compareTexts('the path as sent, and as signed', capture.path, signed),
    ...(cause === 'path-prefix-missing' || cause === 'path-prefix-added' ? { note: BASE_PATH } : {}),
    ...(cause === 'path-prefix-missing' && isWhole(signed) && !isWhole(capture.path) ? { isOpen: true } : {}),
  };
}

/** Relations that say little of how one path became the other. */
const VAGUE_PATHS: ReadonlySet<SlipId> = new Set<SlipId>([
  'path-mismatch',
  'path-other-account',
  'path-other-segment',
  'path-query-other-value',
  'path-latin-1',
]);

/** A whole URL may hold another mistake behind the host. */
const needsPair = (single: SlipId): boolean => ['path-mismatch', 'path-full-url'].includes(single);

/** A path of the interface, which all begin alike (9, rule 1); what stands before it is the path of the base address. */
const isWhole = (path: string): boolean => path.startsWith('/v1/');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const NO_BYTES = new Uint8Array();

/** What is known of the body: its bytes, or what the capture shows in their place. */
export interface KnownBody {
  readonly body: Uint8Array | undefined;
  /** The bytes that the signed hash fits, where the capture leaves several possible. */
  readonly note?: string;
  /** What may have been sent in some spelling; only a cause that is found in it is told. */
  readonly shown?: Uint8Array;
  /** The hash fits a text that no server reads as a body. */
  readonly isUnread?: boolean;
  /** The hash is that of nothing, and a length is stated: whatever the body was, it was some. */
  readonly isOfNothing?: boolean;
}

export function judgeSignedBody(
  hashing: Hashing,
  capture: Capture,
  known: KnownBody,
  fields: ReceivedFields,
  digests?: KeyedDigests,
): Judged {
  const signed = fields['body_hash'];
  const noted = known.note === undefined ? {} : { note: known.note };
  const body = known.body ?? known.shown;
  if (
    typeof signed === 'string' &&
    (isPlaceholder(signed) || isPlaceholder(textOfBytes(fromBase64(signed) ?? NO_BYTES)))
  ) {
    const cause = /^(?:null|none|nil|<nil>|<null>)$/i.test(signed) ? 'body-hash-blank' : 'body-hash-placeholder';
    return { result: broken(cause, '43 characters', show(signed)) };
  }
  if (known.isOfNothing === true) {
    return { result: broken('body-hash-of-nothing', 'the hash of the body that Content-Length states', show(signed)) };
  }
  if (body === undefined) {
    const alone = judgeHashAlone(signed);
    return alone.result.state === 'unknown' ? { ...alone, ...noted } : alone;
  }
  if (known.isUnread === true) return { result: unknown('body-hash'), ...noted };
  const result = judgeBodyHash(hashing, { ...capture, body }, fields);
  if (typeof signed === 'object' && signed !== null) {
    const right = hashing.sha256(body).join();
    const written = JSON.stringify(signed);
    const isList =
      /^(?:\[\d|\{"(?:type|data|0)")/.test(written) &&
      recogniseBytes(written, (bytes) => bytes.join() === right) !== undefined;
    return { result: isList ? broken('body-hash-printed', result.expected, show(signed)) : result, ...noted };
  }
  if (result.cause !== 'body-hash-mismatch' || typeof signed !== 'string') return { result, ...noted };
  const isSure = known.body !== undefined || capture.isUnframed === true;
  if (isSure && isPlaceholder(textOfBytes(body.subarray(0, 100))) && !isJson(textOfBytes(body))) {
    return { result: broken('body-placeholder', 'the body that was hashed', textOfBytes(body.subarray(0, 100))) };
  }
  const finding = searchBodyHash(hashing, signed, body, {
    path: capture.path,
    method: capture.method,
    apiKey: String(fields['api_key']),
    idempotencyKey: String(fields['idempotency_key']),
    timestamp: String(fields['timestamp']),
    ...(digests === undefined ? {} : { digests }),
  });
  if (
    known.body === undefined &&
    (finding.cause === 'body-hash-mismatch' ||
      (finding.cause === 'body-cut' && !isSure) ||
      (mayBeLaidOut(capture, body) && (finding.isRespelled || finding.cause === 'body-hash-number-spelling')))
  ) {
    return { result: unknown('body-hash'), note: 'not judged: the capture does not show the exact bytes of the body' };
  }
  const how = finding.how === undefined ? known.note : `the signer ${finding.how}`;
  if (UNFOUND.has(finding.cause) && MASKED.test(textOfBytes(body))) {
    return { result: unknown('body-hash'), note: 'not judged: a part of the body is masked in the capture' };
  }
  const note = finding.cutShort ? 'the body is too large to try every other form of it' : how;
  return {
    result: broken(finding.cause, result.expected, signed),
    ...(finding.also === undefined ? {} : { also: finding.also }),
    ...(finding.how === undefined ? {} : { how: finding.how }),
    ...(finding.encoder === undefined ? {} : { encoder: finding.encoder }),
    ...(finding.hashed === undefined
      ? {}
      : {
          compared: compareTexts('the body as sent, and as hashed', textOfBytes(body), textOfBytes(finding.hashed)),
        }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Whether a tool may have written the same JSON otherwise: not where its length is the stated one. */
const mayBeLaidOut = ({ shownBody, format, statedLength }: Capture, body: Uint8Array): boolean =>
  shownBody !== undefined || (format === 'text' && body.length !== statedLength);

/** Causes that say no more than that the two differ. */
const UNFOUND: ReadonlySet<SlipId> = new Set<SlipId>([
  'body-hash-mismatch',
  'body-cut',
  'body-hash-number-spelling',
  'body-hash-numbers',
]);
/** What logs put in place of what they must not show. */
const MASKED =
  /\*{3,}|[\u2022\u2588]{3,}|[[<({](?:redacted|filtered|masked|hidden|removed|secret)[\])>}]|\bREDACTED\b|"x{4,}"/i;

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
