import { describe, expect, it } from 'vitest';
import { toPlainText } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { Account, CheckContext } from '../../runner/context.js';
import { doneByOthers } from './done-by-others.js';

const ASKED = { instrument: 'EURUSD', side: 'buy', volume: '0.30' };
const DEAL = { id: 'D1', ...ASKED, volume: '0.3' };

/** An opening that the check asked for in the record `askedAt`, and an event of somebody's key after it. */
function others(
  deal: Record<string, JsonValue>,
  askedAt = 5,
  close?: Record<string, JsonValue>,
  askedOn = 'A',
  key: string | undefined = 'desk-1',
) {
  const view = {
    ...(key !== '' && { clientRequestId: key }),
    operationId: 'op-1',
    deals: [deal],
    positions: [{ id: 'P1' }],
  };
  const closing =
    close === undefined ? [] : [{ ...view, clientRequestId: 'desk-2', operationId: 'op-2', deals: [close] }];
  const records = [
    {
      i: askedAt,
      kind: 'invoke',
      account: askedOn,
      parsed: { params: ASKED },
      client_request_id: 'k',
      operation_id: null,
    },
    ...[view, ...closing].map((one, at) => ({
      i: 6 + at,
      kind: 'event',
      account: 'A',
      parsed: { kind: 'transaction_event', view: one },
    })),
  ];
  const context = { records: () => records, dialect: { meaning: (_: string, word: JsonValue) => word } };
  // Only what the word reads.
  return doneByOthers(context as unknown as CheckContext, { id: 'A' } as Account, { record: 4 });
}

describe('what others did meanwhile', () => {
  it.each([
    ['on another instrument', { ...DEAL, instrument: 'GOLD' }, '0.3'],
    ['on the other side', { ...DEAL, side: 'sell' }, '-0.3'],
    ['of another volume', { ...DEAL, volume: '0.4' }, '0.4'],
  ])('is an opening %s', (_, deal, bought) => {
    const done = others(deal);
    expect(done.traded.map(toPlainText)).toEqual([bought]);
    expect([...done.positions]).toEqual(['P1']);
  });

  it('is the close of a position of theirs, though the check asked for just such a deal', () => {
    const { traded, records } = others({ ...DEAL, side: 'sell' }, 5, { ...DEAL, id: 'D2' });
    expect(traded.map(toPlainText)).toEqual(['-0.3', '0.3']);
    expect(records).toEqual([6, 7]);
  });

  it('is nothing that the check asked for, under whatever key, unless that was done before', () => {
    expect(others(DEAL)).toMatchObject({ records: [], alike: [6] });
    expect(others(DEAL, 3).records).toEqual([6]);
  });

  it.each([
    ['of another instrument', { ...DEAL, instrument: 'GOLD' }, true],
    ['of the other side', { ...DEAL, side: 'sell' }, true],
    ['of more volume', { ...DEAL, volume: '0.4' }, true],
    ['of a part of what the check asked for', { ...DEAL, volume: '0.1' }, false],
    ['that shows no instrument', { id: 'D1', side: 'buy', volume: '0.3' }, false],
    ['that the check asked for', DEAL, false],
  ])('is or is not what has no key: an opening %s', (_, deal, isTheirs) => {
    expect(others(deal, 5, undefined, 'A', '').records).toEqual(isTheirs ? [6] : []);
  });

  it('is what the check asked for on another account alone', () => {
    expect(others(DEAL, 5, undefined, 'B').records).toEqual([6]);
  });
});

describe('an order without a key beside the close of a part', () => {
  const event = (order: object): readonly number[] => {
    const view = { operationId: 'terminal-1', orders: [{ id: 'O1', instrument: 'EURUSD', side: 'buy', ...order }] };
    const records = [
      // A close names its position and a volume alone.
      { i: 5, kind: 'invoke', account: 'A', parsed: { params: { volume: '0.05' } }, client_request_id: 'k' },
      { i: 6, kind: 'event', account: 'A', parsed: { kind: 'transaction_event', view } },
    ].map((record) => ({ operation_id: null, ...record }));
    const context = { records: () => records, dialect: { meaning: (_: string, word: JsonValue) => word } };
    return doneByOthers(context as unknown as CheckContext, { id: 'A' } as Account, { record: 4 }).records;
  };
  const resting = { type: 'limit', state: 'pending', volume: '0.02', price: '0.7' };

  it('is of somebody else where it rests at a price', () => {
    expect(event(resting)).toEqual([6]);
  });

  it.each([
    ['was executed', { ...resting, state: 'filled' }],
    ['is a market order', { ...resting, type: 'market' }],
    ['shows no price', { ...resting, price: null }],
  ])('may be of the check where it %s', (_, order) => {
    expect(event(order)).toEqual([]);
  });
});

describe('an order of the check that an operation of somebody else ended', () => {
  function ended(state: string, operationId: string): readonly number[] {
    const event = (i: number, view: object): object => ({
      i,
      kind: 'event',
      account: 'A',
      parsed: { kind: 'transaction_event', view },
    });
    const records = [
      { i: 5, kind: 'ok', account: 'A', parsed: {}, client_request_id: 'k', operation_id: 'op-1' },
      event(6, { operationId: 'op-1', orders: [{ id: 'O1', state: 'pending' }] }),
      event(7, { operationId, orders: [{ id: 'O1', state }] }),
    ];
    const context = { records: () => records, dialect: { meaning: (_: string, word: JsonValue) => word } };
    return doneByOthers(context as unknown as CheckContext, { id: 'A' } as Account, { record: 4 }).ended;
  }

  it('is told of by that event', () => {
    expect(ended('cancelled', 'desk-1')).toEqual([7]);
  });

  it.each([
    ['it is still open', 'pending', 'desk-1'],
    ['the check ended it itself', 'cancelled', 'op-1'],
  ])('is none where %s', (_, state, operationId) => {
    expect(ended(state, operationId)).toEqual([]);
  });
});
