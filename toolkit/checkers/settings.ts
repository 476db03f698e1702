// What only the operator of a target knows, carried in the header of its journal, so that `tsi check-journal` judges as the run did.
import type { JsonObject, JsonValue } from '../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../payload/json-kind.js';
import type { Profile } from '../profile/profile.js';
import { type HistoryCollection, type StatedCollection, statedCollection } from '../profile/stated-history.js';
import type { Assumption, CheckerSettings } from './checker.js';

const COLLECTIONS: readonly HistoryCollection[] = ['orderHistory', 'dealHistory'];

type Known = Pick<Profile, 'timing' | 'accounts' | 'dialect' | 'history'>;

/** The member `checkers` of a journal's settings. Where several targets of a run differ, the more patient value stands. */
export function settingsOf(profiles: readonly Known[]): JsonObject {
  const pools = profiles.map(({ accounts }) => accounts.pool);
  const others = new Set(pools.map(([first]) => first?.currencyDigits ?? null));
  return {
    resultMs: Math.max(0, ...profiles.map(({ timing }) => timing.resultMs)),
    eventMs: Math.max(0, ...profiles.map(({ timing }) => timing.eventMs)),
    currencyDigits: digitsOf(pools.flat()),
    // Accounts that are opened during a run are like the first of the pool.
    historyOrder: Object.fromEntries(COLLECTIONS.map((name) => [name, orderOf(profiles, name)])),
    otherCurrencyDigits: others.size === 1 ? ([...others][0] ?? null) : null,
    dateTimes: sharedPatterns(profiles),
  };
}

/** Reads what `settingsOf` wrote; whatever is missing or malformed is left to the defaults. */
export function readSettings(settings: JsonValue): CheckerSettings {
  const known = memberOf(settings, 'checkers');
  const resultMs = memberOf(known, 'resultMs');
  const eventMs = memberOf(known, 'eventMs');
  const digits = memberOf(known, 'currencyDigits');
  const others = memberOf(known, 'otherCurrencyDigits');
  const patterns = memberOf(known, 'dateTimes');
  const granted = grantedBy(memberOf(settings, 'observed'));
  return {
    ...(granted !== undefined && { granted }),
    ...(isWhole(resultMs) && { resultMs }),
    ...(isWhole(eventMs) && { eventMs }),
    historyOrder: (collection) => asOrder(memberOf(memberOf(known, 'historyOrder'), collection)),
    currencyDigits: (account) => {
      const own = isJsonObject(digits) && Object.hasOwn(digits, account) ? digits[account] : others;
      return isWhole(own) ? own : undefined;
    },
    dateTimeMembers: isJsonArray(patterns) ? patterns.filter(isPointer) : [],
  };
}

/** What a recording of somebody else's traffic says that it holds; undefined for a run of the suite, which holds everything. */
function grantedBy(observed: JsonValue | undefined): readonly Assumption[] | undefined {
  if (!isJsonObject(observed)) return undefined;
  // A service that records itself has heard everything since it started, and what was done to it.
  const isOwn = observed['by'] === 'service';
  return [
    ...(observed['accounts'] === 'sole' ? (['sole-actor'] as const) : []),
    ...(observed['connections'] === 'all' ? (['all-connections'] as const) : []),
    ...(isOwn ? (['from-start', 'control-known'] as const) : []),
  ];
}

/** Undefined where targets of one run state different orders. */
function orderOf(profiles: readonly Known[], collection: HistoryCollection): StatedCollection['order'] | null {
  const orders = new Set(profiles.map((profile) => statedCollection(profile, collection).order));
  const [order = 'ascending'] = orders;
  return orders.size > 1 ? null : order;
}

function asOrder(value: JsonValue | undefined): StatedCollection['order'] | undefined {
  if (value === undefined || value === 'ascending') return 'ascending';
  return value === 'descending' ? value : undefined;
}

/** Two targets may know an account of the same name with different decimals; then nobody knows. */
function digitsOf(accounts: Profile['accounts']['pool']): JsonObject {
  const digits = new Map<string, number | null>();
  for (const { id, currencyDigits = null } of accounts) {
    digits.set(id, digits.has(id) && digits.get(id) !== currencyDigits ? null : currencyDigits);
  }
  return Object.fromEntries(digits);
}

/** What one target calls a date-time may be something else on another; a dialect in code is not known here. */
function sharedPatterns([first, ...others]: readonly Known[]): readonly string[] {
  return patternsOf(first).filter((pattern) => others.every((other) => patternsOf(other).includes(pattern)));
}

function patternsOf(profile: Known | undefined): readonly string[] {
  const bound = profile !== undefined && 'spec' in profile.dialect ? profile.dialect.spec['dateTimes'] : undefined;
  return isJsonArray(bound) ? bound.filter(isPointer) : [];
}

function isPointer(value: JsonValue): value is string {
  return typeof value === 'string' && value.startsWith('/');
}

function isWhole(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
