// A call beyond its quota (interface 8, other limits, rule 1). How long a quota stays used up is open, and a control action may use it up
// some time after its answer: whoever waits for the one may miss the other, so that calls are sent while it may still come into effect.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext } from '../runner/context.js';

export interface BeyondQuota<Sent> {
  /** The first that was answered with 429, or else the one that was sent when the quota must have been used up. */
  readonly sent: Sent;
  /** Those before it. */
  readonly before: readonly Sent[];
  /** Gives the quota back. */
  readonly restore: () => Promise<void>;
}

/** `exhausted` performs the action and waits as long as control actions may be late. */
export async function beyondQuota<Sent extends { readonly exchange: HttpExchange }>(
  t: CheckContext,
  exhausted: () => Promise<() => Promise<void>>,
  send: () => Promise<Sent>,
): Promise<BeyondQuota<Sent>> {
  let isInEffect = false;
  const acting = exhausted().finally(() => {
    isInEffect = true;
  });
  // What comes of it is awaited below, where the check is not ended before.
  acting.catch(() => undefined);
  const before: Sent[] = [];
  for (;;) {
    await Promise.race([acting, pause(STEP_MS, t.signal)]);
    const isLast = isInEffect;
    const sent = await send();
    if (isLast || sent.exchange.answer?.status === 429) return { sent, before, restore: await acting };
    before.push(sent);
  }
}

/** Between two calls: each may be executed. */
const STEP_MS = 200;
