// account_state_event shows the account as it is now (interface 2.3; 6): it is what clients watch. How equity and margin are reckoned is
// the target's own, so of them only a figure is judged that the snapshots on both sides of it have left behind.
import { add, parseDecimal, toText } from '../../toolkit/decimal/index.js';
import type { AccountStateView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf } from '../words/figures.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';
import {
  costlyPosition,
  expectNew,
  type Figure,
  figureIn,
  openedToFloat,
  settledBeat,
} from '../words/streams/current-figures.js';
import { lastRecord } from '../words/streams/last-record.js';
import { deposit } from '../words/trading/deposit.js';
import { doneByOthers } from '../words/trading/done-by-others.js';
import { filledPosition } from '../words/trading/filled-position.js';

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
    const beat = await settledBeat(t, events, { member: 'balance', old: before.value });
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
    await booked(t, { kind: 'balance', amount: '11' });
    const after = await figureIn(t, 'equity');
    if (!differ(before.value, after.value)) {
      t.inconclusive('the snapshots show no other equity after the deposit', [before, after]);
    }
    const beat = await settledBeat(t, events, { member: 'equity', old: before.value });
    await expectNew(t, beat, 'equity', { before, after, words: 'an equity with the deposit' });
  },
});

/** A booking that has taken effect, which may be a while after the control action's answer; its event tells. */
async function booked(t: CheckContext, booking: { readonly kind: string; readonly amount: string }): Promise<void> {
  const events = await t.account.transactions();
  await balanceEventOf(t, events, booking);
  await events.close();
}

/** The figure of the snapshots before the booking and after it; undecided where both are the same. */
async function changedBy(
  t: CheckContext,
  member: 'balance' | 'equity',
  booking: { readonly kind: string; readonly amount: string },
  words: string,
): Promise<{ readonly before: Figure; readonly after: Figure }> {
  const before = await figureIn(t, member);
  await booked(t, booking);
  const after = await figureIn(t, member);
  if (!differ(before.value, after.value)) {
    t.inconclusive(`the snapshots show no other ${member} after ${words}`, [before, after]);
  }
  return { before, after };
}

/** What takes away, and what adds once more. */
const BOOKINGS = [
  { kind: 'balance', amount: '-13' },
  { kind: 'swap_fee', amount: '-7' },
  { kind: 'admin_fee', amount: '-5' },
  { kind: 'dividend', amount: '3' },
] as const;

scenario({
  id: 'account-state.shows-current/balance-after-each-booking',
  title: 'shows the balance after a withdrawal, after fees and after a dividend in the next messages',
  needs: { claims: ['accountStateEvents'], control: ['account.deposit'] },
  waitMs: BOOKINGS.length * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.subscribed('account_state');
    await awaitBeat(t, events);
    for (const booking of BOOKINGS) {
      const { before, after } = await changedBy(t, 'balance', booking, `the ${booking.kind}`);
      const beat = await settledBeat(t, events, { member: 'balance', old: before.value });
      const words = `a balance after the ${booking.kind} of ${booking.amount}`;
      await expectNew(t, beat, 'balance', { before, after, words });
    }
  },
});

const SEVERAL_DEPOSITS = ['11', '17', '23', '29', '31', '37'];

scenario({
  id: 'account-state.shows-current/equity-after-several-deposits',
  title: 'shows the equity after each of several deposits, on a stream that has shown one before each',
  needs: { claims: ['accountStateEvents'], control: ['account.deposit'] },
  waitMs: SEVERAL_DEPOSITS.length * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.subscribed('account_state');
    for (const amount of SEVERAL_DEPOSITS) {
      const { before, after } = await changedBy(t, 'equity', { kind: 'balance', amount }, 'the deposit');
      const beat = await settledBeat(t, events, { member: 'equity', old: before.value });
      await expectNew(t, beat, 'equity', { before, after, words: `an equity with the deposit of ${amount}` });
    }
  },
});

scenario({
  id: 'account-state.shows-current/margin-of-a-new-position',
  title: 'shows in used_margin what a new position needs',
  needs: { claims: ['accountStateEvents', 'positions'], requests: ['openPosition'] },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const before = await figureIn(t, 'usedMargin');
    await costlyPosition(t, before);
    const after = await figureIn(t, 'usedMargin');
    const events = await t.account.subscribed('account_state');
    const beat = await settledBeat(t, events, { member: 'usedMargin', old: before.value }, 0);
    await expectNew(t, beat, 'usedMargin', { before, after, words: 'a used_margin with the position' });
  },
});

