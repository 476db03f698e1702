// What a signature that does not verify is a signature of: the payload by another key, the bytes rearranged, a misread key, then every
// message that people sign in its place (interface 5.3, rule 1). By search, never by guess: when nothing verifies, the answer is "unknown".
import type { Verifier } from '../../signing/ed25519/ed25519.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { utf8Bytes } from '../capture/capture.js';
import { variantVerifier } from './ed25519-variants.js';
import { foundAgain, type Likely } from './likely.js';
import type { Message, SignatureScene, Signed } from './message.js';
import type { MisreadKey } from './misread-keys.js';
import { nearlyEd25519, otherwiseExpanded } from './nearly-ed25519.js';
import { withoutSigning } from './no-signature.js';
import { messages } from './plain-messages.js';
import { isPossible, otherwise, rearranged, type SignatureForm } from './signature-forms.js';
import { VerificationBudget } from './verification-budget.js';

export interface SignatureFinding extends Signed {
  readonly verifications: number;
}

/** Signatures verified at most: some second and a half with a native backend. */
const MOST_VERIFICATIONS = 16_200;
/** What one more key costs: it is tried with the plainest messages, and keys that come of it by mistake with the payload alone. */
const MORE_PER_KEY = 150;
/** How many other keys everything is tried with; the payload itself with all of them. */
const MOST_OTHERS = 3;
/** The plainest messages of all, which are tried with what else may be wrong, where enough may be verified for it. */
const MOST_PAIRED = 48;
const FEWEST_FOR_PAIRS = 2000;
/** Keys that take a derivation are hundreds, and each is tried with so many messages. */
const MOST_BY_DERIVED = 12;
/** Variants cost points of the curve, whatever the backend. */
const FEWEST_FOR_VARIANTS = 300;

/** The plainest messages, which are tried with other keys as well. */
const MESSAGES_FOR_OTHERS = 60;

const OF_VARIANTS: readonly SlipId[] = [
  'signed-ed25519ph',
  'signed-ed25519ctx',
  'signed-ed25519-other-hash',
  'signed-beside-other-public-key',
];

export interface WrongKey extends MisreadKey {
  readonly cause: SlipId;
  /** It comes of another key than that of the request, so that nothing else is tried with it than the payload. */
  readonly isOfOther?: true;
}

export interface SearchKeys {
  /** The key of the request. */
  readonly key: Verifier | undefined;
  readonly others: readonly Verifier[];
  /** Keys that come of the known ones by mistake. */
  readonly misread: () => readonly WrongKey[];
  /** Keys that take a derivation to come by, which are made and tried when everything else was. */
  readonly derived?: () => readonly WrongKey[];
  readonly verifierOf: (publicKey: Uint8Array) => Verifier;
  /** Found for other requests of the same signer. */
  readonly likely?: readonly Likely[];
  readonly budget?: number;
}

export function searchSignature(scene: SignatureScene, keys: SearchKeys): SignatureFinding {
  const { others } = keys;
  const most = keys.budget ?? MOST_VERIFICATIONS + MORE_PER_KEY * Math.min(others.length, MOST_OTHERS);
  const budget = new VerificationBudget(most);
  const unknown = isPossible(scene.signature) ? 'signature-unexplained' : 'signature-not-ed25519';
  const signed = withoutSigning(scene) ?? new SignatureSearch(scene, keys, budget).first() ?? { cause: unknown };
  return { ...signed, verifications: budget.spent };
}

/** Each method tries one kind of mistake, and says what verified. */
class SignatureSearch {
  readonly #scene: SignatureScene;
  readonly #keys: SearchKeys;
  readonly #budget: VerificationBudget;
  readonly #forms: readonly SignatureForm[];
  /** Those that everything is tried with. */
  readonly #others: readonly Verifier[];
  #misread: readonly (WrongKey & { readonly verifier: Verifier })[] = [];

  constructor(scene: SignatureScene, keys: SearchKeys, budget: VerificationBudget) {
    this.#scene = scene;
    this.#keys = keys;
    this.#budget = budget;
    this.#forms = rearranged(scene.signature);
    this.#others = keys.others.slice(0, MOST_OTHERS);
  }

  /** The plainest mistakes first: what they explain needs no other. */
  first(): Signed | undefined {
    const likelyVariant = this.#keys.likely?.some(({ cause }) => OF_VARIANTS.includes(cause)) === true;
    return (
      this.#byOtherKey() ??
      this.#byForm() ??
      (likelyVariant ? this.#byVariant() : undefined) ??
      this.#again() ??
      this.#byMisreadKey() ??
      this.#byMessage()
    );
  }

  #verifies(verifier: Verifier, message: Uint8Array, signature = this.#scene.signature): boolean {
    return this.#budget.verifies(verifier, signature, message);
  }

