// Why a target refuses a correctly signed read, as far as reads can find out: what else it accepts, and whether it knows the key
// (interface 5.3, rule 10; 5.4). At most some twenty reads, each once; everything that was tried is told.
import type { Profile } from '../../profile/profile.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { privateKeyPem } from '../../signing/keys/key-export.js';
import { parsePrivateKey } from '../../signing/keys/keys.js';
import { PrivateKey } from '../../signing/keys/private-key.js';
import { createSigner } from '../../signing/sign.js';
import type { Proposal } from '../proposals/proposal.js';
import { handshakePath } from './handshake-path.js';
import { type SeenAnswer, signedRead } from './signed-read.js';
import { otherClocks, waysFor } from './ways.js';

export interface Refusal {
  readonly isAnswered: boolean;
  /** What makes the profile right; without any, the probe ends here. */
  readonly proposals: readonly Proposal[];
  /** What was seen, tried and concluded, a sentence each. */
  readonly remarks: readonly string[];
}

/** What a timestamp outside the window may be answered with (interface 5.3, rule 8; 5.4). */
const MAY_BE_LATE = [400, 401];

/** Undefined where the read is accepted as the profile has it, and a handshake as far as its path goes. */
export async function explainRefusal(profile: Profile, signal: AbortSignal): Promise<Refusal | undefined> {
  const seen = await signedRead(profile, signal);
  if (seen.isAccepted) {
    const found = await handshakePath(profile, signal);
    return found && { isAnswered: true, proposals: [found.proposal], remarks: [found.remark] };
  }
  const refused = { isAnswered: true, proposals: [] };
  if (seen.status === undefined) {
    return {
      ...refused,
      isAnswered: false,
      remarks: [`nothing answers at ${profile.baseUrl}: ${seen.said}; start the target, or correct the address`],
    };
  }
  const what = `${profile.baseUrl} refuses a correctly signed read: ${seen.request} was answered with ${seen.said}`;
  const plain = plainCause(seen);
  if (plain !== undefined) return { ...refused, remarks: [what, plain] };
  const tried: string[] = [];
  // Whether an account may be read is no matter of clocks.
  const clocks = MAY_BE_LATE.includes(seen.status) ? otherClocks(profile, (seen.clockOffsetMs ?? 0) !== 0) : [];
  for (const way of [...waysFor(profile), ...clocks]) {
    const { isAccepted } = await signedRead(way.profile, signal, way.time);
    if (isAccepted) {
      const proposals = way.proposal === undefined ? [] : [way.proposal];
      return { ...refused, proposals, remarks: [what, `it is accepted ${way.how}: ${way.advice}`] };
    }
    tried.push(way.how);
  }
  const all = tried.length === 0 ? [] : [`refused as well: ${tried.join('; ')}`];
  return { ...refused, remarks: [what, ...all, ...(await whoseKey(profile, seen, signal))] };
}

/** What the status says alone. */
function plainCause({ status = 0, location }: SeenAnswer): string | undefined {
  if (status >= 300 && status < 400) {
    return `it leads elsewhere, and a signed request is never sent on: ${location ?? 'it does not say where'}; state the address it leads to`;
  }
  if (status === 429) return 'its quota is used up: try again later, or when nobody else uses the key';
  if (status >= 500) return 'it could not serve a read: see its log, then try again';
  return undefined;
}

/** The same read under a key that cannot be known, and under this key with a signature that cannot be right. */
async function whoseKey(profile: Profile, seen: SeenAnswer, signal: AbortSignal): Promise<readonly string[]> {
  const { id, privateKey } = profile.keys.main;
  if (seen.status === 403) {
    return [
      `the key is known, and may not do this (interface 5.4): open the account to ${id}, allow this machine's address, or grant it reads`,
    ];
  }
  if (seen.status === 404 || seen.status === 405) {
    return [
      'there is no such account, or nothing at this path: see accounts.pool, baseUrl and dialect.requests.account',
    ];
  }
  const stranger = { id: `${id}-tsi-unknown`, privateKey };
  const forged = { id, privateKey: privateKeyPem(PrivateKey.generate()) };
  const asked = async (main: Profile['keys']['main']): Promise<string> =>
    (await signedRead({ ...profile, keys: { ...profile.keys, main } }, signal)).said;
  const [unknown, wrong] = [await asked(stranger), await asked(forged)];
  return [verdict(seen.said, unknown, wrong, id), registered(profile)];
}

function verdict(said: string, unknown: string, wrong: string, id: string): string {
  if (said !== unknown && said !== wrong) {
    return `${id} is known and its signature fits, for a wrong one is refused otherwise (${wrong}): see what the code says`;
  }
  if (said !== unknown) {
    return `a key that does not exist is refused otherwise (${unknown}): ${id} is known, and this signature does not fit it; most likely another public half is registered`;
  }
  if (said.includes('AUTH_INVALID_API_KEY')) {
    return `${id} is refused like a key that does not exist: register its public half, or correct keys.main.id (--key-id); it may also have expired`;
  }
  return `a key that does not exist is refused in the same words, so the target does not say which it is: is ${id} registered, with the public half below?`;
}

function registered({ keys: { main } }: Profile): string {
  const { publicKey } = createSigner(parsePrivateKey(main.privateKey));
  return `the public half of the private key at hand is ${encodeBase64url(publicKey)} (base64url), ${Buffer.from(publicKey).toString('hex')} (hex): compare it with what is registered`;
}
