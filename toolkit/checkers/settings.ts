// What only the operator of a target knows, carried in the header of its journal, so that `tsi check-journal` judges as the run did.
import type { JsonObject, JsonValue } from '../payload/json.js';
import { isJsonObject, memberOf } from '../payload/json-kind.js';
import type { Profile } from '../profile/profile.js';
import { type HistoryCollection, type StatedCollection, statedCollection } from '../profile/stated-history.js';
import type { CheckerSettings } from './checker.js';

const COLLECTIONS: readonly HistoryCollection[] = ['orderHistory', 'dealHistory'];

type Known = Pick<Profile, 'timing' | 'accounts' | 'history'>;

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
  };
}

/** Reads what `settingsOf` wrote; whatever is missing or malformed is left to the defaults. */
export function readSettings(settings: JsonValue): CheckerSettings {
  const known = memberOf(settings, 'checkers');
  const resultMs = memberOf(known, 'resultMs');
  const eventMs = memberOf(known, 'eventMs');
  const digits = memberOf(known, 'currencyDigits');
  const others = memberOf(known, 'otherCurrencyDigits');
  return {
    ...(isWhole(resultMs) && { resultMs }),
    ...(isWhole(eventMs) && { eventMs }),
    historyOrder: (collection) => asOrder(memberOf(memberOf(known, 'historyOrder'), collection)),
    currencyDigits: (account) => {
      const own = isJsonObject(digits) && Object.hasOwn(digits, account) ? digits[account] : others;
      return isWhole(own) ? own : undefined;
    },
  };
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

function isWhole(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
