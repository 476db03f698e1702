// Both restrictions in every context (interface 3; 4.1, rule 3): whatever pending order is asked for, whether the account was restricted
// before or not, it is not placed while the restriction lasts, leaves nothing behind, and is placed when it is over.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import { scenario } from '../runner/registry.js';
import { deedOf, doneBefore } from '../words/contexts/deed.js';
import { goneThrough, instrumentOf } from '../words/contexts/place.js';
import { same } from '../words/figures.js';
import { newOrders } from '../words/trading/new-orders.js';
import { expectRefused, submitToEnd } from '../words/trading/refusal.js';

scenario({
  id: 'guards.close-only-refuses-limit/in-contexts',
  title: 'places no pending order while the account is restricted, and places it afterwards, in every context',
  requirements: [
    'guards.close-only-refuses-stop',
    'guards.disabled-refuses-limit',
    'guards.disabled-refuses-stop',
    'guards.lifted',
    'orders.runtime-restrictions-apply',
  ],
  needs: { accounts: 0, control: ['account.restrict'] },
  contexts: {
    guard: 'all',
    orderType: 'all',
    side: 'all',
    protection: 'all',
    instrument: ['first', 'second', 'last'],
    use: ['first', 'second'],
    account: 'all',
    after: ['nothing', 'close-only', 'trading-disabled'],
  },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      await goneThrough(t, trial);
      await doneBefore(t, trial, instrument);
      const asked = async (): Promise<RequestParams> => (await deedOf(t, trial, instrument)).params;
      // Such an order is taken while nothing is restricted.
      await account.complete(await asked());
      const before = await account.state();
      const [params, again] = [await asked(), await asked()];
      const lift = await t.under(context.guard, { account });
      try {
        const word = context.guard === 'close-only' ? 'close-only' : 'disabled';
        expectRefused(t, await submitToEnd(t, params, { account }), {
          requirement: `guards.${word}-refuses-${context.orderType}`,
          also: ['orders.runtime-restrictions-apply'],
        });
      } finally {
        await lift();
      }
      const lifted = { requirement: 'guards.lifted' } as const;
      const submission = await account.submit(again);
      t.expect.accepted(submission, lifted);
      t.expect.succeeded(await account.settle(submission), { ...lifted, evidence: [submission] });
      const after = await account.state();
      // An order that protects has no price of its own.
      const late = newOrders(before, after, params).filter(({ price }) => same(price, params.price)).length;
      t.expect.that(
        late === 0,
        {
          expected: 'no open order of what was refused',
          actual: `${late} open orders at ${String(params.price)}`,
          evidence: [after, before],
        },
        { requirement: 'orders.runtime-restrictions-apply' },
      );
    }),
});
