// Quotas (interface 8, other limits, rule 1; 4.1; 7.1, rule 2): beyond one comes 429 with REQUEST_RATE_LIMIT and nothing is executed.
// Their values are the target's own and are reported. Nobody is flooded here: a control action uses the quota up.

import type { JsonValue } from '../../toolkit/payload/json.js';
import { pause } from '../../toolkit/wire/pause.js';
import { scenario } from '../runner/registry.js';
import { figureOf } from '../words/figures.js';
import { executedOf, orderBeyondQuota } from '../words/trading/beyond-quota.js';
import { countFrom } from '../words/trading/executions.js';
import { QUEUED_MS } from '../words/trading/queued.js';
import { expectNamed } from '../words/trading/refusal.js';

const needs = { claims: ['quota'], control: ['limits.exhaust', 'limits.restore'] } as const;

scenario({
  id: 'limits.quota-exceeded-429/order',
  title: 'answers an order beyond its quota with 429',
  needs,
  async run(t) {
    const { sent } = await orderBeyondQuota(t);
    t.expect.status(sent, 429);
  },
});

scenario({
  id: 'limits.quota-exceeded-code/order',
  title: 'names REQUEST_RATE_LIMIT, not the final SYSTEM_RATE_LIMIT, for an order beyond its quota',
  needs,
  async run(t) {
    const { sent } = await orderBeyondQuota(t);
    expectNamed(t, { submission: sent }, 'REQUEST_RATE_LIMIT');
  },
});

scenario({
  id: 'limits.quota-exceeded-not-executed/order',
  title: 'does not execute an order beyond its quota, and takes orders again once there is quota',
  needs,
  waitMs: QUEUED_MS,
  async run(t) {
    const executions = await countFrom(t);
    const { sent, before, restore } = await orderBeyondQuota(t);
    t.expect.status(sent, 429);
    await restore();
    await pause(QUEUED_MS, t.signal);
    await executions.expect({ orders: await executedOf(t, before) });
  },
});

scenario({
  id: 'limits.quota-exceeded-not-executed/same-key-afterwards',
  title: 'executes an order once at most that repeats the key of one beyond the quota',
  purposes: [13],
  needs,
  async run(t) {
    const executions = await countFrom(t);
    const { order, sent: first, before, restore } = await orderBeyondQuota(t);
    t.expect.status(first, 429);
    await restore();
    const again = await t.account.submit(order, { idempotencyKey: first.key });
    t.observe('key of a request beyond the quota', again.accepted ? 'free again' : 'used up', {
      section: '8',
      evidence: [first.record, again.record],
    });
    await executions.expect({ orders: (await executedOf(t, before)) + (again.accepted ? 1 : 0) });
  },
});

scenario({
  id: 'limits.quota-readable/while-orders-are-beyond-it',
  title: 'goes on answering the read of its limits, and shows nothing left of the quota that orders have used up',
  // A client reckons with what it reads there (7.1, rule 2); that reads have quotas of their own, and what is left is shown, is not said.
  level: 'should',
  needs,
  async run(t) {
    await t.account.request('limits');
    const { sent: refused } = await orderBeyondQuota(t);
    if (refused.exchange.answer?.status !== 429) t.inconclusive('the order was not refused for its quota', [refused]);
    const read = await t.account.request('limits');
    t.expect.accepted(read);
    const remaining = read.answer?.body === undefined ? undefined : t.dialect.readQuota(read.answer.body)?.remaining;
    const left = figureOf(String(remaining));
    if (left !== undefined) {
      const claim = { expected: 'nothing left', actual: String(remaining), evidence: [read, refused] };
      t.expect.that(left.coefficient <= 0n, claim);
    }
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
    for (const { name, value, unit } of [
      { name: 'quota of placements', value: quota?.limit, unit: 'requests' },
      { name: 'window of the quota of placements', value: quota?.windowMs, unit: 'ms' },
    ]) {
      if (value !== undefined) t.observe(name, value, { section: '8', unit, evidence: [exchange.record] });
    }
  },
});

scenario({
  id: 'limits.quota-readable/figures',
  title: 'returns figures for the quotas that it is said to have',
  needs: { claims: ['quota'], shared: true, readOnly: true },
  async run(t) {
    const exchange = await t.account.request('limits');
    t.expect.accepted(exchange);
    const { body = null } = exchange.answer ?? {};
    // Layout and names are open, and a window may be a word; a quota without any figure is none.
    t.expect.that(holdsFigure(body), {
      expected: 'a figure somewhere in the answer',
      actual: 'none',
      evidence: [exchange],
    });
  },
});

scenario({
  id: 'limits.quota-readable/limit-and-window',
  title: 'returns limit and window of the quota of placements, where the dialect finds it',
  level: 'should',
  needs: { claims: ['quota'], shared: true, readOnly: true },
  async run(t) {
    const exchange = await t.account.request('limits');
    t.expect.accepted(exchange);
    const { body } = exchange.answer ?? {};
    const quota = body === undefined ? undefined : t.dialect.readQuota(body);
    if (quota === undefined) {
      return t.notApplicable('the quota of placements is not found; bind bodies.limits in the dialect');
    }
    const missing = (['limit', 'windowMs'] as const).filter((member) => (quota[member] ?? null) === null);
    if (missing.length > 0 && WINDOW.test(JSON.stringify(body))) {
      t.notApplicable(`${missing.join(' and ')} may lie where the dialect does not read them; bind bodies.limits`);
    }
    t.expect.none(missing, 'limit and window', { actual: `without ${missing.join(', ')}`, evidence: [exchange] });
  },
});

/** What may name a window: its names and forms are open, a word such as `minute` included. */
const WINDOW = /window|interval|period|duration|second|minute|hour|daily|reset|"per|_per|_ms"|"PT?\d/i;

function holdsFigure(value: JsonValue): boolean {
  if (typeof value === 'number') return true;
  if (typeof value === 'string') return /\d/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFigure);
}
