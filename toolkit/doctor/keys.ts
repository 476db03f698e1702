// The keys that a diagnosis knows: public keys only, with the identifiers under which they are registered, where these are known.
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../signing/base64url.js';
import type { Verifier } from '../signing/ed25519/ed25519.js';
import type { SlipId } from '../signing/slips/slips.js';
import { isPlaceholder } from './recognise/alphabets.js';
import type { KeyedDigests } from './search/keyed-digests.js';
import type { KeyedMessages } from './search/keyed-messages.js';
import type { MisreadKey } from './search/misread-keys.js';

export interface DoctorKey {
  /** The identifier that travels in SVC-API-KEY; left out, the key stands for whichever identifier a request names. */
  readonly id?: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly expired?: boolean;
  /** It came as 32 bytes without a form, so that it may be the private key by mistake. */
  readonly isRaw?: boolean;
  /** What its private key becomes when it is misread, where that key is known here; public keys only. */
  readonly misreadings?: readonly MisreadKey[];
  /** More of the same, which take long enough to be made only when they are asked for. */
  readonly derivations?: () => readonly MisreadKey[];
  /** Messages that its private key goes into. */
  readonly keyed?: KeyedMessages;
  /** Hashes that its private key goes into. */
  readonly digests?: KeyedDigests;
}

export interface KeyMatch {
  /** The key of the request; undefined when none of the given ones is. */
  readonly key: DoctorKey | undefined;
  readonly others: readonly DoctorKey[];
  /** What is wrong with the identifier, where no key has it or its key has expired. */
  readonly cause?: SlipId;
  /** The identifier that was probably meant. */
  readonly meant?: string;
}

export type VerifierFactory = (publicKey: Uint8Array) => Verifier;

const trimmed = (text: string): string => text.replace(/^[\s"']+|[\s"']+$/g, '');

/** `apiKey` as the header carries it, undefined when it does not. */
export function matchKey(apiKey: string | undefined, keys: readonly DoctorKey[]): KeyMatch {
  const found =
    keys.find((key) => key.id !== undefined && key.id === apiKey) ?? keys.find((key) => key.id === undefined);
  if (found !== undefined) {
    const others = keys.filter((key) => key !== found);
    return { key: found, others, ...(found.expired === true ? { cause: 'api-key-expired' as const } : {}) };
  }
  if (apiKey === undefined || keys.length === 0) return { key: undefined, others: keys };
  for (const [cause, isMeant] of NEAR) {
    const meant = keys.find((key) => isMeant(apiKey, key));
    if (meant !== undefined) {
      return {
        key: meant,
        others: keys.filter((key) => key !== meant),
        cause,
        ...(meant.id === undefined ? {} : { meant: meant.id }),
      };
    }
  }
  return { key: undefined, others: keys, cause: isPlaceholder(apiKey) ? 'api-key-placeholder' : 'api-key-unknown' };
}

/** A scheme, the name of a variable or of a header before the identifier. */
const isPrefixed = (apiKey: string, { id }: DoctorKey): boolean =>
  id !== undefined && apiKey.endsWith(id) && /^["']?[\w-]+["']?\s*[ :=]\s*$/.test(apiKey.slice(0, -id.length));

/** Marks of order, joiners, blanks of other kinds and control characters, which come with a text that is copied. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/gu;

const NEAR: readonly (readonly [cause: SlipId, isMeant: (apiKey: string, key: DoctorKey) => boolean])[] = [
  ['api-key-quoted', (apiKey, key) => /^["'].*["']$/.test(apiKey) && trimmed(apiKey) === key.id],
  ['api-key-white-space', (apiKey, key) => apiKey.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') === key.id],
  ['api-key-unseen', (apiKey, key) => apiKey.replace(UNSEEN, '') === key.id],
  ['api-key-case', (apiKey, key) => apiKey.toLowerCase() === key.id?.toLowerCase()],
  ['api-key-prefixed', isPrefixed],
  ['api-key-is-public-key', (apiKey, key) => publicKeySpellings(key.publicKey).has(apiKey)],
];

/** The ways in which people have a public key at hand, on one line. */
function publicKeySpellings(publicKey: Uint8Array): ReadonlySet<string> {
  const url = encodeBase64url(publicKey);
  const standard = url.replaceAll('-', '+').replaceAll('_', '/');
  const spki = `MCowBQYDK2VwAyEA${standard}=`;
  const hex = bytesToHex(publicKey);
  return new Set([
    url,
    `${url}=`,
    standard,
    `${standard}=`,
    hex,
    hex.toUpperCase(),
    spki,
    `302a300506032b6570032100${hex}`,
  ]);
}
