// Messages that the private key itself went into: an HMAC or a hash by it, or a signature that was signed once more (interface 5.3, rule
// 1). For those alone whose keys are known here; what came of a key is compared, and never shown.
import { sign } from '@noble/ed25519';
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import { spelledOut } from './digests.js';
import type { Message, SignatureScene } from './message.js';

const HASHES = [
  ['SHA-256', sha256],
  ['SHA-512', sha512],
  ['SHA-384', sha384],
  ['SHA-1', sha1],
] as const;

export type KeyedMessages = (scene: SignatureScene) => Iterable<Message>;

export const keyedMessages = (seed: Uint8Array): KeyedMessages =>
  function* keyed({ payload, data, body }) {
    const hex = bytesToHex(seed);
    const url = encodeBase64url(seed);
    const keys = [seed, hex, url, `${url.replaceAll('-', '+').replaceAll('_', '/')}=`].map((key) =>
      typeof key === 'string' ? utf8Bytes(key) : key,
    );
    const cores = [
      ['the payload', payload],
      ['the text of SVC-DATA', utf8Bytes(data)],
      ...(body === undefined || body.length === 0 ? [] : [['the body', body] as const]),
    ] as const;
    for (const [name, core] of cores) {
      yield* signedTwice(name, core, seed);
      for (const key of keys) {
        for (const [hash, by] of HASHES) {
          yield* spelled(`the HMAC-${hash} of ${name} by the private key`, hmac(by, key, core));
          for (const mixed of [joined(key, core), joined(core, key)]) {
            yield* spelled(`the ${hash} hash of ${name} and the private key`, by(mixed));
          }
        }
        for (const mixed of [joined(key, core), joined(core, key)]) {
          yield secret(`${name} with the private key beside it`, mixed);
        }
      }
    }
  };

const secret = (how: string, bytes: Uint8Array): Message => ({ cause: 'signed-respelled', how, bytes, isSecret: true });

function* spelled(how: string, bytes: Uint8Array): Generator<Message> {
  for (const [spelling, text] of spelledOut(bytes)) yield secret(`${how} ${spelling}`.trimEnd(), text);
}

function* signedTwice(name: string, core: Uint8Array, seed: Uint8Array): Generator<Message> {
  const signature = sign(core, seed);
  yield* spelled(`the signature of ${name}, which was signed once more`, signature);
  yield secret(`${name} behind its signature, which was signed once more`, joined(signature, core));
  yield secret(`${name} before its signature, which was signed once more`, joined(core, signature));
}
