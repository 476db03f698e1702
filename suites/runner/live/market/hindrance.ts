// What the market did while a check tried (interface 4.1; 7.2): closed sessions and passing refusals, prices that it has moved
// through, orders whose time was over. What it did is no failure of the target. The run learns from it, and the check is tried again where
// that may help.
import { AssertionFailed, Undecided } from '../../check-end.js';
import type { Account } from '../../context.js';
import type { Ending } from '../../decision.js';
import type { CheckScope } from '../scope.js';
import { ENDED_BY_TARGET, endedByTarget } from './ended-by-target.js';
import { filledLater } from './filled-later.js';
import { latestPrices } from './latest-prices.js';
import { notPossibleNow } from './not-possible-now.js';
import { type NotResting, notResting, refusedLevel } from './not-resting.js';
import { OwnOperations } from './own-operations.js';
import { performs } from './performed.js';

export interface Hindrance {
  /** One cause, the same words for every check that met it. */
  readonly cause: string;
  readonly evidence: readonly number[];
  /** The instrument of whose market the next try knows more: it is closed, or stands elsewhere; undefined for what passes by itself. */
  readonly instrument?: string;
  /** It may have another cause: what fails each time all the same has failed. */
  readonly isDoubtful?: boolean;
  /** So often the check is made at all; what comes and goes in less time than it takes spoils it each time. */
  readonly mostTries?: number;
  /** Others trade on its account: the next try may have one where nobody does. */
  readonly isOfOthers?: boolean;
}

/** Reads the records of the attempt, and the market where they leave doubt. Never rejects. */
export async function hindranceOf(
  scope: CheckScope,
  ending: Ending,
  accounts: readonly Account[],
): Promise<Hindrance | undefined> {
  if (!scope.hasAsked) return undefined;
  const records = scope.journal.records();
  const own = new OwnOperations(records);
  const { market } = scope.target;
  const refused = notPossibleNow(records, own);
  for (const { code, instrument, record, ageMs } of refused) {
    if (instrument) market.close(instrument, code, record, ageMs);
  }
  const ended = endedByTarget(records, own, scope.target.dialect);
  if (ended.some(({ isExpiry }) => !isExpiry)) market.hasDesk = true;
  const { longestMs, late, apart } = filledLater(records, own, scope.target.profile.timing.quietMs);
  market.partsMs = Math.max(market.partsMs, longestMs);
  const isOpen = ending.by === 'return' || !isOfTarget(ending.error);
  if (isOpen) return undefined;
  const expired = ended.filter(({ isExpiry }) => isExpiry);
  if (expired.length > 0) return { cause: EXPIRED, evidence: expired.map(({ record }) => record.i) };
  if (late.length > 0) return { cause: FILLED_LATER, evidence: late };
  if (apart.length > 0) return { cause: FILLED_LATER, evidence: apart, isDoubtful: true };
  const moved = await movedPrices(scope, accounts, {
    error: ending.error,
    unrested: notResting(records, own, scope.target.dialect, scope.resting),
    level: refusedLevel(own, scope.resting),
  });
  if (moved !== undefined) {
    const { cause, evidence } = moved;
    // An execution that the check asked for may move the market to the price of the order.
    const isOwnDoing =
      ending.error instanceof AssertionFailed && records.some((record) => performs(record, 'order.fill'));
    return isOwnDoing ? { cause, evidence, isDoubtful: true, mostTries: TRIES_BEHIND_FILLS } : moved;
  }
  const first = refused.find(({ isDoubtful }) => !isDoubtful) ?? refused[0];
  if (first === undefined && ended.length > 0) {
    const evidence = ended.map(({ record }) => record.i);
    // What a wrong deed ends beside its own is ended each time; a desk picks now this one, now that.
    return {
      cause: ENDED_BY_TARGET,
      evidence,
      mostTries: TRIES_BESIDE_A_DESK,
      isDoubtful: ending.error instanceof AssertionFailed,
    };
  }
  if (first === undefined) {
    const beside = await besideOthers(scope, ending.error, accounts, own);
    const isUnseen = beside === undefined && market.hasDesk && scope.hasTraded;
    return isUnseen ? { cause: ENDED_BY_TARGET, evidence: [], isDoubtful: true } : beside;
  }
  const of = first.instrument === undefined ? '' : ` for ${first.instrument}`;
  return {
    cause: `the market did not let it: ${first.code}${of}`,
    evidence: refused.map(({ record }) => record),
    ...(first.instrument !== undefined && { instrument: first.instrument }),
    ...(first.isDoubtful && { isDoubtful: true }),
  };
}

