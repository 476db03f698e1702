// What trade_mode trading_disabled and account_status close_only do (interface 3): they speak of pending orders and of the events
// subscription only. Where and with which code they refuse is open, save that close_only has a code of its own name.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { expectNotRefused } from '../words/streams/commands.js';
import { deposit } from '../words/trading/deposit.js';
import { sltpOf } from '../words/trading/prices.js';
import { expectNamed, expectNotNamed, expectRefused, expectSuccess, submitToEnd } from '../words/trading/refusal.js';
import { expectNothing } from './nothing-comes.js';

const RESTRICT: Needs = { control: ['account.restrict'] };
const PROTECT: Needs = { ...RESTRICT, claims: ['sltp', 'positions'] };

function isForgotten({ answer }: HttpExchange): boolean {
  return answer?.status === 404 || answer?.status === 410;
}

/** An sltp order on a position of its own. Written before a restriction, under which the state of the account cannot be looked at. */
async function protection(t: CheckContext): Promise<RequestParams> {
  const { positionId } = await t.account.openPosition({ side: 'buy' });
  return sltpOf(t, positionId);
}

for (const { word, words, guard, attribute } of [
  {
    word: 'disabled',
    words: 'disabled',
    guard: 'trading-disabled',
    attribute: { id: 'guards.trade-mode-disabled-value/account-read', member: 'tradeMode', value: 'trading_disabled' },
  },
  {
    word: 'close-only',
    words: 'close only',
    guard: 'close-only',
    attribute: {
      id: 'guards.account-status-close-only-value/account-read',
      member: 'accountStatus',
      value: 'close_only',
    },
  },
] as const) {
  for (const type of ['limit', 'stop'] as const) {
    scenario({
      id: `guards.${word}-refuses-${type}/pending-${type}`,
      title: `does not place a ${type} order while the account is ${words}`,
      requirements: ['orders.runtime-restrictions-apply'],
      needs: { guard },
      async run(t) {
        await t.account.complete({ type });
        const order = await t.account.order({ type });
        const account = await t.guarded(guard);
        expectRefused(t, await submitToEnd(t, { ...order, accountId: account.id }, { account }), {
          also: ['orders.runtime-restrictions-apply'],
        });
      },
    });
  }

  scenario({
    id: `guards.${word}-refuses-limit/against-open-positions`,
    title: `places no order of either side against an open position while the account is ${words}`,
    requirements: [`guards.${word}-refuses-stop`, 'orders.runtime-restrictions-apply'],
    needs: { ...RESTRICT, claims: ['positions'] },
    async run(t) {
      await t.account.openPosition({ side: 'buy' });
      const orders: { readonly type: 'limit' | 'stop'; readonly params: RequestParams }[] = [];
      for (const type of ['limit', 'stop'] as const) {
        for (const side of ['sell', 'buy'] as const) {
          orders.push({ type, params: await t.account.order({ type, side }) });
        }
      }
      await t.account.complete({ type: 'limit', side: 'sell' });
      await t.under(guard);
      for (const { type, params } of orders) {
        expectRefused(t, await submitToEnd(t, params), {
          requirement: `guards.${word}-refuses-${type}`,
          also: ['orders.runtime-restrictions-apply'],
        });
      }
    },
  });

  scenario({
    id: `guards.reads-unaffected/${word}`,
    title: `still answers reads while the account is ${words}`,
    needs: RESTRICT,
    async run(t) {
      // What the status shows before the operation ends is left open, a 404 included.
      const { operationId } = (await t.account.complete()).submission;
      const lift = await t.under(guard);
      for (const read of ['account', 'instruments', 'limits', 'conditions'] as const)
        t.expect.accepted(await t.account.request(read, { instrument: t.account.instrument().name }));
      const status = await t.account.request('operationStatus', { operationId });
      if (isForgotten(status)) {
        // Status is retained for a limited time (interface 4.3), which may be over: then it is gone without the restriction, too.
        await lift();
        const lifted = await t.account.request('operationStatus', { operationId });
        if (isForgotten(lifted)) t.inconclusive('the status of the operation is not retained any more', [lifted]);
      }
      t.expect.accepted(status);
    },
  });

  scenario({
    id: attribute.id,
    title: `shows ${attribute.value} where the account read shows the attribute at all`,
    needs: { guard },
    async run(t) {
      const account = await t.guarded(guard);
      const shownIn = ({ answer }: HttpExchange): JsonValue | undefined =>
        answer?.body === undefined ? undefined : t.dialect.readAccount(answer.body)[attribute.member];
      // The attributes of an account may follow a change after a moment.
      const read = await eventually(
        t,
        () => account.request('account'),
        (read) => shownIn(read) === undefined || shownIn(read) === attribute.value,
      );
      t.expect.accepted(read);
      const value = shownIn(read);
      if (value === undefined) t.notApplicable('the account read does not show the attribute, which it need not');
      t.expect.at(read, `/view/${attribute.member}`, 'equals', attribute.value);
    },
  });

  scenario({
    id: `guards.lifted/${word}`,
    title: `places orders again once the account is no longer ${words}`,
    needs: RESTRICT,
    async run(t) {
      await t.account.complete();
      const lift = await t.under(guard);
      await lift();
      await expectSuccess(t, await t.account.order());
    },
  });
}

