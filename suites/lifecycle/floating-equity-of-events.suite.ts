// The equity in the account state of transaction events while a position floats (interface 2.3; 6.1, rule 2): how it is reckoned is the
// target's own, so it is held against the snapshots around them. Where all of those show an equity on one side of the balance, events that
// show none but the balance are out of step with them.

import { subtract } from '../../toolkit/decimal/index.js';
import type { AccountStateView } from '../../toolkit/profile/dialect/views.js';
import { scenario } from '../runner/registry.js';
import { figureOf } from '../words/figures.js';
import { openedToFloat } from '../words/streams/current-figures.js';
import type { TransactionEvent } from '../words/streams/event-of.js';

/** One event may be of the very moment at which others had the position's float undone. */
const ROUNDS = 2;

/** How far equity is from balance; undefined where either is no decimal string. */
function distance(state: AccountStateView | undefined): ReturnType<typeof figureOf> {
  const [equity, balance] = [figureOf(state?.equity), figureOf(state?.balance)];
  return equity === undefined || balance === undefined ? undefined : subtract(equity, balance);
}

function signOf(figure: ReturnType<typeof figureOf>): number | undefined {
  return figure === undefined ? undefined : Math.sign(Number(figure.coefficient));
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
      const states = [await t.account.state()];
      const told: TransactionEvent[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        told.push(await events.awaitResultOf(await t.account.place(), 'success'));
        states.push(await t.account.state());
      }
      const evidence = [...states, ...told];
      const signs = new Set(states.map(({ accountState }) => signOf(distance(accountState))));
      if (signs.size > 1 || signs.has(undefined) || signs.has(0)) {
        t.inconclusive('the snapshots do not all show an equity on one side of the balance', evidence);
      }
      const shown = told.map(({ view }) => signOf(distance(view.accountState)));
      if (shown.includes(undefined)) t.inconclusive('an event shows no equity or no balance', told);
      t.expect.that(
        shown.some((sign) => sign !== 0),
        {
          expected: `an equity away from the balance, as in the ${states.length} snapshots around the events`,
          actual: `equity ${String(told[0]?.view.accountState?.equity)}, the balance, in each of ${ROUNDS} events`,
          evidence,
        },
      );
    },
  });
}
