// Balance transactions (interface 2.2; 6.1, rule 4): a balance-type deal and the account state, no requested operation behind them.
import { add, equals, parseDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { figureOf, same } from '../words/figures.js';
import { balanceBefore, balanceEventOf, requireNoneBeside, requireSoleChange } from '../words/streams/balance-event.js';
import { isBooking, type TransactionEvent } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { deposit } from '../words/trading/deposit.js';

const NEEDS = { control: ['account.deposit'] } as const;
const NOTHING = { predicate: 'lengthIs', expected: 0 };

async function depositEvent(t: CheckContext): Promise<TransactionEvent> {
  return balanceEventOf(t, await t.account.transactions(), { kind: 'balance', amount: '10' });
}

for (const { id, kind, amount } of [
  { id: 'transactions.balance-kind-deposit/by-kind', kind: 'balance', amount: '25' },
  { id: 'transactions.balance-kind-deposit/withdrawal', kind: 'balance', amount: '-6' },
  { id: 'transactions.balance-kind-null-compensation/by-kind', kind: 'null_compensation', amount: '3' },
  { id: 'transactions.balance-kind-swap-fee/by-kind', kind: 'swap_fee', amount: '-1' },
  { id: 'transactions.balance-kind-admin-fee/by-kind', kind: 'admin_fee', amount: '-2' },
  { id: 'transactions.balance-kind-dividend/by-kind', kind: 'dividend', amount: '4' },
  { id: 'transactions.balance-kind-svc-dollar/by-kind', kind: 'svc_dollar', amount: '5' },
] as const) {
  scenario({
    id,
    title: `carries a transaction of kind ${kind} over ${amount} as a balance-type deal`,
    requirements: ['transactions.balance-deal'],
    needs: NEEDS,
    async run(t) {
      const event = await balanceEventOf(t, await t.account.transactions(), { kind, amount });
      t.expect.at(event, '/view/deals', 'lengthIs', 1, { requirement: 'transactions.balance-deal' });
      if (event.view.deals?.[0]?.balanceKind === undefined) {
        t.inconclusive('the deal shows no balance kind where the dialect reads it', [event]);
      }
      t.expect.at(event, '/view/deals/0/balanceKind', 'equals', kind);
    },
  });
}

scenario({
  id: 'transactions.emitted-for-balance/deposit',
  title: 'delivers a deposit as a transaction_event',
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const after = lastRecord(events);
    await deposit(t, '10');
    const event = await events.next('transaction_event', { after });
    t.expect.arrived(event, 'a transaction_event', { evidence: [events.snapshot] });
  },
});

scenario({
  id: 'transactions.balance-account-state/deposit',
  title: 'shows the account state in the event of a deposit',
  needs: NEEDS,
  async run(t) {
    t.expect.at(await depositEvent(t), '/view/accountState', 'present');
  },
});

scenario({
  id: 'transactions.balance-only/deposit',
  title: 'shows no order, no position and no second deal in the event of a deposit, though some are open',
  needs: NEEDS,
  async run(t) {
    await t.account.openOrder();
    const event = await depositEvent(t);
    t.expect.at(event, '/view/orders', 'optional', NOTHING);
    t.expect.at(event, '/view/positions', 'optional', NOTHING);
    t.expect.at(event, '/view/deals', 'lengthAtMost', 1);
  },
});

scenario({
  id: 'transactions.balance-only/beside-a-position',
  title: 'shows no position and no trading deal in the event of a deposit on an account that has traded',
  needs: { ...NEEDS, claims: ['positions'] },
  async run(t) {
    await t.account.openPosition();
    const event = await depositEvent(t);
    t.expect.at(event, '/view/positions', 'optional', NOTHING);
    t.expect.at(event, '/view/deals', 'lengthAtMost', 1);
  },
});

for (const { id, words, kind, sign } of [
  {
    id: 'transactions.balance-arithmetic/deposit',
    words: 'adds exactly the amount of a deposit to',
    kind: 'balance',
    sign: '',
  },
  {
    id: 'transactions.balance-arithmetic/fee',
    words: 'takes exactly the amount of a fee off',
    kind: 'swap_fee',
    sign: '-',
  },
] as const) {
  scenario({
    id,
    title: `${words} the balance`,
    purposes: [37],
    needs: NEEDS,
    async run(t) {
      const events = await t.account.transactions();
      // An amount down to the smallest unit of the currency, where the profile states it.
      const fraction = '.4567890123'.slice(0, (t.account.currencyDigits ?? 0) + 1);
      const asked = `${sign}13${fraction.length > 1 ? fraction : ''}`;
      const event = await balanceEventOf(t, events, { kind, amount: asked });
      const start = figureOf(balanceBefore(events, event));
      const change = figureOf(event.view.deals?.[0]?.amount ?? asked);
      if (start === undefined || change === undefined) {
        return t.inconclusive('balance and amount are not both decimal strings', [events.snapshot, event]);
      }
      // Whether the deal of a fee shows its amount with a sign is open; that a fee lowers the balance is not.
      const isUnsignedFee = sign === '-' && change.coefficient > 0n;
      const end = isUnsignedFee ? subtract(start, change) : add(start, change);
      const sum = `${toText(start)} ${isUnsignedFee ? '-' : '+'} ${toText(change)}`;
      await requireNoneBeside(t, events, event, { end });
      t.expect.at(event, '/view/accountState/balance', 'sameDecimal', toText(end), { sum });
    },
  });
}

