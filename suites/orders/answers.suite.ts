// What answers a placement at once, and what only its final result may say (interface 4.1, 7.1, 7.2): before the ACK it is refused
// for shape, authentication, authorization, account, rate and availability. Codes of both lists may come in either phase.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckContext, FinalResult, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { strangerTo } from '../words/stranger.js';
import { beyondMargin } from '../words/trading/beyond-margin.js';
import { countFrom } from '../words/trading/executions.js';
import { namesOf } from '../words/trading/not-executed.js';
import { sltpOf } from '../words/trading/prices.js';

/** A placement with its result, if it was acknowledged. */
async function placed(
  t: CheckContext,
  params: RequestParams,
): Promise<{ readonly submission: Submission; readonly result?: FinalResult; readonly names: readonly string[] }> {
  const submission = await t.account.submit(params);
  const result = submission.accepted ? await t.account.settle(submission) : undefined;
  const told = { submission, ...(result && { result }) };
  return { ...told, names: namesOf(told) };
}

for (const { requirement, title, judge } of [
  {
    requirement: 'orders.unknown-account-refused',
    title: 'refuses a placement on an account that does not exist',
    judge: (t: CheckContext, { exchange }: Submission) => t.expect.refused(exchange),
  },
  {
    requirement: 'orders.sync-code-404',
    title: 'answers a placement on an account that does not exist with 404',
    judge: (t: CheckContext, { exchange }: Submission) => t.expect.status(exchange, 404),
  },
] as const) {
  scenario({
    id: `${requirement}/no-such-account`,
    title,
    async run(t) {
      const params = await t.account.order();
      const own = await t.account.submit(params);
      if (!own.accepted) t.inconclusive('the same order on an own account was refused', [own.exchange.record]);
      judge(t, await t.account.submit({ ...params, accountId: t.unknownAccountId }));
    },
  });
}

/** Breaches of trading rules that any target has the means to notice, each of an order that is well-formed. */
const BREACHES = [
  {
    slug: 'unknown-instrument',
    words: 'on an instrument that does not exist',
    make: async (t: CheckContext) => ({ ...(await t.account.order()), instrument: t.market.unknown }),
  },
  {
    slug: 'largest-volume',
    words: 'of the largest volume, whatever margin it needs',
    make: beyondMargin,
  },
] as const;

for (const { slug, words, make } of BREACHES) {
  scenario({
    id: `orders.sync-causes-limited/${slug}`,
    title: `acknowledges a well-formed order ${words}: a trading rule is no reason to refuse it at once`,
    ...(slug === 'unknown-instrument' && { level: 'should' as const }),
    async run(t) {
      const { exchange } = await t.account.submit(await make(t));
      t.expect.accepted(exchange);
    },
  });
}

scenario({
  id: 'orders.unknown-instrument-after-ack/not-404',
  title: 'does not answer an order on an instrument that does not exist with 404',
  async run(t) {
    const { exchange } = await t.account.submit({ ...(await t.account.order()), instrument: t.market.unknown });
    const status = exchange.answer?.status ?? t.inconclusive('no answer came', [exchange.record]);
    t.expect.that(status !== 404, { expected: 'an ACK', actual: 'HTTP 404', evidence: [exchange.record] });
    t.expect.accepted(exchange);
  },
});

scenario({
  id: 'orders.sync-code-503/maintenance',
  title:
    'names SYSTEM_TEMPORARY_UNAVAILABLE while it is unavailable, with 503 where it refuses at once, and executes nothing',
  purposes: [13],
  needs: { control: ['service.maintenance'] },
  async run(t) {
    const account_id = t.account.id;
    const executions = await countFrom(t);
    const end = async (): Promise<void> =>
      void (await t.control('service.maintenance', { account_id, enabled: 'false' }));
    t.cleanup(end);
    await t.control('service.maintenance', { account_id, enabled: 'true' });
    const { submission, result, names } = await placed(t, await t.account.order());
    await end();
    const evidence = [result?.record ?? submission.exchange.record];
    if (result === undefined) t.expect.status(submission.exchange, 503);
    t.expect.that(names.includes('SYSTEM_TEMPORARY_UNAVAILABLE'), {
      expected: 'SYSTEM_TEMPORARY_UNAVAILABLE',
      actual: names.join(', ') || 'no name',
      evidence,
    });
    await executions.expect({ orders: 0 });
  },
});

scenario({
  id: 'orders.sync-no-quotes/quotes-taken-away',
  title: 'answers an order that it refuses at once for lack of quotes with 503 and MARKET_NO_QUOTES',
  requirements: ['errors.no-quotes'],
  needs: { control: ['market.quotes'] },
  async run(t) {
    const params = await t.account.order();
    const market = { account_id: t.account.id, instrument: t.account.instrument().name };
    t.cleanup(async () => void (await t.control('market.quotes', { ...market, available: 'true' })));
    await t.control('market.quotes', { ...market, available: 'false' });
    const { submission, result, names } = await placed(t, params);
    if (result?.status === 'success')
      return t.notApplicable('the target places this order without quotes, which it may');
    if (result === undefined) t.expect.status(submission.exchange, 503);
    t.expect.that(
      names.includes('MARKET_NO_QUOTES'),
      {
        expected: 'MARKET_NO_QUOTES',
        actual: names.join(', ') || 'no name',
        evidence: [result?.record ?? submission.exchange.record],
      },
      { requirement: 'errors.no-quotes' },
    );
  },
});

scenario({
  id: 'orders.sltp-needs-position/no-such-position',
  title: 'does not execute an sltp order for a position that does not exist',
  needs: { claims: ['sltp', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition({ side: 'buy' });
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    const good = await placed(t, await sltpOf(t, positionId));
    if (good.result?.status !== 'success')
      t.inconclusive('the same order for an open position did not succeed', [good.submission.exchange.record]);
    const { submission, result } = await placed(t, await sltpOf(t, strangerTo(t, positionId)));
    if (result === undefined) t.expect.refused(submission.exchange);
    else {
      t.expect.that(result.status !== 'success', {
        expected: 'a rejected or failed result',
        actual: `result ${result.status}`,
        evidence: [result.record],
      });
    }
  },
});
