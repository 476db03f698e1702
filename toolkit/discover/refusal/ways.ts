// What else a refused read may want: the same read, changed in one thing that profiles get wrong or that the interface leaves open
// (5.2: whether the path of the base address is signed; 5.3, rule 8: the width of the window; 9, rule 1: what /v1 belongs to).
import type { Profile } from '../../profile/profile.js';
import type { Proposal } from '../proposals/proposal.js';
import type { SigningTime } from './signed-read.js';

export interface Way {
  /** Ends the sentence "accepted ...". */
  readonly how: string;
  readonly profile: Profile;
  readonly time?: SigningTime;
  /** What to do where this is accepted. */
  readonly advice: string;
  /** Where a member of the profile says it: the probe goes on with it. Undefined where the caller has to correct something first. */
  readonly proposal?: Proposal;
}

const SECOND_MS = 1000;
const SHIFTS_S = [30, -30, 3600, -3600];
const MOST_OTHER_ACCOUNTS = 2;

/** One change before two: what is wrong in two things at once is found, too. */
export function waysFor(profile: Profile): readonly Way[] {
  const [addresses, accounts] = [otherAddresses(profile), otherAccounts(profile)];
  const bases = [profile, ...addresses.map((way) => way.profile)];
  const [signed = [], ...signedElsewhere] = bases.map(otherSignedPath);
  const elsewhere = addresses.flatMap((way, index) => (signedElsewhere[index] ?? []).map((next) => both(way, next)));
  const twice = accounts.flatMap((way) => otherSignedPath(way.profile).map((next) => both(way, next)));
  return [...signed, ...addresses, ...accounts, ...elsewhere, ...twice];
}

function both(one: Way, other: Way): Way {
  return {
    how: `${one.how}, ${other.how}`,
    profile: other.profile,
    advice: `${one.advice}; and ${other.advice}`,
  };
}

/** The path of an address without a slash at its end, empty where there is none. */
export function pathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '');
}

function otherSignedPath(profile: Profile): readonly Way[] {
  const path = pathOf(profile.baseUrl);
  if (path === '' || 'module' in profile.dialect) return [];
  const signBasePath = ['streams', false].includes(profile.dialect.spec['signBasePath'] as string | boolean);
  const how = `with ${path} ${signBasePath ? 'in' : 'left out of'} the signed path`;
  const reason = `a read of the account, accepted ${how} and refused otherwise`;
  return [
    {
      how,
      profile: { ...profile, dialect: { spec: { ...profile.dialect.spec, signBasePath } } },
      advice: `state dialect: {signBasePath: ${signBasePath}}`,
      proposal: { place: ['dialect', 'signBasePath'], value: signBasePath, reason, confidence: 'sure' },
    },
  ];
}

/** Paths begin with /v1 themselves, so that a base address that ends with it says it twice. */
function otherAddresses(profile: Profile): readonly Way[] {
  const path = pathOf(profile.baseUrl);
  const { origin } = new URL(profile.baseUrl);
  const shorter = new Set([path.replace(/\/v1$/, ''), ''].filter((one) => one !== path));
  return [...shorter].map((one) => ({
    how: `at ${origin}${one}`,
    profile: { ...profile, baseUrl: `${origin}${one}` },
    advice: `correct baseUrl (--base-url) to ${origin}${one}`,
  }));
}

function otherAccounts(profile: Profile): readonly Way[] {
  const [first, ...others] = profile.accounts.pool;
  return others.slice(0, MOST_OTHER_ACCOUNTS).map((account) => ({
    how: `for account ${account.id}`,
    profile: { ...profile, accounts: { ...profile.accounts, pool: [account] } },
    advice: `open account ${first?.id ?? ''} to this key, or take it out of accounts.pool (--account)`,
  }));
}

/** The clock that checks timestamps need not be that of the `Date` header, which a gateway may write. */
export function otherClocks(profile: Profile, isClockTold: boolean): readonly Way[] {
  const own: Way = {
    how: 'by the clock of this machine',
    profile,
    time: { clock: 'own' },
    advice: 'correct the Date header of the target, by which runs go: it is not of the clock that checks timestamps',
  };
  const shifted = SHIFTS_S.map(
    (seconds): Way => ({
      how: `with a timestamp ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`,
      profile,
      time: { clock: 'own', shiftMs: seconds * SECOND_MS },
      advice: `the clock of the target is about ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this machine, and no Date header says so: set the clocks`,
    }),
  );
  return isClockTold ? [own, ...shifted] : shifted;
}
