// What a speech writes, the dialect that describes it reads back, and the other way round: both speeches, every message and body.

import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import { respelled } from '../../profile/dialect/respelled.js';
import { BALANCE_KINDS, type Deal, type DomainEvent } from '../domain.js';
import { type FoundRoute, routerOf } from '../http/router.js';
import { honestRules } from '../rules/rules.js';
import { DIALECT_NAMES, DIALECTS } from '../sandbox/dialects.js';
import { createDialectSpeech } from './dialect/dialect-speech.js';
import type { Speech } from './speech.js';
import {
  ACCOUNT_STATE,
  AT_MS,
  CONDITIONS,
  DEAL,
  ORDER,
  PERIOD,
  POSITION,
  REFUSAL,
  TIME,
} from './speech-samples.test.aid.js';
import { Values } from './values.js';

/** Each dialect by hand, and as a service that knows only its data speaks it; `ids` are those of an order and a position on the wire. */
const SPEECHES = DIALECT_NAMES.flatMap((name) => {
  const { stated } = DIALECTS[name];
  const ids = name === 'default' ? ['ord-7-a1', 'pos-7-a2'] : ['361', '362'];
  const byData = (values: Values): Speech => createDialectSpeech(fillDialect(stated), values);
  // An order that no request of the dialect asks for as a number is named by its text.
  const idsByData = name === 'default' ? ids : ['ord-7-a1', '362'];
  return [
    { ...DIALECTS[name], name, ids },
    { ...DIALECTS[name], name: `${name}, by its data`, speech: byData, ids: idsByData },
  ];
});

