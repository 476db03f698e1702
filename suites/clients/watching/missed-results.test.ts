// Whether a client decides anew by what it was shown, after a status that is gone.
import { expect, it } from 'vitest';
import type { StreamMessage } from '../../../toolkit/profile/index.js';
import { showsIt } from './missed-results.js';
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
