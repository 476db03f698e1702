// What a speech is tried with before a service speaks it: one event, answer, request and command of each sort, with every member.
import { parseDecimal } from '../../../decimal/index.js';
import type { JsonValue } from '../../../payload/json.js';
import type { CommandParams, Dialect, RequestName, RequestParams } from '../../../profile/dialect/dialect.js';
import type { Bodies } from '../../../profile/dialect/spec.js';
import type { AccountState, Conditions, Deal, DomainEvent, HmrPeriod, Order, Position, Refusal } from '../../domain.js';
import type { Speech } from '../../speech/speech.js';

const AT_MS = Date.UTC(2024, 1, 29, 23, 59, 58);
const PRECISION = { pointDigits: 1, volumeDigits: 3 };

const ORDER: Order = {
  id: 'ord-7-a1',
  type: 'limit',
  instrument: 'BTC/USD',
  side: 'sell',
  state: 'pending',
  volume: parseDecimal('0.120'),
  price: parseDecimal('60001.5'),
  stopLossPrice: parseDecimal('61000.0'),
  takeProfitPrice: parseDecimal('50000.0'),
  positionId: undefined,
  parentOrderId: undefined,
  clientRequestId: 'key-00001',
  createdAtMs: AT_MS,
  closedAtMs: undefined,
  ...PRECISION,
};
const RELATED: Order = {
  ...ORDER,
  id: 'ord-7-a2',
  type: 'sltp',
  price: undefined,
  parentOrderId: ORDER.id,
  positionId: 'pos-7-a4',
};
const POSITION: Position = {
  id: 'pos-7-a4',
  instrument: 'BTC/USD',
  side: 'buy',
  state: 'open',
  volume: parseDecimal('1.000'),
  price: parseDecimal('59999.9'),
  stopLossPrice: undefined,
  takeProfitPrice: undefined,
  margin: parseDecimal('6000.00'),
  openedAtMs: AT_MS,
  closedAtMs: undefined,
  ...PRECISION,
};
const DEAL: Deal = {
  id: 'deal-7-a5',
  orderId: ORDER.id,
  positionId: POSITION.id,
  balanceKind: undefined,
  instrument: 'BTC/USD',
  side: 'buy',
  volume: parseDecimal('1.000'),
  price: parseDecimal('59999.9'),
  amount: parseDecimal('-12.50'),
  currencyDigits: 2,
  atMs: AT_MS,
  ...PRECISION,
};
const BOOKING: Deal = {
  ...DEAL,
  id: 'deal-7-a6',
  balanceKind: 'swap_fee',
  orderId: undefined,
  positionId: undefined,
  instrument: undefined,
  side: undefined,
  volume: undefined,
  price: undefined,
};
const ACCOUNT_STATE: AccountState = {
  balance: parseDecimal('1000.00'),
  equity: parseDecimal('-3.10'),
  usedMargin: parseDecimal('0.00'),
  currencyDigits: 2,
};
const CONDITIONS: Conditions = {
  instrument: 'BTC/USD',
  volumeMin: parseDecimal('0.001'),
  volumeMax: parseDecimal('20.000'),
  volumeStep: parseDecimal('0.001'),
  volumeDigits: 3,
  pointDigits: 1,
};
const PERIOD: HmrPeriod = {
  id: 'hmr-1',
  instruments: ['EURUSD', 'BTC/USD'],
  startsAtMs: AT_MS,
  endsAtMs: AT_MS + 1000,
};
export const REFUSAL_SAMPLE: Refusal = {
  refused: true,
  status: 401,
  name: 'AUTH_INVALID_SIGNATURE',
  code: 1001,
  detail: '',
};
const STATE = { orders: [ORDER], positions: [POSITION], accountState: ACCOUNT_STATE, atMs: AT_MS };
const RESULT = {
  kind: 'transaction_event',
  operationId: 'op-1',
  clientRequestId: 'key-00001',
  errorCode: undefined,
  errorMessage: undefined,
  atMs: AT_MS,
} as const;

export const EVENT_SAMPLES: readonly DomainEvent[] = [
  {
    ...RESULT,
    status: 'success',
    payload: { orders: [ORDER, RELATED], deals: [], positions: [], accountState: ACCOUNT_STATE },
  },
  {
    ...RESULT,
    status: 'success',
    payload: {
      orders: [{ ...ORDER, type: 'market', state: 'filled' }],
      deals: [DEAL],
      positions: [POSITION],
      accountState: ACCOUNT_STATE,
    },
  },
  {
    ...RESULT,
    status: 'success',
    operationId: undefined,
    clientRequestId: undefined,
    payload: { orders: [], deals: [BOOKING], positions: [], accountState: ACCOUNT_STATE },
  },
  {
    ...RESULT,
    status: 'rejected',
    errorCode: 'MARKET_NO_QUOTES',
    errorMessage: 'MARKET_NO_QUOTES',
    payload: { orders: [], deals: [], positions: [], accountState: undefined },
  },
  { kind: 'trading_state_snapshot', ...STATE },
  { kind: 'account_state_event', accountState: ACCOUNT_STATE, atMs: AT_MS },
  { kind: 'instrument_event', action: 'upd', conditions: CONDITIONS, atMs: AT_MS },
  { kind: 'hmr_snapshot', periods: [PERIOD], atMs: AT_MS },
  { kind: 'hmr_update', upsertedPeriods: [PERIOD], removedPeriodIds: ['hmr-0'], atMs: AT_MS },
  {
    kind: 'tick',
    instrument: 'BTC/USD',
    bid: parseDecimal('59999.5'),
    ask: parseDecimal('60000.5'),
    pointDigits: 1,
    atMs: AT_MS,
  },
];

