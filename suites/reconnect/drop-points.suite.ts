// Connections lost at random points (interface 6.4): whatever was cut where, retries with the same key, operation status and the new
// snapshot come to one state.
import type { Account, CheckContext, FinalResult } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

const LOSSES = ['none', 'answer', 'stream', 'both'] as const;
type Loss = (typeof LOSSES)[number];

const CUT_ANSWER = 'the answer to a placement was cut off';

function losesStream(loss: Loss): boolean {
  return loss === 'stream' || loss === 'both';
}

/** Places an order while something is lost, and resolves what became of it. */
async function placeThrough(t: CheckContext, account: Account, loss: Loss): Promise<FinalResult> {
  const params = await account.order();
  const idempotencyKey = t.freshKey();
  const stream = losesStream(loss) ? await account.transactions() : undefined;
  if (loss === 'answer' || loss === 'both') {
    const lost = await account.sendAndCut('placeOrder', params, { idempotencyKey });
    if (lost.error?.sent === true) t.occurred(CUT_ANSWER);
  }
  const [submission] = await Promise.all([account.submit(params, { idempotencyKey }), stream?.close()]);
  t.expect.accepted(submission, { requirement: 'reconnect.retry-resolves-unknown-send' });
  return account.settle(submission);
}

property({
  id: 'reconnect.snapshot-is-baseline/random-drop-points',
  title: 'comes to one state, whatever connections were lost where',
  requirements: ['reconnect.retry-resolves-unknown-send', 'reconnect.status-agrees-with-state'],
  purposes: [57, 58, 59],
  sometimes: [CUT_ANSWER],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [fc.array(fc.constantFrom(...LOSSES), { minLength: 2, maxLength: 5 }), fc.boolean()],
      async ({ account }, losses, atOnce) => {
        const executions = await countFrom(t, account);
        // One stream at a time: how many connections an account may have is open.
        const together = losses.filter((loss) => atOnce && !losesStream(loss));
        const others = losses.filter((loss) => !together.includes(loss));
        const results = await Promise.all(together.map((loss) => placeThrough(t, account, loss)));
        for (const loss of others) results.push(await placeThrough(t, account, loss));
        const successes = results.filter(({ status }) => status === 'success').length;
        await executions.expect(
          { orders: successes },
          { requirement: 'reconnect.status-agrees-with-state', also: ['reconnect.snapshot-is-baseline'] },
        );
      },
      { runs: 6, examples: [[['answer', 'both'], false]] },
    );
  },
});
