// account_state_event shows the account as it is now (interface 2.3; 6): it is what clients watch. How equity and margin are reckoned is
// the target's own, so of them only a figure is judged that the snapshots on both sides of it have left behind.
import { add, parseDecimal, toText } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { AccountStateView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf, same } from '../words/figures.js';
import { awaitBeat, type Beat, INTERVAL_MS } from '../words/streams/beats.js';
import { lastRecord } from '../words/streams/last-record.js';
import { deposit } from '../words/trading/deposit.js';
import { partedVolume } from '../words/trading/parted-volume.js';

type Member = keyof AccountStateView;

/** Of a cheap instrument, so many smallest volumes need some margin. */
const MORE = 20;

scenario({
  id: 'account-state.shows-current/after-a-deposit',
  title: 'shows the balance after a deposit in the next messages',
  needs: { claims: ['accountStateEvents'], control: ['account.deposit'] },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const events = await t.account.subscribed('account_state');
    const before = await figureIn(t, 'balance');
    const start =
      figureOf(before.value) ?? t.inconclusive('the snapshot shows no balance as a decimal string', [before]);
    await deposit(t, '7');
    const expected = toText(add(start, parseDecimal('7')));
    const beat = await settledBeat(t, events, 'balance', before.value);
    const now = await figureIn(t, 'balance');
    if (differ(now.value, expected)) {
      t.inconclusive('the platform booked something else on the account meanwhile', [now]);
    }
    t.expect.at(beat, '/view/balance', 'sameDecimal', expected);
  },
});

scenario({
  id: 'account-state.shows-current/equity-after-a-deposit',
  title: 'shows the equity after a deposit in the next messages',
  needs: { claims: ['accountStateEvents'], control: ['account.deposit'] },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const events = await t.account.subscribed('account_state');
    const before = await figureIn(t, 'equity');
    await awaitBeat(t, events);
    await deposit(t, '11');
    const after = await figureIn(t, 'equity');
    if (!differ(before.value, after.value)) {
      t.inconclusive('the snapshots show no other equity after the deposit', [before, after]);
    }
    const beat = await settledBeat(t, events, 'equity', before.value);
    await expectNew(t, beat, 'equity', { before, after, words: 'an equity with the deposit' });
  },
});

scenario({
  id: 'account-state.shows-current/margin-of-a-new-position',
  title: 'shows in used_margin what a new position needs',
  needs: { claims: ['accountStateEvents', 'positions'], requests: ['openPosition'] },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const before = await figureIn(t, 'usedMargin');
    await t.account.openPosition();
    let after = await figureIn(t, 'usedMargin');
    // What the smallest volume needs may round to nothing, and that of a cheap instrument twenty times over.
    for (const { name: instrument } of t.account.instruments) {
      if (differ(before.value, after.value)) break;
      const least = String((await t.account.order({ instrument })).volume);
      const volume = partedVolume(await t.account.conditions(instrument), least, MORE);
      await t.account.openPosition({ instrument, volume });
      after = await figureIn(t, 'usedMargin');
    }
    if (!differ(before.value, after.value)) {
      t.inconclusive('the snapshots show no other used_margin after the position than before', [after]);
    }
    const events = await t.account.subscribed('account_state');
    const beat = await settledBeat(t, events, 'usedMargin', before.value, 0);
    await expectNew(t, beat, 'usedMargin', { before, after, words: 'a used_margin with the position' });
  },
});

interface Figure {
  readonly value: JsonValue | undefined;
  readonly record: number;
}

/** What a fresh snapshot shows. */
async function figureIn(t: CheckContext, member: Member): Promise<Figure> {
  const { accountState, record } = await t.account.state();
  return { value: accountState?.[member], record };
}

/** The next message. Where it still shows the old figure it may have been under way; the one after it cannot have been. */
async function settledBeat(
  t: CheckContext,
  events: Events,
  member: Member,
  old: JsonValue | undefined,
  after = lastRecord(events),
): Promise<Beat> {
  const first = await awaitBeat(t, events, after);
  return same(old, first.view[member]) ? awaitBeat(t, events, first.record) : first;
}

/** Judges that the messages do not keep to a figure that the snapshots have left behind. */
async function expectNew(
  t: CheckContext,
  beat: Beat,
  member: Member,
  { before, after, words }: { readonly before: Figure; readonly after: Figure; readonly words: string },
): Promise<void> {
  const shown = beat.view[member];
  if (figureOf(shown) === undefined) t.inconclusive(`the event shows no ${member} as a decimal string`, [beat]);
  const now = await figureIn(t, member);
  if (!differ(before.value, now.value)) t.inconclusive(`${member} has gone back to what it was before`, [now]);
  t.expect.that(differ(before.value, shown), {
    expected: `${words}, as in the snapshot: ${String(now.value)}`,
    actual: `${String(shown)}, as before`,
    evidence: [beat, before, after, now],
  });
}
