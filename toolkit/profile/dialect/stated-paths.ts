// The requests whose method and path the interface shows (interface 4): the one home of what it states of them.
import type { STATED_REQUESTS } from './dialect.js';

type StatedRequest = (typeof STATED_REQUESTS)[number];

export interface StatedPath {
  readonly method: 'GET' | 'POST';
  /** With a `{name}` for each segment that differs from request to request. */
  readonly path: string;
}

export const STATED_PATHS: Readonly<Record<StatedRequest, StatedPath>> = {
  placeOrder: { method: 'POST', path: '/v1/trading/accounts/{account_id}/orders' },
  openPosition: { method: 'POST', path: '/v1/trading/accounts/{account_id}/positions' },
  operationStatus: { method: 'GET', path: '/v1/trading/accounts/{account_id}/operations/{operation_id}' },
  account: { method: 'GET', path: '/v1/configuration/accounts/{account_id}/account' },
  instruments: { method: 'GET', path: '/v1/configuration/accounts/{account_id}/instruments' },
  conditions: { method: 'GET', path: '/v1/configuration/accounts/{account_id}/instruments/{instrument}/conditions' },
  limits: { method: 'GET', path: '/v1/configuration/accounts/{account_id}/limits' },
  eventsStream: { method: 'GET', path: '/v1/server-events/accounts/{account_id}/ws/events' },
  ticksStream: { method: 'GET', path: '/v1/server-events/accounts/{account_id}/ws/ticks' },
};
