// Whether a check can be decided on a target at all: its needs against the profile and the dialect, before any request.
// A missing claim makes it not applicable; anything else missing leaves it undecided, and names what would unlock it.
import { plural } from '../../../toolkit/base/plural.js';
import { namesParam } from '../../../toolkit/profile/control/bind.js';
import type { Dialect } from '../../../toolkit/profile/dialect/dialect.js';
import type { Claim, Profile } from '../../../toolkit/profile/profile.js';
import type { CheckDeclaration, Effort, Needs } from '../check.js';
import { GUARDS } from '../circumstances.js';
import { isQuickToo } from './quick-variants.js';

export interface TargetFacts {
  readonly profile: Profile;
  readonly dialect: Dialect;
  /** Trading checks may run although the profile does not say `environment: sandbox`. */
  readonly allowTrading?: boolean;
  /** Standard when left out. */
  readonly effort?: Effort;
}

export interface Obstacle {
  readonly verdict: 'not-applicable' | 'inconclusive' | 'left-out';
  readonly reason: string;
  /** What would make the check run, such as `control stream.drop`. */
  readonly needs: readonly string[];
}

/** The verdict at quick effort of a check that only standard and thorough effort judge. */
export const BEYOND_QUICK: Obstacle = {
  verdict: 'left-out',
  reason: 'judged at standard effort and above',
  needs: [],
};

/** What of the needs the target lacks, in words; undefined where it has all. */
export function missingOf(needs: Needs, target: TargetFacts): string | undefined {
  const unclaimed = unclaimedOf(needs, target);
  if (unclaimed.length > 0) return `the profile does not claim ${unclaimed.join(', ')}`;
  const missing = [...missingNeeds({ readOnly: true, accounts: 0, ...needs }, target)];
  return missing.length === 0 ? undefined : `needs ${missing.join(', ')}`;
}

function unclaimedOf(needs: Needs, { profile }: TargetFacts): readonly Claim[] {
  return (needs.claims ?? []).filter((claim) => !profile.claims[claim]);
}

/** The interface shows no call that closes a position (interface 3; 4.2): where the operator alone does, there is none to judge. */
function closesByControlAlone({ requests = [] }: Needs, { profile, dialect }: TargetFacts): boolean {
  const isBound = dialect.has('closePosition');
  return requests.includes('closePosition') && !isBound && profile.control['position.close'] !== undefined;
}

export function obstacleTo(spec: CheckDeclaration, target: TargetFacts): Obstacle | undefined {
  const needs = spec.needs ?? {};
  const unclaimed = unclaimedOf(needs, target);
  if (unclaimed.length > 0) {
    return {
      verdict: 'not-applicable',
      reason: `the profile does not claim ${unclaimed.join(', ')}`,
      needs: unclaimed.map((claim) => `claim ${claim}`),
    };
  }
  if (closesByControlAlone(needs, target)) {
    return {
      verdict: 'not-applicable',
      reason: 'positions are closed by control position.close alone; the profile binds no request closePosition',
      needs: ['dialect request closePosition'],
    };
  }
  if (spec.effort === 'standard' && target.effort === 'quick' && !isQuickToo(spec)) return BEYOND_QUICK;
  const missing = [...missingNeeds(needs, target)];
  if (missing.length === 0) return undefined;
  return {
    verdict: 'inconclusive',
    reason: `cannot be reached on this target: needs ${missing.join(', ')}`,
    needs: missing,
  };
}

function* missingNeeds(needs: Needs, { profile, dialect, allowTrading = false }: TargetFacts): Generator<string> {
  for (const name of needs.control ?? []) {
    const binding = profile.control[name];
    if (binding === undefined) {
      yield `control ${name}`;
      continue;
    }
    for (const param of needs.params?.[name] ?? []) {
      if (!namesParam(name, binding, param)) yield `parameter ${param} of control ${name}`;
    }
  }
  const { guard } = needs;
  if (guard !== undefined && profile.control['account.restrict'] === undefined) {
    if (profile.accounts[GUARDS[guard]] === undefined) yield `control account.restrict or accounts.${GUARDS[guard]}`;
  }
  for (const role of needs.keys ?? []) {
    // The suite makes an unregistered key where the profile names none.
    if (role !== 'unregistered' && profile.keys[role] === undefined) yield `key ${role}`;
  }
  for (const name of needs.requests ?? []) {
    if (!dialect.has(name)) yield `dialect request ${name}`;
  }
  const isClosing = needs.claims?.includes('closePosition') === true;
  if (isClosing && !dialect.has('closePosition') && profile.control['position.close'] === undefined) {
    yield 'dialect request closePosition or control position.close';
  }
  for (const fact of needs.facts ?? []) {
    if (!FACTS[fact].holds(profile, dialect)) yield FACTS[fact].name;
  }
  const accounts = needs.accounts ?? 1;
  const unlimited = profile.control['account.create'] !== undefined;
  if (!unlimited && accounts > profile.accounts.pool.length) {
    yield `${plural(accounts, 'account')} in the pool (or control account.create)`;
  }
  if ((needs.instruments ?? 0) > profile.market.instruments.length) yield `${needs.instruments} market.instruments`;
  if (needs.readOnly !== true && profile.environment !== 'sandbox' && !allowTrading) yield 'environment: sandbox';
}

type Fact = NonNullable<Needs['facts']>[number];

const FACTS: Readonly<
  Record<Fact, { readonly name: string; readonly holds: (profile: Profile, dialect: Dialect) => boolean }>
> = {
  foreignAccount: { name: 'accounts.foreign', holds: (profile) => profile.accounts.foreign !== undefined },
  ownConditions: { name: 'accounts.ownConditions', holds: (profile) => profile.accounts.ownConditions !== undefined },
  otherMarket: { name: 'accounts.otherMarket', holds: (profile) => profile.accounts.otherMarket !== undefined },
  unavailableInstrument: { name: 'market.unavailable', holds: (profile) => profile.market.unavailable.length > 0 },
  otherCurrency: {
    name: 'an account in accounts.pool whose currencyDigits are others than those of the first',
    holds: ({ accounts: { pool } }) =>
      pool.some(({ currencyDigits }) => currencyDigits !== undefined && currencyDigits !== pool[0]?.currencyDigits),
  },
  currencyDigits: {
    name: 'accounts.pool[].currencyDigits',
    holds: (profile) => profile.accounts.pool.some((account) => account.currencyDigits !== undefined),
  },
  commandAccepted: {
    name: 'a dialect that recognises accepted commands',
    holds: (_, dialect) => dialect.answersCommands.accepted,
  },
  commandRefused: {
    name: 'a dialect that recognises refused commands',
    holds: (_, dialect) => dialect.answersCommands.refused,
  },
  openapi: { name: 'openapi', holds: (profile) => profile.openapi !== undefined },
};