describe.each(SPEECHES)(
  'the speech of $name',
  ({ speech: create, behaviour, stated, ids: [orderId, positionId = ''] }) => {
    const speech = create(new Values(honestRules(), behaviour));
    const dialect = compileDialect(fillDialect(stated), 'http://localhost');
    const padded = behaviour.trailingZeros;

    function told(event: DomainEvent): ReturnType<typeof dialect.readFrame>[number] {
      const message = speech.event(event) ?? {};
      const [read, ...more] = dialect.readFrame(wire(speech.batch([message]) ?? message));
      expect(more).toEqual([]);
      if (read === undefined) throw new Error('expected a message');
      return read;
    }

    it('tells a transaction with every entity', () => {
      const event: DomainEvent = {
        kind: 'transaction_event',
        status: 'success',
        operationId: 'op-1',
        clientRequestId: 'key-00001',
        errorCode: undefined,
        errorMessage: undefined,
        payload: { orders: [ORDER], deals: [DEAL], positions: [POSITION], accountState: ACCOUNT_STATE },
        atMs: AT_MS,
      };
      const { kind, view } = told(event);
      expect(kind).toBe('transaction_event');
      expect(view).toMatchObject({ status: 'success', operationId: 'op-1', clientRequestId: 'key-00001' });
      const { orders, deals, positions, accountState } = view as never as Record<string, Record<string, JsonValue>[]>;
      expect(orders?.[0]).toMatchObject({
        id: orderId,
        type: 'limit',
        instrument: 'BTC/USD',
        volume: padded ? '0.120' : '0.12',
        price: '60001.5',
        stopLossPrice: padded ? '61000.0' : '61000',
        clientRequestId: 'key-00001',
        time: TIME,
      });
      expect(dialect.meaning('side', orders?.[0]?.['side'] ?? null)).toBe('sell');
      expect(dialect.meaning('orderState', orders?.[0]?.['state'] ?? null)).toBe('pending');
      expect(deals?.[0]).toMatchObject({ orderId: orders?.[0]?.['id'], positionId: positions?.[0]?.['id'] });
      expect(deals?.[0]).toMatchObject({ amount: padded ? '-12.50' : '-12.5', price: '59999.9' });
      expect(deals?.[0]).not.toHaveProperty('balanceKind');
      expect(accountState).toMatchObject({ equity: padded ? '-3.10' : '-3.1', usedMargin: padded ? '0.00' : '0' });
    });

    it.each(BALANCE_KINDS)('tells a balance deal of kind %s without an operation', (balanceKind) => {
      const deal: Deal = {
        ...DEAL,
        balanceKind,
        orderId: undefined,
        positionId: undefined,
        instrument: undefined,
        side: undefined,
        volume: undefined,
        price: undefined,
      };
      const { view, message } = told({
        kind: 'transaction_event',
        status: 'success',
        operationId: undefined,
        clientRequestId: undefined,
        errorCode: undefined,
        errorMessage: undefined,
        payload: { orders: [], deals: [deal], positions: [], accountState: ACCOUNT_STATE },
        atMs: AT_MS,
      });
      expect(view).toMatchObject({ deals: [{ balanceKind }] });
      expect(JSON.stringify(message)).not.toMatch(/operation_id|client_request_id/);
    });

    it('tells a rejection with an empty payload', () => {
      const { view } = told({
        kind: 'transaction_event',
        status: 'rejected',
        operationId: 'op-1',
        clientRequestId: 'key-00001',
        errorCode: 'MARKET_NO_QUOTES',
        errorMessage: 'MARKET_NO_QUOTES',
        payload: { orders: [], deals: [], positions: [], accountState: undefined },
        atMs: AT_MS,
      });
      expect(view).toMatchObject({ status: 'rejected', errorCode: 'MARKET_NO_QUOTES' });
      expect(view).not.toHaveProperty('orders');
    });

    it('tells snapshots, account states, instruments and ticks', () => {
      const snapshot = { orders: [ORDER], positions: [POSITION], accountState: ACCOUNT_STATE, atMs: AT_MS };
      expect(told({ kind: 'trading_state_snapshot', ...snapshot }).view).toMatchObject({
        orders: [{ instrument: 'BTC/USD' }],
        positions: [{ instrument: 'BTC/USD' }],
        accountState: { balance: padded ? '1000.00' : '1000' },
      });
      expect(dialect.readSnapshot(wire(speech.snapshot(snapshot))).orders).toHaveLength(1);
      const state = told({ kind: 'account_state_event', accountState: ACCOUNT_STATE, atMs: AT_MS });
      expect(state).toMatchObject({ kind: 'account_state_event', view: { equity: padded ? '-3.10' : '-3.1' } });
      const instrument = told({ kind: 'instrument_event', action: 'upd', conditions: CONDITIONS, atMs: AT_MS });
      expect(instrument.view).toMatchObject({
        action: 'upd',
        instrument: 'BTC/USD',
        conditions: { volumeMin: '0.001' },
      });
      const { bid, ask } = { bid: parseDecimal('59999.5'), ask: parseDecimal('60000.0') };
      const tick = told({ kind: 'tick', instrument: 'BTC/USD', bid, ask, pointDigits: 1, atMs: AT_MS });
      expect(tick.view).toEqual({ instrument: 'BTC/USD', bid: 59_999.5, ask: 60_000, time: TIME });
    });

    it('tells HMR at the root of the message, without wrapper and event time', () => {
      const snapshot = told({ kind: 'hmr_snapshot', periods: [PERIOD], atMs: AT_MS });
      expect(snapshot.view).toMatchObject({
        periods: [{ id: 'hmr-1', instruments: ['EURUSD', 'BTC/USD'], start: TIME }],
      });
      const update = told({ kind: 'hmr_update', upsertedPeriods: [PERIOD], removedPeriodIds: ['hmr-0'], atMs: AT_MS });
      expect(update.view).toMatchObject({ upserted: [{ id: 'hmr-1' }], removedIds: ['hmr-0'] });
      expect(snapshot.message).toHaveProperty('periods');
      expect(update.message).toHaveProperty('upserted_periods');
      expect(update.message).toHaveProperty('removed_period_ids');
      expect(JSON.stringify([snapshot.message, update.message])).not.toMatch(/payload|event_time/);
    });

    it('answers commands, and reads them', () => {
      const command = dialect.command('unsubscribe', { event: 'hmr', instruments: ['EURUSD'], commandId: '4' });
      const read = speech.readCommand(JSON.parse(command));
      expect(read).toEqual({ command: { action: 'unsubscribe', event: 'hmr', instruments: ['EURUSD'] }, id: '4' });
      expect(speech.readCommand({ type: 'publish', cmd: 'pub' })).toBeUndefined();
      expect(speech.readCommand([])).toBeUndefined();
      if (read === undefined) return;
      const accepted = speech.commandAccepted(
        { refused: false, action: 'unsubscribe', event: 'hmr', instruments: ['EURUSD'], events: [], answerFirst: true },
        read,
      );
      expect(dialect.readFrame(wire(accepted))).toMatchObject([{ kind: 'command_accepted', view: { commandId: '4' } }]);
      const refused = dialect.readFrame(wire(speech.commandRefused(REFUSAL, read)));
      expect(refused).toMatchObject([{ kind: 'command_refused', view: { event: 'hmr', commandId: '4' } }]);
      expect(refused).toMatchObject([{ view: { error: { code: 1001, message: 'AUTH_INVALID_SIGNATURE' } } }]);
    });

    it('reads the orders that the dialect writes', () => {
      const spoken = positionId;
      const { body = '' } = dialect.request('placeOrder', {
        accountId: '7',
        type: 'sltp',
        side: 'sell',
        instrument: 'BTC/USD',
        volume: '1.000',
        stopLossPrice: '1.0',
        positionId: spoken,
      });
      const { params } = found(speech, 'POST', '/v1/trading/accounts/7/orders', body);
      expect(speech.readTrade('placeOrder', JSON.parse(body), params)).toEqual({
        type: 'sltp',
        side: 'sell',
        instrument: 'BTC/USD',
        volume: '1.000',
        price: undefined,
        stopLossPrice: '1.0',
        takeProfitPrice: undefined,
        positionId: 'pos-7-a2',
        orderId: undefined,
      });
      expect(speech.identifier('pos', '7', spoken)).toBe('pos-7-a2');
      for (const odd of [null, [], 'text', 5, { wish: 5 }, { wish: { symbol: null } }] as JsonValue[]) {
        expect(speech.readTrade('placeOrder', odd, { accountId: '7' }).instrument).toBeUndefined();
      }
    });

    it('answers with errors, ACKs, status and pages', () => {
      expect(dialect.readError(wire(speech.refusal(REFUSAL)))).toEqual({
        code: 1001,
        message: 'AUTH_INVALID_SIGNATURE',
      });
      const ack = {
        refused: false,
        status: 202,
        operationId: 'op-1',
        clientRequestId: 'key-00001',
        duplicate: false,
        answerDelayMs: 0,
      } as const;
      expect(dialect.readAck(wire(speech.ack(ack, 'placeOrder')))).toEqual({
        operationId: 'op-1',
        clientRequestId: 'key-00001',
      });
      const status = { operationId: 'op-1', clientRequestId: 'key-00001', acceptedAtMs: AT_MS, finishedAtMs: AT_MS };
      for (const state of ['pending', 'success', 'rejected', 'failed'] as const) {
        const body = speech.operationStatus({ ...status, state, errorCode: 'X', errorMessage: 'X' });
        expect(dialect.readOperation(wire(body))).toMatchObject({ state, operationId: 'op-1', errorCode: 'X' });
      }
      const page = dialect.readOrderHistory(wire(speech.orderHistory({ items: [ORDER], cursor: 'c' })));
      expect(page).toMatchObject({ items: [{ instrument: 'BTC/USD' }], cursor: 'c' });
      const last = dialect.readDealHistory(wire(speech.dealHistory({ items: [DEAL], cursor: undefined })));
      expect(last.cursor ?? undefined).toBeUndefined();
      expect(dialect.readConditions(wire(speech.conditions(CONDITIONS)))).toMatchObject({ volumeStep: '0.001' });
      expect(dialect.readInstruments(wire(speech.instruments([CONDITIONS])))).toEqual(['BTC/USD']);
    });
  },
);

function found(speech: Speech, method: string, target: string, body: string): FoundRoute {
  const route = routerOf(speech.routes).find({ method, target, body: Buffer.from(body) });
  if (route === undefined) throw new Error(`expected a route of ${target}`);
  return route;
}

/** As it arrives. */
function wire(value: JsonValue | undefined): JsonValue {
  if (value === undefined) throw new Error('expected something to be said');
  return JSON.parse(JSON.stringify(value));
}

it.each(DIALECT_NAMES)('%s spells what the interface states as it does', (name) => {
  expect(respelled(fillDialect(DIALECTS[name].stated))).toEqual([]);
});
