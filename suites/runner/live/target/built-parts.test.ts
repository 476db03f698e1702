// A part is not built where a sound request for what must be there finds nothing; accounts that nobody has say nothing of it.
import { describe, expect, it } from 'vitest';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { BuiltParts } from './built-parts.js';

function order(accountId: string, status: number): HttpExchange {
  const request = { name: 'placeOrder', method: 'POST', path: `/${accountId}`, accountId, params: { accountId } };
  // Nothing else of an exchange is looked at.
  return { request, answer: { status }, record: 1 } as unknown as HttpExchange;
}

function absent(...seen: readonly HttpExchange[]): boolean {
  const parts = new BuiltParts([], ['nobody']);
  for (const one of seen) parts.see(one);
  parts.basicsEnded();
  return parts.absence('orders') !== undefined;
}

describe('a part of a target', () => {
  it('is not built where the request for it finds nothing, until one is taken', () => {
    expect(absent(order('own', 404))).toBe(true);
    expect(absent(order('own', 404), order('own', 202))).toBe(false);
  });

  it('may well be built where nothing was found under an account of nobody', () => {
    expect(absent(order('nobody', 404))).toBe(false);
    expect(absent(order('nobody', 404), order('own', 404))).toBe(true);
  });
});