/**
 * Somebody else did something meanwhile, which may be like what the check asked for. What is undecided on an account where others trade may
 * be decided on one where nobody does, if the pool has such.
 */
async function besideOthers(
  scope: CheckScope,
  error: unknown,
  accounts: readonly Account[],
  own: OwnOperations,
): Promise<Hindrance | undefined> {
  const { journal, leases } = scope.target;
  const since = scope.journal.records()[0]?.i;
  const isBeside = (from?: number): boolean => accounts.some(({ id }) => journal.opened.tradedOn(id, from));
  const evidence = own.ofOthers.map(({ record }) => record.i).slice(0, 5);
  const hindrance = { cause: OTHERS, evidence, isDoubtful: true, isOfOthers: true };
  if (error instanceof AssertionFailed) return evidence.length > 0 || isBeside(since) ? hindrance : undefined;
  // What stands there from before may be in its way, too.
  if (!(error instanceof Undecided) || error.needs.length > 0 || !isBeside()) return undefined;
  const isElsewhere = (await leases).has(accounts.length, ({ id }) => !journal.opened.tradedOn(id));
  return isElsewhere ? { ...hindrance, mostTries: TRIES_BESIDE_OTHERS } : undefined;
}

/** Whether a check may have ended so because of what the target did. */
function isOfTarget(error: unknown): boolean {
  return error instanceof AssertionFailed || error instanceof Undecided;
}

/** What may show that the market has passed a price. */
interface Signs {
  readonly error: unknown;
  readonly unrested: readonly NotResting[];
  readonly level: number | undefined;
}

async function movedPrices(
  scope: CheckScope,
  accounts: readonly Account[],
  { error, unrested, level }: Signs,
): Promise<Hindrance | undefined> {
  const { market } = scope.target;
  const { instruments } = scope.resting;
  const isDoubtful = unrested.length > 0 || level !== undefined || error instanceof AssertionFailed;
  if (instruments.size === 0 || !isDoubtful || scope.movesPrices || scope.signal.aborted) return undefined;
  const evidence = unrested.map(({ record }) => record);
  const believed = (name: string): string | undefined => (market.named(name) ?? market.unnamed(name))?.restingBuyLimit;
  const names = [...instruments.keys()];
  /** What this check found out, or another one meanwhile. */
  const passed = (): string | undefined =>
    names.find((name) => believed(name) !== instruments.get(name)?.restingBuyLimit);
  const known = passed();
  if (known !== undefined) {
    // What others saw of another instrument like it says little of this one, unless an order there did not rest.
    const isDoubted = market.named(known) === undefined && unrested.length === 0 && level === undefined;
    return { cause: causeOf(known), evidence, instrument: known, ...(isDoubted && { isDoubtful: true }) };
  }
  const [account] = accounts;
  const prices = account === undefined ? new Map<string, string>() : await latestPrices(account, names, scope);
  for (const [name, price] of prices) market.standsAt(name, price);
  // Where ticks show a market in which the order rests, the target is wrong about it.
  const unseen = new Map(unrested.map((one) => [one.instrument, one.price]));
  for (const [name, price] of unseen) if (!prices.has(name)) market.standsAt(name, price, { isSure: true });
  const found = passed();
  if (found !== undefined) return { cause: causeOf(found), evidence, instrument: found };
  const first = names.find((name) => market.named(name) !== undefined);
  // Where the market stands as it was believed to, it may be the distance that the target does not take.
  if (level === undefined || first === undefined || !market.otherDistance()) return undefined;
  return { cause: DISTANT, evidence: [level], instrument: first };
}

const EXPIRED = 'an order of the check expired meanwhile';
const FILLED_LATER =
  'the market filled what the check asked for in parts, the last of them after the check had gone on';
/** Until a desk that ends one of a few has let those of the check be. */
const TRIES_BESIDE_A_DESK = 8;

/** A market that the check itself has moved is moved each time: what fails each time all the same has failed. */
const TRIES_BEHIND_FILLS = 3;

/** On an account with others, then on one without. */
const TRIES_BESIDE_OTHERS = 3;

const OTHERS = 'another client traded on the account meanwhile';
const DISTANT = 'the target refuses prices at that distance from the market';

function causeOf(instrument: string): string {
  return `the market of ${instrument} has passed the prices at which orders were to rest`;
}
