import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { endedByTarget } from './ended-by-target.js';
import { OwnOperations } from './own-operations.js';

const MEANINGS: Readonly<Record<string, string>> = {
  resting: 'pending',
  lapsed: 'expired',
  gone: 'cancelled',
  done: 'filled',
  over: 'closed',
};
const WORDS = { meaning: (_: string, word: JsonValue) => (typeof word === 'string' ? MEANINGS[word] : undefined) };

type Draft = Readonly<Record<string, JsonValue>>;

const PLACED = { clientRequestId: 'mine', orders: [{ id: 'O1', state: 'resting' }] };
const OPENED = { clientRequestId: 'open', positions: [{ id: 'P1', volume: '2', state: 'there' }], deals: [{}] };
const LAPSED = { orders: [{ id: 'O1', state: 'lapsed' }] };
const GONE = { orders: [{ id: 'O1', state: 'gone' }] };

const asks = (key: string, request: string, params: Draft = {}): Draft => ({
  kind: 'invoke',
  client_request_id: key,
  parsed: { request, params },
});
const controls = (action: string, params: Draft = {}): Draft => ({ kind: 'control', parsed: { action, params } });
const tells = (view: Draft): Draft => ({ kind: 'event', parsed: { kind: 'transaction_event', view } });

/** Behind a placement and an opening of the check, each of which has its event. */
function ended(...behind: readonly Draft[]): readonly JsonValue[] {
  const drafts = [asks('mine', 'placeOrder'), tells(PLACED), asks('open', 'openPosition'), tells(OPENED), ...behind];
  const made = drafts.map((draft, i) => ({ i, account: 'A', error: null, client_request_id: null, ...draft }));
  // Only what is read.
  const records = made as unknown as readonly JournalRecord[];
  const found = endedByTarget(records, new OwnOperations(records), WORDS as Parameters<typeof endedByTarget>[2]);
  return found.map(({ record, ids, isExpiry }) => [record.i, ...ids, isExpiry]);
}

describe('orders whose time was over', () => {
  it('are those of the check, whether the event repeats their key or not', () => {
    expect(ended(tells(LAPSED))).toEqual([[4, 'O1', true]]);
    expect(ended(tells({ ...LAPSED, clientRequestId: 'mine' }))).toEqual([[4, 'O1', true]]);
  });

  it('are none of others', () => {
    expect(ended(tells({ orders: [{ id: 'O2', state: 'lapsed' }] }))).toEqual([]);
  });
});

describe('what a desk ended', () => {
  it('is an order or a position of the check', () => {
    expect(ended(tells(GONE))).toEqual([[4, 'O1', false]]);
    expect(ended(tells({ ...GONE, clientRequestId: 'mine' }))).toEqual([[4, 'O1', false]]);
    expect(ended(tells({ positions: [{ id: 'P1', volume: '0.0', state: 'odd' }] }))).toEqual([[4, 'P1', false]]);
    expect(ended(tells({ positions: [{ id: 'P1', volume: '1', state: 'there' }], deals: [{}] }))).toHaveLength(1);
  });

  it('is no order that is executed further, whatever the word for that', () => {
    const part = { clientRequestId: 'mine', orders: [{ id: 'O1', state: 'half-way' }] };
    expect(ended(tells({ ...part, deals: [{ orderId: 'O1' }] }))).toEqual([]);
    expect(ended(tells({ ...part, deals: [{ orderId: 'O2' }] }))).toEqual([[4, 'O1', false]]);
  });

  it('is nothing that the check asked for', () => {
    expect(ended(asks('end', 'cancelOrder', { orderId: 'O1' }), tells(GONE))).toEqual([]);
    expect(ended(tells(GONE), controls('order.cancel', { order_id: 'O1' }))).toEqual([]);
    expect(ended(controls('market.price'), tells(GONE))).toEqual([]);
    const later = [
      asks('late', 'placeOrder'),
      tells({ clientRequestId: 'late', orders: [{ id: 'O2', state: 'resting' }] }),
    ];
    const gone = tells({ orders: [{ id: 'O2', state: 'gone' }] });
    expect(ended(controls('market.price'), ...later, gone)).toEqual([[7, 'O2', false]]);
    const child = { orders: [{ id: 'O1', state: 'gone', positionId: 'P1' }] };
    expect(ended(asks('end', 'closePosition', { positionId: 'P1' }), tells(child))).toEqual([]);
  });

  it('is what it had ended before the check asked for it', () => {
    const asked = asks('end', 'cancelOrder', { orderId: 'O1' });
    expect(ended(tells(GONE), asked)).toEqual([[4, 'O1', false]]);
    expect(ended(asked, tells(GONE), tells({ clientRequestId: 'end', errorCode: 'TOO_LATE' }))).toEqual([
      [5, 'O1', false],
    ]);
  });

  it('is neither executed by the market, nor part of an opening, nor the doing of another operation of the check', () => {
    expect(ended(tells({ orders: [{ id: 'O1', state: 'done' }] }))).toEqual([]);
    expect(ended(tells({ ...OPENED, positions: [{ id: 'P1', volume: '4', state: 'there' }] }))).toEqual([]);
    expect(ended(asks('next', 'placeOrder'), tells({ ...GONE, clientRequestId: 'next' }))).toEqual([]);
  });
});

describe('events of others', () => {
  it('have a key that the check did not give', () => {
    const records = [asks('mine', 'placeOrder'), tells(PLACED), tells({ ...GONE, clientRequestId: 'desk-1' })].map(
      (draft, i) => ({ i, account: 'A', error: null, client_request_id: null, ...draft }),
    ) as unknown as readonly JournalRecord[];
    expect(new OwnOperations(records).ofOthers.map(({ record }) => record.i)).toEqual([2]);
  });
});
