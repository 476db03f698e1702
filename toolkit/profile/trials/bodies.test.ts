import { describe, expect, it } from 'vitest';
import { ACCOUNT, ACCOUNT_VIEW, CONDITIONS, CONDITIONS_VIEW, dialectOf, readsAlike, T } from './trials.test.aid.js';

describe('bodies', () => {
  readsAlike('the ACK', { operationId: 'op', clientRequestId: 'key-1' }, (d, body) => d.readAck(body), {
    compact: { r: { operation_id: 'op', client_request_id: 'key-1' } },
    nested: { accepted: { operation_id: 'op', client_request_id: 'key-1' } },
    envelope: { header: {}, data: { operation_id: 'op', client_request_id: 'key-1' } },
  });
  readsAlike('an error', { code: 1001, message: 'AUTH_INVALID_SIGNATURE' }, (d, body) => d.readError(body), {
    compact: { e: [{ error: { code: 1001 }, error_message: 'AUTH_INVALID_SIGNATURE' }] },
    nested: { problem: { error: { code: 1001, error_message: 'AUTH_INVALID_SIGNATURE' } } },
    envelope: { errors: [{ error: { code: 1001 }, error_message: 'AUTH_INVALID_SIGNATURE' }] },
  });
  readsAlike(
    'a rejected operation',
    { operationId: 'op', state: 'rejected', errorCode: 'X', errorMessage: 'x' },
    (d, body) => d.readOperation(body),
    {
      compact: { r: { operation_id: 'op', st: 20, error_code: 'X', error_message: 'x' } },
      nested: {
        operation: {
          operation_id: 'op',
          finished_at: T,
          result: { rejected: {} },
          error_code: 'X',
          error_message: 'x',
        },
      },
      envelope: { data: { operation_id: 'op', progress: 'rejected', error_code: 'X', error_message: 'x' } },
    },
  );
  readsAlike('an unfinished operation', 'pending', (d, body) => d.readOperation(body).state, {
    compact: { r: { st: 0 } },
    nested: { operation: { finished_at: null } },
    envelope: { data: { progress: 'pending' } },
  });
  readsAlike('an operation in a state without a word', 'unknown', (d, body) => d.readOperation(body).state, {
    compact: { r: { st: 77 } },
    nested: { operation: { finished_at: T, result: {} } },
    envelope: {},
  });
  readsAlike('the instruments', ['EURUSD', 'GBP/USD'], (d, body) => d.readInstruments(body), {
    compact: { r: { l: ['EURUSD', 'GBP/USD'] } },
    nested: { tradable: { EURUSD: { digits: 5 }, 'GBP/USD': true } },
    envelope: {
      data: { groups: { fx: { symbols: [{ ticker: 'EURUSD' }] }, rest: { symbols: [{ ticker: 'GBP/USD' }] } } },
    },
  });
  readsAlike('instruments that are not there', undefined, (d, body) => d.readInstruments(body), {
    compact: { r: {} },
    nested: {},
    envelope: { data: {} },
  });
  readsAlike('conditions', CONDITIONS_VIEW, (d, body) => d.readConditions(body), {
    compact: { r: { c: CONDITIONS } },
    nested: { conditions: [CONDITIONS] },
    envelope: { data: CONDITIONS },
  });
  readsAlike(
    'a page of deals with more to come',
    {
      items: [{ id: '5', orderId: '3', positionId: '4', instrument: 'A', volume: '1', price: '2', time: T }],
      cursor: 'next',
    },
    (d, body) => {
      const page = d.readDealHistory(body);
      return { ...page, items: page.items?.map(({ side: _, ...deal }) => deal) };
    },
    {
      compact: {
        r: {
          d: [{ id: 5, oid: 3, pos: 4, s: 'A', d: 1, v: '1', px: '2', at: T }],
          pg: { more: true, next: { token: 'next' } },
        },
      },
      nested: {
        entries: [
          {
            sort: 'deal',
            deal: {
              number: 5,
              of: { order: 3, position: 4 },
              symbol: { name: 'A' },
              size: { volume: '1' },
              at: { price: '2' },
              made: T,
            },
          },
          { sort: 'remark', remark: 'x' },
        ],
        links: { next: 'next' },
      },
      envelope: {
        data: {
          list: [
            {
              dealId: '5',
              orderId: '3',
              positionId: '4',
              ticker: 'A',
              volume: '1',
              price: '2',
              when: T,
              dealType: 'BUY',
            },
          ],
          cursor: 'next',
        },
      },
    },
  );
  readsAlike('the last page', { items: [] }, (d, body) => d.readOrderHistory(body), {
    compact: { r: { o: [], pg: { more: false, next: { token: 'stale' } } } },
    nested: { entries: {}, links: {} },
    envelope: { data: { list: [], cursor: '' } },
  });
  readsAlike(
    'the snapshot resource',
    { orders: [{ id: '3', volume: '1' }], positions: [], accountState: ACCOUNT_VIEW },
    (d, body) => d.readSnapshot(body),
    {
      compact: { r: { o: { id: 3, v: '1' }, p: null, a: [ACCOUNT] } },
      nested: { orders: { 3: { size: { volume: '1' } } }, positions: {}, account_state: { current: ACCOUNT } },
      envelope: {
        data: { orders: { open: [{ orderId: 3, volume: '1' }] }, positions: { open: [] }, account: ACCOUNT },
      },
    },
  );
  it('reads the quota of the call that places orders', () => {
    const quotas = {
      r: {
        q: [
          { call: 4, max: 1, left: 1 },
          { call: 5, max: 10, left: 9 },
        ],
      },
    };
    expect(dialectOf('compact').readQuota(quotas)).toEqual({ limit: 10, remaining: 9 });
    expect(dialectOf('compact').readQuota({ r: {} })).toBeUndefined();
    const inSeconds = { quotas: { place: { cap: 10, per_s: 1.5 } } };
    expect(dialectOf('nested').readQuota(inSeconds)).toEqual({ limit: 10, windowMs: 1_500 });
  });
});
