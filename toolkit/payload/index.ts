// Messages of the interface: strict reading, JSON Schemas, error codes, vocabularies. The public face of this folder.
export {
  AUTH_CODES,
  type AuthCode,
  type AuthErrorName,
  authCodeOf,
  authErrorName,
  BOTH_PHASES,
  type FinalErrorCode,
  isFinalErrorCode,
  PLACE_ORDER_FINAL,
  PLACE_ORDER_SYNCHRONOUS,
  PLACE_ORDER_SYNCHRONOUS_NAMES,
  synchronousStatusOf,
} from './error-codes.js';
export type { JsonObject, JsonPrimitive, JsonValue } from './json.js';
export { isJsonArray, isJsonObject, isJsonPrimitive, memberOf } from './json-kind.js';
export type { JsonDefectKind } from './json-reader.js';
export { ProtocolError, type ProtocolErrorCode } from './protocol-error.js';
export { canonicalJson, sameJson } from './same-json.js';
export {
  JSON_LIMITS,
  type JsonDefect,
  readStrictJson,
  type StrictJson,
  type StrictJsonLimits,
} from './strict-json.js';
export { SCHEMA_NAMES, type SchemaName, type Validity, validate } from './validators.js';
export {
  BALANCE_KINDS,
  type BalanceKind,
  CODE_EXTENSIONS,
  INSTRUMENT_ACTIONS,
  type InstrumentAction,
  isFinalStatus,
  isNegativeStatus,
  NEGATIVE_STATUSES,
  type NegativeStatus,
  ORDER_TYPES,
  type OrderType,
  SECURITY_SCHEMES,
  type SecurityScheme,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from './vocabulary.js';
