// What a check has brought about is an answer for as long as it lasts, account by account.
import { describe, expect, it } from 'vitest';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { Provoked } from './provoked.js';

// Nothing else of an exchange is looked at.
const answered = (status: number): HttpExchange => ({ answer: { status } }) as unknown as HttpExchange;

describe('what a check has provoked', () => {
  it('lasts on one account when it has ended on another', () => {
    const provoked = new Provoked();
    provoked.by('limits.exhaust', { account_id: 'A' });
    provoked.by('limits.exhaust', { account_id: 'B' });
    provoked.by('limits.restore', { account_id: 'A' });
    expect(provoked.explains(answered(429), {})).toBe(true);
    provoked.by('limits.restore', { account_id: 'B' });
    expect(provoked.isLasting).toBe(false);
    expect(provoked.explains(answered(429), {})).toBe(false);
  });

  it('lasts on one instrument when another has its quotes again', () => {
    const provoked = new Provoked();
    for (const instrument of ['X', 'Y'])
      provoked.by('market.quotes', { account_id: 'A', instrument, available: 'false' });
    provoked.by('market.quotes', { account_id: 'A', instrument: 'X', available: 'true' });
    expect(provoked.explains(answered(503), {})).toBe(true);
    expect(provoked.explains(answered(429), {})).toBe(false);
  });
});
