// Quotas of the calls besides placing (interface 8, other limits, rule 1): each call may have one of its own. The control action is asked
// to use up the quota of the call; what it did shows, and a target that knows placings alone is undecided.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import type { RequestName } from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { callTrial } from '../words/calls/call-trial.js';
import { OPENING } from '../words/calls/calls.js';
import { endingTrial } from '../words/calls/ending-trial.js';
import { ENDINGS } from '../words/calls/endings.js';
import { beyondQuota } from '../words/trading/beyond-quota.js';
import { QUEUED_MS } from '../words/trading/queued.js';

const control = ['limits.exhaust', 'limits.restore'] as const;

scenario({
  id: 'limits.quota-exceeded-not-executed/opening',
  title: 'does not open a position that it answered with 429',
  needs: { claims: ['quota', 'positions'], control },
  waitMs: QUEUED_MS,
  async run(t) {
    const { send, expectExecuted } = await callTrial(t, OPENING);
    const taken = await sentBeyondQuota(t, 'openPosition', () => send({}));
    await expectExecuted(taken);
  },
});

for (const ending of ENDINGS) {
  scenario({
    id: `limits.quota-exceeded-not-executed/${ending.word}`,
    title: `does not ${ending.doing} where it answered so with 429`,
    level: 'should',
    needs: { ...ending.needs, claims: ['quota', ...(ending.needs.claims ?? [])], control },
    waitMs: QUEUED_MS,
    async run(t) {
      const { send, openAhead, expectOpen } = endingTrial(t, ending);
      await send({});
      // One quota may count every call that trades: what is to be ended is opened while there is some.
      await openAhead();
      await sentBeyondQuota(t, ending.request, () => send({}), openAhead);
      await expectOpen();
    },
  });
}

/**
 * Sends it without quota, and goes on once there is quota again and what might have been queued is through. Says how many were taken
 * before the quota was used up.
 */
async function sentBeyondQuota(
  t: CheckContext,
  request: RequestName,
  send: () => Promise<HttpExchange>,
  again?: () => Promise<void>,
): Promise<number> {
  const account = { account_id: t.account.id };
  const restored = t.cleanup(() => t.control('limits.restore', account));
  const exhausted = async (): Promise<() => Promise<void>> => {
    await t.control('limits.exhaust', { ...account, request });
    return restored;
  };
  const { sent, before, restore } = await beyondQuota(t, exhausted, async () => ({ exchange: await send() }), again);
  if (sent.exchange.answer?.status !== 429) {
    const reason = `limits.exhaust with request ${request} does not use up the quota of that call`;
    t.inconclusive(reason, [sent.exchange.record]);
  }
  await restore();
  await pause(QUEUED_MS, t.signal);
  return before.filter(({ exchange }) => isSuccessful(exchange.answer?.status ?? 500)).length;
}
