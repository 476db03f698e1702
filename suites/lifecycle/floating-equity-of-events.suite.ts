// The equity in the account state of transaction events while a position floats (interface 2.3; 6.1, rule 2): how it is reckoned is the
// target's own, so it is held against the snapshots on both sides. Where both show one distance of equity from balance, an event between
// them that shows none is out of step with them.

import { equals, subtract } from '../../toolkit/decimal/index.js';
import type { AccountStateView } from '../../toolkit/profile/dialect/views.js';
import { scenario } from '../runner/registry.js';
import { figureOf, same } from '../words/figures.js';
import { openedToFloat } from '../words/streams/current-figures.js';

/** How far equity is from balance; undefined where either is no decimal string. */
function distance(state: AccountStateView | undefined): ReturnType<typeof figureOf> {
  const [equity, balance] = [figureOf(state?.equity), figureOf(state?.balance)];
  return equity === undefined || balance === undefined ? undefined : subtract(equity, balance);
}

for (const { id, side } of [
  { id: 'domain.events-lead-to-snapshot/equity-beside-what-was-bought', side: 'buy' },
  { id: 'domain.events-lead-to-snapshot/equity-beside-what-was-sold', side: 'sell' },
] as const) {
  scenario({
    id,
    title: `shows no equity like the balance in an event while snapshots show a position to ${side} that floats`,
    level: 'should',
    needs: { claims: ['positions'], control: ['market.price'] },
    effort: 'standard',
    async run(t) {
      const move = await openedToFloat(t, side);
      const events = await t.account.transactions();
      await move();
      const before = await t.account.state();
      const event = await events.awaitResultOf(await t.account.place(), 'success');
      const after = await t.account.state();
      const [was, is] = [distance(before.accountState), distance(after.accountState)];
      if (was === undefined || is === undefined || was.coefficient === 0n || !equals(was, is)) {
        t.inconclusive('the snapshots show no equity that stands still away from the balance', [before, after]);
      }
      const shown = event.view.accountState;
      if (distance(shown) === undefined) t.inconclusive('the event shows no equity or no balance', [event]);
      t.expect.that(!same(shown?.equity, shown?.balance), {
        expected: `equity ${String(after.accountState?.equity)}, away from the balance as in the snapshots around it`,
        actual: `equity ${String(shown?.equity)}, the balance`,
        evidence: [event, before, after],
      });
    },
  });
}
