// Which values cannot stand together, or would say nothing together that they do not say apart: the type of an order says nothing of the
// opening of a position, and only what can be protected is. Each line: these values stand with those alone.
import type { Context, DimensionName } from './context.js';

type Values = { readonly [Name in DimensionName]?: readonly Context[Name][] };

interface OnlyWith {
  readonly of: Values;
  readonly only: Values;
}

const PENDING: Values = { operation: ['order', 'cancellation'] };

const ONLY_WITH: readonly OnlyWith[] = [
  { of: { orderType: ['stop'], protection: ['stop-loss', 'take-profit', 'both'] }, only: PENDING },
  { of: { part: ['most', 'hundreds'] }, only: { operation: ['partial-close'] } },
  {
    of: { part: ['most', 'hundreds'] },
    only: { state: ['untouched', 'partly-closed', 'protected', 'with-stop-loss', 'with-take-profit'] },
  },
  { of: { state: ['protected'] }, only: { operation: ['close', 'partial-close'] } },
  { of: { state: ['with-stop-loss', 'with-take-profit'] }, only: { operation: ['sltp', 'close', 'partial-close'] } },
  { of: { state: ['partly-closed', 'filled'] }, only: { operation: ['close', 'partial-close', 'sltp'] } },
  // Only there do prices not have to rest.
  { of: { instrument: ['created', 'created-again'] }, only: { operation: ['opening', 'close', 'partial-close'] } },
  { of: { instrument: ['created', 'created-again'] }, only: { state: ['untouched', 'partly-closed'] } },
  {
    of: { wrong: ['price-digits', 'stop-loss-digits', 'take-profit-digits'] },
    only: { operation: ['order'] },
  },
  { of: { changed: ['price', 'stop-loss', 'take-profit'] }, only: { operation: ['order'] } },
  // A resting price is on the other side of the market for the other side.
  { of: { changed: ['side'] }, only: { operation: ['opening'] } },
  { of: { changed: ['stop-loss'] }, only: { protection: ['none', 'take-profit'] } },
  { of: { changed: ['take-profit'] }, only: { protection: ['none', 'stop-loss'] } },
  // History holds what has ended.
  { of: { told: ['history'] }, only: { operation: ['opening', 'close', 'partial-close', 'cancellation'] } },
  { of: { told: ['history'] }, only: { result: ['success'] } },
  // The other kinds only ever pay to the client, so they have no debit.
  { of: { sign: ['debit'] }, only: { balance: ['balance', 'swap_fee', 'admin_fee'] } },
];

type Pair = { readonly name: DimensionName; readonly value: string };

/** Whether two values of different dimensions stand together. */
export function standTogether(one: Pair, other: Pair): boolean {
  return allows(one, other) && allows(other, one);
}

function allows(one: Pair, other: Pair): boolean {
  return ONLY_WITH.every(({ of, only }) => {
    const partners: readonly string[] | undefined = only[other.name];
    return !has(of, one) || partners === undefined || partners.includes(other.value);
  });
}

function has(values: Values, { name, value }: Pair): boolean {
  const list: readonly string[] | undefined = values[name];
  return list?.includes(value) === true;
}
