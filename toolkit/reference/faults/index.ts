// All faults, and finding one by its id.
import { didYouMean } from '../../payload/nearest.js';
import { acceptanceFaults } from './accepted.js';
import { accessFaults } from './access.js';
import { configurationFaults } from './configuration.js';
import { deliveryFaults } from './delivery.js';
import { eventFaults } from './events.js';
import type { Fault } from './fault.js';
import { headerFaults } from './headers.js';
import { historyFaults } from './history.js';
import { hmrFaults } from './hmr.js';
import { idempotencyFaults } from './idempotency.js';
import { numberFaults } from './numbers.js';
import { operationFaults } from './operations.js';
import { orderFaults } from './orders.js';
import { signingFaults } from './signing.js';
import { subscriptionFaults } from './subscriptions.js';
import { wireFaults } from './wire.js';

export const FAULTS: readonly Fault[] = [
  ...headerFaults,
  ...signingFaults,
  ...accessFaults,
  ...acceptanceFaults,
  ...idempotencyFaults,
  ...orderFaults,
  ...operationFaults,
  ...eventFaults,
  ...subscriptionFaults,
  ...deliveryFaults,
  ...configurationFaults,
  ...hmrFaults,
  ...numberFaults,
  ...historyFaults,
  ...wireFaults,
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
