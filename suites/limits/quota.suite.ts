// Quotas (interface 8, other limits, rule 1; 4.1; 7.1, rule 2): beyond one comes 429 with REQUEST_RATE_LIMIT and nothing is executed.
// Their values are the target's own and are reported. Nobody is flooded here: a control action uses the quota up.

import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { namesOf } from '../words/trading/not-executed.js';

const NEEDS = { claims: ['quota'], control: ['limits.exhaust', 'limits.restore'] } as const;

async function exhaust(t: CheckContext): Promise<() => Promise<void>> {
  const account_id = t.account.id;
  const restore = async (): Promise<void> => void (await t.control('limits.restore', { account_id }));
  t.cleanup(restore);
  await t.control('limits.exhaust', { account_id });
  return restore;
}

/** An order beyond the quota. */
async function overQuota(t: CheckContext): Promise<Submission> {
  const params = await t.account.order();
  await exhaust(t);
  return await t.account.submit(params);
}

scenario({
  id: 'limits.quota-exceeded-429/order',
  title: 'answers an order beyond its quota with 429',
  needs: NEEDS,
  async run(t) {
    t.expect.status((await overQuota(t)).exchange, 429);
  },
});

scenario({
  id: 'limits.quota-exceeded-code/order',
  title: 'names REQUEST_RATE_LIMIT, not the final SYSTEM_RATE_LIMIT, for an order beyond its quota',
  needs: NEEDS,
  async run(t) {
    const submission = await overQuota(t);
    t.expect.that(namesOf({ submission }).includes('REQUEST_RATE_LIMIT'), {
      expected: 'REQUEST_RATE_LIMIT',
      actual: namesOf({ submission }).join(', ') || 'no name',
      evidence: [submission.exchange.record],
    });
  },
});

scenario({
  id: 'limits.quota-exceeded-not-executed/order',
  title: 'does not execute an order beyond its quota, and takes orders again once there is quota',
  needs: NEEDS,
  async run(t) {
    const executions = await countFrom(t);
    const params = await t.account.order();
    const restore = await exhaust(t);
    const { exchange } = await t.account.submit(params);
    t.expect.status(exchange, 429);
    await restore();
    await executions.expect({ orders: 0 });
  },
});

scenario({
  id: 'limits.quota-exceeded-not-executed/same-key-afterwards',
  title: 'executes an order once at most that repeats the key of one beyond the quota',
  purposes: [13],
  needs: NEEDS,
  async run(t) {
    const executions = await countFrom(t);
    const params = await t.account.order();
    const restore = await exhaust(t);
    const first = await t.account.submit(params);
    t.expect.status(first.exchange, 429);
    await restore();
    const again = await t.account.submit(params, { idempotencyKey: first.key });
    t.observe('key of a request beyond the quota', again.accepted ? 'free again' : 'used up', {
      section: '8',
      evidence: [first.exchange.record, again.exchange.record],
    });
    await executions.expect({ orders: again.accepted ? 1 : 0 });
  },
});

scenario({
  id: 'limits.quota-readable/as-reported',
  title: 'answers the read of its limits, whose quota of placements is reported',
  needs: { shared: true, readOnly: true },
  async run(t) {
    const exchange = await t.account.request('limits');
    t.expect.accepted(exchange);
    const { body } = exchange.answer ?? {};
    const quota = body === undefined ? undefined : t.dialect.readQuota(body);
    if (quota === undefined) return;
    for (const [name, value, unit] of [
      ['quota of placements', quota.limit, 'requests'],
      ['window of the quota of placements', quota.windowMs, 'ms'],
    ] as const) {
      if (value !== undefined) t.observe(name, value, { section: '8', unit, evidence: [exchange.record] });
    }
  },
});
