// The equity of snapshots while a position floats (interface 2.3; 6): how it is reckoned is the target's own, so it is held against
// account_state_event, whose messages show one on one side of the balance. Snapshots between them that never show any equity but the
// balance are out of step with them.
import { scenario } from '../runner/registry.js';
import { same } from '../words/figures.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';
import { equitySide, openedToFloat } from '../words/streams/current-figures.js';
import { lastRecord } from '../words/streams/last-record.js';

const ROUNDS = 3;

for (const { id, side } of [
  { id: 'domain.events-lead-to-snapshot/floating-of-what-was-bought', side: 'buy' },
  { id: 'domain.events-lead-to-snapshot/floating-of-what-was-sold', side: 'sell' },
] as const) {
  scenario({
    id,
    title: `shows in snapshots, too, that a position to ${side} floats, as account state events show it`,
    // How equity is reckoned is not said.
    level: 'should',
    needs: { claims: ['accountStateEvents', 'positions'], control: ['market.price'] },
    waitMs: (ROUNDS + 1) * INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      const move = await openedToFloat(t, side);
      await move();
      const events = await t.account.subscribed('account_state');
      const seen = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const beat = await awaitBeat(t, events, lastRecord(events));
        seen.push({ beat, state: await t.account.state() });
      }
      const [first] = seen;
      const evidence = seen.flatMap(({ beat, state }) => [beat, state]);
      const sides = new Set(seen.map(({ beat }) => equitySide(beat.view)));
      if (sides.size > 1 || sides.has(undefined) || sides.has(0)) {
        t.inconclusive('the messages do not all show an equity on one side of the balance', evidence);
      }
      const isLikeBalance = seen.every(({ state: { accountState } }) =>
        same(accountState?.equity, accountState?.balance),
      );
      t.expect.that(!isLikeBalance, {
        expected: `an equity other than the balance, as in ${ROUNDS} messages: ${String(first?.beat.view.equity)}`,
        actual: `${String(first?.state.accountState?.equity)}, the balance, in every snapshot`,
        evidence,
      });
    },
  });
}
