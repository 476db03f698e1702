// What the contract documents say of each operation: purpose, schemas of request and answer, error codes (interface 4, 7.2).

import {
  AUTH_CODES,
  PLACE_ORDER_FINAL,
  PLACE_ORDER_SYNCHRONOUS,
  PLACE_ORDER_SYNCHRONOUS_NAMES,
} from '../../payload/error-codes.js';
import type { Operation } from '../domain.js';

export interface OperationText {
  readonly summary: string;
  readonly section: string;
  /** Component of the request body. */
  readonly request?: string;
  /** Component of the successful answer; 202 for an ACK, 101 for a handshake, 200 otherwise. */
  readonly answer?: string;
  readonly success: 101 | 200 | 202;
  readonly synchronousCodes: readonly string[];
  readonly finalCodes?: readonly string[];
  /** Statuses of refusals. */
  readonly refusals: readonly number[];
  readonly query?: readonly string[];
}

const AUTH = Object.values(AUTH_CODES);
const READ_CODES = ['REQUEST_INVALID', 'REQUEST_INVALID_PARAMETERS', ...AUTH, 'REQUEST_RATE_LIMIT'];
const PAGE_CODES = [
  ...READ_CODES,
  'REQUEST_INVALID_LIMIT',
  'REQUEST_INVALID_CURSOR',
  'REQUEST_INVALID_TIME_RANGE',
  'REQUEST_INVALID_FILTER_COMBINATION',
];
const READ_REFUSALS = [400, 401, 403, 404, 429, 500];
const PAGE_QUERY = ['limit', 'cursor', 'from', 'to', 'instrument'];

const trading = {
  answer: 'Ack',
  success: 202,
  synchronousCodes: PLACE_ORDER_SYNCHRONOUS_NAMES,
  finalCodes: PLACE_ORDER_FINAL,
  refusals: [...Object.keys(PLACE_ORDER_SYNCHRONOUS).map(Number), 409, 413].sort((a, b) => a - b),
} as const;
const read = { success: 200, synchronousCodes: READ_CODES, refusals: READ_REFUSALS } as const;
const page = { success: 200, synchronousCodes: PAGE_CODES, refusals: READ_REFUSALS, query: PAGE_QUERY } as const;
const stream = {
  success: 101,
  synchronousCodes: [...AUTH, 'ACCOUNT_DISABLED', 'REQUEST_INVALID'],
  refusals: [400, 401, 403, 404, 426, 429, 500],
} as const;

export const OPERATION_TEXTS: Readonly<Record<Operation, OperationText>> = {
  placeOrder: {
    ...trading,
    summary: 'Place a pending order or an SLTP order',
    section: '4.1',
    request: 'PlaceOrder',
  },
  openPosition: {
    ...trading,
    summary: 'Open a position with immediate (market) execution',
    section: '4.2',
    request: 'OpenPosition',
  },
  closePosition: {
    ...trading,
    summary: 'Close a position, in part when a volume is given',
    section: '3',
    request: 'ClosePosition',
  },
  cancelOrder: { ...trading, summary: 'Cancel a pending order', section: '3', request: 'CancelOrder' },
  operationStatus: { ...read, summary: 'Read the status of an operation', section: '4.3', answer: 'OperationStatus' },
  account: { ...read, summary: 'Read the account configuration', section: '4.4', answer: 'Account' },
  instruments: {
    ...read,
    summary: 'List the instruments available to the account',
    section: '4.4',
    answer: 'Instruments',
  },
  conditions: { ...read, summary: 'Read the conditions of one instrument', section: '2.4', answer: 'Conditions' },
  limits: { ...read, summary: 'Read the endpoint quotas of the account', section: '4.4', answer: 'Limits' },
  snapshot: { ...read, summary: 'Read the trading snapshot', section: '1, rule 2', answer: 'Snapshot' },
  orderHistory: { ...page, summary: 'Read closed orders, oldest first', section: '1, rule 4', answer: 'OrderPage' },
  dealHistory: { ...page, summary: 'Read deals, oldest first', section: '1, rule 4', answer: 'DealPage' },
  eventsStream: { ...stream, summary: 'Server events stream (WebSocket handshake)', section: '4.5' },
  ticksStream: { ...stream, summary: 'Live ticks stream (WebSocket handshake)', section: '4.6' },
};
