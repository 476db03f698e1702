// Interface 6.1, rule 4: a balance transaction changes the balance by the amount of its deal, exactly. Events of different
// operations may come in any order, so the balance before is looked for among all that the connection ever showed. Of what moment the
// account state of an event is stays open: events told one after the other with one balance may all show the one behind all their deals.
import { grouped } from '../../base/grouped.js';
import {
  add,
  type Decimal,
  equals,
  magnitude,
  negate,
  parseDecimal,
  toPlainText,
  toText,
} from '../../decimal/index.js';
import { memberOf } from '../../payload/json-kind.js';
import type { Checker } from '../checker.js';
import type { Control, Message } from '../ledger/entry.js';
import { countOf, has, listOf, textAt } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import { BEHIND_NS, ofConnections } from './of-connections.js';

const REQUIREMENT = 'transactions.balance-arithmetic';

/** Events with deals, one after the other, that show the same balance. */
interface Run {
  readonly after: Decimal;
  readonly bookings: { readonly kinds: string; readonly amount: Decimal }[];
  events: number;
  /** Some event is of a trade, whose amount may leave out fees, or tells no amount. */
  isUnclear: boolean;
}

interface Step {
  /** One, or two where the amounts are written without a sign: whether that of a fee has one is open. */
  readonly before: readonly Decimal[];
  readonly after: Decimal;
  readonly amount: Decimal;
  readonly kinds: readonly (string | undefined)[];
  /** What the first snapshot may show already leads from a balance that was never shown. */
  readonly isNews: boolean;
  readonly run: Run;
  readonly i: number;
  readonly tNs: number;
}

const ZERO = parseDecimal('0');

interface Shown {
  readonly balances: Set<string>;
  readonly steps: Step[];
  /** The latest. */
  run?: Run;
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
        const { before, after, amount, isNews, run, i, tNs } = step;
        const isShown = (one: Decimal): boolean => shown.balances.has(toPlainText(one));
        const isAmongOthers = run.events > 1;
        const fits = before.some(isShown) || (isAmongOthers && beforeSome(run).some(isShown));
        if (!fits && isAmongOthers && run.isUnclear) continue;
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

/** So many of the latest are looked at one by one: more hardly come in one moment. */
const MOST_APART = 20;

/** From which balances a run may lead to the one that it shows: the first snapshot of a connection may show some of its deals. */
function beforeSome({ after, bookings }: Run): readonly Decimal[] {
  const ends = bookings.slice(-MOST_APART).map((_, index, latest) => latest.slice(index));
  return [bookings, ...ends].flatMap((some) => beforeAll(after, some));
}

function beforeAll(after: Decimal, bookings: Run['bookings']): readonly Decimal[] {
  // Whether those of a kind have signs is alike for all of them.
  const sums = [...grouped(bookings, ({ kinds }) => kinds).values()].map((same) =>
    same.reduce((sum, { amount }) => add(sum, amount), ZERO),
  );
  const before = (shown: readonly Decimal[], sum: Decimal): readonly Decimal[] =>
    shown.flatMap((one) => changesOf(sum).map((change) => add(one, negate(change))));
  return sums.reduce<readonly Decimal[]>(before, [after]);
}

/** Whether the amount of a fee has a sign is open. */
function changesOf(amount: Decimal): readonly Decimal[] {
  return amount.coefficient < 0n ? [amount] : [amount, negate(amount)];
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
  if (deals.length === 0) return;
  const run = runOf(found, after);
  const amounts = deals.map((deal) => readFigure(deal['amount']));
  const isClear = deals.every((deal) => has(deal, 'balanceKind')) && amounts.every((amount) => amount !== undefined);
  run.events += 1;
  run.isUnclear ||= !isClear;
  if (!isClear) return;
  const amount = amounts.reduce<Decimal>((sum, one) => add(sum, one ?? ZERO), ZERO);
  const kinds = deals.map((deal) => textAt(deal, 'balanceKind'));
  run.bookings.push({ kinds: String(kinds), amount });
  const isSigned = amounts.some((one) => one !== undefined && one.coefficient < 0n);
  const before = (isSigned ? [amount] : changesOf(amount)).map((one) => add(after, negate(one)));
  found.steps.push({ before, after, amount, kinds, isNews: isNews(), run, i, tNs });
}

function runOf(found: Shown, after: Decimal): Run {
  if (found.run === undefined || !equals(found.run.after, after)) {
    found.run = { after, bookings: [], events: 0, isUnclear: false };
  }
  return found.run;
}

/** What an event shows of an execution besides its deals is open (6.1): a position says as much. Orders alone move no money. */
function mayMoveMoney(view: Message['view']): boolean {
  return countOf(view, 'deals') > 0 || countOf(view, 'positions') > 0;
}
