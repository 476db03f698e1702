// What trade_mode trading_disabled and account_status close_only do (interface 3): they speak of pending orders and of the events
// subscription only. Where and with which code they refuse is open, save that close_only has a code of its own name.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { namesOf } from '../words/trading/not-executed.js';
import { sltpOf } from '../words/trading/prices.js';

type Guard = { readonly trade_mode: 'trading_disabled' } | { readonly account_status: 'close_only' };

const DISABLED: Guard = { trade_mode: 'trading_disabled' };
const CLOSE_ONLY: Guard = { account_status: 'close_only' };
/** No connection of a disabled account can serve as a causal barrier, so silence is listened for. */
const SERVER_EVENTS: ReadonlySet<string> = new Set(['trading_state_snapshot', 'transaction_event']);
const NORMAL = { trade_mode: 'normal', account_status: 'normal' };

async function restrict(t: CheckContext, guard: Guard): Promise<void> {
  t.cleanup(() => lift(t));
  await t.control('account.restrict', { account_id: t.account.id, ...guard });
}

async function lift(t: CheckContext): Promise<void> {
  await t.control('account.restrict', { account_id: t.account.id, ...NORMAL });
}

/** Judges that the order does not come to be, in whichever phase it is refused; returns the names in the refusal. */
async function expectUnavailable(t: CheckContext, order: RequestParams): Promise<readonly string[]> {
  const submission = await t.account.submit(order);
  const result = submission.accepted ? await t.account.settle(submission) : undefined;
  if (result === undefined) t.expect.refused(submission.exchange);
  else {
    t.expect.that(result.status !== 'success', {
      expected: 'a refusal, at once or as final result',
      actual: `result ${result.status}`,
      evidence: [result.record],
    });
  }
  return namesOf({ submission, ...(result && { result }) });
}

/** The order that the restriction refuses was possible a moment before (rule 3: one factor). */
async function expectPossible(t: CheckContext, order: RequestParams): Promise<void> {
  const submission = await t.account.submit(order);
  if (!submission.accepted)
    t.inconclusive('the order was refused without a restriction too', [submission.exchange.record]);
  const result = await t.account.settle(submission);
  if (result.status !== 'success')
    t.inconclusive(`without a restriction the order ended ${result.status}`, [result.record]);
}

for (const type of ['limit', 'stop'] as const) {
  for (const { word, guard } of [
    { word: 'disabled', guard: DISABLED },
    { word: 'close-only', guard: CLOSE_ONLY },
  ] as const) {
    scenario({
      id: `guards.${word}-refuses-${type}/pending-${type}`,
      title: `does not place a ${type} order while the account is ${word.replace('-', ' ')}`,
      requirements: ['orders.runtime-restrictions-apply'],
      needs: { control: ['account.restrict'] },
      async run(t) {
        await expectPossible(t, await t.account.order({ type }));
        await restrict(t, guard);
        await expectUnavailable(t, await t.account.order({ type }));
      },
    });
  }
}

