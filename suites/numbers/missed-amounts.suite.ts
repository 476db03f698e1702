// Amounts that binary floating point misses (interface 1, rule 6; 6.1, rule 4): whoever multiplies and cuts loses their last unit. What is
// booked is what the balance changes by, in the digits of the account's currency.
import { add, parseDecimal, toText } from '../../toolkit/decimal/index.js';
import { missedAmounts } from '../../toolkit/values/decimals.js';
import { property } from '../runner/registry.js';
import { figureOf } from '../words/figures.js';
import { balanceBefore, balanceEventOf, requireNoneBeside } from '../words/streams/balance-event.js';

/** The pool's first account tells the currency of those that are opened. */
const MOST = 4;

property({
  id: 'numbers.decimals-exact/amounts-that-doubles-miss',
  title: 'changes the balance by the very amount that is booked, also where a double holds less',
  needs: { accounts: 0, control: ['account.deposit'], facts: ['currencyDigits'] },
  async run(t) {
    const all = missedAmounts(t.currencyDigitsOf('') ?? 0);
    await t.property(
      (fc) => [fc.shuffledSubarray([...all], { minLength: 1, maxLength: MOST }), fc.boolean()],
      async ({ account }, amounts, isDebit) => {
        const fits = amounts.filter((amount) => (amount.split('.')[1] ?? '').length <= (account.currencyDigits ?? 0));
        const events = await account.transactions();
        for (const [at, amount] of fits.entries()) {
          const booked = isDebit ? `-${amount}` : amount;
          const event = await balanceEventOf(t, events, { kind: 'balance', amount: booked }, account);
          const before =
            figureOf(balanceBefore(events, event)) ??
            t.inconclusive('the balance is no decimal string', [events.snapshot]);
          const end = add(before, parseDecimal(booked));
          await requireNoneBeside(t, events, event, { end, own: at + 1, account });
          t.expect.at(event, '/view/accountState/balance', 'sameDecimal', toText(end));
        }
      },
      { runs: 4, examples: [[all.slice(0, MOST), false]] },
    );
  },
});
