import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { cutRequest } from './cut-requests.js';

function record(i: number, own: Partial<JournalRecord>): JournalRecord {
  const blank = { run: 'r', t_ns: 0, wall: '', actor: 'suite', conn: 'http', check: 'c', account: null };
  return {
    ...blank,
    i,
    kind: 'info',
    client_request_id: null,
    operation_id: null,
    raw: null,
    parsed: null,
    error: null,
    cause: null,
    ...own,
  };
}

const invoke = record(1, { kind: 'invoke', parsed: { request: 'placeOrder', damage: 'another body' } });
const cut = (code: string): JournalRecord => record(2, { error: { code, message: '' }, cause: 1 });

describe('a request that was cut', () => {
  it('is told by what was asked, and with which damage', () => {
    expect(cutRequest([invoke, cut('reset')])).toEqual({ record: 2, what: 'placeOrder with another body' });
  });

  it('is none where no answer came in time', () => {
    expect(cutRequest([invoke, cut('timeout')])).toBeUndefined();
  });
});
