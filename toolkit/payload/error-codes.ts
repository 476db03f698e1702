// The public error codes of the interface: authentication (5.4), the synchronous table of the call that places orders (4.1)
// and its final codes (7.2). Codes of other calls, and those of the 404 and 500 answers, are open.

/** Interface 5.4: `error.code` is the number, `error_message` the name. */
export const AUTH_CODES: Readonly<Record<AuthCode, AuthErrorName>> = {
  1000: 'AUTH_INVALID_API_KEY',
  1001: 'AUTH_INVALID_SIGNATURE',
  1002: 'AUTH_PERMISSION_DENIED',
};
export type AuthCode = 1000 | 1001 | 1002;
export type AuthErrorName = 'AUTH_INVALID_API_KEY' | 'AUTH_INVALID_SIGNATURE' | 'AUTH_PERMISSION_DENIED';
export const AUTH_CODE_NUMBERS: readonly AuthCode[] = [1000, 1001, 1002];

/** Interface 4.1: names by HTTP status; empty where the interface gives a status without a name. */
export const PLACE_ORDER_SYNCHRONOUS: Readonly<Record<number, readonly string[]>> = {
  400: [
    'REQUEST_INVALID',
    'REQUEST_INVALID_PARAMETERS',
    'REQUEST_INVALID_PRICE',
    'REQUEST_INVALID_TIMEFRAME',
    'REQUEST_INVALID_TIME_RANGE',
    'REQUEST_INVALID_COUNT',
    'REQUEST_INVALID_LIMIT',
    'REQUEST_INVALID_CURSOR',
    'REQUEST_INVALID_PRICE_TYPE',
    'REQUEST_INVALID_FILTER_COMBINATION',
    'REQUEST_UNSUPPORTED_MEDIA_TYPE',
  ],
  401: ['AUTH_INVALID_API_KEY', 'AUTH_INVALID_SIGNATURE'],
  403: ['AUTH_PERMISSION_DENIED', 'ACCOUNT_DISABLED', 'ACCOUNT_CLOSE_ONLY'],
  404: [],
  429: ['REQUEST_RATE_LIMIT'],
  500: [],
  503: ['SYSTEM_TEMPORARY_UNAVAILABLE', 'MARKET_NO_QUOTES'],
};

/** Interface 7.2. */
export const PLACE_ORDER_FINAL = [
  'ACCOUNT_DISABLED',
  'ACCOUNT_CLOSE_ONLY',
  'REQUEST_INVALID',
  'REQUEST_INVALID_PRICE',
  'MARKET_INSTRUMENT_NOT_FOUND',
  'MARKET_TRADE_DISABLED',
  'MARKET_CLOSE_ONLY',
  'MARKET_SESSION_CLOSED',
  'MARKET_NO_QUOTES',
  'TRADING_RULE_VOLUME_TOO_SMALL',
  'TRADING_RULE_VOLUME_TOO_LARGE',
  'TRADING_RULE_INVALID_VOLUME_STEP',
  'TRADING_RULE_INVALID_PRICE_LEVEL',
  'TRADING_RULE_INSUFFICIENT_MARGIN',
  'TRADING_RULE_MARGIN_LEVEL_TOO_LOW',
  'TRADING_RULE_OPERATION_RESTRICTED',
  'TRADING_RULE_TOO_MANY_PENDING_ORDERS',
  'EXECUTION_REQUOTE',
  'EXECUTION_REJECTED',
  'SYSTEM_RATE_LIMIT',
  'SYSTEM_TEMPORARY_UNAVAILABLE',
] as const;
export type FinalErrorCode = (typeof PLACE_ORDER_FINAL)[number];

/** Every synchronous name of the table, each once. */
export const PLACE_ORDER_SYNCHRONOUS_NAMES: readonly string[] = [
  ...new Set(Object.values(PLACE_ORDER_SYNCHRONOUS).flat()),
];

/** Names that may come before the ACK as well as after it. */
export const BOTH_PHASES: readonly string[] = PLACE_ORDER_FINAL.filter((name) =>
  PLACE_ORDER_SYNCHRONOUS_NAMES.includes(name),
);

/** The status under which the table lists a name; undefined for a name that it does not list. */
export function synchronousStatusOf(name: string): number | undefined {
  const entry = Object.entries(PLACE_ORDER_SYNCHRONOUS).find(([, names]) => names.includes(name));
  return entry === undefined ? undefined : Number(entry[0]);
}

export function isFinalErrorCode(name: unknown): name is FinalErrorCode {
  return PLACE_ORDER_FINAL.some((known) => known === name);
}

/** The name of an authentication code; undefined for any other value, numbers written as text included. */
export function authErrorName(code: unknown): AuthErrorName | undefined {
  const known = AUTH_CODE_NUMBERS.find((one) => one === code);
  return known && AUTH_CODES[known];
}

/** The number of an authentication error by its name; undefined for any other value. */
export function authCodeOf(name: unknown): AuthCode | undefined {
  return AUTH_CODE_NUMBERS.find((one) => AUTH_CODES[one] === name);
}
