// The pause behind control actions is the smallest step that held, and a margin that is told.
import { expect, it } from 'vitest';
import { latenessOf } from './lateness.js';
import type { TrialReport } from './try-controls.js';

const report = (name: string, effectMs: number, unseenMs?: number): TrialReport => ({
  name,
  outcome: 'works',
  effectMs,
  ...(unseenMs !== undefined && { unseenMs }),
});

/** A target whose actions take effect so long after their answers. */
function taking(trueMs: Readonly<Record<string, number>>): {
  tried: string[];
  attempt: Parameters<typeof latenessOf>[1];
} {
  const tried: string[] = [];
  return {
    tried,
    attempt: async (name, pauseMs) => {
      tried.push(`${name} ${pauseMs}`);
      return pauseMs >= (trueMs[name] ?? 0);
    },
  };
}

it('finds what is true below what a late look saw', async () => {
  const { attempt } = taking({ restrict: 1_500 });
  expect(await latenessOf([report('restrict', 1_720, 1_240)], attempt)).toEqual({ heldMs: 1_500, controlMs: 1_650 });
});

it('tries no step that a look saw to be too small, and no action that holds behind the pause of another', async () => {
  const { tried, attempt } = taking({ restrict: 1_400, exhaust: 600 });
  await latenessOf([report('exhaust', 700, 500), report('restrict', 1_550, 1_300)], attempt);
  expect(tried).toEqual(['restrict 1500', 'restrict 1500']);
});

it('states nothing where effects came with their answers', async () => {
  const { tried, attempt } = taking({});
  expect(await latenessOf([report('restrict', 40), { name: 'snapshot', outcome: 'works' }], attempt)).toBeUndefined();
  expect(tried).toEqual([]);
});

it('goes a step beyond what was seen where nothing held', async () => {
  const { attempt } = taking({ restrict: 9_999 });
  expect((await latenessOf([report('restrict', 900, 800)], attempt))?.heldMs).toBe(1_250);
});
