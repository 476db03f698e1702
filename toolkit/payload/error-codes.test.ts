import { describe, expect, it } from 'vitest';
import {
  authErrorName,
  BOTH_PHASES,
  isFinalErrorCode,
  PLACE_ORDER_FINAL,
  PLACE_ORDER_SYNCHRONOUS_NAMES,
  synchronousStatusOf,
} from './error-codes.js';

describe('error codes', () => {
  it('has each name of the two lists once', () => {
    expect(new Set(PLACE_ORDER_FINAL).size).toBe(21);
    expect(PLACE_ORDER_SYNCHRONOUS_NAMES).toHaveLength(19);
  });

  it('knows the six names that may come in either phase', () => {
    expect([...BOTH_PHASES].sort()).toEqual([
      'ACCOUNT_CLOSE_ONLY',
      'ACCOUNT_DISABLED',
      'MARKET_NO_QUOTES',
      'REQUEST_INVALID',
      'REQUEST_INVALID_PRICE',
      'SYSTEM_TEMPORARY_UNAVAILABLE',
    ]);
  });

  it('keeps the two rate limits apart', () => {
    expect(synchronousStatusOf('REQUEST_RATE_LIMIT')).toBe(429);
    expect(isFinalErrorCode('REQUEST_RATE_LIMIT')).toBe(false);
    expect(synchronousStatusOf('SYSTEM_RATE_LIMIT')).toBeUndefined();
    expect(isFinalErrorCode('SYSTEM_RATE_LIMIT')).toBe(true);
  });

  it('takes authentication codes as numbers only', () => {
    expect(authErrorName(1000)).toBe('AUTH_INVALID_API_KEY');
    expect(authErrorName('1000')).toBeUndefined();
    expect(authErrorName(1003)).toBeUndefined();
  });
});
