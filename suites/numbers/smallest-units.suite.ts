// The smallest unit of a currency (interface 1, rule 6; 2.3; 6.1, rule 4): booked, it moves the balance by exactly itself on every surface,
// whether the currency has three decimals, two or none. Who rounds to another number of them loses it.
import { add, type Decimal, equals, toText } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext, Evidence } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { figureOf } from '../words/figures.js';
import { balanceEventOf, requireSoleChange } from '../words/streams/balance-event.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';

const NEEDS: Needs = { control: ['account.deposit'], claims: ['accountStateEvents'] };

scenario({
  id: 'numbers.money-rounded/smallest-unit',
  title: 'moves the balance by the smallest unit of the currency when that is booked',
  requirements: ['numbers.money-in-account-currency'],
  needs: { ...NEEDS, facts: ['currencyDigits'] },
  waitMs: 2 * INTERVAL_MS,
  run: (t, account) => expectMoved(t, account, unitOf(account.currencyDigits ?? 0)),
});

for (const { code, digits, slug } of [
  { code: 'JPY', digits: 0, slug: 'currency-without-decimals' },
  { code: 'KWD', digits: 3, slug: 'currency-of-three-decimals' },
] as const) {
  scenario({
    id: `numbers.money-rounded/smallest-unit-of-a-${slug}`,
    title: `moves the balance by the smallest unit of a currency of ${digits === 0 ? 'no' : digits} decimals when that is booked`,
    requirements: ['numbers.money-in-account-currency'],
    needs: { ...NEEDS, accounts: 0 },
    waitMs: 2 * INTERVAL_MS,
    run: (t) => onAccountOf(t, { code, digits }, (account) => expectMoved(t, account, unitOf(digits))),
  });
}

function unitOf(digits: number): Decimal {
  return { coefficient: 1n, scale: digits };
}

async function expectMoved(t: CheckContext, account: Account, unit: Decimal): Promise<void> {
  const events = await account.transactions();
  const streamed = await account.subscribed('account_state');
  const start = read(t, events.snapshot.view.accountState?.balance, events.snapshot);
  const event = await balanceEventOf(t, events, { kind: 'balance', amount: toText(unit) }, account);
  const state = await account.state();
  // The first after the event may have been on its way already.
  const beat = await awaitBeat(t, streamed, (await awaitBeat(t, streamed, event.record)).record);
  await requireSoleChange(t, events, { account });
  for (const [balance, evidence, pointer] of [
    [event.view.accountState?.balance, event, '/view/accountState/balance'],
    [state.accountState?.balance, state, '/view/accountState/balance'],
    [beat.view.balance, beat, '/view/balance'],
  ] as const) {
    const shown = read(t, balance, evidence);
    const expected = add(start, unit);
    t.expect.that(
      equals(shown, expected),
      {
        expected: `balance ${toText(expected)}, ${toText(unit)} more than before`,
        actual: toText(shown),
        evidence: [evidence, events.snapshot],
        shown: [[evidence, pointer, 'sameDecimal', toText(expected)]],
      },
      { also: ['numbers.money-in-account-currency'] },
    );
  }
}

function read(t: CheckContext, balance: JsonValue | undefined, evidence: Evidence): Decimal {
  return figureOf(balance) ?? t.inconclusive('no balance as a decimal string is shown', [evidence]);
}