interface BodySample {
  readonly name: Exclude<keyof Bodies, 'at'>;
  readonly told: (speech: Speech) => JsonValue;
  readonly read: (dialect: Dialect, body: JsonValue) => unknown;
}

const OPERATION = { operationId: 'op-1', clientRequestId: 'key-00001', acceptedAtMs: AT_MS, finishedAtMs: AT_MS };

export const BODY_SAMPLES: readonly BodySample[] = [
  {
    name: 'ack',
    told: (speech) =>
      speech.ack({ ...OPERATION, refused: false, status: 202, duplicate: false, answerDelayMs: 0 }, 'placeOrder'),
    read: (dialect, body) => dialect.readAck(body),
  },
  { name: 'error', told: (speech) => speech.refusal(REFUSAL_SAMPLE), read: (dialect, body) => dialect.readError(body) },
  ...(['pending', 'success', 'rejected'] as const).map((state): BodySample => {
    const errorCode = state === 'rejected' ? 'MARKET_NO_QUOTES' : undefined;
    return {
      name: 'operation',
      told: (speech) => speech.operationStatus({ ...OPERATION, state, errorCode, errorMessage: errorCode }),
      read: (dialect, body) => dialect.readOperation(body),
    };
  }),
  {
    name: 'account',
    told: (speech) =>
      speech.account({ id: '7', currency: 'USD', currencyDigits: 2, tradeMode: 'normal', accountStatus: 'close_only' }),
    read: (dialect, body) => dialect.readAccount(body),
  },
  {
    name: 'instruments',
    told: (speech) => speech.instruments([CONDITIONS, { ...CONDITIONS, instrument: 'EURUSD' }]),
    read: (dialect, body) => dialect.readInstruments(body),
  },
  {
    name: 'conditions',
    told: (speech) => speech.conditions(CONDITIONS),
    read: (dialect, body) => dialect.readConditions(body),
  },
  {
    name: 'limits',
    told: (speech) =>
      speech.limits([{ operation: 'placeOrder', limit: 100, windowMs: 1000, remaining: 99, resetsAtMs: AT_MS }]),
    read: (dialect, body) => dialect.readQuota(body),
  },
  { name: 'snapshot', told: (speech) => speech.snapshot(STATE), read: (dialect, body) => dialect.readSnapshot(body) },
  {
    name: 'orderHistory',
    told: (speech) => speech.orderHistory({ items: [ORDER, RELATED], cursor: 'next' }),
    read: (dialect, body) => dialect.readOrderHistory(body),
  },
  {
    name: 'dealHistory',
    told: (speech) => speech.dealHistory({ items: [DEAL, BOOKING], cursor: 'next' }),
    read: (dialect, body) => dialect.readDealHistory(body),
  },
];

const TRADE: RequestParams = {
  accountId: '7',
  type: 'limit',
  side: 'sell',
  instrument: 'BTC/USD',
  volume: '0.120',
  price: '60001.5',
};

export const REQUEST_SAMPLES: readonly (readonly [RequestName, RequestParams])[] = [
  ['placeOrder', TRADE],
  ['placeOrder', { ...TRADE, type: 'stop', side: 'buy', stopLossPrice: '61000.0', takeProfitPrice: '50000.0' }],
  ['openPosition', { accountId: '7', side: 'buy', instrument: 'BTC/USD', volume: '0.120' }],
  ['operationStatus', { accountId: '7', operationId: 'op-1' }],
  ['account', { accountId: '7' }],
  ['instruments', { accountId: '7' }],
  ['conditions', { accountId: '7', instrument: 'BTC/USD' }],
  ['limits', { accountId: '7' }],
  ['eventsStream', { accountId: '7' }],
  ['ticksStream', { accountId: '7' }],
  ['snapshot', { accountId: '7' }],
  ['orderHistory', { accountId: '7', limit: 2, from: '2024-02-29T23:59:58+00:00', to: '2024-03-01T00:00:00+00:00' }],
  ['orderHistory', { accountId: '7', cursor: 'next' }],
  ['dealHistory', { accountId: '7', limit: 2 }],
  ['closePosition', { accountId: '7', positionId: '364', volume: '0.100' }],
  ['closePosition', { accountId: '7', positionId: '364' }],
  ['cancelOrder', { accountId: '7', orderId: '361' }],
];

export const COMMAND_SAMPLES: readonly (readonly ['subscribe' | 'unsubscribe', CommandParams])[] = (
  ['subscribe', 'unsubscribe'] as const
).flatMap((action) => [
  [action, { event: 'transactions', commandId: '4' }] as const,
  [action, { event: 'account_state', commandId: '5' }] as const,
  [action, { event: 'instruments', instruments: ['EURUSD', 'BTC/USD'], commandId: '6' }] as const,
  [action, { event: 'instruments', instruments: ['all'], commandId: '7' }] as const,
  [action, { event: 'hmr', instruments: ['EURUSD'], commandId: '8' }] as const,
]);