scenario({
  id: 'guards.close-only-code/pending-limit',
  title: 'names ACCOUNT_CLOSE_ONLY when it refuses an order for close-only',
  needs: { guard: 'close-only' },
  async run(t) {
    await t.account.complete();
    const order = await t.account.order();
    const account = await t.guarded('close-only');
    expectNamed(t, await submitToEnd(t, { ...order, accountId: account.id }, { account }), 'ACCOUNT_CLOSE_ONLY');
  },
});

scenario({
  id: 'guards.disabled-refuses-sltp/on-open-position',
  title: 'does not take an sltp order while trading is disabled: the exemption is of close-only alone',
  needs: PROTECT,
  async run(t) {
    await t.account.complete(await protection(t));
    const order = await protection(t);
    await t.under('trading-disabled');
    expectRefused(t, await submitToEnd(t, order));
  },
});

scenario({
  id: 'guards.close-only-allows-sltp/on-open-position',
  title: 'still takes an sltp order while the account is close-only',
  needs: PROTECT,
  async run(t) {
    // Such levels are taken while nothing is restricted.
    await t.account.complete(await protection(t));
    const order = await protection(t);
    await t.under('close-only');
    await expectSuccess(t, order);
  },
});

/** Judges that the stream opens and delivers; an sltp order is the one that close-only lets pass. */
async function expectServed(t: CheckContext, order: RequestParams): Promise<void> {
  t.expect.accepted(await t.account.handshake('eventsStream'));
  const events = await t.account.events();
  expectNotRefused(t, events, await events.subscribe('transactions'));
  const submission = await t.account.place(order);
  t.expect.arrived(await events.resultOf(submission), submission);
}

scenario({
  id: 'guards.close-only-streams/a-new-stream',
  title: 'opens the events stream and delivers events on it while the account is close only',
  needs: PROTECT,
  async run(t) {
    const order = await protection(t);
    await t.under('close-only');
    await expectServed(t, order);
  },
});

scenario({
  id: 'guards.lifted/disabled-stream',
  title: 'opens the events stream and delivers events on it once the account is no longer disabled',
  needs: PROTECT,
  async run(t) {
    const order = await protection(t);
    const lift = await t.under('trading-disabled');
    await t.account.handshake('eventsStream');
    await lift();
    await expectServed(t, order);
  },
});

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
    await deposit(t, '1');
    const isOurs = ({ kind }: Received): boolean => kind === 'trading_state_snapshot' || kind === 'transaction_event';
    await expectNothing(t, events, isOurs, command);
  },
});

scenario({
  id: 'guards.disabled-no-events/on-a-stream-that-was-open',
  title: 'takes no subscription while trading is disabled, on a stream that was opened before either',
  needs: { control: ['account.restrict'] },
  async run(t) {
    const events = await t.account.events();
    const order = await t.account.order();
    await t.under('trading-disabled');
    // A restriction may take a moment: it is there once an order is refused.
    const refusal = await eventually(
      t,
      () => submitToEnd(t, order),
      ({ result }) => result?.status !== 'success',
    );
    if (refusal.result?.status === 'success') t.inconclusive('orders are placed as before', [refusal.submission]);
    // What becomes of the stream itself is open.
    if (!events.isOpen) t.notApplicable('the target ends the streams of an account that is disabled');
    const command = await events.subscribe('transactions');
    const leaked = await events.next('trading_state_snapshot', { withinMs: t.timing.quietMs });
    t.expect.that(leaked === undefined, {
      expected: 'the subscription refused, and no snapshot',
      actual: `${command.outcome}, and a snapshot`,
      evidence: [command, leaked],
    });
  },
});

scenario({
  id: 'guards.disabled-refuses-sltp/close-only-besides',
  title: 'does not take an sltp order while trading is disabled, also where the account is close-only besides',
  needs: PROTECT,
  async run(t) {
    await t.account.complete(await protection(t));
    const order = await protection(t);
    await t.under('close-only');
    await t.under('trading-disabled');
    expectRefused(t, await submitToEnd(t, order));
  },
});

for (const { id, guard } of [
  { id: 'orders.limit-accepted/while-another-account-is-disabled', guard: 'trading-disabled' },
  { id: 'orders.limit-accepted/while-another-account-is-close-only', guard: 'close-only' },
] as const) {
  scenario({
    id,
    title: `names no restriction for an order on an account while another one is ${guard === 'close-only' ? 'close only' : 'disabled'}`,
    needs: { accounts: 2, control: ['account.restrict'] },
    async run(t, own, other) {
      const [before, during] = await own.orders(2);
      await own.complete(before);
      await t.under(guard, { account: other });
      const refusal = await submitToEnd(t, during ?? t.inconclusive('no order to place'), { account: own });
      expectNotNamed(t, refusal, {
        names: ['ACCOUNT_DISABLED', 'ACCOUNT_CLOSE_ONLY'],
        of: 'an account that is not restricted',
      });
    },
  });
}
