// Snapshots after a booking (interface 2.3; 6.1, rule 4): a later snapshot shows what the event of the booking has told, and not the figure
// that the event has left behind. Nothing else is done on the account meanwhile, so that no trade brings the booking in.
import type { AccountStateView } from '../../toolkit/profile/dialect/views.js';
import type { CheckId } from '../runner/check-id.js';
import { scenario } from '../runner/registry.js';
import { differ } from '../words/figures.js';
import { balanceEventOf, requireSoleChange } from '../words/streams/balance-event.js';

for (const { id, words, kind, amount, member } of [
  {
    id: 'domain.events-lead-to-snapshot/balance-of-a-deposit',
    words: 'the balance with a deposit',
    kind: 'balance',
    amount: '17',
    member: 'balance',
  },
  {
    id: 'domain.events-lead-to-snapshot/balance-of-a-fee',
    words: 'the balance without a fee',
    kind: 'admin_fee',
    amount: '-1',
    member: 'balance',
  },
  {
    id: 'domain.events-lead-to-snapshot/equity-of-a-deposit',
    words: 'the equity with a deposit',
    kind: 'balance',
    amount: '19',
    member: 'equity',
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly kind: string;
  readonly amount: string;
  readonly member: keyof AccountStateView;
}[]) {
  scenario({
    id,
    title: `shows ${words} in the snapshot after its event`,
    needs: { control: ['account.deposit'] },
    async run(t) {
      const events = await t.account.transactions();
      const before = events.snapshot.view.accountState?.[member];
      const event = await balanceEventOf(t, events, { kind, amount });
      const told = event.view.accountState?.[member];
      const after = await t.account.state();
      await requireSoleChange(t, events);
      if (!differ(before, told)) t.inconclusive(`the event shows no other ${member} than the snapshot before`, [event]);
      const shown = after.accountState?.[member];
      t.expect.that(differ(before, shown), {
        expected: `${member} with the booking, as in its event: ${String(told)}`,
        actual: `${String(shown)}, as before it`,
        evidence: [after, event, events.snapshot],
      });
    },
  });
}
