// Signers that sign another message than the payload bytes, with another variant of Ed25519, or with another key (interface 5.3, rule 1).
import { createHash } from 'node:crypto';
import { unhex } from '../../signing/keys/der.js';
import { PrivateKey } from '../../signing/keys/private-key.js';
import { createSigner } from '../../signing/sign.js';
import type { StageInput } from '../../signing/signing-stages.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { SECOND_KEY } from '../build/keys.js';
import type { WrongSigner } from '../wrong-implementation.js';
import { signEd25519ph } from './ed25519ph.js';

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const hash = (algorithm: string, bytes: Uint8Array): Buffer => createHash(algorithm).update(bytes).digest();
const join = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

const signing = (
  id: string,
  cause: SlipId,
  sentence: string,
  signedBytes: (payload: Uint8Array, input: StageInput) => Uint8Array,
): WrongSigner => ({ id, cause, sentence, change: { signedBytes } });

const made = (
  id: string,
  cause: SlipId,
  sentence: string,
  sign: (message: Uint8Array, input: StageInput) => Uint8Array,
): WrongSigner => ({ id, cause, sentence, change: { sign } });

/** The payload written once more; what is no JSON stays as it is. */
const rewritten =
  (write: (fields: Readonly<Record<string, unknown>>) => string) =>
  (payload: Uint8Array): Uint8Array => {
    try {
      return utf8(write(JSON.parse(textOf(payload)) as Record<string, unknown>)); // a payload is an object
    } catch {
      return payload;
    }
  };

const second = createSigner(new PrivateKey(unhex(SECOND_KEY.seed)));
const stranger = createSigner(new PrivateKey(hash('sha256', utf8('a key that no vector knows'))));

export const MESSAGE_SIGNERS: readonly WrongSigner[] = [
  signing('signs-data-text', 'signed-data-text', 'signs the base64url text of SVC-DATA', (payload) =>
    utf8(Buffer.from(payload).toString('base64url')),
  ),
  signing('signs-padded-base64', 'signed-padded-data', 'signs the padded base64 text of the payload', (payload) =>
    utf8(Buffer.from(payload).toString('base64')),
  ),
  signing('signs-hex-text', 'signed-hex-text', 'signs the hexadecimal text of the payload', (payload) =>
    utf8(Buffer.from(payload).toString('hex')),
  ),
  signing('signs-sha-256', 'signed-sha-256', 'signs the SHA-256 hash of the payload', (payload) =>
    hash('sha256', payload),
  ),
  signing(
    'signs-sha-256-in-hex',
    'signed-sha-256-hex',
    'signs the hexadecimal SHA-256 hash of the payload',
    (payload) => utf8(hash('sha256', payload).toString('hex')),
  ),
  signing(
    'signs-sha-256-in-base64',
    'signed-sha-256-base64',
    'signs the base64url SHA-256 hash of the payload',
    (payload) => utf8(hash('sha256', payload).toString('base64url')),
  ),
  signing('signs-sha-512', 'signed-sha-512', 'signs the SHA-512 hash of the payload', (payload) =>
    hash('sha512', payload),
  ),
  made('signs-prehashed', 'signed-ed25519ph', 'uses Ed25519ph, the prehashed variant', (message, input) =>
    signEd25519ph(input.seed ?? new Uint8Array(32), message),
  ),
  signing('signs-body', 'signed-body', 'signs the body', (_, input) => input.body),
  signing('signs-body-hash', 'signed-body-hash', 'signs the hash of the body', (_, input) =>
    hash('sha256', input.body),
  ),
  signing('signs-body-hash-text', 'signed-body-hash', 'signs the text of body_hash', (_, input) =>
    utf8(hash('sha256', input.body).toString('base64url')),
  ),
  signing(
    'signs-concatenation',
    'signed-concatenation',
    'signs timestamp, method, path and body in a row, as other exchanges want',
    (_, input) => join(String(input.timestampMs), input.method, input.path, input.body),
  ),
  signing('signs-lines', 'signed-concatenation', 'signs method, path, timestamp and body in lines', (_, input) =>
    join(`${input.method}\n${input.path}\n${input.timestampMs}\n`, input.body),
  ),
  signing('signs-path', 'signed-path', 'signs the path', (_, input) => utf8(input.path)),
  signing('signs-nothing', 'signed-nothing', 'signs a buffer that was never filled', () => new Uint8Array()),
  signing(
    'signs-final-newline',
    'signed-final-newline',
    'signs the payload with a line break at its end, as a shell writes it',
    (payload) => join(payload, '\n'),
  ),
  signing('signs-final-zero', 'signed-final-zero', 'signs the payload with its terminating zero', (payload) =>
    join(payload, Buffer.of(0)),
  ),
  signing(
    'signs-byte-order-mark',
    'signed-byte-order-mark',
    'signs the payload with a byte order mark before it',
    (payload) => join('\ufeff', payload),
  ),
  signing('signs-utf-16', 'signed-utf-16', 'signs the payload in UTF-16', (payload) =>
    Buffer.from(textOf(payload), 'utf16le'),
  ),
  signing(
    'signs-pretty-payload',
    'signed-other-spacing',
    'serialises the payload with indentation to sign it',
    rewritten((fields) => JSON.stringify(fields, undefined, 2)),
  ),
  signing(
    'signs-spaced-payload',
    'signed-other-spacing',
    'serialises the payload with blanks after commas and colons to sign it',
    rewritten(
      (fields) =>
        `{${Object.entries(fields)
          .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
          .join(', ')}}`,
    ),
  ),
  signing(
    'signs-sorted-payload',
    'signed-other-order',
    'serialises the payload with sorted members to sign it',
    rewritten((fields) =>
      JSON.stringify(Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
    ),
  ),
  signing('signs-escaped-payload', 'signed-escaped', 'signs the payload with \\/ for slashes', (payload) =>
    utf8(textOf(payload).replaceAll('/', '\\/')),
  ),
  signing('signs-payload-twice-serialised', 'signed-json-twice', 'signs the JSON text of the JSON text', (payload) =>
    utf8(JSON.stringify(textOf(payload))),
  ),
  made('signs-with-second-key', 'signed-other-key', 'signs with the key of another identifier', (message) =>
    second.sign(message),
  ),
  made('signs-with-unknown-key', 'signature-unexplained', 'signs with a key that is not registered', (message) =>
    stranger.sign(message),
  ),
  made('reverses-signature', 'signature-reversed', 'writes the signature in big-endian order', (message, input) =>
    Uint8Array.from(input.signer.sign(message)).toReversed(),
  ),
  made('swaps-signature-halves', 'signature-halves-swapped', 'writes S before R', (message, input) => {
    const signature = input.signer.sign(message);
    return join(signature.subarray(32), signature.subarray(0, 32));
  }),
];
