// Balances below zero (interface 1, rule 6; 2.3; 6.1, rule 4): more is booked off than there is. The balance is a decimal string with its
// sign, and the sum of what was booked, in the event, in the snapshot and in account_state. Whether a platform lets it come to that is its
// own: one that refuses the booking, or compensates it, is not judged.
import {
  add,
  type Decimal,
  equals,
  magnitude,
  negate,
  parseDecimal,
  toPlainText,
  toText,
} from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { Account, CheckContext, Evidence } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onUnusualAccount } from '../words/account-of-currency.js';
import { figureOf } from '../words/figures.js';
import { balanceBefore, balanceEventOf, requireSoleChange } from '../words/streams/balance-event.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';
import { deposit } from '../words/trading/deposit.js';

const NEEDS = { control: ['account.deposit'], claims: ['accountStateEvents'], accounts: 0 } as const;

scenario({
  id: 'transactions.balance-arithmetic/below-zero',
  title: 'shows a balance that falls below zero with its sign, and by exactly what was booked, on every surface',
  needs: { control: ['account.deposit'], claims: ['accountStateEvents'] },
  waitMs: 2 * INTERVAL_MS,
  effort: 'standard',
  run: (t, account) => expectBelowZero(t, account),
});

scenario({
  id: 'transactions.balance-arithmetic/below-zero-in-an-unusual-currency',
  title: 'shows a balance below zero with its sign in a currency whose number of decimals is not two',
  needs: NEEDS,
  waitMs: 2 * INTERVAL_MS,
  effort: 'standard',
  run: (t) => onUnusualAccount(t, (account) => expectBelowZero(t, account)),
});

async function expectBelowZero(t: CheckContext, account: Account): Promise<void> {
  const events = await account.transactions();
  const streamed = await account.subscribed('account_state');
  const start = read(t, events.snapshot.view.accountState?.balance, events.snapshot);
  if (start.coefficient < 0n) t.inconclusive('the balance is below zero already', [events.snapshot]);
  const below = parseDecimal('37.5');
  const digits = account.currencyDigits ?? 0;
  const debit = add(start, digits === 0 ? parseDecimal('37') : below);
  const undo = t.cleanup(() => deposit(t, toPlainText(debit), { account }));
  const event = await balanceEventOf(t, events, { kind: 'balance', amount: toPlainText(negate(debit)) }, account);
  requireWhole(t, debit, event.view.deals?.[0]?.amount, event);
  const state = await account.state();
  const beat = await awaitBeat(t, streamed, (await awaitBeat(t, streamed, event.record)).record);
  // A platform may compensate what falls below zero, with a booking of its own.
  await requireSoleChange(t, events, { account });
  const before = read(t, balanceBefore(events, event), events.snapshot);
  const expected = add(before, negate(debit));
  for (const [shown, evidence, pointer] of [
    [event.view.accountState?.balance, event, '/view/accountState/balance'],
    [state.accountState?.balance, state, '/view/accountState/balance'],
    [beat.view.balance, beat, '/view/balance'],
  ] as const) {
    t.expect.that(isFigure(shown, expected), {
      expected: `balance ${toText(expected)}, ${toText(debit)} less than before`,
      actual: String(shown),
      evidence: [evidence, events.snapshot],
      shown: [[evidence, pointer, 'sameDecimal', toText(expected)]],
    });
  }
  await undo();
}

function isFigure(shown: JsonValue | undefined, expected: Decimal): boolean {
  const figure = figureOf(shown);
  return figure !== undefined && equals(figure, expected);
}

/** Undecided where the control action booked what nobody asked for, such as no more than there is. */
function requireWhole(t: CheckContext, asked: Decimal, shown: JsonValue | undefined, event: Evidence): void {
  const booked = figureOf(shown);
  if (booked !== undefined && !equals(magnitude(booked), asked)) {
    t.inconclusive(`account.deposit booked ${String(shown)} where -${toPlainText(asked)} was asked for`, [event]);
  }
}

function read(t: CheckContext, balance: JsonValue | undefined, evidence: Evidence): Decimal {
  return figureOf(balance) ?? t.inconclusive('no balance as a decimal string is shown', [evidence]);
}
