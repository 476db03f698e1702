// What trade_mode trading_disabled and account_status close_only do (interface 3): they speak of pending orders and of the events
// subscription only. Where and with which code they refuse is open, save that close_only has a code of its own name.
import { scenario } from '../runner/registry.js';
import { expectNamed, expectRefused, submitToEnd } from '../words/trading/not-executed.js';
import { sltpOf } from '../words/trading/prices.js';

/** No connection of a disabled account can serve as a causal barrier, so silence is listened for. */
const SERVER_EVENTS: ReadonlySet<string> = new Set(['trading_state_snapshot', 'transaction_event']);

const GUARDS = [
  { word: 'disabled', words: 'disabled', guard: 'trading-disabled' },
  { word: 'close-only', words: 'close only', guard: 'close-only' },
] as const;

for (const type of ['limit', 'stop'] as const) {
  for (const { word, words, guard } of GUARDS) {
    scenario({
      id: `guards.${word}-refuses-${type}/pending-${type}`,
      title: `does not place a ${type} order while the account is ${words}`,
      requirements: ['orders.runtime-restrictions-apply'],
      needs: { control: ['account.restrict'] },
      async run(t) {
        await t.account.complete({ type });
        await t.under(guard);
        expectRefused(t, await submitToEnd(t, await t.account.order({ type })));
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
    const other = await t.account.openPosition({ side: 'buy' });
    await t.account.complete(await sltpOf(t, other.positionId));
    // Written before the restriction, under which the state of the account cannot be looked at.
    const order = await sltpOf(t, positionId);
    await t.under('trading-disabled');
    expectRefused(t, await submitToEnd(t, order));
  },
});

scenario({
  id: 'guards.close-only-allows-sltp/on-open-position',
  title: 'still takes an sltp order while the account is close-only',
  needs: { control: ['account.restrict'], claims: ['sltp', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition({ side: 'buy' });
    const order = await sltpOf(t, positionId);
    await t.under('close-only');
    const submission = await t.account.submit(order);
    t.expect.accepted(submission.exchange);
    t.expect.succeeded(await t.account.settle(submission));
  },
});

scenario({
  id: 'guards.close-only-code/pending-limit',
  title: 'names ACCOUNT_CLOSE_ONLY when it refuses an order for close-only',
  needs: { control: ['account.restrict'] },
  async run(t) {
    await t.account.complete();
    await t.under('close-only');
    expectNamed(t, await submitToEnd(t, await t.account.order()), 'ACCOUNT_CLOSE_ONLY');
  },
});

for (const { word, words, guard } of GUARDS) {
  scenario({
    id: `guards.reads-unaffected/${word}`,
    title: `still answers reads while the account is ${words}`,
    needs: { control: ['account.restrict'] },
    async run(t) {
      const order = await t.account.place();
      await t.under(guard);
      t.expect.accepted(await t.account.request('account'));
      t.expect.accepted(await t.account.request('instruments'));
      t.expect.accepted(await t.account.request('limits'));
      t.expect.accepted(await t.account.request('operationStatus', { operationId: order.operationId }));
    },
  });

  scenario({
    id: `guards.lifted/${word}`,
    title: `places orders again once the account is no longer ${words}`,
    needs: { control: ['account.restrict'] },
    async run(t) {
      await t.account.complete();
      const lift = await t.under(guard);
      await lift();
      const submission = await t.account.submit(await t.account.order());
      t.expect.accepted(submission.exchange);
      t.expect.succeeded(await t.account.settle(submission));
    },
  });
}

for (const { id, title, guard, isLifted } of [
  {
    id: 'guards.close-only-streams/a-new-stream',
    title: 'opens the events stream and delivers events on it while the account is close only',
    guard: 'close-only',
    isLifted: false,
  },
  {
    id: 'guards.lifted/disabled-stream',
    title: 'opens the events stream and delivers events on it once the account is no longer disabled',
    guard: 'trading-disabled',
    isLifted: true,
  },
] as const) {
  scenario({
    id,
    title,
    needs: { control: ['account.restrict'], claims: ['sltp', 'positions'] },
    async run(t) {
      const { positionId } = await t.account.openPosition({ side: 'buy' });
      // An sltp order is the one that close-only lets pass.
      const order = await sltpOf(t, positionId);
      const lift = await t.under(guard);
      if (isLifted) {
        await t.account.handshake('eventsStream');
        await lift();
      }
      t.expect.accepted(await t.account.handshake('eventsStream'));
      const events = await t.account.events();
      const command = await events.subscribe('transactions');
      t.expect.that(command.outcome !== 'refused', {
        expected: 'the subscription to transactions accepted',
        actual: 'it was refused',
        evidence: [command],
      });
      const submission = await t.account.place(order);
      t.expect.arrived(await events.resultOf(submission), submission);
    },
  });
}

for (const { id, guard, member, word } of [
  {
    id: 'guards.trade-mode-disabled-value/account-read',
    guard: 'trading-disabled',
    member: 'tradeMode',
    word: 'trading_disabled',
  },
  {
    id: 'guards.account-status-close-only-value/account-read',
    guard: 'close-only',
    member: 'accountStatus',
    word: 'close_only',
  },
] as const) {
  scenario({
    id,
    title: `shows ${word} where the account read shows the attribute at all`,
    needs: { control: ['account.restrict'] },
    async run(t) {
      await t.under(guard);
      const read = await t.account.request('account');
      t.expect.accepted(read);
      const body = read.answer?.body;
      const value = body === undefined ? undefined : t.dialect.readAccount(body)[member];
      if (value === undefined) t.notApplicable('the account read does not show the attribute, which it need not');
      t.expect.at(read, `/view/${member}`, 'equals', word);
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
    await t.under('trading-disabled');
    const handshake = await t.account.handshake('eventsStream');
    if (!handshake.opened) return t.expect.refused(handshake);
    const events = await t.account.events();
    const command = await events.subscribe('transactions');
    await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '1' });
    const leaked = await events.next(({ kind }) => SERVER_EVENTS.has(kind), { withinMs: t.timing.quietMs });
    t.expect.none(leaked === undefined ? [] : [leaked], 'a refusal at the handshake or at the command, and no event', {
      actual: String(leaked?.kind),
      evidence: [command],
    });
  },
});
