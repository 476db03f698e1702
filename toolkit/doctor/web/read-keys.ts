// The keys that a person pasted: PEM blocks and JWKs as they are, other keys one per line, each with its identifier if there is one.

import { ProtocolError } from '../../payload/protocol-error.js';
import { utf8Bytes } from '../capture/capture.js';
import type { DoctorKey } from '../keys.js';
import { readPublicKeys } from '../read-public-keys.js';

/** @throws ProtocolError `key-invalid`; its message never holds key material. */
export function readKeys(text: string): readonly DoctorKey[] {
  return [...text.matchAll(KEY)].flatMap(([, id, key = '']) =>
    readPublicKeys(utf8Bytes(key)).map((one) => (id === undefined ? one : { ...one, id })),
  );
}

/** An identifier with `=`, or none; then a PEM block, a JWK, one word, or a PEM block that is cut off. */
const KEY =
  /(?:([^\s=]+)[ \t]*=\s*)?(-----BEGIN.*?-----END [A-Z ]+-----|\{\s*"keys"\s*:\s*\[[^\]]*\]\s*\}|\{[^}]*\}|ssh-[a-z0-9-]+[ \t]+AAAA[A-Za-z0-9+/=]+(?:[ \t]+[^\n]*)?|(?!-----|\{)[^\s=]{8,}={0,2}(?=\s|$)|-----BEGIN.*)/gs;

/** Whether the text holds a private key: a PEM block or a JWK with `d`. */
export function holdsPrivateKey(text: string): boolean {
  return /PRIVATE KEY|"d"\s*:/.test(text);
}

/** The sentence for whatever went wrong with the input. */
export function sentenceOf(error: unknown): string {
  return error instanceof ProtocolError || error instanceof RangeError ? error.message : 'The input could not be read.';
}
