// The closed vocabularies of the interface, each at its one home. Open ones (trade_mode, account_status, order states) have none.

/** Result of a transaction (interface 2.2 and 3). */
export const TRANSACTION_STATUSES = ['success', 'rejected', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
export type NegativeStatus = Exclude<TransactionStatus, 'success'>;
export const NEGATIVE_STATUSES: readonly NegativeStatus[] = ['rejected', 'failed'];

/** An operation that has one of these has ended; `pending` and words of the target's own have not. */
export function isFinalStatus(status: unknown): status is TransactionStatus {
  return TRANSACTION_STATUSES.some((known) => known === status);
}

export function isNegativeStatus(status: unknown): status is NegativeStatus {
  return NEGATIVE_STATUSES.some((known) => known === status);
}

/** What happened to an instrument (interface 3 and 6.3). */
export const INSTRUMENT_ACTIONS = ['new', 'upd', 'del'] as const;
export type InstrumentAction = (typeof INSTRUMENT_ACTIONS)[number];

/** Kinds of balance deals (interface 2.2). */
export const BALANCE_KINDS = [
  'balance',
  'null_compensation',
  'swap_fee',
  'admin_fee',
  'dividend',
  'svc_dollar',
] as const;
export type BalanceKind = (typeof BALANCE_KINDS)[number];

/** Order types that the orders call takes (interface 4.1); the type of a market execution's order is open. */
export const ORDER_TYPES = ['limit', 'stop', 'sltp'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Names of the security schemes, one per header (interface 5.1). */
export const SECURITY_SCHEMES = [
  'SvcApiKeyAuth',
  'SvcTimestampAuth',
  'SvcDataAuth',
  'SvcSignatureAuth',
  'SvcSignVersionAuth',
  'SvcIdempotencyKeyAuth',
] as const;
export type SecurityScheme = (typeof SECURITY_SCHEMES)[number];

/** Extensions of an operation in an OpenAPI document (interface 7.2). */
export const CODE_EXTENSIONS = { synchronous: 'x-public-error-codes', final: 'x-public-async-error-codes' } as const;
