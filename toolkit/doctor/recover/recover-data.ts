// SVC-DATA, read on behind a wrong encoding (interface 5.1; 5.3, rule 2): the payload that was meant, so that one mistake does not hide the
// next. The defects themselves are told by `toolkit/signing`; here is only what to make of them.
import type { SlipId } from '../../signing/slips/slips.js';
import { broken, type StageResult } from '../../signing/stage-result.js';
import { readData } from '../../signing/stages/read-data.js';
import { utf8Bytes } from '../capture/capture.js';
import { fromBase64, fromHex, isPlaceholder } from '../recognise/alphabets.js';
import { inflate } from '../recognise/inflate.js';
import { compressionOf, recogniseBytes } from '../recognise/values.js';
import { asText, excerpt, objectOf, parsed, unpercent } from './texts.js';
import { undressed } from './undressed.js';

/** What was meant, by cause; a cause that is not here leaves nothing to go on with, or is met by lenient decoding. */
const DATA_MEANT: Readonly<Partial<Record<SlipId, (text: string) => Uint8Array | undefined>>> = {
  'data-hex': fromHex,
  'data-raw-json': utf8Bytes,
  'data-double-base64': (text) => fromBase64(asText(fromBase64(text))),
  'data-base64-of-hex': (text) => fromHex(asText(fromBase64(text))),
  'data-percent-encoded': (text) => fromBase64(unpercent(text)),
  'data-jws': (text) => {
    const parts = text.split('.').map((part) => fromBase64(part));
    return parts.find((part) => asText(part).includes('"api_key"')) ?? parts[1];
  },
  'data-truncated': () => undefined,
};

export interface RecoveredData {
  readonly result: StageResult;
  readonly payload?: Uint8Array;
  /** White space beside another mistake, which some readers skip. */
  readonly also?: SlipId;
  /** What was done, in words, where the cause leaves it open. */
  readonly how?: string;
}

/** Encodings that are told by what they decode to, whatever the characters of the payload. */
const HIDDEN: readonly SlipId[] = ['data-hex', 'data-base64-of-hex', 'data-double-base64'];
const isJsonStart = (bytes: Uint8Array | undefined): boolean => /^\s*\{\s*"/.test(asText(bytes?.subarray(0, 40)));

/** A text about the request in any form, such as a list or a form: by chance no bytes decode to one. */
function isOfRequest(bytes: Uint8Array | undefined): boolean {
  const text = asText(bytes?.subarray(0, LONGEST_READ));
  return [...text].every((unit) => unit >= ' ' || /\s/.test(unit)) && /\/v1\/|api_?key|body_?hash/i.test(text);
}

const isMeant = (bytes: Uint8Array | undefined): boolean => isJsonStart(bytes) || isOfRequest(bytes);

/** As much of a payload as shows what it is. */
const LONGEST_READ = 2_000;

const isWholeJson = (bytes: Uint8Array | undefined): boolean => objectOf(parsed(asText(bytes))) !== undefined;
const isNoHex = (text: string): boolean => /[g-z]/i.test(text);

/** Shorter texts may lack letters of one case by chance. */
const SHORTEST_CASED = 60;

/** A scheme before the text, or the count of the padding behind it, as tokens of ASP.NET have it. */
function withoutSurroundings(text: string): Uint8Array | undefined {
  const behind = /^(?:data:[\w.+/-]*(?:;[\w=-]+)*,|[A-Za-z][\w-]*[:= ]\s*)([\w+/=-]{40,})$/.exec(text)?.[1];
  const counted = /^([\w-]{40,})([012])$/.exec(text);
  const isCount = counted !== null && (4 - ((counted[1]?.length ?? 0) % 4)) % 4 === Number(counted[2]);
  const enclosed = /^(?:<([\w+/=-]{40,})>|\[([\w+/=-]{40,})\]|\(([\w+/=-]{40,})\)|\{([\w+/=-]{40,})\})$/
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);
  const before = /^([\w+/=-]{40,})\s*[;,|]\s*[\w-]+(?:[=:].*)?$/.exec(text)?.[1];
  const bare = behind ?? before ?? enclosed ?? (isCount ? counted?.[1] : undefined);
  const bytes = bare === undefined ? undefined : fromBase64(bare);
  return isWholeJson(bytes) ? bytes : undefined;
}

/** The bytes of SVC-DATA with "-" and "_" exchanged, where those alone agree with everything beside them. */
export function exchangedMarks(text: string, beside: readonly string[]): Uint8Array | undefined {
  if (!/[-_]/.test(text)) return undefined;
  const other = fromBase64(text.replace(/[-_]/g, (mark) => (mark === '-' ? '_' : '-')));
  const plain = asText(fromBase64(text));
  const agrees = (payload: string): boolean => beside.every((value) => payload.includes(value));
  return isWholeJson(other) && agrees(asText(other)) && !agrees(plain) ? other : undefined;
}

/** Marks that neither alphabet has, nor any way of sending one. */
const isOddlyMarked = (text: string): boolean =>
  (/^[\w+/.~*!,:@$-]{40,}$/.test(text) && /[.~*!,:@$]/.test(text)) ||
  /^(?:[\w+/-]{4}){10,}(?<=[A-Za-z0-9]_{1,2})$/.test(text);

