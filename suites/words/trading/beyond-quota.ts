// A call beyond its quota (interface 8, other limits, rule 1). How long a quota stays used up is open, and a control action may use it up
// some time after its answer: whoever waits for the one may miss the other, so that calls are sent while it may still come into effect.

import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import { pause } from '../../../toolkit/wire/pause.js';
import type { CheckContext, Submission } from '../../runner/context.js';

export interface BeyondQuota<Sent> {
  /** The first that was answered with 429, or else the one that was sent when the quota must have been used up. */
  readonly sent: Sent;
  /** Those before it. */
  readonly before: readonly Sent[];
  /** Gives the quota back, once the action that used it up has ended; what is sent before is still beyond it. */
  readonly restore: () => Promise<void>;
}

/**
 * `exhausted` performs the action and waits as long as control actions may be late. `again` prepares another one, where the quota was not
 * used up yet.
 */
export async function beyondQuota<Sent extends { readonly exchange: HttpExchange }>(
  t: CheckContext,
  exhausted: () => Promise<() => Promise<void>>,
  send: () => Promise<Sent>,
  again?: () => Promise<void>,
): Promise<BeyondQuota<Sent>> {
  let isInEffect = false;
  const acting = exhausted().finally(() => {
    isInEffect = true;
  });
  // What comes of it is awaited with `restore`; where the check has ended before, it must not overtake what undoes it.
  t.cleanup(() => acting.catch(() => undefined));
  acting.catch(() => undefined);
  const restore = async (): Promise<void> => (await acting)();
  const before: Sent[] = [];
  for (;;) {
    await Promise.race([acting, pause(STEP_MS, t.signal)]);
    const isLast = isInEffect;
    const sent = await send();
    if (isLast || sent.exchange.answer?.status === 429) return { sent, before, restore };
    before.push(sent);
    await again?.();
  }
}

/** Between two calls: each may be executed. */
const STEP_MS = 200;

/** Places an order beyond the quota of placements: with the same parameters until it is refused. */
export async function orderBeyondQuota(
  t: CheckContext,
): Promise<BeyondQuota<Submission> & { readonly order: RequestParams }> {
  const order = await t.account.order();
  const exhausted = (): Promise<() => Promise<void>> => t.under('quota-exhausted');
  return { order, ...(await beyondQuota(t, exhausted, () => t.account.submit(order))) };
}

/** How many of the orders that were taken before the quota was used up came to be. */
export async function executedOf(t: CheckContext, before: readonly Submission[]): Promise<number> {
  const taken = before.filter(({ accepted }) => accepted);
  const results = await Promise.all(taken.map((submission) => t.account.settle(submission)));
  return results.filter(({ status }) => status === 'success').length;
}
