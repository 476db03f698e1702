// Messages that the private key itself went into: an HMAC or a hash by it, or a signature that was signed once more (interface 5.3, rule
// 1). For those alone whose keys are known here; what came of a key is compared, and never shown.
import { sign } from '@noble/ed25519';
import { joined, utf8Bytes } from '../capture/capture.js';
import { spelledOut } from './digests.js';
import { keyedDigests, textsOfSeed } from './keyed-digests.js';
import type { Message, SignatureScene } from './message.js';

export type KeyedMessages = (scene: SignatureScene) => Iterable<Message>;

export const keyedMessages = (seed: Uint8Array): KeyedMessages =>
  function* keyed({ payload, data, body }) {
    const digests = keyedDigests(seed);
    const cores = [
      ['the payload', payload],
      ['the text of SVC-DATA', utf8Bytes(data)],
      ...(body === undefined || body.length === 0 ? [] : [['the body', body] as const]),
    ] as const;
    for (const [name, core] of cores) {
      yield* signedTwice(name, core, seed);
      for (const [how, digest] of digests(core, name)) yield* spelled(how, digest);
      for (const key of textsOfSeed(seed)) {
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
