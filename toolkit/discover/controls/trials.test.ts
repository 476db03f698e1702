// What shows the effect of a control action where the target tells it late, or not where most do.
import { expect, it } from 'vitest';
import type { TradingStateView } from '../../profile/dialect/views.js';
import type { Bench } from './bench.js';
import { TRIALS } from './trials.js';

const ACCEPTED = { answer: { status: 202 } };

/** A target of which the trials see only what is given here. */
function benchOf(parts: Partial<Record<keyof Bench, unknown>>): Bench {
  const eventually = async (holds: () => Promise<boolean>): Promise<boolean> => {
    for (let look = 0; look < 10; look += 1) if (await holds()) return true;
    return false;
  };
  return {
    eventually,
    takesEffect: eventually,
    order: async () => ACCEPTED,
    operationOf: () => 'operation',
    statusBecomes: async () => 'success',
    ...parts,
  } as unknown as Bench;
}

it('finds the order of a trial in a state that lags, beside the orders of others', async () => {
  const shown: readonly (readonly string[])[] = [['other'], ['other'], ['other', 'mine'], ['other', 'mine', 'later']];
  const states = shown[Symbol.iterator]();
  const performed: unknown[] = [];
  const bench = benchOf({
    state: async (): Promise<TradingStateView> => ({
      orders: (states.next().value ?? ['other']).map((id) => ({ id })),
    }),
    perform: async (...action: unknown[]) => void performed.push(action),
  });
  expect(await TRIALS['order.cancel'].run(bench)).toBe(true);
  expect(performed).toEqual([['order.cancel', { order_id: 'mine' }]]);
});

it.each([
  ['success', true],
  ['rejected', false],
])(
  'sees a restriction that the account does not show by an order, where one before it had %s',
  async (before, isSeen) => {
    let isRestricted = false;
    const bench = benchOf({
      read: async () => undefined,
      statusBecomes: async () => (isRestricted ? 'rejected' : before),
      perform: async (_name: string, { trade_mode: mode }: { trade_mode: string }) => {
        isRestricted = mode !== 'normal';
      },
    });
    expect(await TRIALS['account.restrict'].run(bench)).toBe(isSeen);
    expect(isRestricted).toBe(false);
  },
);
