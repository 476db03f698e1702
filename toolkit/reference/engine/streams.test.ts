import { describe, expect, it } from 'vitest';
import { contraryBehaviour, defaultBehaviour } from '../behaviour.js';
import type { DomainEvent } from '../domain.js';
import { type Listener, MARKET, RESTING, TestClient } from './engine-client.test.aid.js';

const kinds = ({ events }: Listener): string[] => events.map(({ kind }) => kind);
const names = (events: readonly DomainEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'instrument_event' ? [`${event.action} ${event.conditions.instrument}`] : [],
  );

describe('transactions', () => {
  it('begin with a snapshot and go on with events, until unsubscribed', () => {
    const client = new TestClient();
    const listener = client.listen();
    client.done('placeOrder', RESTING);
    expect(listener.events).toEqual([]);
    listener.subscribe('transactions');
    client.done('placeOrder', RESTING);
    listener.unsubscribe('transactions');
    client.done('placeOrder', RESTING);
    expect(kinds(listener)).toEqual(['trading_state_snapshot', 'transaction_event']);
    expect(listener.events[0]).toMatchObject({ orders: [{ type: 'limit' }] });
  });

  it('are the same on every connection and stay within the account', () => {
    const client = new TestClient();
    const other = client.engine.controls.createAccount().id;
    const [first, second, foreign] = [client.listen(), client.listen(), client.listen('events', other)];
    for (const listener of [first, second, foreign]) {
      listener.subscribe('transactions');
    }
    client.done('openPosition', MARKET);
    expect(first.events[1]).toBe(second.events[1]);
    expect(kinds(foreign)).toEqual(['trading_state_snapshot']);
  });

  it('are neither replayed nor carried over to a new connection', () => {
    const client = new TestClient();
    const first = client.listen();
    first.subscribe('transactions');
    client.engine.controls.dropStreams(client.accountId);
    expect(first.ended).toEqual(['dropped']);
    client.done('placeOrder', RESTING);
    const second = client.listen();
    client.done('placeOrder', RESTING);
    expect(second.events).toEqual([]);
    second.subscribe('transactions');
    expect(kinds(second)).toEqual(['trading_state_snapshot']);
    expect(second.events[0]).toMatchObject({ orders: { length: 2 } });
  });
});

describe('account_state', () => {
  it('comes every 2 seconds while subscribed, whatever happens to the balance', () => {
    const client = new TestClient();
    const listener = client.listen();
    listener.subscribe('account_state');
    expect(listener.events).toHaveLength(1);
    client.engine.clock.advance(1999);
    client.engine.controls.deposit(client.accountId, 'balance', '1');
    expect(listener.events).toHaveLength(1);
    client.engine.clock.advance(1);
    client.engine.clock.advance(4000);
    expect(listener.events.map(({ atMs }) => atMs - (listener.events[0]?.atMs ?? 0))).toEqual([0, 2000, 4000, 6000]);
    listener.unsubscribe('account_state');
    client.engine.clock.advance(10_000);
    expect(listener.events).toHaveLength(4);
  });
});

describe('instrument events', () => {
  it('come for the instruments of the subscription, whole and resolved for the account', () => {
    const client = new TestClient();
    const { controls } = client.engine;
    const listener = client.listen();
    listener.subscribe('instruments', ['EURUSD', 'USDJPY']);
    controls.updateInstrument(client.accountId, 'EURUSD', '70');
    controls.updateInstrument(client.accountId, 'XAUUSD', '40');
    listener.unsubscribe('instruments', ['EURUSD']);
    controls.updateInstrument(client.accountId, 'EURUSD', '80');
    controls.removeInstrument(client.accountId, 'USDJPY');
    expect(names(listener.events)).toEqual(['upd EURUSD', 'del USDJPY']);
    expect(listener.events[0]).toMatchObject({ conditions: { volumeMax: { coefficient: 7000n }, pointDigits: 5 } });
  });

  it('come for all of them with the wildcard, which also ends them all', () => {
    const client = new TestClient();
    const { controls } = client.engine;
    const listener = client.listen();
    listener.subscribe('instruments', ['all']);
    const added = controls.addInstrument(client.accountId);
    controls.updateInstrument(client.accountId, 'EURUSD', '70');
    listener.unsubscribe('instruments', ['all']);
    controls.updateInstrument(client.accountId, 'EURUSD', '80');
    expect(names(listener.events)).toEqual([`new ${added}`, 'upd EURUSD']);
  });
});

describe('a command that is refused', () => {
  it.each([
    ['instruments', ['EURUSD', 'COPPER']],
    ['instruments', ['NOSUCH']],
    ['instruments', undefined],
    ['hmr', ['all']],
    ['hmr', []],
    ['hmr', undefined],
    ['hmr', ['EURUSD', 'NOSUCH']],
    ['ticks', ['EURUSD']],
    ['nonsense', undefined],
  ])('%s %j has no effect at all', (event, list) => {
    const client = new TestClient();
    const listener = client.listen();
    listener.subscribe('instruments', ['USDJPY']);
    listener.subscribe('hmr', ['USDJPY']);
    expect(listener.subscribe(event, list)).toMatchObject({ refused: true, closes: false });
    client.engine.controls.updateInstrument(client.accountId, 'EURUSD', '70');
    client.engine.controls.upsertHmr(client.accountId, ['EURUSD']);
    client.engine.controls.updateInstrument(client.accountId, 'USDJPY', '70');
    expect(kinds(listener)).toEqual(['hmr_snapshot', 'instrument_event']);
  });
});

