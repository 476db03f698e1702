// Balance transactions (interface 2.2; 6.1, rule 4): a balance-type deal and the account state, no requested operation behind them.
import { add, equals, parseDecimal, readDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { Account, CheckContext, Received, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import type { TransactionEvent, Transactions } from '../words/streams/event-of.js';

const NEEDS = { control: ['account.deposit'] } as const;
const NOTHING = { predicate: 'lengthIs', expected: 0 };

const KINDS = [
  { kind: 'balance', of: 'transactions.balance-kind-deposit', amount: '25' },
  { kind: 'null_compensation', of: 'transactions.balance-kind-null-compensation', amount: '3' },
  { kind: 'swap_fee', of: 'transactions.balance-kind-swap-fee', amount: '-1' },
  { kind: 'admin_fee', of: 'transactions.balance-kind-admin-fee', amount: '-2' },
  { kind: 'dividend', of: 'transactions.balance-kind-dividend', amount: '4' },
  { kind: 'svc_dollar', of: 'transactions.balance-kind-svc-dollar', amount: '5' },
] as const;

for (const { kind, of, amount } of KINDS) {
  scenario({
    id: `${of}/by-kind`,
    title: `carries a transaction of kind ${kind} as a balance-type deal`,
    requirements: ['transactions.balance-deal', 'transactions.emitted-for-balance'],
    needs: NEEDS,
    async run(t) {
      const event = await balanceEventOf(t, await t.account.transactions(), kind, amount);
      t.expect.at(event.record, '/view/deals', 'lengthIs', 1, { requirement: 'transactions.balance-deal' });
      const shown = event.view.deals?.[0]?.balanceKind;
      if (shown === undefined)
        return t.inconclusive('the deal shows no balance kind where the dialect reads it', [event.record]);
      t.expect.at(event.record, '/view/deals/0/balanceKind', 'equals', kind);
    },
  });
}

scenario({
  id: 'transactions.emitted-for-balance/deposit',
  title: 'delivers a deposit as a transaction_event',
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const after = events.received.at(-1)?.record ?? events.snapshot.record;
    await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '10' });
    const event = await events.next((message) => message.kind === 'transaction_event', { after });
    t.expect.that(event !== undefined, {
      expected: 'a transaction_event',
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [event?.record ?? events.snapshot.record],
    });
  },
});

scenario({
  id: 'transactions.balance-account-state/deposit',
  title: 'shows the account state in the event of a deposit',
  needs: NEEDS,
  async run(t) {
    const event = await balanceEventOf(t, await t.account.transactions(), 'balance', '10');
    t.expect.at(event.record, '/view/accountState', 'present', null);
  },
});

scenario({
  id: 'transactions.balance-only/deposit',
  title: 'shows no order, no position and no second deal in the event of a deposit, though some are open',
  needs: NEEDS,
  async run(t) {
    await t.account.openOrder();
    const event = await balanceEventOf(t, await t.account.transactions(), 'balance', '10');
    t.expect.at(event.record, '/view/orders', 'optional', NOTHING);
    t.expect.at(event.record, '/view/positions', 'optional', NOTHING);
    t.expect.at(event.record, '/view/deals', 'lengthAtMost', 1);
  },
});

for (const { slug, words, kind, sign } of [
  { slug: 'deposit', words: 'adds exactly the amount of a deposit to', kind: 'balance', sign: '' },
  { slug: 'fee', words: 'takes exactly the amount of a fee off', kind: 'swap_fee', sign: '-' },
])
  scenario({
    id: `transactions.balance-arithmetic/${slug}`,
    title: `${words} the balance`,
    purposes: [37],
    needs: NEEDS,
    async run(t) {
      const events = await t.account.transactions();
      // An amount down to the smallest unit of the currency, where the profile states it.
      const fraction = '.4567890123'.slice(0, (t.account.currencyDigits ?? 0) + 1);
      const asked = `${sign}13${fraction.length > 1 ? fraction : ''}`;
      const event = await balanceEventOf(t, events, kind, asked);
      const before = balanceBefore(events, event);
      const amount = event.view.deals?.[0]?.amount ?? asked;
      const [start, change] = [before, amount].map((value) =>
        typeof value === 'string' ? readDecimal(value) : undefined,
      );
      if (start === undefined || change === undefined) {
        return t.inconclusive('balance and amount are not both decimal strings', [
          events.snapshot.record,
          event.record,
        ]);
      }
      // Whether the deal of a fee shows its amount with a sign is open; that a fee lowers the balance is not.
      const isUnsignedFee = sign === '-' && change.coefficient > 0n;
      const end = isUnsignedFee ? subtract(start, change) : add(start, change);
      t.expect.at(event.record, '/view/accountState/balance', 'sameDecimal', toText(end));
    },
  });

