// equity in account_state_event (interface 2.3; 6): it is what clients watch. How it is reckoned is the target's own, so only a figure is
// judged that the snapshots on both sides of it have left behind.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf } from '../words/figures.js';

const INTERVAL_MS = 2000;
const PATIENCE_MS = 3 * INTERVAL_MS;

scenario({
  id: 'account-state.shows-current/equity-after-a-deposit',
  title: 'shows the equity after a deposit in the next messages',
  requirements: ['account-state.equity-present'],
  needs: { claims: ['accountStateEvents'], control: ['account.deposit'] },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const events = await t.account.events();
    await events.subscribed('account_state');
    const equity = async (): Promise<{ readonly value: JsonValue | undefined; readonly record: number }> => {
      const { accountState, record } = await t.account.state();
      return { value: accountState?.equity, record };
    };
    const before = await equity();
    const first = await events.next(({ kind }) => kind === 'account_state_event', { withinMs: PATIENCE_MS });
    if (first === undefined) return t.inconclusive(`no account_state_event within ${PATIENCE_MS} ms`);
    await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '11' });
    const after = await equity();
    if (!differ(before.value, after.value))
      t.inconclusive('the snapshots show no other equity after the deposit', [before.record, after.record]);
    // The first message may have been under way when the deposit was booked.
    let beat = await events.next(({ kind }) => kind === 'account_state_event', {
      withinMs: PATIENCE_MS,
      after: events.received.at(-1)?.record ?? first.record,
    });
    if (beat?.kind === 'account_state_event' && !differ(before.value, beat.view.equity))
      beat = await events.next(({ kind }) => kind === 'account_state_event', {
        withinMs: PATIENCE_MS,
        after: beat.record,
      });
    if (beat?.kind !== 'account_state_event') return t.inconclusive(`no account_state_event within ${PATIENCE_MS} ms`);
    if (figureOf(beat.view.equity) === undefined)
      return t.inconclusive('the event shows no equity as a decimal string', [beat.record]);
    const now = await equity();
    if (!differ(before.value, now.value)) t.inconclusive('equity has gone back to what it was', [now.record]);
    t.expect.that(differ(before.value, beat.view.equity), {
      expected: `an equity with the deposit, as in the snapshot: ${String(now.value)}`,
      actual: `${String(beat.view.equity)}, as before the deposit`,
      evidence: [beat.record, before.record, after.record, now.record],
    });
  },
});
