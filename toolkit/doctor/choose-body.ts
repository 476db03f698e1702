// Which bytes were hashed (interface 5.2; 5.3, rule 3), where a capture leaves several possible.
import { isJsonText } from '../payload/json-kind.js';
import type { Hashing } from '../signing/hashing.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import { type Capture, textOfBytes, utf8Bytes } from './capture/capture.js';
import { spellings } from './capture/framing.js';
import type { DiagnoseOptions } from './diagnose-options.js';
import type { KnownBody } from './judge-body.js';
import { respell } from './search/respell.js';

/** The body that fits the signed hash, where the capture leaves several possible. */
export function chooseBody(
  capture: Capture,
  options: DiagnoseOptions,
  hashing: Hashing,
  fields: ReceivedFields | undefined,
): KnownBody {
  if (options.body !== undefined) return { body: options.body };
  const { body, otherBodies = [], shownBody, statedLength, decodedBodies = [] } = capture;
  const signed = fields?.['body_hash'];
  const isStated = statedLength !== undefined && statedLength > 0;
  // A body that is stated or shown is never taken for none, however well the hash of nothing fits.
  const isPossible = (one: Uint8Array): boolean => one.length > 0 || !(isStated || capture.showsBody === true);
  const fits = (one: Uint8Array): boolean => isPossible(one) && hashing.bodyHash(one) === signed;
  if (body !== undefined && fits(body)) return { body };
  const other = otherBodies.find(fits);
  if (other !== undefined && capture.isUnframed !== true) return { body: other };
  if (other !== undefined) {
    return {
      body: undefined,
      shown: other,
      isUnread: true,
      note: 'not judged: the hash fits the text below the head, which no length and no chunks make a body',
    };
  }
  const reformatted =
    capture.isUnframed === true ? first(otherBodies, (one) => fittingSpelling(one, undefined, fits)) : undefined;
  if (reformatted !== undefined) {
    return {
      body: undefined,
      shown: reformatted,
      isUnread: true,
      note: 'not judged: the hash fits the text below the head in another spelling, and no length says which was sent',
    };
  }
  const decoded = body?.length === statedLength ? undefined : decodedBodies.find(fits);
  if (decoded !== undefined && decoded.length === statedLength) return { body: decoded };
  if (decoded !== undefined) return { body: undefined, shown: decoded, isUnread: true, note: PERHAPS_ENCODED };
  // Bytes of the stated length are those that were sent.
  const isExact = statedLength !== undefined && shownBody?.length === statedLength;
  const respelled = shownBody === undefined || isExact ? undefined : fittingSpelling(shownBody, statedLength, fits);
  if (respelled !== undefined && statedLength !== undefined) {
    return {
      body: respelled,
      note: 'the capture shows the body in another spelling than the one of the stated length',
    };
  }
  if (isStated && capture.isUnframed !== true && (body?.length ?? 0) !== statedLength) {
    const none = new Uint8Array();
    if (hashing.bodyHash(none) === signed) return { body: undefined, isOfNothing: true };
    if (body !== undefined) return { body: undefined, note: `${INEXACT}: ${statedLength} bytes are stated` };
  }
  if (body !== undefined && shownBody !== undefined && isLaidOut(shownBody, body, fits)) {
    if (hashing.bodyHash(new Uint8Array()) === signed) return { body: undefined, isOfNothing: true };
    return { body: undefined, note: `${INEXACT}: it shows JSON that is longer than the stated length` };
  }
  const isText = capture.isUnframed === true || (body === undefined && otherBodies.length > 0);
  const text = isText ? otherBodies.find(({ length }) => length > 0) : undefined;
  // A read without any sign of a body had none, as far as a cause that is found tells.
  const isBare = body === undefined && capture.showsBody !== true && !isStated;
  const isNone = isBare && otherBodies.length > 0 && otherBodies.every((one) => one.length === 0);
  const shown = text ?? (isNone && /^(?:GET|HEAD)$/i.test(capture.method) ? new Uint8Array() : undefined);
  return { body: capture.isUnframed === true ? undefined : body, ...(shown === undefined ? {} : { shown }) };
}

/** JSON that goes on beyond the stated length is a tool's own writing, unless it is the text that was hashed. */
function isLaidOut(shown: Uint8Array, body: Uint8Array, fits: (one: Uint8Array) => boolean): boolean {
  if (shown.length <= body.length || shown.length > LONGEST_SHOWN) return false;
  if (spellings(shown).some((one) => one.length === body.length || fits(one))) return false;
  return isJsonText(textOfBytes(shown)) && !isJsonText(textOfBytes(body));
}

function first(
  bodies: readonly Uint8Array[],
  find: (one: Uint8Array) => Uint8Array | undefined,
): Uint8Array | undefined {
  for (const one of bodies) {
    const result = find(one);
    if (result !== undefined) return result;
  }
  return undefined;
}

const PERHAPS_ENCODED =
  'not judged: the hash fits what the text of the body decodes to, and the capture does not say whether it was sent so';
const INEXACT = 'not judged: the capture does not show the bytes of the body';

/** Larger bodies are taken as they are shown. */
const LONGEST_SHOWN = 256 << 10;

function fittingSpelling(
  shown: Uint8Array,
  length: number | undefined,
  fits: (body: Uint8Array) => boolean,
): Uint8Array | undefined {
  if (shown.length > LONGEST_SHOWN) return undefined;
  for (const { text } of respell(textOfBytes(shown).trim())) {
    const bytes = utf8Bytes(text);
    if ((length === undefined || bytes.length === length) && fits(bytes)) return bytes;
  }
  return undefined;
}