scenario({
  id: 'guards.disabled-refuses-sltp/on-open-position',
  title: 'does not take an sltp order while trading is disabled: the exemption is of close-only alone',
  needs: { control: ['account.restrict'], claims: ['sltp', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition({ side: 'buy' });
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    const { positionId: other } = await t.account.openPosition({ side: 'buy' });
    await expectPossible(t, await sltpOf(t, other ?? positionId));
    // Written before the restriction, under which the state of the account cannot be looked at.
    const order = await sltpOf(t, positionId);
    await restrict(t, DISABLED);
    await expectUnavailable(t, order);
  },
});

scenario({
  id: 'guards.close-only-allows-sltp/on-open-position',
  title: 'still takes an sltp order while the account is close-only',
  needs: { control: ['account.restrict'], claims: ['sltp', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition({ side: 'buy' });
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    const order = await sltpOf(t, positionId);
    await restrict(t, CLOSE_ONLY);
    const submission = await t.account.submit(order);
    t.expect.accepted(submission.exchange);
    const result = await t.account.settle(submission);
    t.expect.that(result.status === 'success', {
      expected: 'result success',
      actual: `result ${result.status} ${namesOf({ submission, result }).join(' ')}`,
      evidence: [result.record],
    });
  },
});

scenario({
  id: 'guards.close-only-code/pending-limit',
  title: 'names ACCOUNT_CLOSE_ONLY when it refuses an order for close-only',
  needs: { control: ['account.restrict'] },
  async run(t) {
    await expectPossible(t, await t.account.order());
    await restrict(t, CLOSE_ONLY);
    const submission = await t.account.submit(await t.account.order());
    const result = submission.accepted ? await t.account.settle(submission) : undefined;
    const names = namesOf({ submission, ...(result && { result }) });
    t.expect.that(names.includes('ACCOUNT_CLOSE_ONLY'), {
      expected: 'ACCOUNT_CLOSE_ONLY',
      actual: names.join(', ') || 'no code',
      evidence: [result?.record ?? submission.exchange.record],
    });
  },
});

for (const { word, guard } of [
  { word: 'disabled', guard: DISABLED },
  { word: 'close-only', guard: CLOSE_ONLY },
]) {
  scenario({
    id: `guards.reads-unaffected/${word}`,
    title: `still answers reads while the account is ${word.replace('-', ' ')}`,
    needs: { control: ['account.restrict'] },
    async run(t) {
      const submission = await t.account.submit(await t.account.order());
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      await restrict(t, guard);
      t.expect.accepted(await t.account.request('account'));
      t.expect.accepted(await t.account.request('instruments'));
      t.expect.accepted(await t.account.request('limits'));
      t.expect.accepted(await t.account.request('operationStatus', { operationId: submission.operationId ?? '' }));
    },
  });

  scenario({
    id: `guards.lifted/${word}`,
    title: `places orders again once the account is no longer ${word.replace('-', ' ')}`,
    needs: { control: ['account.restrict'] },
    async run(t) {
      await expectPossible(t, await t.account.order());
      await restrict(t, guard);
      await lift(t);
      const submission = await t.account.submit(await t.account.order());
      t.expect.accepted(submission.exchange);
      const result = await t.account.settle(submission);
      t.expect.that(result.status === 'success', {
        expected: 'result success',
        actual: `result ${result.status}`,
        evidence: [result.record],
      });
    },
  });
}

for (const { id, title, guard, isLifted } of [
  {
    id: 'guards.close-only-streams/a-new-stream',
    title: 'opens the events stream and delivers events on it while the account is close only',
    guard: CLOSE_ONLY,
    isLifted: false,
  },
  {
    id: 'guards.lifted/disabled-stream',
    title: 'opens the events stream and delivers events on it once the account is no longer disabled',
    guard: DISABLED,
    isLifted: true,
  },
] as const) {
  scenario({
    id,
    title,
    needs: { control: ['account.restrict'], claims: ['sltp', 'positions'] },
    async run(t) {
      const { positionId } = await t.account.openPosition({ side: 'buy' });
      if (positionId === undefined)
        return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
      // An sltp order is the one that close-only lets pass.
      const order = await sltpOf(t, positionId);
      await restrict(t, guard);
      if (isLifted) {
        await t.account.handshake('eventsStream');
        await lift(t);
      }
      const handshake = await t.account.handshake('eventsStream');
      t.expect.accepted(handshake);
      const events = await t.account.events();
      const { outcome, record } = await events.subscribe('transactions');
      t.expect.that(outcome !== 'refused', {
        expected: 'the subscription to transactions accepted',
        actual: 'it was refused',
        evidence: [record],
      });
      const submission = await t.account.submit(order);
      if (!submission.accepted) t.inconclusive('the sltp order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined, {
        expected: `a transaction_event with operation_id ${submission.operationId}`,
        actual: `none within ${t.timing.resultMs} ms`,
        evidence: [event?.record ?? submission.exchange.record],
      });
    },
  });
}

for (const { id, guard, member, word } of [
  {
    id: 'guards.trade-mode-disabled-value/account-read',
    guard: DISABLED,
    member: 'tradeMode',
    word: 'trading_disabled',
  },
  {
    id: 'guards.account-status-close-only-value/account-read',
    guard: CLOSE_ONLY,
    member: 'accountStatus',
    word: 'close_only',
  },
] as const) {
  scenario({
    id,
    title: `shows ${word} where the account read shows the attribute at all`,
    needs: { control: ['account.restrict'] },
    async run(t) {
      await restrict(t, guard);
      const exchange = await t.account.request('account');
      t.expect.accepted(exchange);
      const value =
        exchange.answer?.body === undefined ? undefined : t.dialect.readAccount(exchange.answer.body)[member];
      if (value === undefined) t.notApplicable(`the account read does not show the attribute, which it need not`);
      t.expect.at(exchange.record, `/view/${member}`, 'equals', word);
    },
  });
}

scenario({
  id: 'guards.disabled-no-events/no-result-arrives',
  title: 'delivers no event on a stream that is asked for while trading is disabled',
  needs: { control: ['account.restrict', 'account.deposit'] },
  async run(t) {
    const before = await t.account.transactions();
    await before.close();
    await restrict(t, DISABLED);
    const handshake = await t.account.handshake('eventsStream');
    if (!handshake.opened) {
      t.expect.refused(handshake);
      return;
    }
    const events = await t.account.events();
    const { record } = await events.subscribe('transactions');
    await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '1' });
    const leaked = await events.next(({ kind }) => SERVER_EVENTS.has(kind), { withinMs: t.timing.quietMs });
    t.expect.that(leaked === undefined, {
      expected: 'a refusal at the handshake or at the command, and no event in any case',
      actual: `${leaked?.kind}`,
      evidence: [leaked?.record ?? record],
    });
  },
});
