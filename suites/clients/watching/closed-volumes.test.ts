// Closes of more than is open, and those that only seem so.
import { expect, it } from 'vitest';
import { closedVolumes } from './closed-volumes.js';
import { Heard } from './seen.test.aid.js';

const view = (id: string, volume: string) =>
  ({
    kind: 'transaction_event',
    message: {},
    view: { status: 'success', positions: [{ id, state: 'open', volume }] },
  }) as const;

const closing = (heard: Heard, id: string, volume: string): Heard =>
  heard.request('closePosition', { positionId: id, volume }, `${id} ${volume}`);

/** Each opened with 0.04, and closed in a part of 0.01. */
const parts = (heard: Heard, id: string): Heard =>
  closing(heard.says(view(id, '0.04')), id, '0.01').says(view(id, '0.03'), true);

const judged = (heard: Heard): string | undefined => {
  const { verdict, level } = closedVolumes({ seen: heard.seen, positionsIn: () => [] });
  return level ?? verdict;
};

it('finds closes of more than there ever was', () => {
  const once = closing(parts(new Heard(), 'p-1'), 'p-1', '0.07');
  expect(judged(once)).toBe('pass');
  expect(judged(closing(parts(once, 'p-2'), 'p-2', '0.07'))).toBe('should');
});

it('finds closes of what was there before a part of it was closed, where it was told long before', () => {
  const late = closing(parts(new Heard(), 'p-1').pause(3_000), 'p-1', '0.04');
  expect(judged(closing(parts(late, 'p-2').pause(3_000), 'p-2', '0.04'))).toBe('should');
});

it('goes by no time where there never was so much', () => {
  const found = (pauseMs: number, volume: string): boolean | undefined => {
    const late = closing(parts(new Heard(), 'p-1').pause(pauseMs), 'p-1', volume);
    const { seen } = closing(parts(late, 'p-2').pause(pauseMs), 'p-2', volume);
    return closedVolumes({ seen, positionsIn: () => [] }).timeless;
  };
  expect(found(0, '0.07')).toBe(true);
  expect(found(3_000, '0.04')).toBeUndefined();
});

it('spares what was decided before, what was told since, and closes of what nothing told', () => {
  const soon = closing(parts(new Heard(), 'p-1'), 'p-1', '0.04');
  expect(judged(closing(parts(soon, 'p-2'), 'p-2', '0.04'))).toBe('pass');
  const unknown = closing(closing(new Heard(), 'p-1', '0.5'), 'p-2', '0.5');
  expect(judged(unknown)).toBe('inconclusive');
});

it('knows a repeat', () => {
  const twice = closing(closing(parts(new Heard(), 'p-1'), 'p-1', '0.07'), 'p-1', '0.07');
  expect(judged(twice)).toBe('pass');
});
