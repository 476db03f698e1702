// Whether a client decides anew by what it was shown, after a status that is gone.
import { expect, it } from 'vitest';
import type { StreamMessage } from '../../../toolkit/profile/index.js';
import { habitOfSending } from './habit-of-sending.js';
import { judgeMadeAgain, showsIt } from './missed-results.js';
import { Heard } from './seen.test.aid.js';

const snapshot = (...ids: readonly string[]): StreamMessage => ({
  kind: 'trading_state_snapshot',
  message: {},
  view: { positions: ids.map((id) => ({ id, volume: '0.10' })), orders: [] },
});

it.each([
  ['knows a position that is still shown', 'p', true],
  ['knows nothing by a snapshot without it', 'other', false],
])('%s', (_, shown, decides) => {
  const heard = new Heard()
    .request('closePosition', { positionId: 'p' }, 'first')
    .says(snapshot(shown))
    .request('operationStatus', { operationId: 'o' }, '', { status: 404 })
    .request('closePosition', { positionId: 'p' }, 'second');
  const { seen } = heard;
  const [[order, next], [told]] = [seen.mutations(), seen.requests('operationStatus')];
  if (order === undefined || next === undefined || told === undefined) throw new Error('nothing was sent');
  expect(showsIt(seen, order, told, next)).toBe(decides);
});

it.each([
  ['finds an order that is made again', 'lost', [], 'fail'],
  ['spares who goes on with others', 'other', [], 'pass'],
  ['spares who looked at its status', 'lost', ['operationStatus'], 'inconclusive'],
] as const)('%s', (_, instrument, reads, verdict) => {
  const heard = new Heard();
  for (const name of ['a', 'b', 'c', 'd']) heard.request('placeOrder', { instrument: name }, name).pause(1_000);
  heard.request('placeOrder', { instrument: 'lost' }, 'first');
  const since = heard.seen.now;
  for (const read of reads) heard.request(read, { operationId: 'o' }, '', { status: 200 });
  heard.pause(3_000).request('placeOrder', { instrument }, 'second');
  const { seen } = heard;
  const order = seen.mutations().at(-2);
  if (order === undefined) throw new Error('nothing was sent');
  const watched = { habit: habitOfSending(seen, new Set(['first'])), tellsOf: () => true };
  expect(judgeMadeAgain('reconnect.client-polls/watched-made-again', order, seen.since(since), watched).verdict).toBe(
    verdict,
  );
});
