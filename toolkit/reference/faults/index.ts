// Every fault, by area. One file per area beside this one; `fault.ts` says what a fault is.
import { accessFaults } from './access.js';
import { deliveryFaults } from './delivery.js';
import type { Fault } from './fault.js';
import { headerFaults } from './headers.js';
import { historyFaults } from './history.js';
import { hmrFaults } from './hmr.js';
import { instrumentFaults } from './instruments.js';
import { signingFaults } from './signing.js';
import { subscriptionFaults } from './subscriptions.js';

export const FAULTS: readonly Fault[] = [
  ...headerFaults,
  ...signingFaults,
  ...accessFaults,
  ...subscriptionFaults,
  ...deliveryFaults,
  ...instrumentFaults,
  ...hmrFaults,
  ...historyFaults,
];

export type { Fault } from './fault.js';