scenario({
  id: 'account-state.shows-current/margin-of-an-execution',
  title: 'shows in the next messages what the position of an executed order needs in used_margin',
  needs: { claims: ['accountStateEvents', 'positions'], control: ['order.fill'] },
  waitMs: 2 * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.subscribed('account_state');
    await awaitBeat(t, events);
    for (const { name: instrument } of t.account.instruments) {
      const before = await figureIn(t, 'usedMargin');
      await filledPosition(t, t.account, { instrument });
      const after = await figureIn(t, 'usedMargin');
      // What so little needs may round to nothing.
      if (!differ(before.value, after.value)) continue;
      const beat = await settledBeat(t, events, { member: 'usedMargin', old: before.value });
      return expectNew(t, beat, 'usedMargin', { before, after, words: 'a used_margin with the position' });
    }
    t.notApplicable('the snapshots show the same used_margin after executions as before, as they may');
  },
});

scenario({
  id: 'account-state.shows-current/equity-after-a-move',
  title: 'shows another equity once the price of an open position has moved',
  needs: { claims: ['accountStateEvents', 'positions'], control: ['market.price'] },
  waitMs: 2 * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const move = await openedToFloat(t, 'buy');
    const events = await t.account.subscribed('account_state');
    await awaitBeat(t, events);
    const before = await figureIn(t, 'equity');
    await move();
    const after = await figureIn(t, 'equity');
    if (!differ(before.value, after.value)) {
      t.inconclusive('the snapshots show the same equity after the price has moved', [before, after]);
    }
    const beat = await settledBeat(t, events, { member: 'equity', old: before.value });
    await expectNew(t, beat, 'equity', { before, after, words: 'an equity at the new price' });
  },
});

type State = Recorded<TradingStateView>;

/** What takes something away again, and what is left then. */
interface Ending {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  /** Set-up; what it returns ends what it began. */
  readonly begin: (t: CheckContext, start: State) => Promise<() => Promise<unknown>>;
  /** Whether the account is then as it was at the start. */
  readonly isBack: boolean;
  /** Heard on a connection that comes after one that ended. */
  readonly isLater?: boolean;
}

const CLOSES: Needs = { claims: ['accountStateEvents', 'positions', 'closePosition'] };

const ENDINGS: readonly Ending[] = [
  {
    id: 'account-state.shows-current/after-a-close',
    words: 'a close',
    needs: CLOSES,
    begin: async (t, start) => {
      const { positionId } = await costlyPosition(t, figureOfState(start, 'usedMargin'));
      return () => t.account.closePosition(positionId);
    },
    isBack: true,
  },
  {
    id: 'account-state.shows-current/after-a-partial-close',
    words: 'a partial close',
    needs: CLOSES,
    begin: async (t, start) => {
      const { positionId, part } = await costlyPosition(t, figureOfState(start, 'usedMargin'));
      return () => t.account.closePosition(positionId, part);
    },
    isBack: false,
    isLater: true,
  },
];

function figureOfState({ accountState, record }: State, member: keyof AccountStateView): Figure {
  return { value: accountState?.[member], record };
}

for (const { id, words, needs, begin, isBack, isLater = false } of ENDINGS) {
  scenario({
    id,
    title: `shows in the next messages the figures after ${words}, not those from before it`,
    needs,
    waitMs: 3 * INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      if (isLater) await (await t.account.subscribed('account_state')).close();
      const events = await t.account.subscribed('account_state');
      const start = await t.account.state();
      const end = await begin(t, start);
      await awaitBeat(t, events, (await awaitBeat(t, events, lastRecord(events))).record);
      const before = await t.account.state();
      await end();
      const after = await t.account.state();
      let moved = 0;
      for (const member of ['usedMargin', 'equity'] as const) {
        const [old, now] = [figureOfState(before, member), figureOfState(after, member)];
        if (!differ(old.value, now.value)) continue;
        moved += 1;
        const beat = await settledBeat(t, events, { member, old: old.value });
        await expectNew(t, beat, member, { before: old, after: now, words: `${member} after ${words}` });
        // What is left of a position needs margin, so that of an account without it is left behind as well.
        const none = figureOfState(start, member);
        if (isBack || member !== 'usedMargin' || !differ(none.value, now.value)) continue;
        await expectNew(t, beat, member, { before: none, after: now, words: `${member} of what is left` });
      }
      const others = doneByOthers(t, t.account, start);
      const isOwn = start.positions?.length === 0 && start.orders?.length === 0 && others.records.length === 0;
      if (isOwn) expectFreed(t, { start, before, after }, isBack);
      else if (moved === 0) t.inconclusive('the snapshots show the same figures after it', [before, after]);
    },
  });
}

/** That a closed position uses no margin follows from the word, and is not stated. */
function expectFreed(
  t: CheckContext,
  { start, before, after }: Record<'start' | 'before' | 'after', State>,
  isBack: boolean,
): void {
  const [had, held, has] = [start, before, after].map(({ accountState }) => accountState?.usedMargin);
  if (!differ(had, held)) t.inconclusive('the snapshots show no other used_margin with the position', [start, before]);
  const expected = isBack ? `used_margin ${String(had)}, as before` : `a used_margin other than ${String(held)}`;
  const evidence = [after, before, start];
  t.expect.that(
    isBack ? !differ(had, has) : differ(held, has),
    { expected, actual: String(has), evidence },
    { level: 'should' },
  );
}
