// A day in an account of another currency (interface 1, rules 1, 2 and 6; 2.2; 2.3): its money is written as that of every account, on
// every surface, with no more decimals than its currency has.
import { ACCOUNT_FIGURES } from '../../toolkit/profile/dialect/views.js';
import type { JudgedId } from '../runner/check-id.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { assertScene } from '../words/judgement.js';
import { awaitBeat, type Beat, INTERVAL_MS } from '../words/streams/beats.js';
import { deposit } from '../words/trading/deposit.js';

/** Of other numbers of decimals than most. */
const CURRENCIES = [
  { code: 'JPY', digits: 0, slug: 'currency-without-decimals' },
  { code: 'KWD', digits: 3, slug: 'currency-of-three-decimals' },
] as const;

const WRITTEN = [
  'numbers.money-strings-in-transactions',
  'numbers.money-strings-in-snapshots',
] as const satisfies readonly JudgedId[];

for (const { code, digits, slug } of CURRENCIES) {
  scenario({
    id: `numbers.money-strings-in-account-state/${slug}`,
    title: `writes money as it must all day in an account whose currency has ${digits === 0 ? 'no' : digits} decimals`,
    requirements: ['numbers.money-rounded', ...WRITTEN],
    needs: { accounts: 0, claims: ['accountStateEvents'] },
    waitMs: INTERVAL_MS,
    run: (t) =>
      onAccountOf(t, { code, digits }, async (account) => {
        const streamed = await account.subscribed('account_state');
        const beat = await awaitBeat(t, streamed);
        expectFigures(t, beat, digits);
        await traded(t, account);
        expectFigures(t, await awaitBeat(t, streamed, beat.record), digits);
        await account.state();
        await assertScene(t, WRITTEN);
      }),
  });
}

function expectFigures(t: CheckContext, beat: Beat, digits: number): void {
  for (const member of ACCOUNT_FIGURES) {
    t.expect.at(beat, `/view/${member}`, 'decimalString');
    t.expect.at(beat, `/view/${member}`, 'fractionDigitsAtMost', digits, { requirement: 'numbers.money-rounded' });
  }
}

/** What the account can do: a booking, an order, a position. What it refuses is left out, for nothing here is about that. */
async function traded(t: CheckContext, account: Account): Promise<void> {
  const events = await account.transactions();
  if (t.hasControl('account.deposit')) for (const amount of ['7', '-3']) await deposit(t, amount, { account });
  const order = await account.submit({});
  if (order.accepted) await account.settle(order, events);
}
