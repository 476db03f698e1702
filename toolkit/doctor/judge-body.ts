// `body_hash` against the body that was sent, as far as a capture shows it (interface 5.2; 5.3, rule 3).
import { isJsonText } from '../payload/json-kind.js';
import type { Hashing } from '../signing/hashing.js';
import { SLIPS, type SlipId } from '../signing/slips/slips.js';
import { broken, unknown } from '../signing/stage-result.js';
import { judgeBodyHash, show } from '../signing/stages/judge-fields.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import { type Capture, textOfBytes } from './capture/capture.js';
import type { Judged } from './judged.js';
import { fromBase64, isPlaceholder } from './recognise/alphabets.js';
import { recogniseBytes } from './recognise/values.js';
import { compareTexts } from './search/difference.js';
import type { KeyedDigests } from './search/keyed-digests.js';
import { hasOtherLayout } from './search/other-layout.js';
import { type BodyHashFinding, searchBodyHash } from './search/search-body-hash.js';

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

interface BodyScene {
  readonly hashing: Hashing;
  readonly capture: Capture;
  readonly known: KnownBody;
  readonly fields: ReceivedFields;
  /** Hashes that the private key goes into, where it is known. */
  readonly digests: KeyedDigests | undefined;
}

export function judgeSignedBody({ hashing, capture, known, fields, digests }: BodyScene): Judged {
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
  if (isSure && isPlaceholder(textOfBytes(body.subarray(0, 100))) && !isJsonText(textOfBytes(body))) {
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
  const told = howOf(finding, body);
  const how = told === undefined ? known.note : `the signer ${told}`;
  if (UNFOUND.has(finding.cause) && MASKED.test(textOfBytes(body))) {
    return { result: unknown('body-hash'), note: 'not judged: a part of the body is masked in the capture' };
  }
  if (finding.cause === 'body-hash-mismatch' && MULTIPART.test(textOfBytes(body.subarray(0, 400)))) {
    return {
      result: broken(finding.cause, result.expected, signed),
      how: 'hashes other bytes than the multipart form data that was sent',
    };
  }
  const note = finding.cutShort ? 'the body is too large to try every other form of it' : how;
  return {
    result: broken(finding.cause, result.expected, signed),
    ...(finding.also === undefined ? {} : { also: finding.also }),
    ...(told === undefined ? {} : { how: told }),
    ...(finding.encoder === undefined ? {} : { encoder: finding.encoder }),
    ...(finding.hashed === undefined
      ? {}
      : {
          compared: compareTexts('the body as sent, and as hashed', textOfBytes(body), textOfBytes(finding.hashed)),
        }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Causes that leave both of them JSON and say nothing of their white space. */
const OF_PARTS =
  /^body-hash-(?:number-spelling|numbers|escaped|slashes|sorted|other-members|null-members|unicode-form)$/;
const LAYOUT_WORDS = /blank|indentation|layout|white space|\btabs?\b|PHP|JavaScript|prints|writes/i;

/** What was done, and that the layout differs beside it. */
function howOf({ cause, how, hashed }: BodyHashFinding, body: Uint8Array): string | undefined {
  if (hashed === undefined || !OF_PARTS.test(cause) || LAYOUT_WORDS.test(how ?? '')) return how;
  if (!hasOtherLayout(textOfBytes(hashed), textOfBytes(body))) return how;
  return how === undefined ? 'hashes the body with other white space as well' : `${how}, and with other white space`;
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
/** RFC 7578, 4.2. */
const MULTIPART = /^--\S+\r?\n(?:[\w-]+:[^\n]*\n)*content-disposition: *form-data/i;
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