describe('hmr', () => {
  it('begins with a snapshot, goes on with updates, and has a new snapshot only for the flexible status', () => {
    const client = new TestClient();
    const { controls } = client.engine;
    const period = controls.upsertHmr(client.accountId, ['EURUSD', 'XAUUSD']);
    const listener = client.listen();
    listener.subscribe('hmr', ['EURUSD']);
    controls.upsertHmr(client.accountId, ['EURUSD'], { periodId: period });
    controls.upsertHmr(client.accountId, ['USDJPY']);
    controls.setFlexibleHmr(client.accountId, true);
    controls.setFlexibleHmr(client.accountId, true);
    controls.removeHmr(client.accountId, period);
    expect(listener.events).toMatchObject([
      { kind: 'hmr_snapshot', periods: [{ id: period, instruments: ['EURUSD', 'XAUUSD'] }] },
      { kind: 'hmr_update', upsertedPeriods: [{ id: period, instruments: ['EURUSD'] }], removedPeriodIds: [] },
      { kind: 'hmr_snapshot', periods: [{ id: period }] },
      { kind: 'hmr_update', upsertedPeriods: [], removedPeriodIds: [period] },
    ]);
  });

  it('shows scheduled periods in a snapshot, and none that has ended by then', () => {
    const client = new TestClient();
    const { controls, clock } = client.engine;
    const nowMs = clock.nowMs();
    controls.upsertHmr(client.accountId, ['EURUSD'], { periodId: 'over', endsAtMs: nowMs + 1000 });
    controls.upsertHmr(client.accountId, ['EURUSD'], { periodId: 'later', startsAtMs: nowMs + 5000 });
    clock.advance(1000);
    const listener = client.listen();
    listener.subscribe('hmr', ['EURUSD']);
    expect(listener.events).toMatchObject([{ kind: 'hmr_snapshot', periods: [{ id: 'later' }] }]);
    expect(() => controls.upsertHmr(client.accountId, ['EURUSD'], { endsAtMs: nowMs })).toThrow(/ends_at later/);
  });

  it('removes a period that no longer concerns the subscribed instruments', () => {
    const client = new TestClient();
    const { controls } = client.engine;
    const period = controls.upsertHmr(client.accountId, ['EURUSD']);
    const listener = client.listen();
    listener.subscribe('hmr', ['EURUSD']);
    controls.upsertHmr(client.accountId, ['XAUUSD'], { periodId: period });
    expect(listener.events[1]).toMatchObject({ upsertedPeriods: [], removedPeriodIds: [period] });
  });

  it('tells every period where the behaviour does not narrow', () => {
    const client = new TestClient({ behaviour: { ...defaultBehaviour, hmrPeriods: 'whole' } });
    client.engine.controls.upsertHmr(client.accountId, ['XAUUSD']);
    const listener = client.listen();
    listener.subscribe('hmr', ['EURUSD']);
    expect(listener.events).toMatchObject([{ periods: [{ instruments: ['XAUUSD'] }] }]);
  });
});

describe('a trading-disabled account', () => {
  it('is refused the events stream at the handshake, and open streams are closed', () => {
    const client = new TestClient();
    const listener = client.listen();
    client.engine.controls.restrictAccount(client.accountId, { tradeMode: 'trading_disabled' });
    expect(listener.ended).toEqual(['disabled']);
    expect(client.connect()).toMatchObject({ refused: true, name: 'ACCOUNT_DISABLED' });
    expect('refused' in client.connect('ticks')).toBe(false);
  });

  it('is refused at the command and silent where the behaviour says so', () => {
    const client = new TestClient({ behaviour: contraryBehaviour });
    const before = client.listen();
    before.subscribe('transactions');
    client.engine.controls.restrictAccount(client.accountId, { tradeMode: 'trading_disabled' });
    client.engine.controls.deposit(client.accountId, 'balance', '1');
    expect(before.ended).toEqual([]);
    expect(kinds(before)).toEqual(['trading_state_snapshot']);
    expect(client.listen().subscribe('transactions')).toMatchObject({ refused: true });
    expect(client.connect('ticks')).toMatchObject({ refused: true });
  });
});

describe('the ticks stream', () => {
  it('brings the prices of every quoted instrument, and takes no commands', () => {
    const client = new TestClient();
    client.engine.controls.setQuotes(client.accountId, 'XAUUSD', false);
    const listener = client.listen('ticks');
    client.engine.clock.advance(500);
    const instruments = new Set(
      listener.events.map((event) => (event.kind === 'tick' ? event.instrument : event.kind)),
    );
    expect([...instruments].sort()).toEqual(['BTC/USD', 'EURUSD', 'NATGAS', 'US500', 'USDJPY', 'USDTRY']);
    expect(listener.subscribe('transactions')).toMatchObject({ refused: true });
    client.engine.disconnect(listener.connection);
    const count = listener.events.length;
    client.engine.clock.advance(5000);
    expect(listener.events).toHaveLength(count);
  });
});
