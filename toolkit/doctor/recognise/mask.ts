// Takes secrets out of the texts of a diagnosis, in whatever piece and spelling they stand there: excerpts are cut, and SVC-DATA holds in
// base64 what the payload holds as text. A piece of a dozen characters is enough to be taken out.
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { utf8Bytes } from '../capture/capture.js';

const SHORTEST_PIECE = 12;
/** Longer secrets are told by any part of their first characters as well. */
const LONGEST_SECRET = 4_000;
const MARK = '[private key]';
/** In place of what only may be one: 32 bytes, however they are spelled. */
export const SUSPECT_MARK = '[hidden: 32 bytes, as a private key has]';

/** A function that takes the secrets, and what encodes them, out of a text. */
export function maskOf(secrets: readonly string[], mark: string = MARK): (text: string) => string {
  if (secrets.length === 0) return (text) => text;
  const pieces = new Set<string>();
  for (const spelling of secrets.flatMap((secret) => spellingsOf(secret.slice(0, LONGEST_SECRET)))) {
    for (let at = 0; at + SHORTEST_PIECE <= spelling.length; at += 1) {
      pieces.add(lowered(spelling.slice(at, at + SHORTEST_PIECE)));
    }
  }
  return (text) => masked(text, pieces, mark);
}

/** ASCII alone: the length must stay. */
const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function masked(text: string, pieces: ReadonlySet<string>, mark: string): string {
  const low = lowered(text);
  let clean = '';
  let shown = 0;
  let hiddenTo = -1;
  for (let at = 0; at + SHORTEST_PIECE <= low.length; at += 1) {
    if (!pieces.has(low.slice(at, at + SHORTEST_PIECE))) continue;
    if (at > hiddenTo) clean += text.slice(shown, at) + mark;
    hiddenTo = at + SHORTEST_PIECE;
    shown = hiddenTo;
  }
  return clean + text.slice(shown);
}

/** As itself, in either base64 at each of its three alignments, in hexadecimal, percent-encoded, and as JSON writes it. */
function spellingsOf(secret: string): readonly string[] {
  const bytes = utf8Bytes(secret);
  const plain = secret.replace(/[\ud800-\udfff]/g, '');
  const encoded = [0, 1, 2].map((shift) => {
    const text = encodeBase64url(Uint8Array.from([...new Uint8Array(shift), ...bytes]));
    // The characters at the ends hold bits of what stands beside the secret.
    return text.slice(shift === 0 ? 0 : shift + 1, -2);
  });
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(plain),
    encodeURIComponent(encodeURIComponent(plain)),
    bytesToHex(bytes),
    ...encoded,
    ...encoded.map((text) => text.replaceAll('-', '+').replaceAll('_', '/')),
  ];
}
