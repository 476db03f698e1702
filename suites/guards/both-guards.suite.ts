// Both restrictions at once (interface 3; 4.1, rule 3): they are attributes of their own, so that the end of one is not the end of the
// other.
import { scenario } from '../runner/registry.js';
import { expectRefused, submitToEnd } from '../words/trading/refusal.js';

const NORMAL = { trade_mode: 'normal', account_status: 'normal' };

for (const { id, words, left } of [
  {
    id: 'guards.disabled-refuses-limit/while-no-longer-close-only',
    words: 'trading is disabled on an account that is no longer close only besides',
    left: { trade_mode: 'trading_disabled', account_status: 'normal' },
  },
  {
    id: 'guards.close-only-refuses-limit/while-no-longer-disabled',
    words: 'an account is close only on which trading is no longer disabled besides',
    left: { trade_mode: 'normal', account_status: 'close_only' },
  },
] as const) {
  scenario({
    id,
    title: `places no order while ${words}, and places it when that is over`,
    requirements: ['orders.runtime-restrictions-apply', 'guards.lifted'],
    needs: { control: ['account.restrict'] },
    async run(t) {
      const restrict = (state: Readonly<Record<string, string>>) =>
        t.control('account.restrict', { account_id: t.account.id, ...state });
      await t.account.complete();
      const order = await t.account.order();
      const lift = t.cleanup(() => restrict(NORMAL));
      await restrict({ trade_mode: 'trading_disabled', account_status: 'close_only' });
      await restrict(left);
      expectRefused(t, await submitToEnd(t, order), { also: ['orders.runtime-restrictions-apply'] });
      await lift();
      const lifted = { requirement: 'guards.lifted' } as const;
      const again = await t.account.submit({});
      t.expect.accepted(again, lifted);
      t.expect.succeeded(await t.account.settle(again), { ...lifted, evidence: [again] });
    },
  });
}
