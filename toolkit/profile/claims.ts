// Claims and their defaults: what the interface states, a target has unless it says otherwise; what the interface does not
// show, it has where the profile binds it.
import type { JsonObject, JsonValue } from '../payload/json.js';
import { memberOf } from '../payload/json-kind.js';
import type { ControlActionName } from './control/actions.js';
import type { UNSTATED_REQUESTS } from './dialect/dialect.js';
import { CLAIMS, type Claim } from './profile.js';

/** Claims that follow from a bound request. */
const BY_REQUEST: Readonly<Partial<Record<Claim, (typeof UNSTATED_REQUESTS)[number]>>> = {
  snapshotResource: 'snapshot',
  orderHistory: 'orderHistory',
  dealHistory: 'dealHistory',
  closePosition: 'closePosition',
  cancelOrder: 'cancelOrder',
};

/** Claims that follow from a bound control action as well: the target has the state, whoever brings it about. */
const BY_CONTROL: Readonly<Partial<Record<Claim, ControlActionName>>> = {
  closePosition: 'position.close',
  quota: 'limits.exhaust',
};

/** Claims that a stated request or message carries; binding it to null takes the claim away. */
const BY_REMOVAL: Readonly<Partial<Record<Claim, readonly [part: 'requests' | 'messages', name: string]>>> = {
  positions: ['requests', 'openPosition'],
  ticks: ['requests', 'ticksStream'],
  instrumentEvents: ['messages', 'instrument_event'],
  hmrEvents: ['messages', 'hmr_snapshot'],
  accountStateEvents: ['messages', 'account_state_event'],
};

export interface ClaimGrounds {
  readonly stated: Readonly<Partial<Record<Claim, boolean>>>;
  /** The dialect as the file states it. */
  readonly dialect: JsonObject;
  /** The control actions that the profile binds. */
  readonly control: Readonly<Partial<Record<ControlActionName, unknown>>>;
}

export function completeClaims(grounds: ClaimGrounds): Readonly<Record<Claim, boolean>> {
  const entries = CLAIMS.map((claim) => [claim, grounds.stated[claim] ?? defaultOf(claim, grounds)] as const);
  // One entry for each claim.
  return Object.fromEntries(entries) as Record<Claim, boolean>;
}

function defaultOf(claim: Claim, { dialect, control }: ClaimGrounds): boolean {
  const action = BY_CONTROL[claim];
  if (action !== undefined && control[action] !== undefined) return true;
  if (claim === 'quota') return showsQuota(memberOf(memberOf(dialect, 'bodies'), 'limits'));
  const request = BY_REQUEST[claim];
  if (request !== undefined) return (memberOf(memberOf(dialect, 'requests'), request) ?? null) !== null;
  const removal = BY_REMOVAL[claim];
  return removal === undefined || memberOf(memberOf(dialect, removal[0]), removal[1]) !== null;
}

/** `placeOrder: null` says of the limits that there is no quota to find. */
function showsQuota(limits: JsonValue | undefined): boolean {
  return limits !== undefined && limits !== null && memberOf(limits, 'placeOrder') !== null;
}
