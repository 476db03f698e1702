import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { expiredOrders } from './expired-orders.js';
import { OwnOperations } from './own-operations.js';

const MEANING = { meaning: (_: string, word: JsonValue) => (word === 'lapsed' ? 'expired' : undefined) };

/** A placement under a key, then the events. */
function told(...events: readonly Record<string, JsonValue>[]): OwnOperations {
  const asked = { i: 1, kind: 'invoke', account: 'A', client_request_id: 'mine', parsed: { request: 'placeOrder' } };
  const records = events.map((view, at) => ({
    i: 2 + at,
    kind: 'event',
    account: 'A',
    parsed: { kind: 'transaction_event', view },
  }));
  // Only what is read.
  return new OwnOperations([asked, ...records] as unknown as readonly JournalRecord[]);
}

const PLACED = { clientRequestId: 'mine', orders: [{ id: 'O1', state: 'resting' }] };
const LAPSED = { orders: [{ id: 'O1', state: 'lapsed' }] };

function records(own: OwnOperations): readonly number[] {
  return expiredOrders(own, MEANING as Parameters<typeof expiredOrders>[1]).map(({ i }) => i);
}

describe('orders that expired', () => {
  it('are those of the check, whether the event repeats their key or not', () => {
    expect(records(told(PLACED, LAPSED))).toEqual([3]);
    expect(records(told(PLACED, { ...LAPSED, clientRequestId: 'mine' }))).toEqual([3]);
  });

  it('are none of others, and none that ended otherwise', () => {
    expect(records(told(PLACED, { orders: [{ id: 'O2', state: 'lapsed' }] }))).toEqual([]);
    expect(records(told(PLACED, { orders: [{ id: 'O1', state: 'gone' }] }))).toEqual([]);
  });
});

describe('events of others', () => {
  it('have a key that the check did not give', () => {
    const own = told(PLACED, LAPSED, { clientRequestId: 'desk-1', orders: [] }, { clientRequestId: '', orders: [] });
    expect(own.ofOthers.map(({ record }) => record.i)).toEqual([4]);
  });
});
