// What answers a placement at once, and what only its final result may say (interface 4.1, 7.1, 7.2): before the ACK it is refused
// for shape, authentication, authorization, account, rate and availability. Codes of both lists may come in either phase.
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { beyondMargin } from '../words/trading/beyond-margin.js';
import { countFrom } from '../words/trading/executions.js';
import { sltpOf } from '../words/trading/prices.js';
import { expectNamed, expectRefused, expectStatusAtOnce, type Refusal, submitToEnd } from '../words/trading/refusal.js';
import { unknownIdLike } from '../words/unknown-id.js';

for (const { id, title, judge } of [
  {
    id: 'orders.unknown-account-refused/no-such-account',
    title: 'refuses a placement on an account that does not exist',
    judge: (t: CheckContext, submission: Submission) => t.expect.refused(submission),
  },
  {
    id: 'orders.sync-code-404/no-such-account',
    title: 'answers a placement on an account that does not exist with 404',
    judge: (t: CheckContext, submission: Submission) => t.expect.status(submission, 404),
  },
] as const) {
  scenario({
    id,
    title,
    async run(t) {
      const order = await t.account.order();
      await t.account.place(order);
      judge(t, await t.account.submit({ ...order, accountId: t.unknownAccountId }));
    },
  });
}

async function unknownInstrument(t: CheckContext): Promise<RequestParams> {
  return { ...(await t.account.order()), instrument: t.market.unknown };
}

/** Breaches of trading rules that any target has the means to notice, each of an order that is well-formed. */
for (const { id, words, make, level } of [
  {
    id: 'orders.sync-causes-limited/unknown-instrument',
    words: 'on an instrument that does not exist',
    make: unknownInstrument,
    level: { level: 'should' },
  },
  {
    id: 'orders.sync-causes-limited/largest-volume',
    words: 'of the largest volume, whatever margin it needs',
    make: beyondMargin,
    level: {},
  },
] as const) {
  scenario({
    id,
    title: `acknowledges a well-formed order ${words}: a trading rule is no reason to refuse it at once`,
    ...level,
    async run(t) {
      t.expect.accepted(await t.account.submit(await make(t)));
    },
  });
}

scenario({
  id: 'orders.unknown-instrument-after-ack/not-404',
  title: 'does not answer an order on an instrument that does not exist with 404',
  async run(t) {
    // Orders are there at all: otherwise nothing would be found, whatever the instrument.
    await t.account.place();
    const submission = await t.account.submit(await unknownInstrument(t));
    const { status } = submission.exchange.answer ?? t.inconclusive('no answer came', [submission]);
    t.expect.that(status !== 404, { expected: 'an ACK', actual: 'HTTP 404', evidence: [submission] });
    t.expect.accepted(submission);
  },
});

async function placedDuringMaintenance(t: CheckContext): Promise<Refusal> {
  // Written before: it reads the conditions, which may be unavailable then.
  const order = await t.account.order();
  const end = await t.under('maintenance');
  const refusal = await submitToEnd(t, order);
  await end();
  return refusal;
}

/** A quota neither comes and goes with the maintenance nor does so twice. */
async function requireNoQuota(t: CheckContext): Promise<void> {
  const isThrough = async (): Promise<boolean> => {
    const before = t.records().length;
    const { accepted } = await t.account.submit(await t.account.order());
    return (
      accepted &&
      !t
        .records()
        .slice(before)
        .some(({ parsed }) => memberOf(parsed, 'status') === 429)
    );
  };
  const first = await isThrough();
  const { submission } = await placedDuringMaintenance(t);
  if (first && submission.exchange.answer?.status === 429 && (await isThrough())) return;
  t.inconclusive('the target answered 429 during maintenance, as it may for a quota', [submission]);
}

scenario({
  id: 'orders.sync-code-503/maintenance',
  title:
    'names SYSTEM_TEMPORARY_UNAVAILABLE while it is unavailable, with 503 where it refuses at once, and executes nothing',
  purposes: [13],
  needs: { control: ['service.maintenance'] },
  async run(t) {
    const executions = await countFrom(t);
    const refusal = await placedDuringMaintenance(t);
    // What was done weighs more than the status of an answer.
    await executions.expect({ orders: 0 });
    if (refusal.submission.exchange.answer?.status === 429) await requireNoQuota(t);
    expectStatusAtOnce(t, refusal, 503);
    expectNamed(t, refusal, 'SYSTEM_TEMPORARY_UNAVAILABLE');
  },
});

scenario({
  id: 'orders.sync-no-quotes/quotes-taken-away',
  title: 'answers an order that it refuses at once for lack of quotes with 503 and MARKET_NO_QUOTES',
  requirements: ['errors.no-quotes'],
  needs: { control: ['market.quotes'] },
  async run(t) {
    const order = await t.account.order();
    await t.under('no-quotes');
    const refusal = await submitToEnd(t, order);
    if (refusal.result?.status === 'success') {
      t.notApplicable('the target places this order without quotes, which it may');
    }
    expectStatusAtOnce(t, refusal, 503);
    expectNamed(t, refusal, 'MARKET_NO_QUOTES', { requirement: 'errors.no-quotes' });
  },
});

scenario({
  id: 'orders.sltp-needs-position/no-such-position',
  title: 'does not execute an sltp order for a position that does not exist',
  needs: { claims: ['sltp', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition({ side: 'buy' });
    await t.account.complete(await sltpOf(t, positionId));
    expectRefused(t, await submitToEnd(t, await sltpOf(t, unknownIdLike(t, positionId))));
  },
});
