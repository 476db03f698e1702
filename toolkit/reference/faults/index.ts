// All faults, and finding one by its id.
import { didYouMean } from '../../payload/nearest.js';
import { acceptanceFaults } from './accepted.js';
import { accessFaults } from './access.js';
import { endpointAccessFaults } from './access-by-endpoint.js';
import { ackFaults } from './acks.js';
import { activeSubscriptionFaults } from './active-subscriptions.js';
import { afterAWhileFaults } from './after-a-while.js';
import { authErrorFaults } from './auth-errors.js';
import { balanceEventFaults } from './balance-events.js';
import { configurationFaults } from './configuration.js';
import { deliveryFaults } from './delivery.js';
import { documentFaults } from './documents.js';
import { emptyHeaderFaults } from './empty-headers.js';
import { errorFaults } from './errors.js';
import { eventFaults } from './events.js';
import { exactnessFaults } from './exactness.js';
import type { Fault } from './fault.js';
import { guardFaults } from './guards.js';
import { headerFaults } from './headers.js';
import { historyFaults } from './history.js';
import { historyCursorFaults } from './history-cursors.js';
import { hmrFaults } from './hmr.js';
import { idempotencyFaults } from './idempotency.js';
import { idempotencyKeyFaults } from './idempotency-keys.js';
import { idempotencyPayloadFaults } from './idempotency-payloads.js';
import { lateRefusalFaults } from './late-refusals.js';
import { leftBehindFaults } from './left-behind.js';
import { narrowFaults } from './narrow.js';
import { numberFaults } from './numbers.js';
import { oneForAnotherFaults } from './one-for-another.js';
import { operationStatusFaults } from './operation-status.js';
import { orderFaults } from './orders.js';
import { otherAccountFaults } from './other-accounts.js';
import { otherCallFaults } from './other-calls.js';
import { resultFaults } from './results.js';
import { rewrittenRequestFaults } from './rewritten-requests.js';
import { signatureFaults } from './signatures.js';
import { signedPathFaults } from './signed-path.js';
import { signedPayloadFaults } from './signed-payload.js';
import { endpointSigningFaults } from './signing-by-endpoint.js';
import { snapshotFaults } from './snapshots.js';
import { subscribedAgainFaults } from './subscribed-again.js';
import { subscriptionFaults } from './subscriptions.js';
import { subscriptionsApartFaults } from './subscriptions-apart.js';
import { tradingRuleFaults } from './trading-rules.js';
import { unsignedFaults } from './unsigned.js';
import { unstatedCallFaults } from './unstated-calls.js';
import { wireFaults } from './wire.js';

export const FAULTS: readonly Fault[] = [
  ...unsignedFaults,
  ...headerFaults,
  ...emptyHeaderFaults,
  ...signatureFaults,
  ...endpointSigningFaults,
  ...signedPayloadFaults,
  ...signedPathFaults,
  ...rewrittenRequestFaults,
  ...unstatedCallFaults,
  ...accessFaults,
  ...endpointAccessFaults,
  ...authErrorFaults,
  ...acceptanceFaults,
  ...idempotencyKeyFaults,
  ...idempotencyFaults,
  ...idempotencyPayloadFaults,
  ...orderFaults,
  ...tradingRuleFaults,
  ...exactnessFaults,
  ...guardFaults,
  ...ackFaults,
  ...resultFaults,
  ...leftBehindFaults,
  ...oneForAnotherFaults,
  ...otherAccountFaults,
  ...otherCallFaults,
  ...operationStatusFaults,
  ...eventFaults,
  ...balanceEventFaults,
  ...subscriptionFaults,
  ...activeSubscriptionFaults,
  ...subscribedAgainFaults,
  ...subscriptionsApartFaults,
  ...snapshotFaults,
  ...deliveryFaults,
  ...afterAWhileFaults,
  ...configurationFaults,
  ...hmrFaults,
  ...numberFaults,
  ...narrowFaults,
  ...historyFaults,
  ...historyCursorFaults,
  ...errorFaults,
  ...lateRefusalFaults,
  ...wireFaults,
  ...documentFaults,
];

const BY_ID: ReadonlyMap<string, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]));

/** @throws RangeError for an unknown id, naming the nearest one. */
export function faultById(id: string): Fault {
  const fault = BY_ID.get(id);
  if (fault === undefined) {
    throw new RangeError(`expected the id of a fault, got ${JSON.stringify(id)}${didYouMean(id, BY_ID.keys())}`);
  }
  return fault;
}

export type { Fault };
