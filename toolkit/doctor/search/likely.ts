// What was found for another request of the same signer, tried first: a mistake is mostly made everywhere, and a whole search takes long.
import type { Verifier } from '../../signing/ed25519/ed25519.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';
import type { MisreadKey } from './misread-keys.js';
import { messages } from './plain-messages.js';

export interface Likely {
  readonly cause: SlipId;
  readonly how?: string;
  readonly also?: SlipId;
}

export interface Again extends Likely {
  readonly signed?: Uint8Array;
}

export interface LikelyKeys {
  readonly key: Verifier | undefined;
  /** Every key that comes of the known ones by mistake. */
  readonly wrong: () => readonly (MisreadKey & { readonly cause: SlipId })[];
  readonly verifierOf: (publicKey: Uint8Array) => Verifier;
  /** The signature in its other forms, by their causes. */
  readonly forms: readonly (readonly [cause: SlipId, signature: Uint8Array])[];
  /** Within the budget of the search. */
  readonly verifies: (verifier: Verifier, signature: Uint8Array, message: Uint8Array) => boolean;
}

/** The finding that holds here too, with the message of this request. */
export function foundAgain(
  scene: SignatureScene,
  likely: readonly Likely[],
  { key, wrong, verifierOf, forms, verifies }: LikelyKeys,
): Again | undefined {
  if (likely.length === 0) return undefined;
  const isAlike = (one: { readonly cause: SlipId; readonly how?: string }, other: Likely): boolean =>
    one.cause === other.cause && one.how === other.how;
  const byKey = likely.filter(({ cause }) => OF_KEYS.includes(cause));
  const wrongKeys = byKey.length === 0 ? [] : wrong();
  const tries = byKey.flatMap((one) => {
    const by = wrongKeys.find((other) => isAlike(other, one));
    return by === undefined ? [] : [{ one, verifier: verifierOf(by.publicKey) }];
  });
  for (const { one, verifier } of tries) {
    const text = utf8Bytes(scene.data);
    if (one.also === undefined && verifies(verifier, scene.signature, scene.payload)) return one;
    if (one.also === 'signed-data-text' && verifies(verifier, scene.signature, text)) return one;
  }
  const paired = tries.filter(({ one }) => one.also !== undefined);
  const byMessage = likely.filter(({ cause }) => !OF_KEYS.includes(cause));
  if (paired.length + byMessage.length === 0) return undefined;
  for (const message of messages(scene)) {
    const own = byMessage.find((one) => isAlike(message, one));
    if (own !== undefined && isOf(own, message)) {
      return message.isSecret === true ? own : { ...own, signed: message.bytes };
    }
    const pair = paired.find(({ one }) => one.also === message.cause);
    if (pair !== undefined && verifies(pair.verifier, scene.signature, message.bytes)) {
      return { ...pair.one, signed: message.bytes };
    }
  }
  return undefined;

  function isOf({ also }: Likely, { bytes }: Message): boolean {
    if (key === undefined) return false;
    const form = forms.find(([cause]) => cause === also);
    return verifies(key, form?.[1] ?? scene.signature, bytes);
  }
}

const OF_KEYS: readonly SlipId[] = ['signed-by-misread-key', 'signed-with-public-key'];
