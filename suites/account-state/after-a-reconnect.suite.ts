// account_state_event on a connection that came after another one, or subscribed again (interface 2.3; 6; 6.4, rule 4): it shows what has
// happened since the account was told of before. Of equity and margin only a figure is judged that the snapshots have left behind.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { AccountStateView } from '../../toolkit/profile/dialect/views.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, same } from '../words/figures.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';
import { unsubscribed } from '../words/streams/commands.js';
import { costlyPosition, expectNew, type Figure, figureIn, settledBeat } from '../words/streams/current-figures.js';

interface Meanwhile {
  readonly id: CheckId;
  readonly words: string;
  readonly member: keyof AccountStateView;
  readonly needs: Needs;
  readonly happen: (t: CheckContext) => Promise<unknown>;
}

const BOOKS: Needs = { claims: ['accountStateEvents'], control: ['account.deposit'] };

async function booked(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  await balanceEventOf(t, events, { kind: 'balance', amount: '13' });
  await events.close();
}

const MEANWHILE: readonly Meanwhile[] = [
  {
    id: 'account-state.shows-current/balance-after-a-reconnect',
    words: 'the balance with a deposit',
    member: 'balance',
    needs: BOOKS,
    happen: booked,
  },
  {
    id: 'account-state.shows-current/equity-after-a-reconnect',
    words: 'the equity with a deposit',
    member: 'equity',
    needs: BOOKS,
    happen: booked,
  },
  {
    id: 'account-state.shows-current/margin-after-a-reconnect',
    words: 'the used_margin with a position',
    member: 'usedMargin',
    needs: { claims: ['accountStateEvents', 'positions'], requests: ['openPosition'] },
    happen: async (t) => costlyPosition(t, await figureIn(t, 'usedMargin')),
  },
];

function isKept(shown: JsonValue | undefined, told: Figure, after: Figure): boolean {
  return same(shown, told.value) && differ(told.value, after.value);
}

for (const { id, words, member, needs, happen } of MEANWHILE) {
  scenario({
    id,
    title: `shows ${words} that came between two connections, in the messages of the later one`,
    needs,
    waitMs: 3 * INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      const earlier = await t.account.subscribed('account_state');
      const { record, view } = await awaitBeat(t, earlier);
      await earlier.close();
      const before = await figureIn(t, member);
      await happen(t);
      const after = await figureIn(t, member);
      if (!differ(before.value, after.value)) t.inconclusive(`the snapshots show no other ${member}`, [before, after]);
      const events = await t.account.subscribed('account_state');
      const beat = await settledBeat(t, events, { member, old: before.value }, 0);
      // What the earlier connection was told may be older than the snapshot: kept too, it is as stale.
      const told: Figure = { value: view[member], record };
      if (!isKept(beat.view[member], told, after)) return expectNew(t, beat, member, { before, after, words });
      return expectNew(t, await awaitBeat(t, events, beat.record), member, { before: told, after, words });
    },
  });
}

scenario({
  id: 'account-state.shows-current/subscribed-again',
  title: 'shows the balance with a deposit that came before account_state was subscribed again on the same connection',
  needs: BOOKS,
  waitMs: 3 * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.subscribed('account_state');
    await awaitBeat(t, events);
    const before = await figureIn(t, 'balance');
    await unsubscribed(t, events, 'account_state');
    await booked(t);
    const after = await figureIn(t, 'balance');
    if (!differ(before.value, after.value)) t.inconclusive('the snapshots show no other balance', [before, after]);
    const { record } = await events.subscribed('account_state');
    const beat = await settledBeat(t, events, { member: 'balance', old: before.value }, record);
    await expectNew(t, beat, 'balance', { before, after, words: 'the balance with a deposit' });
  },
});
