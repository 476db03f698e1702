// Connections lost at random points (interface 6.4): whatever was cut where, retries with the same key, operation status and the new
// snapshot come to one state. A slow reader is cut or misses nothing.
import type { Account, CheckContext, Submission } from '../runner/context.js';
import { property, scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

type Loss = 'none' | 'answer' | 'stream' | 'both';

const CUT_ANSWER = 'the answer to a placement was cut off';

/** Places an order while something is lost, and resolves what became of it. */
async function placeThrough(
  t: CheckContext,
  account: Account,
  loss: Loss,
): Promise<{ readonly submission: Submission; readonly status: string }> {
  const params = await account.order();
  const idempotencyKey = t.freshKey();
  const stream = loss === 'stream' || loss === 'both' ? await account.transactions() : undefined;
  if (loss === 'answer' || loss === 'both') {
    const lost = await account.sendAndCut('placeOrder', params, { idempotencyKey });
    if (lost.error?.sent === true) t.occurred(CUT_ANSWER);
  }
  const [submission] = await Promise.all([account.submit(params, { idempotencyKey }), stream?.close()]);
  t.expect.accepted(submission.exchange, { requirement: 'reconnect.retry-resolves-unknown-send' });
  const { status } = await account.settle(submission);
  return { submission, status };
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
      (fc) => [
        fc.array(fc.constantFrom<Loss>('none', 'answer', 'stream', 'both'), { minLength: 2, maxLength: 5 }),
        fc.boolean(),
      ],
      async ({ account }, losses, atOnce) => {
        const executions = await countFrom(t, account);
        const place = (loss: Loss): ReturnType<typeof placeThrough> => placeThrough(t, account, loss);
        // One stream at a time: how many connections an account may have is open.
        const together = losses.filter((loss) => atOnce && loss !== 'stream' && loss !== 'both');
        const others = losses.filter((loss) => !together.includes(loss));
        const placed = [...(await Promise.all(together.map(place))), ...(await oneByOne(others, place))];
        const successes = placed.filter(({ status }) => status === 'success').length;
        await executions.expect({ orders: successes }, { requirement: 'reconnect.status-agrees-with-state' });
      },
      { runs: 6, examples: [[['answer', 'both'], false]] },
    );
  },
});

async function oneByOne<From, To>(items: readonly From[], each: (item: From) => Promise<To>): Promise<readonly To[]> {
  const done: To[] = [];
  for (const item of items) done.push(await each(item));
  return done;
}

scenario({
  id: 'delivery.overflow-no-silent-gap/stalled-and-resumed',
  title: 'delivers everything to a reader that was slow, or ends its connection',
  purposes: [48],
  needs: { control: ['stream.stall', 'stream.resume'] },
  async run(t) {
    const account_id = t.account.id;
    const slow = await t.account.transactions();
    const resume = async (): Promise<void> => void (await t.control('stream.resume', { account_id }));
    t.cleanup(resume);
    await t.control('stream.stall', { account_id });
    const orders = await Promise.all(Array.from({ length: 10 }, () => t.account.order()));
    const missed = await Promise.all(orders.map((order) => t.account.submit(order)));
    const accepted = missed.filter((one) => one.accepted);
    await Promise.all(accepted.map((one) => t.account.settle(one)));
    await resume();
    const last = await t.account.submit(await t.account.order());
    if (!last.accepted) t.inconclusive('a valid order was refused', [last.exchange.record]);
    const event = await slow.resultOf(last);
    // The order of events among operations is open, so each is waited for.
    if (event !== undefined) await Promise.all(accepted.map((one) => slow.resultOf(one)));
    t.observe('connection of a reader that was slow', slow.isOpen ? 'goes on' : 'closed', {
      section: '6.4',
      evidence: [last.exchange.record],
    });
    if (event === undefined) {
      t.expect.that(!slow.isOpen, {
        expected: 'the events, or the end of the connection',
        actual: 'an open connection without events',
        evidence: [last.exchange.record],
      });
      return;
    }
    const seen = new Set(slow.of('transaction_event').map(({ view }) => String(view.operationId)));
    const lost = accepted.filter(({ operationId }) => !seen.has(String(operationId)));
    t.expect.that(lost.length === 0, {
      expected: `the events of all ${accepted.length} orders on the connection that went on`,
      actual: `${lost.length} missing`,
      evidence: [event.record, ...lost.map(({ exchange }) => exchange.record)],
    });
  },
});
