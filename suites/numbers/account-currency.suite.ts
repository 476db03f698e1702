// Money is in the currency of the account (interface 1, rule 6; 2.3), whatever that of other accounts is: what is booked there changes
// the balance by its very amount. The only other thing that could change it meanwhile is told by an event.
import { add, parseDecimal, toText } from '../../toolkit/decimal/index.js';
import type { CheckId } from '../runner/check-id.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { eventually } from '../words/eventually.js';
import { differ, figureOf } from '../words/figures.js';
import { balanceEventOf } from '../words/streams/balance-event.js';

const AMOUNT = '7';

const CASES: readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly on: (t: CheckContext, judge: (account: Account) => Promise<void>) => Promise<void>;
}[] = [
  {
    id: 'numbers.money-in-account-currency/a-deposit',
    words: 'an account',
    on: (t, judge) => judge(t.account),
  },
  {
    id: 'numbers.money-in-account-currency/of-another-currency',
    words: 'an account in another currency',
    on: (t, judge) => onAccountOf(t, { code: 'JPY', digits: 0 }, judge),
  },
];

for (const { id, words, on } of CASES) {
  scenario({
    id,
    title: `changes the balance of ${words} by the very amount that is booked there`,
    needs: { control: ['account.deposit'] },
    run: (t) => on(t, (account) => expectBooked(t, account)),
  });
}

async function expectBooked(t: CheckContext, account: Account): Promise<void> {
  const events = await account.transactions();
  const start = figureOf(events.snapshot.view.accountState?.balance);
  if (start === undefined) t.inconclusive('the snapshot shows no balance as a decimal string', [events.snapshot]);
  const expected = toText(add(start, parseDecimal(AMOUNT)));
  const event = await balanceEventOf(t, events, 'balance', AMOUNT, account);
  const now = await eventually(
    t,
    () => account.state(),
    (state) => !differ(state.accountState?.balance, expected),
  );
  const others = events.of('transaction_event', { where: ({ record }) => record !== event.record });
  if (others.length > 0) t.inconclusive('something else happened on the account meanwhile', others);
  t.expect.at(now, '/view/accountState/balance', 'sameDecimal', expected);
}
