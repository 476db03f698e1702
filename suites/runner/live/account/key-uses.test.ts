// Which repeats come too late for anything to be concluded from them.
import { expect, it } from 'vitest';
import { KEYS_RETAINED_MS } from '../../../../toolkit/checkers/ledger/key-retention.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { KeyUses } from './key-uses.js';

function used(record: number, idempotencyKey: string, accountId = 'A1'): HttpExchange {
  const request = { name: 'placeOrder', method: 'POST', path: '/orders', accountId } as const;
  return { request, idempotencyKey, invoke: record - 1, record, durationMs: 1 };
}

it('knows a repeat that came after the time for which any record is kept', () => {
  const uses = new KeyUses();
  uses.add(used(2, 'k-1'), 0);
  uses.add(used(4, 'k-1'), KEYS_RETAINED_MS);
  uses.add(used(6, 'k-1'), KEYS_RETAINED_MS + 1);
  expect(uses.late).toEqual([6]);
});

it('takes the key of another account, and another key, for a first use', () => {
  const uses = new KeyUses();
  uses.add(used(2, 'k-1'), 0);
  uses.add(used(4, 'k-1', 'A2'), KEYS_RETAINED_MS * 2);
  uses.add(used(6, 'k-2'), KEYS_RETAINED_MS * 2);
  expect(uses.late).toEqual([]);
});
