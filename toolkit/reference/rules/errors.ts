// The public error model (interface 4.1, 5.4, 7.1): names, numbers, statuses of refusals before the ACK.
import { authCodeOf, BOTH_PHASES } from '../../payload/error-codes.js';
import type { Operation } from '../domain.js';

export interface ErrorRules {
  /** Interface 5.4: 1000 to 1002; others are open and come as their name or as a number. */
  errorCode(name: string, otherCodes: 'name' | 'number'): number | string;
  /** Interface 4.1; 7.2: whether a code may come before the ACK as well as after it. */
  isSharedCode(code: string): boolean;
  /** Interface 4.1, synchronous responses; 5.4: the HTTP status of a public name. */
  httpStatus(name: string, operation: Operation | undefined): number;
  /** Interface 5.3, rule 11; 7.1: the stable message. */
  errorMessage(name: string): string;
}

/**
 * Interface 4.1, in the order of its table; the names of 404, 409, 413 and 500 are this service's own, as the interface gives none.
 * The number is what `error.code` shows where the behaviour numbers errors.
 */
export const ERRORS: Readonly<Record<string, { readonly status: number; readonly number: number }>> = {
  REQUEST_INVALID: { status: 400, number: 2000 },
  REQUEST_INVALID_PARAMETERS: { status: 400, number: 2001 },
  REQUEST_INVALID_PRICE: { status: 400, number: 2002 },
  REQUEST_INVALID_TIMEFRAME: { status: 400, number: 2003 },
  REQUEST_INVALID_TIME_RANGE: { status: 400, number: 2004 },
  REQUEST_INVALID_COUNT: { status: 400, number: 2005 },
  REQUEST_INVALID_LIMIT: { status: 400, number: 2006 },
  REQUEST_INVALID_CURSOR: { status: 400, number: 2007 },
  REQUEST_INVALID_PRICE_TYPE: { status: 400, number: 2008 },
  REQUEST_INVALID_FILTER_COMBINATION: { status: 400, number: 2009 },
  REQUEST_UNSUPPORTED_MEDIA_TYPE: { status: 400, number: 2010 },
  REQUEST_RATE_LIMIT: { status: 429, number: 2011 },
  REQUEST_DUPLICATE_KEY_CONFLICT: { status: 409, number: 2012 },
  REQUEST_TOO_LARGE: { status: 413, number: 2013 },
  REQUEST_METHOD_NOT_ALLOWED: { status: 405, number: 2014 },
  AUTH_INVALID_API_KEY: { status: 401, number: 1000 },
  AUTH_INVALID_SIGNATURE: { status: 401, number: 1001 },
  AUTH_PERMISSION_DENIED: { status: 403, number: 1002 },
  ACCOUNT_DISABLED: { status: 403, number: 3000 },
  ACCOUNT_CLOSE_ONLY: { status: 403, number: 3001 },
  ACCOUNT_NOT_FOUND: { status: 404, number: 3002 },
  OPERATION_NOT_FOUND: { status: 404, number: 3003 },
  INSTRUMENT_NOT_FOUND: { status: 404, number: 3004 },
  RESOURCE_NOT_FOUND: { status: 404, number: 3005 },
  SYSTEM_INTERNAL_ERROR: { status: 500, number: 5000 },
  SYSTEM_TEMPORARY_UNAVAILABLE: { status: 503, number: 5001 },
  MARKET_NO_QUOTES: { status: 503, number: 5002 },
};

export const honestErrors: ErrorRules = {
  errorCode: (name, otherCodes) => authCodeOf(name) ?? (otherCodes === 'name' ? name : (ERRORS[name]?.number ?? name)),
  isSharedCode: (code) => BOTH_PHASES.includes(code),
  httpStatus: (name) => ERRORS[name]?.status ?? 400,
  errorMessage: (name) => name,
};
