// What the tests of speeches say: one of each entity, at a time with milliseconds that nobody is told.
import { parseDecimal } from '../../decimal/index.js';
import type { AccountState, Conditions, Deal, HmrPeriod, Order, Position, Refusal } from '../domain.js';

export const AT_MS: number = Date.UTC(2024, 1, 29, 23, 59, 58, 999);
export const TIME = '2024-02-29T23:59:58+00:00';

export const ORDER: Order = {
  id: 'ord-7-a1',
  type: 'limit',
  instrument: 'BTC/USD',
  side: 'sell',
  state: 'pending',
  volume: parseDecimal('0.120'),
  price: parseDecimal('60001.5'),
  stopLossPrice: parseDecimal('61000.0'),
  takeProfitPrice: undefined,
  positionId: undefined,
  parentOrderId: undefined,
  clientRequestId: 'key-00001',
  pointDigits: 1,
  volumeDigits: 3,
  createdAtMs: AT_MS,
  closedAtMs: undefined,
};
export const POSITION: Position = {
  id: 'pos-7-a2',
  instrument: 'BTC/USD',
  side: 'buy',
  state: 'open',
  volume: parseDecimal('1.000'),
  price: parseDecimal('59999.9'),
  stopLossPrice: undefined,
  takeProfitPrice: undefined,
  margin: parseDecimal('6000.00'),
  pointDigits: 1,
  volumeDigits: 3,
  openedAtMs: AT_MS,
  closedAtMs: undefined,
};
export const DEAL: Deal = {
  id: 'deal-7-a3',
  orderId: 'ord-7-a1',
  positionId: 'pos-7-a2',
  balanceKind: undefined,
  instrument: 'BTC/USD',
  side: 'buy',
  volume: parseDecimal('1.000'),
  price: parseDecimal('59999.9'),
  amount: parseDecimal('-12.50'),
  currencyDigits: 2,
  pointDigits: 1,
  volumeDigits: 3,
  atMs: AT_MS,
};
export const ACCOUNT_STATE: AccountState = {
  balance: parseDecimal('1000.00'),
  equity: parseDecimal('-3.10'),
  usedMargin: parseDecimal('0.00'),
  currencyDigits: 2,
};
export const CONDITIONS: Conditions = {
  instrument: 'BTC/USD',
  volumeMin: parseDecimal('0.001'),
  volumeMax: parseDecimal('20.000'),
  volumeStep: parseDecimal('0.001'),
  volumeDigits: 3,
  pointDigits: 1,
};
export const PERIOD: HmrPeriod = {
  id: 'hmr-1',
  instruments: ['EURUSD', 'BTC/USD'],
  startsAtMs: AT_MS,
  endsAtMs: AT_MS + 1000,
};
export const REFUSAL: Refusal = {
  refused: true,
  status: 401,
  name: 'AUTH_INVALID_SIGNATURE',
  code: 1001,
  detail: 'expected one thing, got another',
};
