// Interface 1, rule 6 on every message and answer: money, volumes and entity prices are decimal strings, market prices are numbers.
// Absent and null members say nothing, but for a price of a tick that is null; the grammar of decimal strings is left open.

import { fractionDigits } from '../../decimal/index.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { ACCOUNT_FIGURES } from '../../profile/dialect/views.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { type Checker, type CheckerContext, stateless, type Violation } from '../checker.js';
import { type Answer, type Entry, isSuccess, type Message } from '../ledger/entry.js';
import { listOf, show } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';

const PRICES = ['price', 'stopLossPrice', 'takeProfitPrice'] as const;
const LIMITS = ['volumeMin', 'volumeMax', 'volumeStep'] as const;

/** What shows money; part of the ids of requirements. */
type Surface = 'account-state' | 'transactions' | 'snapshots' | 'history';

const HISTORY: Readonly<Record<string, 'orders' | 'deals'>> = { orderHistory: 'orders', dealHistory: 'deals' };

export const numbers: Checker = stateless({
  name: 'numbers',
  sees: ['answer', 'message'],
  summary: 'money, volumes and prices are represented as they must be, everywhere',
  requirements: [
    'numbers.money-strings-in-transactions',
    'numbers.money-strings-in-account-state',
    'numbers.money-strings-in-snapshots',
    'numbers.money-strings-in-history',
    'numbers.money-rounded',
    'numbers.volume-strings-in-events',
    'numbers.volume-strings-in-snapshots',
    'numbers.volume-strings-in-history',
    'numbers.volume-strings-in-conditions',
    'numbers.price-strings-in-events',
    'numbers.price-strings-in-snapshots',
    'numbers.price-strings-in-history',
    'ticks.prices-numbers',
  ],
  see(entry, context) {
    if (entry.type === 'message') judgeMessage(entry, context);
    else if (entry.type === 'answer' && isSuccess(entry)) judgeAnswer(entry, context);
  },
});

function judgeMessage(entry: Message, context: CheckerContext): void {
  const { kind, view } = entry;
  if (kind === 'transaction_event') judgeState(view, { entry, money: 'transactions', figures: 'events' }, context);
  else if (kind === 'trading_state_snapshot')
    judgeState(view, { entry, money: 'snapshots', figures: 'snapshots' }, context);
  else if (kind === 'account_state_event')
    judgeMoney(view, ACCOUNT_FIGURES, { entry, money: 'account-state' }, context);
  else if (kind === 'instrument_event') judgeConditions(view['conditions'], entry, context);
  else if (kind === 'tick') {
    for (const name of ['bid', 'ask'] as const) {
      const value = view[name];
      // A market may have one side alone.
      if (value === undefined || value === null) continue;
      context.findings.judge('ticks.prices-numbers', typeof value === 'number', () =>
        violation(name, 'a JSON number', value, entry),
      );
    }
  }
}

function judgeAnswer(entry: Answer, context: CheckerContext): void {
  const view = isJsonObject(entry.view) ? entry.view : undefined;
  if (view === undefined) return;
  if (entry.request === 'conditions') judgeConditions(view, entry, context);
  if (entry.request === 'snapshot') judgeState(view, { entry, money: 'snapshots', figures: 'snapshots' }, context);
  const list = HISTORY[entry.request];
  if (list !== undefined) {
    judgeState({ [list]: view['items'] ?? null }, { entry, money: 'history', figures: 'history' }, context);
  }
}

interface MoneySource {
  readonly entry: Entry;
  readonly money: Surface;
}

interface StateSource extends MoneySource {
  /** What shows volumes and prices. */
  readonly figures: 'events' | 'snapshots' | 'history';
}

function judgeState(view: JsonObject, source: StateSource, context: CheckerContext): void {
  const { entry, figures } = source;
  judgeMoney(view['accountState'], ACCOUNT_FIGURES, source, context);
  for (const name of ['orders', 'positions', 'deals'] as const) {
    for (const entity of listOf(view, name) ?? []) {
      if (name === 'deals') judgeMoney(entity, ['amount'], source, context);
      judgeStrings(entity, ['volume'], { entry, requirement: `numbers.volume-strings-in-${figures}` }, context);
      judgeStrings(entity, PRICES, { entry, requirement: `numbers.price-strings-in-${figures}` }, context);
    }
  }
}

function judgeConditions(view: JsonValue | undefined, entry: Entry, context: CheckerContext): void {
  judgeStrings(view, LIMITS, { entry, requirement: 'numbers.volume-strings-in-conditions' }, context);
}

function judgeMoney(
  view: JsonValue | undefined,
  names: readonly string[],
  { entry, money }: MoneySource,
  context: CheckerContext,
): void {
  judgeStrings(view, names, { entry, requirement: `numbers.money-strings-in-${money}` }, context);
  const digits = digitsOf(entry, context);
  if (digits === undefined || !isJsonObject(view)) return;
  for (const name of names) {
    const figure = readFigure(view[name]);
    if (figure === undefined) continue;
    context.findings.judge('numbers.money-rounded', fractionDigits(figure) <= digits, () =>
      violation(name, `at most ${digits} decimals`, view[name], entry),
    );
  }
}

/** What a control action said of an account that it opened goes before what the operator said of accounts in general. */
function digitsOf({ account, accountId }: Entry, { ledger, currencyDigits }: CheckerContext): number | undefined {
  return ledger.created.has(account) ? ledger.created.get(account) : currencyDigits(accountId);
}

function judgeStrings(
  view: JsonValue | undefined,
  names: readonly string[],
  { entry, requirement }: { readonly entry: Entry; readonly requirement: RequirementId },
  { findings }: CheckerContext,
): void {
  if (!isJsonObject(view)) return;
  for (const name of names) {
    const value = view[name];
    if (value === undefined || value === null) continue;
    findings.judge(requirement, typeof value === 'string' && readFigure(value) !== undefined, () =>
      violation(name, 'a decimal string', value, entry),
    );
  }
}

function violation(name: string, expected: string, value: JsonValue | undefined, { i }: Entry): Violation {
  return { message: `${name} is not represented as it must be`, expected, actual: show(value), evidence: [i] };
}
