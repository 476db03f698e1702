// Closes of what is being closed, and those that are none.
import { expect, it } from 'vitest';
import { Heard } from './seen.test.aid.js';
import { underWay } from './under-way.js';

const WHOLE = { positionId: 'p-1' };
const ended = (json: unknown): string | undefined => (json === 'a has ended' ? 'a' : undefined);

const verdictOf = (heard: Heard): string | undefined => {
  const { verdict, level } = underWay({ seen: heard.seen, endedKeyOf: ended });
  return level ?? verdict;
};

it('finds another close of a position whose close is acknowledged and has no result', () => {
  const twice = new Heard().request('closePosition', WHOLE, 'a').pause(50).request('closePosition', WHOLE, 'b');
  expect(verdictOf(twice)).toBe('should');
});

it('finds another close of all that there is, said as a volume', () => {
  const view = { status: 'success', positions: [{ id: 'p-1', state: 'open', volume: '0.10' }] } as const;
  const all = { ...WHOLE, volume: '0.1' };
  const twice = new Heard().says({ kind: 'transaction_event', message: {}, view });
  expect(verdictOf(twice.request('closePosition', all, 'a').request('closePosition', all, 'b'))).toBe('should');
});

it.each<[string, Heard]>([
  ['a repeat', new Heard().request('closePosition', WHOLE, 'a').request('closePosition', WHOLE, 'a')],
  [
    'another position',
    new Heard().request('closePosition', WHOLE, 'a').request('closePosition', { positionId: 'p-2' }, 'b'),
  ],
  [
    'parts of a position',
    new Heard()
      .request('closePosition', { ...WHOLE, volume: '0.01' }, 'a')
      .request('closePosition', { ...WHOLE, volume: '0.01' }, 'b'),
  ],
  [
    'another close after a refusal',
    new Heard().request('closePosition', WHOLE, 'a', { status: 503 }).request('closePosition', WHOLE, 'b'),
  ],
  [
    'another close after patience',
    new Heard().request('closePosition', WHOLE, 'a').pause(4_000).request('closePosition', WHOLE, 'b'),
  ],
  [
    'another close after the result of the first',
    new Heard()
      .request('closePosition', WHOLE, 'a')
      .says({ kind: 'transaction_event', message: {}, view: { status: 'rejected', clientRequestId: 'a' } })
      .request('closePosition', WHOLE, 'b'),
  ],
  [
    'another close after a status that told its end',
    new Heard()
      .request('closePosition', WHOLE, 'a')
      .request('operationStatus', { operationId: 'o' }, '', { status: 200, json: 'a has ended' })
      .request('closePosition', WHOLE, 'b'),
  ],
])('spares %s', (_, heard) => {
  expect(verdictOf(heard)).not.toBe('should');
});
