// Interface 6.1, rule 4: a balance transaction changes the balance by the amount of its deal, exactly. Events of different
// operations may come in any order, so the balance before is looked for among all that the connection ever showed.
import { add, type Decimal, equals, magnitude, negate, toPlainText, toText } from '../../decimal/index.js';
import { memberOf } from '../../payload/json-kind.js';
import type { Checker } from '../checker.js';
import type { Control, Message } from '../ledger/entry.js';
import { countOf, has, listOf, textAt } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import { BEHIND_NS, ofConnections } from './of-connections.js';

const REQUIREMENT = 'transactions.balance-arithmetic';

interface Step {
  /** One, or two where the amounts are written without a sign: whether that of a fee has one is open. */
  readonly before: readonly Decimal[];
  readonly after: Decimal;
  readonly amount: Decimal;
  readonly kinds: readonly (string | undefined)[];
  /** What the first snapshot may show already leads from a balance that was never shown. */
  readonly isNews: boolean;
  readonly i: number;
  readonly tNs: number;
}

interface Shown {
  readonly balances: Set<string>;
  readonly steps: Step[];
  /** Some event showed no balance, so the chain has a hole. */
  isBroken: boolean;
  /** How many events have deals. */
  moves: number;
}

export const balances: Checker = {
  name: 'balances',
  sees: ['closed', 'control', 'message'],
  summary: 'a balance transaction changes the balance by exactly its amount',
  requirements: [REQUIREMENT],
  start(context) {
    return ofConnections(context, nothingShown, take, (shown, { since, endNs, hasUntold }) => {
      if (shown.isBroken) return;
      const asked = since.filter(({ action }) => action === 'account.deposit').length;
      const hasCompany = shown.moves > Math.max(asked, 1);
      for (const step of shown.steps) {
        const { before, after, amount, isNews, i, tNs } = step;
        const fits = before.some((one) => shown.balances.has(toPlainText(one)));
        if (!fits && !isNews && !since.some((control) => isDepositOf(control, step))) continue;
        // What came before it may be told behind it, and the connection was not there for that.
        if (!fits && ((hasCompany && endNs - tNs < BEHIND_NS) || hasUntold())) continue;
        context.findings.judge(REQUIREMENT, fits, () => ({
          message: 'a balance transaction does not lead from any balance that was shown',
          expected: `a balance of ${before.map((one) => toText(one)).join(' or ')} before a deal of ${toText(amount)}`,
          actual: `balance ${toText(after)} after it, and none of the earlier balances fits`,
          evidence: [i],
        }));
      }
    });
  },
};

/** A platform books amounts of its own, too: what was asked for is told from them by its kind as well. */
function isDepositOf({ action, params }: Control, { amount, kinds }: Step): boolean {
  const asked = action === 'account.deposit' ? readFigure(params['amount']) : undefined;
  return asked !== undefined && equals(magnitude(asked), magnitude(amount)) && kinds.includes(textAt(params, 'kind'));
}

function nothingShown(): Shown {
  return { balances: new Set(), steps: [], isBroken: false, moves: 0 };
}

function take({ kind, view, i, tNs }: Message, found: Shown, isNews: () => boolean): void {
  const isEvent = kind === 'transaction_event';
  const shown = kind === 'account_state_event' ? memberOf(view, 'balance') : memberOf(view['accountState'], 'balance');
  const after = readFigure(shown);
  const deals = isEvent ? (listOf(view, 'deals') ?? []) : [];
  if (deals.length > 0) found.moves += 1;
  if (after === undefined) {
    found.isBroken ||= isEvent && mayMoveMoney(view);
    return;
  }
  found.balances.add(toPlainText(after));
  if (deals.length === 0 || !deals.every((deal) => has(deal, 'balanceKind'))) return;
  const amounts = deals.map((deal) => readFigure(deal['amount']));
  if (!amounts.every((amount) => amount !== undefined)) return;
  const amount = amounts.reduce(add);
  const isSigned = amounts.some(({ coefficient }) => coefficient < 0n);
  const before = [add(after, negate(amount)), ...(isSigned ? [] : [add(after, amount)])];
  const kinds = deals.map((deal) => textAt(deal, 'balanceKind'));
  found.steps.push({ before, after, amount, kinds, isNews: isNews(), i, tNs });
}

/** What an event shows of an execution besides its deals is open (6.1): a position says as much. Orders alone move no money. */
function mayMoveMoney(view: Message['view']): boolean {
  return countOf(view, 'deals') > 0 || countOf(view, 'positions') > 0;
}
