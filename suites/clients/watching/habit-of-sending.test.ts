// Whether a client sends equal orders anyway, as all that was seen of it tells.
import { expect, it } from 'vitest';
import type { Observed, ObservedRequest } from '../../../toolkit/tap/index.js';
import { keyOf, Seen } from '../stage/seen.js';
import { habitOfSending, isSentAnew } from './habit-of-sending.js';

let seq = 0;

function placed([key, price, delivered = 'whole']: readonly [
  string,
  string,
  ('whole' | 'cut-before')?,
]): ObservedRequest {
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
    answer: { ...moment, status: 202, headers: [], body: new Uint8Array(), delivered },
  };
}

const others = (count: number): readonly (readonly [string, string])[] =>
  Array.from({ length: count }, (_, index) => [`other-${index}`, `2.${index}`] as const);

it.each<[string, boolean, readonly Parameters<typeof placed>[0][]]>([
  [
    'equal orders in a row',
    true,
    [
      ['a', '1'],
      ['b', '1'],
    ],
  ],
  ['equal orders of another worker', true, [['a', '1'], ...others(4), ['b', '1']]],
  ['equal orders of a long round', true, [['a', '1'], ...others(25), ['b', '1']]],
  ['equal orders far from each other', false, [['a', '1'], ...others(65), ['b', '1']]],
  [
    'a repeat',
    false,
    [
      ['a', '1'],
      ['a', '1'],
    ],
  ],
  [
    'another key after an answer that was lost',
    false,
    [
      ['a', '1', 'cut-before'],
      ['b', '1'],
    ],
  ],
  [
    'what followed on trouble',
    false,
    [
      ['troubled', '1'],
      ['b', '1'],
    ],
  ],
])('knows %s', (_, repeatsItself, orders) => {
  const observed: Observed = {
    requests: orders.map(placed),
    frames: [],
    handshakes: [],
    connections: [],
    malformed: [],
  };
  expect(habitOfSending(new Seen(observed), new Set(['troubled'])).repeats.size > 0).toBe(repeatsItself);
});

it('knows the shortest pause by orders that were taken, of workers side by side none', () => {
  const orders = (['a', 'b', 'c'] as const).map((key) => placed([key, key]));
  const lost = placed(['d', 'd', 'cut-before']);
  const soon = placed(['e', 'e']);
  const later = orders.map((one, index) => ({ ...one, atNs: BigInt(index) * 1_000_000_000n, answer: undefined }));
  const taken = later.map((one) => ({ ...one, answer: { ...placed(['', '']).answer, atNs: one.atNs } }));
  const requests = [
    ...taken,
    { ...lost, atNs: 3_000_000_000n },
    { ...soon, atNs: 3_000_000_001n },
  ] as ObservedRequest[];
  const observed: Observed = { requests, frames: [], handshakes: [], connections: [], malformed: [] };
  expect(habitOfSending(new Seen(observed)).shortestMs).toBe(1_000);
});

it('takes an equal order for the earlier one where it comes far sooner than any other did', () => {
  const requests = [
    ...[['a', '1'] as const, ...others(29), ['b', '1'] as const].map(placed),
    ...(['lost', 'soon'] as const).map((key) => placed([key, '7'])),
    ...others(20).map(([key, price]) => placed([`${key}-later`, `${price}-later`])),
    placed(['late', '7']),
  ];
  const observed: Observed = { requests, frames: [], handshakes: [], connections: [], malformed: [] };
  const seen = new Seen(observed);
  const habit = habitOfSending(seen, new Set(['lost', 'soon', 'late']));
  const [lost, soon, late] = ['lost', 'soon', 'late'].map((key) => seen.mutations().find((one) => keyOf(one) === key));
  if (lost === undefined || soon === undefined || late === undefined) throw new Error('expected three orders');
  expect(isSentAnew(habit, lost, soon)).toBe('yes');
  expect(isSentAnew(habit, lost, late)).not.toBe('yes');
});
