import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryJournal } from '../../../../toolkit/journal/memory.js';
import type { JsonObject } from '../../../../toolkit/payload/json.js';
import type { TradingStateView } from '../../../../toolkit/profile/dialect/views.js';
import { BLANK } from '../target/target-journal.js';
import { type LeftOver, leftOver } from './baselines.js';
import { OpenedByOthers } from './opened-by-others.js';

describe('what others open while a run goes on', () => {
  const journal = new MemoryJournal();
  let opened: OpenedByOthers;

  beforeEach(() => {
    opened = new OpenedByOthers();
  });

  function told(view: JsonObject, account = 'A'): void {
    const parsed = { kind: 'transaction_event', message: {}, view };
    opened.take(journal.keep({ ...BLANK, kind: 'event', check: null, cause: null, account, parsed }));
  }

  function named(kind: 'invoke' | 'ok', name: { client_request_id?: string; operation_id?: string }): void {
    opened.take(journal.keep({ ...BLANK, kind, check: null, cause: null, account: 'A', parsed: null, ...name }));
  }

  function left(state: TradingStateView, account = 'A'): LeftOver {
    return leftOver(state, opened.addTo({ orders: new Set(), positions: new Map() }, account));
  }

  it('is not left over by the run', () => {
    told({ clientRequestId: 'theirs', orders: [{ id: 'O' }], positions: [{ id: 'P', side: 'buy', volume: '1' }] });
    const state = { orders: [{ id: 'O' }], positions: [{ id: 'P', side: 'buy', volume: '1' }] };
    expect(left(state)).toEqual({ orders: [], positions: [] });
    expect(left(state, 'B').orders).toEqual(['O']);
  });

  it('is what no key and no operation of the run names', () => {
    named('invoke', { client_request_id: 'mine' });
    told({ clientRequestId: 'mine', orders: [{ id: 'O1' }] });
    told({ clientRequestId: 'respelled', operationId: 7, orders: [{ id: 'O2' }] });
    named('ok', { operation_id: '7' });
    told({ orders: [{ id: 'O3' }] });
    told({ clientRequestId: '', orders: [{ id: 'O4' }] });
    const orders = ['O1', 'O2', 'O3', 'O4'];
    expect(left({ orders: orders.map((id) => ({ id })) }).orders).toEqual(orders);
  });

  it('is what a desk opens without a key, unless the run asked for the like of it', () => {
    const parsed = { params: { instrument: 'EURUSD', price: '1.10', volume: '0.5' } };
    opened.take(journal.keep({ ...BLANK, kind: 'invoke', check: null, cause: null, account: 'A', parsed }));
    const order = { instrument: 'EURUSD', price: '1.2', volume: '0.7' };
    told({ operationId: 'desk-1', orders: [{ id: 'O1', ...order }] });
    told({ operationId: 'desk-2', orders: [{ id: 'O2', ...order, price: '1.100' }] });
    told({ operationId: 'desk-3', orders: [{ id: 'O3', ...order, volume: '0.50' }] });
    told({ operationId: 'desk-4', orders: [{ id: 'O4' }] });
    expect(left({ orders: ['O1', 'O2', 'O3', 'O4'].map((id) => ({ id })) }).orders).toEqual(['O2', 'O3', 'O4']);
  });

  it('tells on which accounts they trade, and since when', () => {
    named('invoke', { client_request_id: 'mine' });
    told({ clientRequestId: 'mine', orders: [{ id: 'O1' }] });
    told({ clientRequestId: 'theirs', orders: [{ id: 'O2' }] }, 'B');
    expect(['A', 'B'].map((account) => opened.tradedOn(account))).toEqual([false, true]);
    expect(opened.tradedOn('B', journal.records.length + 1)).toBe(false);
  });

  it('is company once it has been told of twice', () => {
    const order = { instrument: 'EURUSD', price: '1.2', volume: '0.7' };
    told({ clientRequestId: 'theirs', orders: [{ id: 'O1', ...order }] });
    expect(opened.hasCompany).toBe(false);
    told({ operationId: 'desk-1', orders: [{ id: 'O2', ...order }] });
    expect(opened.hasCompany).toBe(true);
  });

  it('is what stands there and nobody asked for, though no event told of it, where others are known to trade', () => {
    const parsed = { params: { instrument: 'EURUSD', price: '1.10', volume: '0.5' } };
    opened.take(journal.keep({ ...BLANK, kind: 'invoke', check: null, cause: null, account: 'A', parsed }));
    const theirs = { instrument: 'EURUSD', price: '1.2', volume: '0.7' };
    const state = {
      orders: [
        { id: 'O1', ...theirs },
        { id: 'O2', ...theirs, price: '1.1' },
      ],
      positions: [],
    };
    const found = (): readonly string[] =>
      leftOver(state, opened.addTo({ orders: new Set(), positions: new Map() }, 'A', state)).orders;
    expect(found()).toEqual(['O1', 'O2']);
    for (const desk of ['desk-1', 'desk-2']) told({ operationId: desk, orders: [{ id: desk, ...theirs }] });
    expect(found()).toEqual(['O2']);
  });

  it('is not what the run opened and others changed', () => {
    told({ clientRequestId: 'theirs', orders: [{ id: 'O' }] });
    named('invoke', { client_request_id: 'mine' });
    told({ clientRequestId: 'mine', orders: [{ id: 'O' }] });
    expect(left({ orders: [{ id: 'O' }] }).orders).toEqual(['O']);
  });

  it('leaves the run what it added to a position of theirs', () => {
    told({ clientRequestId: 'theirs', positions: [{ id: 'P', side: 'buy', volume: '1.00' }] });
    expect(left({ positions: [{ id: 'P', side: 'buy', volume: '1.50' }] }).positions).toEqual([
      { id: 'P', volume: '0.50' },
    ]);
  });
});
