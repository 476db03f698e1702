// Restrictions and quotas hold the second time as they held the first (interface 3; 8, other limits, rule 1): after one was lifted or a
// quota was given back, in between orders are taken.
import { scenario } from '../../runner/registry.js';
import { executedOf, orderBeyondQuota } from '../../words/trading/beyond-quota.js';
import { countFrom } from '../../words/trading/executions.js';
import { expectNamed, expectRefused, submitToEnd } from '../../words/trading/refusal.js';

const GUARDS = [
  { guard: 'trading-disabled', word: 'disabled' },
  { guard: 'close-only', word: 'close-only' },
] as const;

for (const { guard, word } of GUARDS) {
  for (const type of ['limit', 'stop'] as const) {
    scenario({
      id: `guards.${word}-refuses-${type}/a-second-time`,
      title: `does not place a ${type} order while the account is ${word} a second time`,
      requirements: ['guards.lifted'],
      needs: { control: ['account.restrict'] },
      async run(t) {
        await t.account.complete({ type });
        for (let turn = 0; turn < 2; turn += 1) {
          const order = await t.account.order({ type });
          const lift = await t.under(guard);
          expectRefused(t, await submitToEnd(t, order));
          await lift();
          const again = await t.account.submit({ type });
          t.expect.accepted(again, { requirement: 'guards.lifted' });
          if (again.accepted) await t.account.settle(again);
        }
      },
    });
  }
}

/** How often: a service that refuses the second or the third time must be found. */
const IN_A_ROW = 4;

for (const { guard, word } of GUARDS) {
  for (const type of ['limit', 'stop'] as const) {
    scenario({
      id: `guards.${word}-refuses-${type}/several-in-a-row`,
      title: `does not place any of ${IN_A_ROW} ${type} orders in a row while the account is ${word}`,
      needs: { control: ['account.restrict'] },
      async run(t) {
        await t.account.complete({ type });
        const orders = await t.account.orders(IN_A_ROW, { type });
        const lift = await t.under(guard);
        for (const order of orders) expectRefused(t, await submitToEnd(t, order));
        await lift();
      },
    });
  }
}

scenario({
  id: 'limits.quota-exceeded-429/a-second-time',
  title: 'refuses orders beyond the quota a second time too, and more than one of them',
  requirements: ['limits.quota-exceeded-code', 'limits.quota-exceeded-not-executed'],
  needs: { claims: ['quota'], control: ['limits.exhaust', 'limits.restore'] },
  async run(t) {
    const executions = await countFrom(t);
    let executed = 0;
    for (let turn = 0; turn < 2; turn += 1) {
      const { order, sent, before, restore } = await orderBeyondQuota(t);
      for (const submission of [sent, await t.account.submit(order)]) {
        t.expect.status(submission, 429);
        expectNamed(t, { submission }, 'REQUEST_RATE_LIMIT', { requirement: 'limits.quota-exceeded-code' });
      }
      await restore();
      executed += await executedOf(t, before);
    }
    await executions.expect({ orders: executed }, { requirement: 'limits.quota-exceeded-not-executed' });
  },
});
