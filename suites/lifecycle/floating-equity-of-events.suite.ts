// The equity in the account state of transaction events while a position floats (interface 2.3; 6.1, rule 2): how it is reckoned is the
// target's own, so it is held against the snapshots on both sides of an event. Where those show an equity on one side of the balance,
// events between them that show none but the balance are out of step with them.

import type { TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { equitySide, openedToFloat } from '../words/streams/current-figures.js';
import type { TransactionEvent } from '../words/streams/event-of.js';

/** One event may be of the very moment at which others had the position's float undone. */
const ROUNDS = 2;
const MOST_ROUNDS = 8;

interface Round {
  readonly before: Recorded<TradingStateView>;
  readonly event: TransactionEvent;
  readonly after: Recorded<TradingStateView>;
}

function isFloating({ before, after }: Round): boolean {
  const [was, is] = [equitySide(before.accountState), equitySide(after.accountState)];
  return was !== undefined && was !== 0 && was === is;
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
      const rounds: Round[] = [];
      for (let round = 0; round < MOST_ROUNDS && rounds.filter(isFloating).length < ROUNDS; round += 1) {
        const before = await t.account.state();
        const event = await events.awaitResultOf(await t.account.place(), 'success');
        rounds.push({ before, event, after: await t.account.state() });
      }
      const judged = rounds.filter(isFloating);
      const evidence = (judged.length === 0 ? rounds : judged).flatMap((one) => Object.values(one));
      if (judged.length < ROUNDS) {
        t.inconclusive('the snapshots do not show an equity on one side of the balance long enough', evidence);
      }
      const shown = judged.map(({ event }) => equitySide(event.view.accountState));
      if (shown.includes(undefined)) t.inconclusive('an event shows no equity or no balance', evidence);
      t.expect.that(
        shown.some((sign) => sign !== 0),
        {
          expected: 'an equity away from the balance, as in the snapshots on both sides of the events',
          actual: `equity ${String(judged[0]?.event.view.accountState?.equity)}, the balance, in ${ROUNDS} events`,
          evidence,
        },
      );
    },
  });
}