  #byOtherKey(): Signed | undefined {
    const otherKey = this.#keys.others.findIndex((other) => this.#verifies(other, this.#scene.payload));
    return otherKey === -1 ? undefined : { cause: 'signed-other-key', otherKey };
  }

  #byForm(): Signed | undefined {
    const { key } = this.#keys;
    if (key === undefined) return undefined;
    const { payload, signature } = this.#scene;
    const form = this.#forms.find(([, formed]) => this.#verifies(key, payload, formed));
    if (form !== undefined) return { cause: form[0] };
    const other = otherwise(signature).find(([, formed]) => this.#verifies(key, payload, formed));
    return other === undefined ? undefined : { cause: 'signature-rearranged', how: other[0] };
  }

  #byVariant(): Signed | undefined {
    const { key } = this.#keys;
    if (key === undefined || this.#budget.isSpent || this.#budget.most < FEWEST_FOR_VARIANTS) return undefined;
    const isOf = variantVerifier(this.#scene.signature, key.publicKey);
    const found = nearlyEd25519(this.#scene, key, this.#others).find(({ variant, message }) => {
      this.#budget.spend(1);
      return isOf(variant, message);
    });
    return found === undefined ? undefined : { cause: found.cause, ...said(found.how) };
  }

  /** What other requests of the signer showed. */
  #again(): Signed | undefined {
    const { key, likely = [], misread, derived, verifierOf } = this.#keys;
    return foundAgain(this.#scene, likely, {
      key,
      wrong: () => [...misread(), ...(derived?.() ?? [])],
      verifierOf,
      forms: this.#forms,
      verifies: (verifier, signature, message) => this.#verifies(verifier, message, signature),
    });
  }

  #byMisreadKey(): Signed | undefined {
    const { payload, data } = this.#scene;
    const text = utf8Bytes(data);
    this.#misread = this.#keys.misread().map((one) => ({ ...one, verifier: this.#keys.verifierOf(one.publicKey) }));
    for (const { cause, how, verifier } of this.#misread) {
      if (this.#verifies(verifier, payload)) return { cause, how };
      if (this.#verifies(verifier, text)) return { cause, how, also: 'signed-data-text' };
    }
    return undefined;
  }

  /** Another message by the key of the request; the plainest of them with what else may be wrong. */
  #byMessage(): Signed | undefined {
    const { key } = this.#keys;
    const tried = new Set<string>();
    const plainest: Message[] = [];
    for (const one of messages(this.#scene)) {
      if (this.#budget.isSpent) break;
      const seen = this.#scene.hashing.bodyHash(one.bytes);
      if (tried.has(seen)) continue;
      tried.add(seen);
      if (key !== undefined && this.#verifies(key, one.bytes)) return signedAs(one);
      if (tried.size > MESSAGES_FOR_OTHERS) continue;
      plainest.push(one);
      const together = tried.size === MESSAGES_FOR_OTHERS ? (this.#byVariant() ?? this.#together(plainest)) : undefined;
      if (together !== undefined) return together;
      const otherKey = this.#others.findIndex((by) => this.#verifies(by, one.bytes));
      if (otherKey !== -1) return { ...signedAs(one), otherKey, also: 'signed-other-key' };
    }
    const late = tried.size < MESSAGES_FOR_OTHERS ? this.#byVariant() : undefined;
    return late ?? this.#byDerivedKey(plainest);
  }

  /** Two mistakes at once: the plainest messages in every other form of the signature, and by every misread key. */
  #together(plainest: readonly Message[]): Signed | undefined {
    const { key } = this.#keys;
    if (this.#budget.most < FEWEST_FOR_PAIRS) return undefined;
    const misread = this.#misread.filter(({ isOfOther }) => key === undefined || isOfOther !== true);
    for (const { cause, how, bytes } of plainest.slice(0, MOST_PAIRED)) {
      if (this.#budget.isSpent) return undefined;
      const form = key && this.#forms.find(([, signature]) => this.#verifies(key, bytes, signature));
      if (form !== undefined) return { cause, also: form[0], signed: bytes, ...said(how) };
      const by = misread.find(({ verifier }) => this.#verifies(verifier, bytes));
      if (by !== undefined) return { cause: by.cause, also: cause, how: by.how, signed: bytes };
    }
    return undefined;
  }

  /** Keys that take a derivation, when everything else was tried. */
  #byDerivedKey(plainest: readonly Message[]): Signed | undefined {
    if (this.#budget.most < FEWEST_FOR_PAIRS) return undefined;
    const { signature, payload, data } = this.#scene;
    const derived = this.#keys.derived?.() ?? [];
    const expanded = otherwiseExpanded(this.#scene, this.#keys.key, derived);
    if (expanded !== undefined) return expanded;
    const text: Message = { cause: 'signed-data-text', bytes: utf8Bytes(data) };
    const ofPayload = [text, ...plainest.slice(0, MOST_BY_DERIVED)];
    for (const { cause, how, publicKey } of derived) {
      this.#budget.spend(ofPayload.length + 1);
      const by = this.#keys.verifierOf(publicKey);
      if (by.verify(signature, payload)) return { cause, how };
      const signed = ofPayload.find(({ bytes }) => by.verify(signature, bytes));
      if (signed !== undefined) return { cause, how, also: signed.cause, signed: signed.bytes };
    }
    return undefined;
  }
}

/** A message that the private key went into is not shown. */
function signedAs({ cause, bytes, how, isSecret }: Message): Signed {
  return { cause, ...(isSecret === true ? {} : { signed: bytes }), ...said(how) };
}

function said(how: string | undefined): Pick<Signed, 'how'> {
  return how === undefined ? {} : { how };
}
