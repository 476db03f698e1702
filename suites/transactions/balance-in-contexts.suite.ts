// Balance transactions in every context (interface 2.2; 6.1, rule 4): of each of the six kinds, credits and debits, in other currencies,
// beside orders, on every connection: one deal of that kind and the account state, by exactly that amount, and nothing of a request.
import { add, subtract, toText } from '../../toolkit/decimal/index.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext, ContextTrial } from '../runner/context.js';
import type { Context } from '../runner/contexts/context.js';
import { scenario } from '../runner/registry.js';
import { listening } from '../words/contexts/place.js';
import { figureOf } from '../words/figures.js';
import { balanceBefore, balanceEventOf, requireNoneBeside } from '../words/streams/balance-event.js';
import type { TransactionEvent, Transactions } from '../words/streams/event-of.js';

const OF_KIND: Readonly<Record<Context['balance'], RequirementId>> = {
  balance: 'transactions.balance-kind-deposit',
  null_compensation: 'transactions.balance-kind-null-compensation',
  swap_fee: 'transactions.balance-kind-swap-fee',
  admin_fee: 'transactions.balance-kind-admin-fee',
  dividend: 'transactions.balance-kind-dividend',
  svc_dollar: 'transactions.balance-kind-svc-dollar',
};

const NOTHING = { predicate: 'lengthIs', expected: 0 };

scenario({
  id: 'transactions.balance-deal/in-contexts',
  title: 'carries a balance transaction of any kind as one deal with the account state, by exactly its amount',
  requirements: [
    ...Object.values(OF_KIND),
    'transactions.balance-account-state',
    'transactions.balance-arithmetic',
    'transactions.balance-no-client-request-id',
    'transactions.balance-only',
  ],
  purposes: [37],
  needs: { accounts: 0, control: ['account.deposit'] },
  contexts: {
    balance: 'all',
    sign: 'all',
    account: 'all',
    connection: ['second', 'reconnected', 'subscribed-again'],
    use: ['first', 'second'],
    operation: ['order', 'opening'],
  },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      // The account is not empty, and something of a request came before.
      const { submission } = await (context.operation === 'order' ? account.openOrder() : account.openPosition());
      const events = await listening(trial);
      const times = context.use === 'second' ? 2 : 1;
      for (let time = 0; time < times; time += 1) {
        const event = await balanceEventOf(t, events, { kind: context.balance, amount: amountOf(trial) }, account);
        expectBooking(t, trial, event);
        t.expect.at(
          event,
          '/view/clientRequestId',
          'optional',
          { predicate: 'notEquals', expected: submission.key },
          {
            requirement: 'transactions.balance-no-client-request-id',
          },
        );
        await expectSum(t, trial, { events, event, own: time + 1 });
      }
    }),
});

/** Down to the smallest unit of the currency, where the profile states it. */
function amountOf({ account, context }: ContextTrial): string {
  const fraction = '.4567890123'.slice(0, (account.currencyDigits ?? 0) + 1);
  return `${context.sign === 'debit' ? '-' : ''}13${fraction.length > 1 ? fraction : ''}`;
}

function expectBooking(t: CheckContext, { context }: ContextTrial, event: TransactionEvent): void {
  t.expect.at(event, '/view/deals', 'lengthIs', 1);
  if (event.view.deals?.[0]?.balanceKind === undefined) {
    t.inconclusive('the deal shows no balance kind where the dialect reads it', [event]);
  }
  const requirement = OF_KIND[context.balance];
  t.expect.at(event, '/view/deals/0/balanceKind', 'equals', context.balance, { requirement });
  t.expect.at(event, '/view/accountState', 'present', { requirement: 'transactions.balance-account-state' });
  for (const list of ['/view/orders', '/view/positions']) {
    t.expect.at(event, list, 'optional', NOTHING, { requirement: 'transactions.balance-only' });
  }
}

interface Booked {
  readonly events: Transactions;
  readonly event: TransactionEvent;
  readonly own: number;
}

async function expectSum(t: CheckContext, trial: ContextTrial, { events, event, own }: Booked): Promise<void> {
  const before = balanceBefore(events, event);
  const [start, change] = [figureOf(before), figureOf(event.view.deals?.[0]?.amount ?? amountOf(trial))];
  if (start === undefined || change === undefined) {
    t.inconclusive('balance and amount are not both decimal strings', [event]);
  }
  // Whether what is taken shows its amount with a sign is open; that it lowers the balance is not.
  const isUnsigned = trial.context.sign === 'debit' && change.coefficient > 0n;
  const end = isUnsigned ? subtract(start, change) : add(start, change);
  await requireNoneBeside(t, events, event, { end, own, account: trial.account });
  t.expect.at(event, '/view/accountState/balance', 'sameDecimal', toText(end), {
    requirement: 'transactions.balance-arithmetic',
    sum: `${toText(start)} ${isUnsigned ? '-' : '+'} ${toText(change)}`,
  });
}
