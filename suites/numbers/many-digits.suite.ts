// Amounts of many digits (interface 1, rule 6; 2.3; 6.1, rule 4): money is a decimal string so that no digit is lost,
// however large the amount and however many decimals its currency has. Who keeps it as a binary double loses the last
// of sixteen.
import {
  add,
  compare,
  type Decimal,
  equals,
  magnitude,
  multiply,
  parseDecimal,
  subtract,
  toText,
} from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { amountBeyondDoubles, missedAmounts } from '../../toolkit/values/decimals.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext, Evidence } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onUnusualAccount } from '../words/account-of-currency.js';
import { differ, figureOf, sizeOf } from '../words/figures.js';
import { itemsOf, pagesWith, rowOf } from '../words/pages.js';
import { balanceBefore, balanceEventOf, requireNoneBeside } from '../words/streams/balance-event.js';
import { deposit } from '../words/trading/deposit.js';

const NEEDS: Needs = { control: ['account.deposit'] };

for (const { id, words, needs, on } of [
  {
    id: 'transactions.balance-arithmetic/sixteen-digits',
    words: 'sixteen digits',
    needs: { ...NEEDS, facts: ['currencyDigits'] },
    on: (t: CheckContext, judge: (account: Account, digits: number) => Promise<void>): Promise<void> =>
      judge(t.account, t.account.currencyDigits ?? 0),
  },
  {
    id: 'transactions.balance-arithmetic/sixteen-digits-of-an-unusual-currency',
    words: 'sixteen digits in a currency whose number of decimals is not two',
    needs: { ...NEEDS, accounts: 0 },
    on: onUnusualAccount,
  },
] as const) {
  scenario({
    id,
    title: `keeps every digit of amounts and balances of ${words}, in events, snapshots and history`,
    requirements: ['history.agrees-with-events'],
    purposes: [37],
    needs,
    effort: 'standard',
    run: (t) => on(t, (account, digits) => expectKept(t, account, digits)),
  });
}

async function expectKept(t: CheckContext, account: Account, digits: number): Promise<void> {
  const large = amountBeyondDoubles(digits);
  const unit = toText({ coefficient: 1n, scale: digits });
  const events = await account.transactions();
  let isBooked = false;
  // Before the account is anybody else's.
  const undo = t.cleanup(async () => {
    if (isBooked) await deposit(t, `-${large}`, { account });
  });
  const deals: Booked[] = [];
  try {
    for (const [at, amount] of [large, unit, ...missedAmounts(digits).slice(0, 3), `-${unit}`].entries()) {
      const event = await balanceEventOf(t, events, { kind: 'balance', amount }, account);
      isBooked = true;
      const before = read(t, balanceBefore(events, event), events.snapshot);
      const { accountState, deals: [deal] = [] } = event.view;
      if (amount === large) requireAsked(t, amount, deal?.amount, event);
      const end = add(before, parseDecimal(amount));
      await requireNoneBeside(t, events, event, { end, own: at + 1, account });
      expectBalance(t, end, accountState?.balance, [event, events.snapshot]);
      if (deal?.id !== undefined && typeof deal.amount === 'string') deals.push({ id: deal.id, amount: deal.amount });
      if (amount !== large && amount !== unit) continue;
      const state = await account.state();
      // The platform may have booked something of its own, which may be told after the snapshot that shows it.
      const isMoved =
        differ(state.accountState?.balance, accountState?.balance) &&
        (await events.next('transaction_event', { after: event.record })) !== undefined;
      const balance = read(t, accountState?.balance, event);
      if (!isMoved) expectBalance(t, balance, state.accountState?.balance, [state, event]);
    }
    await expectInHistory(t, account, deals);
  } finally {
    await undo();
  }
}

/** What a double loses is in the last of sixteen digits. */
const NEARLY = parseDecimal('1000000');

/** Undecided where the control action booked what nobody asked for, such as the most that it takes. */
function requireAsked(t: CheckContext, asked: string, shown: JsonValue | undefined, event: Evidence): void {
  const [wish, booked] = [sizeOf(asked), sizeOf(shown)];
  if (wish === undefined || booked === undefined) return;
  if (compare(multiply(magnitude(subtract(booked, wish)), NEARLY), wish) <= 0) return;
  t.inconclusive(`account.deposit booked ${String(shown)} where ${asked} was asked for`, [event]);
}

interface Booked {
  readonly id: string;
  readonly amount: string;
}

async function expectInHistory(t: CheckContext, account: Account, deals: readonly Booked[]): Promise<void> {
  if (!t.dialect.has('dealHistory')) return;
  const ids = deals.map(({ id }) => id);
  const pages = await pagesWith(t, 'dealHistory', ids, account);
  for (const { id, amount } of deals) {
    const row = rowOf(pages, id);
    // Whether an amount that goes off has a sign is open.
    if (row === undefined || amount.startsWith('-')) continue;
    const shown = itemsOf(pages).find((item) => item.id === id);
    if (shown === undefined || !('amount' in shown) || typeof shown.amount !== 'string') continue;
    t.expect.at(row, `${row.pointer}/amount`, 'sameDecimal', amount, { requirement: 'history.agrees-with-events' });
  }
}

function expectBalance(
  t: CheckContext,
  expected: Decimal,
  balance: JsonValue | undefined,
  evidence: readonly [{ readonly record: number }, Evidence],
): void {
  const [where] = evidence;
  const shown = read(t, balance, where);
  t.expect.that(equals(shown, expected), {
    expected: `balance ${toText(expected)}`,
    actual: toText(shown),
    evidence,
    shown: [[where, '/view/accountState/balance', 'sameDecimal', toText(expected)]],
  });
}

function read(t: CheckContext, balance: JsonValue | undefined, evidence: Evidence): Decimal {
  return figureOf(balance) ?? t.inconclusive('no balance as a decimal string is shown', [evidence]);
}