/** Two marks of its own in place of those of the alphabet, or another padding: where the whole is JSON then, it was meant. */
function inOwnAlphabet(text: string): Uint8Array | undefined {
  const core = text.replace(/[_.~*!,:@$]{1,2}$/, '');
  const marks = [...new Set(core.replace(/[A-Za-z0-9]/g, ''))];
  const [a = '-', b = a === '_' ? '-' : '_'] = marks;
  if (marks.length > 2) return undefined;
  const written = [
    [a, b],
    [b, a],
  ].map(([first = '', second = '']) =>
    core.replace(/[^A-Za-z0-9]/g, (mark) => (mark === first ? '-' : mark === second ? '_' : '-')),
  );
  const holdsMember = (bytes: Uint8Array | undefined): boolean =>
    objectOf(parsed(asText(bytes)))?.['api_key'] !== undefined;
  return written.map((one) => fromBase64(one)).find(holdsMember);
}

export function recoverData(text: string): RecoveredData {
  const { payload, result } = readData(text);
  const surrounded = isWholeJson(payload) ? undefined : withoutSurroundings(text);
  if (surrounded !== undefined) {
    return { result: broken('data-prefixed', 'base64url of the payload', excerpt(text)), payload: surrounded };
  }
  if (text.length > SHORTEST_CASED && (text === text.toLowerCase() || text === text.toUpperCase()) && isNoHex(text)) {
    if (!isJsonStart(fromBase64(text)) && !text.startsWith('{') && recogniseBytes(text, isJsonStart) === undefined) {
      return { result: broken('data-letter-case', 'base64url of the payload', excerpt(text)) };
    }
  }
  // A word such as None is base64 by chance; no payload is as short.
  if ((result.cause !== undefined || text.length < SHORTEST_CASED) && isPlaceholder(text)) {
    return { result: broken('data-placeholder', 'base64url of the payload', excerpt(text)) };
  }
  if (!isMeant(payload) && !isMeant(fromBase64(text))) {
    const recognised = recogniseBytes(text, isMeant);
    if (recognised !== undefined) {
      const cause = `data-${recognised.word}` as const;
      return { result: broken(cause, 'base64url of the payload', excerpt(text)), payload: recognised.bytes };
    }
    const bytes = payload ?? fromBase64(text);
    const whole = bytes && inflate(bytes);
    // DEFLATE without a frame shows by nothing but what it holds.
    const compression = bytes && (compressionOf(bytes) ?? (isJsonStart(whole) ? 'DEFLATE' : undefined));
    if (bytes !== undefined && compression !== undefined) {
      const compressed = broken('data-compressed', 'base64url of the payload', `${compression}, then base64`);
      return isJsonStart(whole) && whole !== undefined
        ? { result: compressed, payload: whole }
        : { result: compressed };
    }
  }
  const own = isWholeJson(payload) || !isOddlyMarked(text) ? undefined : inOwnAlphabet(text);
  if (own !== undefined) {
    return { result: broken('data-other-alphabet', 'base64url of the payload', excerpt(text)), payload: own };
  }
  // Message verifiers of web frameworks write the data, two dashes and a signature.
  const signed = /^([\w-]{40,}?)--[\w-]{40,}={0,2}$/.exec(text)?.[1];
  const core = signed === undefined ? undefined : fromBase64(signed);
  if (core !== undefined && objectOf(parsed(asText(core))) !== undefined) {
    return { result: broken('data-jws', 'base64url of the payload', excerpt(text)), payload: core };
  }
  const printed = recogniseBytes(asText(payload), isJsonStart);
  if (printed?.word === 'printed') {
    return {
      result: broken('data-printed', 'base64url of the payload', excerpt(asText(payload))),
      payload: printed.bytes,
    };
  }
  if (!isMeant(payload ?? fromBase64(text))) {
    for (const cause of HIDDEN) {
      const meant = DATA_MEANT[cause]?.(text);
      if (isMeant(meant) && meant !== undefined) {
        return { result: broken(cause, 'base64url of the payload', text.slice(0, 60)), payload: meant };
      }
    }
  }
  if (payload !== undefined || result.cause === undefined) {
    return payload === undefined ? { result } : { result, payload };
  }
  const unescaped = fromBase64(text.replaceAll(/\\[rn]/g, ''));
  if (/\\[rn]/.test(text) && isJsonStart(unescaped) && unescaped !== undefined) {
    const how = 'with its line breaks written as a backslash and a letter';
    return { result: broken('data-printed', 'base64url of the payload', excerpt(text)), payload: unescaped, how };
  }
  const unfolded = fromBase64(text.replace(/=\s+/g, ''));
  if (/=\s+[\w+/-]/.test(text) && isWholeJson(unfolded) && unfolded !== undefined) {
    const how = 'with the soft line breaks of quoted-printable, "=" at the end of a line, within it';
    return { result: broken('data-printed', 'base64url of the payload', excerpt(text)), payload: unfolded, how };
  }
  for (const { plain, how, isPercent } of undressed(text)) {
    const inner = fromBase64(plain);
    if (inner === undefined || !isWholeJson(inner)) continue;
    const cause = isPercent ? result.cause : (readData(plain).result.cause ?? 'data-printed');
    return { result: broken(cause, 'base64url of the payload', excerpt(text)), payload: inner, how };
  }
  const meant = (DATA_MEANT[result.cause] ?? fromBase64)(text);
  const isWrapped = result.cause === 'data-padded' || result.cause === 'data-standard-alphabet';
  const also = isWrapped && /\s/.test(text.trim()) ? { also: 'data-white-space' as const } : {};
  return meant === undefined ? { result, ...also } : { result, payload: meant, ...also };
}
