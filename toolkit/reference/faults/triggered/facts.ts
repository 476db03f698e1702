// What a decision is about, read from whatever its rule is told: side, type, instrument, volume, key and the like, in the words of
// the service. So that a trigger can ask for a value wherever it is decided about.
import { toPlainText } from '../../../decimal/index.js';
import type { Decimal } from '../../domain.js';

const TEXTS = [
  'kind',
  'type',
  'orderType',
  'side',
  'instrument',
  'state',
  'status',
  'action',
  'stream',
  'surface',
  'operation',
  'currency',
  'balanceKind',
  'idempotencyKey',
  'clientRequestId',
  'operationId',
  'accountId',
  'target',
  'errorCode',
] as const;
const NUMBERS = [
  'pointDigits',
  'volumeDigits',
  'currencyDigits',
  'sequence',
  'ordinal',
  'connection',
  'others',
  'ageMs',
] as const;
const AMOUNTS = ['volume', 'price', 'amount', 'stopLossPrice', 'takeProfitPrice'] as const;
/** Where what is decided about lies deeper: the first of a list stands for it. */
const WITHIN = ['orders', 'deals', 'positions', 'payload', 'conditions', 'accountState'] as const;

export type Facts = { readonly [Name in (typeof TEXTS)[number]]?: string } & {
  readonly [Name in (typeof NUMBERS)[number]]?: number;
} & {
  /** Decimals as plain text. */
  readonly [Name in (typeof AMOUNTS)[number]]?: string;
};

/** Of several values of one name the first counts. */
export function factsOf(told: readonly unknown[], before: Facts = {}): Facts {
  const facts: Record<string, string | number> = {};
  for (const value of told) {
    if (isDecimal(value)) facts['amount'] ??= toPlainText(value);
    read(value, facts);
  }
  return { ...before, ...facts };
}

function read(value: unknown, facts: Record<string, string | number>): void {
  if (!isRecord(value)) return;
  for (const name of TEXTS) {
    const text = value[name];
    if (typeof text === 'string') facts[name] ??= text;
  }
  for (const name of NUMBERS) {
    const number = value[name];
    if (typeof number === 'number') facts[name] ??= number;
  }
  for (const name of AMOUNTS) {
    const amount = value[name];
    if (isDecimal(amount)) facts[name] ??= toPlainText(amount);
  }
  for (const name of WITHIN) {
    const inner = value[name];
    read(Array.isArray(inner) ? inner[0] : inner, facts);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isDecimal(value: unknown): value is Decimal {
  return isRecord(value) && typeof value['coefficient'] === 'bigint' && typeof value['scale'] === 'number';
}
