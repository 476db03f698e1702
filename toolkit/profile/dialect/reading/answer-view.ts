// The view of an answer in a journal: the reading that fits the request and its outcome.
import { isSuccessful } from '../../../base/is-successful.js';
import type { JsonValue } from '../../../payload/json.js';
import type { Dialect, RequestName } from '../dialect.js';

/** What the `view` of an answer's journal record holds: the reading that fits the request and its outcome. */
export function viewOf(dialect: Dialect, request: RequestName, status: number, body: JsonValue | undefined): JsonValue {
  if (body === undefined) return null;
  const read = isSuccessful(status) ? ACCEPTED_VIEWS[request] : (value: JsonValue): unknown => dialect.readError(value);
  // Views are JSON except for absent members, which JSON leaves out.
  return (read?.(body, dialect) ?? null) as JsonValue;
}

const ACCEPTED_VIEWS: Readonly<Partial<Record<RequestName, (body: JsonValue, dialect: Dialect) => unknown>>> = {
  placeOrder: (body, dialect) => dialect.readAck(body),
  openPosition: (body, dialect) => dialect.readAck(body),
  closePosition: (body, dialect) => dialect.readAck(body),
  cancelOrder: (body, dialect) => dialect.readAck(body),
  operationStatus: (body, dialect) => dialect.readOperation(body),
  account: (body, dialect) => dialect.readAccount(body),
  instruments: (body, dialect) => dialect.readInstruments(body),
  conditions: (body, dialect) => dialect.readConditions(body),
  snapshot: (body, dialect) => dialect.readSnapshot(body),
  orderHistory: (body, dialect) => dialect.readOrderHistory(body),
  dealHistory: (body, dialect) => dialect.readDealHistory(body),
};