scenario({
  id: 'transactions.balance-arithmetic/three-decimals',
  title: 'adds every decimal of a deposit in a currency of three decimals',
  needs: { ...NEEDS, accounts: 0 },
  run: (t) =>
    onAccountOf(t, { code: 'KWD', digits: 3 }, async (account) => {
      const events = await account.transactions();
      const event = await balanceEventOf(t, events, { kind: 'balance', amount: '1.125' }, account);
      const start =
        figureOf(balanceBefore(events, event)) ??
        t.inconclusive('no balance before it is a decimal string', [events.snapshot]);
      const end = add(start, parseDecimal('1.125'));
      await requireNoneBeside(t, events, event, { end, account });
      t.expect.at(event, '/view/accountState/balance', 'sameDecimal', toText(end));
    }),
});

scenario({
  id: 'transactions.balance-arithmetic/fee-of-less-than-one',
  title: 'shows the amount of a fee of less than one with a sign where it shows one of more than one so',
  needs: { ...NEEDS, facts: ['currencyDigits'] },
  async run(t) {
    if ((t.account.currencyDigits ?? 0) < 2) t.notApplicable('the currency has nothing less than a tenth');
    const events = await t.account.transactions();
    const whole = await balanceEventOf(t, events, { kind: 'swap_fee', amount: '-3.25' });
    if (figureOf(whole.view.deals?.[0]?.amount)?.coefficient !== -325n) {
      // Which is open; that a target shows it now and then is not what it means.
      return t.notApplicable('the deal of a fee shows its amount without a sign');
    }
    const part = await balanceEventOf(t, events, { kind: 'swap_fee', amount: '-0.25' });
    t.expect.at(part, '/view/deals/0/amount', 'sameDecimal', '-0.25');
  },
});

scenario({
  id: 'transactions.balance-arithmetic/at-once',
  title: 'adds two deposits that are booked at the same time',
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const start = figureOf((await t.account.state()).accountState?.balance);
    await Promise.all([deposit(t, '3'), deposit(t, '5')]);
    const first = await events.await('transaction_event', { where: isBooking, after: events.snapshot.record });
    await events.await('transaction_event', { where: isBooking, after: first.record });
    const state = await t.account.state();
    const end = figureOf(state.accountState?.balance);
    if (start === undefined || end === undefined) {
      return t.inconclusive('the snapshot shows no balance as a decimal string', [state]);
    }
    await requireSoleChange(t, events, { own: 2 });
    const expected = add(start, parseDecimal('8'));
    t.expect.that(equals(end, expected), {
      expected: `a balance of ${toText(expected)}`,
      actual: toText(end),
      evidence: [state, events.snapshot],
    });
  },
});

scenario({
  id: 'transactions.emitted-for-balance/two-at-once',
  title: 'tells each of two deposits that are booked in the same moment',
  requirements: ['transactions.every-change'],
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const before = await t.account.state();
    await Promise.all([deposit(t, '3'), deposit(t, '5')]);
    const first = await events.await('transaction_event', { where: isBooking, after: events.snapshot.record });
    const second = await events.next('transaction_event', { where: isBooking, after: first.record });
    const after = await t.account.state();
    const [start, end] = [before, after].map(({ accountState }) => figureOf(accountState?.balance));
    if (start === undefined || end === undefined || !equals(subtract(end, start), parseDecimal('8'))) {
      t.inconclusive('the balance does not show that both were booked', [before, after]);
    }
    // A target that books both as one transaction has told both of them by it.
    const { deals = [] } = first.view;
    if (deals.length !== 1 || !['3', '5'].some((amount) => same(deals[0]?.amount, amount))) {
      t.notApplicable('the target books what comes together as one transaction');
    }
    t.expect.arrived(second, 'the event of the other deposit', {
      evidence: [first, before, after],
      also: ['transactions.every-change'],
    });
  },
});

scenario({
  id: 'transactions.balance-no-requested-operation/while-one-is-held',
  title: 'carries neither operation_id nor key of an order that is not finished yet',
  requirements: ['transactions.balance-no-client-request-id'],
  needs: { control: ['account.deposit', 'operation.hold', 'operation.release'] },
  async run(t) {
    const events = await t.account.transactions();
    await t.under('operations-held');
    const submission = await t.account.place();
    expectNothingOf(t, await balanceEventOf(t, events, { kind: 'balance', amount: '10' }), submission);
  },
});

scenario({
  id: 'transactions.balance-no-requested-operation/after-an-order',
  title: 'carries neither operation_id nor key of an order that came before it',
  requirements: ['transactions.balance-no-client-request-id'],
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const { submission } = await t.account.openOrder();
    expectNothingOf(t, await balanceEventOf(t, events, { kind: 'balance', amount: '10' }), submission);
  },
});

scenario({
  id: 'transactions.balance-operation-id-omitted/deposit',
  title: 'shows no operation_id in the event of a deposit',
  needs: NEEDS,
  async run(t) {
    t.expect.at(await depositEvent(t), '/view/operationId', 'absent');
  },
});

function expectNothingOf(t: CheckContext, event: TransactionEvent, { operationId = '', key }: Submission): void {
  const not = (expected: string) => ({ predicate: 'notEquals', expected });
  t.expect.at(event, '/view/operationId', 'optional', not(operationId));
  t.expect.at(event, '/view/clientRequestId', 'optional', not(key), {
    requirement: 'transactions.balance-no-client-request-id',
  });
}