scenario({
  id: 'transactions.balance-arithmetic/three-decimals',
  title: 'adds every decimal of a deposit in a currency of three decimals',
  needs: { ...NEEDS, accounts: 0 },
  async run(t) {
    await onAccountOf(t, { code: 'KWD', digits: 3 }, (account) => expectEveryDecimal(t, account));
  },
});

scenario({
  id: 'transactions.balance-arithmetic/at-once',
  title: 'adds two deposits that are booked at the same time',
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const before = (await t.account.state()).accountState?.balance;
    const book = (amount: string): Promise<unknown> =>
      t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount });
    await Promise.all([book('3'), book('5')]);
    const isBooking = ({ kind, view }: Received): boolean =>
      kind === 'transaction_event' && view.deals?.some(({ balanceKind }) => (balanceKind ?? null) !== null) === true;
    const first = await events.next(isBooking, { after: events.snapshot.record });
    const second = first && (await events.next(isBooking, { after: first.record }));
    if (second === undefined) t.inconclusive('the two bookings were not announced, or show no kind');
    const { accountState, record } = await t.account.state();
    const [start, end] = [before, accountState?.balance].map((value) =>
      typeof value === 'string' ? readDecimal(value) : undefined,
    );
    if (start === undefined || end === undefined)
      return t.inconclusive('the snapshot shows no balance as a decimal string', [record]);
    if (events.received.filter(isBooking).length > 2)
      t.inconclusive('the platform booked something of its own', [record]);
    t.expect.that(equals(subtract(end, start), parseDecimal('8')), {
      expected: `a balance of ${toText(add(start, parseDecimal('8')))}`,
      actual: toText(end),
      evidence: [record, events.snapshot.record],
    });
  },
});

scenario({
  id: 'transactions.balance-no-requested-operation/while-one-is-held',
  title: 'carries neither operation_id nor key of an order that is not finished yet',
  requirements: ['transactions.balance-no-client-request-id'],
  needs: { control: ['account.deposit', 'operation.hold', 'operation.release'] },
  async run(t) {
    const account_id = t.account.id;
    const events = await t.account.transactions();
    await t.control('operation.hold', { account_id });
    t.cleanup(async () => {
      await t.control('operation.release', { account_id });
    });
    const submission = await t.account.submit({});
    if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
    const event = await balanceEventOf(t, events, 'balance', '10');
    expectNothingOf(t, event, submission);
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
    await events.resultOf(submission);
    expectNothingOf(t, await balanceEventOf(t, events, 'balance', '10'), submission);
  },
});

scenario({
  id: 'transactions.balance-operation-id-omitted/deposit',
  title: 'shows no operation_id in the event of a deposit',
  needs: NEEDS,
  async run(t) {
    const event = await balanceEventOf(t, await t.account.transactions(), 'balance', '10');
    t.expect.at(event.record, '/view/operationId', 'absent', null);
  },
});

async function expectEveryDecimal(t: CheckContext, account: Account): Promise<void> {
  const events = await account.transactions();
  const asked = parseDecimal('1.125');
  const event = await balanceEventOf(t, events, 'balance', toText(asked), account);
  const before = balanceBefore(events, event);
  const start = typeof before === 'string' ? readDecimal(before) : undefined;
  if (start === undefined) t.inconclusive('no balance before it is a decimal string', [events.snapshot.record]);
  t.expect.at(event.record, '/view/accountState/balance', 'sameDecimal', toText(add(start, asked)));
}

/** What the platform booked of its own since the snapshot is in the balance too. */
function balanceBefore(events: Transactions, event: TransactionEvent): JsonValue | undefined {
  const earlier = events.of('transaction_event').filter(({ record }) => record < event.record);
  return (earlier.at(-1) ?? events.snapshot).view.accountState?.balance;
}

function expectNothingOf(t: CheckContext, { record }: TransactionEvent, { operationId = '', key }: Submission): void {
  t.expect.at(record, '/view/operationId', 'optional', { predicate: 'notEquals', expected: operationId });
  t.expect.at(
    record,
    '/view/clientRequestId',
    'optional',
    { predicate: 'notEquals', expected: key },
    { requirement: 'transactions.balance-no-client-request-id' },
  );
}
