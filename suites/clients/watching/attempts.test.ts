// Which later request is the one to compare with what was lost.
import { expect, it } from 'vitest';
import { keyOf, type SeenRequest } from '../stage/seen.js';
import { attemptsAmong } from './attempts.js';

let seq = 0;

function placed(key: string, price: string, fate: 'whole' | 'lost'): SeenRequest {
  seq += 1;
  const moment = { seq, atNs: BigInt(seq) };
  return {
    ...moment,
    connection: 1,
    method: 'POST',
    target: '/',
    headers: [['SVC-IDEMPOTENCY-KEY', key]],
    read: { request: 'placeOrder', accountId: 'A', params: { price } },
    signature: { stages: [] },
    body: new Uint8Array(),
    ...(fate === 'whole' && {
      answer: { ...moment, status: 202, headers: [], body: new Uint8Array(), delivered: 'whole' as const },
    }),
  };
}

it.each<[string, readonly Parameters<typeof placed>[], readonly [string, string | undefined]]>([
  ['the second attempt', [['b', '1', 'whole']], ['a', 'b']],
  [
    'the fourth, where patience ends at the third loss',
    [
      ['a', '1', 'lost'],
      ['a', '1', 'lost'],
      ['b', '1', 'whole'],
    ],
    ['a', 'b'],
  ],
  [
    'no order after one that was answered',
    [
      ['a', '1', 'whole'],
      ['b', '1', 'whole'],
    ],
    ['a', 'a'],
  ],
  [
    'no other order',
    [
      ['a', '1', 'lost'],
      ['b', '2', 'whole'],
    ],
    ['a', 'a'],
  ],
  ['nothing', [], ['a', undefined]],
])('takes %s', (_name, later, [lastKey, nextKey]) => {
  const [last, next] = attemptsAmong(
    placed('a', '1', 'lost'),
    later.map((one) => placed(...one)),
  );
  expect([keyOf(last), next === undefined ? undefined : keyOf(next)]).toEqual([lastKey, nextKey]);
});
