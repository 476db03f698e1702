// The equity of account_state_event while a position has floated away from its price (interface 2.3; 6; 8): it is what clients watch it
// for. How equity is reckoned is the target's own, so it is held against the snapshots on both sides of a message, which show one equity.
// Where a price never stands still they show two; a message that has the balance for it each time all the same shows no equity.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf, same } from '../words/figures.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';
import { openedToFloat } from '../words/streams/current-figures.js';

/** Messages may be made of figures that follow after a moment. */
const ROUNDS = 3;

for (const { id, side } of [
  { id: 'account-state.shows-current/floating-of-what-was-bought', side: 'buy' },
  { id: 'account-state.shows-current/floating-of-what-was-sold', side: 'sell' },
] as const) {
  scenario({
    id,
    title: `shows the equity that snapshots show while a position to ${side} floats and the price stands still`,
    needs: { claims: ['accountStateEvents', 'positions'], control: ['market.price'] },
    waitMs: (2 * ROUNDS + 1) * INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      const move = await openedToFloat(t, side);
      const events = await t.account.subscribed('account_state');
      await move();
      let round = 0;
      let isAlwaysBalance = true;
      let hasStoodStill = true;
      let last: JsonValue | undefined;
      let seen = await awaitRound();
      while ((!seen.isStill || !seen.isShown) && round < ROUNDS) seen = await awaitRound();
      const { before, beat, after, isShown } = seen;
      // Beside another position that floats, two snapshots may show one equity by chance.
      const isStill = seen.isStill && (isShown || hasStoodStill);
      if (!isStill && !isAlwaysBalance) {
        t.inconclusive('the snapshots show no equity that stands still away from the balance', [before, after]);
      }
      t.expect.that(isStill && isShown, {
        expected: isStill
          ? `equity ${String(after.accountState?.equity)}, as in the snapshots before and after`
          : `an equity other than the balance, as in all snapshots before and after ${ROUNDS} messages`,
        actual: `equity ${String(beat.view.equity)}`,
        evidence: [beat, before, after],
      });

      async function awaitRound() {
        round += 1;
        const before = await t.account.state();
        const early = await awaitBeat(t, events, before.record);
        // The first may have been under way when the snapshot was made.
        const beat = await awaitBeat(t, events, early.record);
        const after = await t.account.state();
        if (figureOf(beat.view.equity) === undefined) {
          t.inconclusive('the event shows no equity as a decimal string', [beat]);
        }
        const [was, is] = [before.accountState, after.accountState];
        const isFloating = differ(was?.equity, was?.balance) && differ(is?.equity, is?.balance);
        const isStill =
          same(was?.equity, is?.equity) &&
          same(was?.balance, is?.balance) &&
          same(was?.usedMargin, is?.usedMargin) &&
          isFloating;
        hasStoodStill &&= isStill && (last === undefined || same(last, is?.equity));
        last = is?.equity;
        isAlwaysBalance &&= isFloating && same(beat.view.equity, beat.view.balance);
        return { before, beat, after, isStill, isShown: same(is?.equity, beat.view.equity) };
      }
    },
  });
}
