import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { filledLater } from './filled-later.js';
import { OwnOperations } from './own-operations.js';

type Draft = Readonly<Record<string, JsonValue>>;

const asks = (request: string, volume?: string): Draft => ({
  kind: 'invoke',
  client_request_id: 'mine',
  parsed: { request, params: volume === undefined ? {} : { volume } },
});
const fills = (id: string, volume: string, orderId: string = 'O1'): Draft => ({
  kind: 'event',
  parsed: {
    kind: 'transaction_event',
    view: { clientRequestId: 'mine', deals: [{ id, orderId, volume, price: '1' }, { id: `${id}-fee` }] },
  },
});
const LOOKS: Draft = { kind: 'send', parsed: {} };
const READS: Draft = { kind: 'invoke', parsed: { request: 'operationStatus' } };

/** Records a second apart. */
function found(...drafts: readonly Draft[]): ReturnType<typeof filledLater> {
  const made = drafts.map((draft, i) => ({
    i,
    account: 'A',
    error: null,
    client_request_id: null,
    t_ns: i * 1e9,
    ...draft,
  }));
  // Only what is read.
  const records = made as unknown as readonly JournalRecord[];
  return filledLater(records, new OwnOperations(records), 1500);
}

describe('an execution in parts', () => {
  it('comes late where the check has gone on before its last part', () => {
    const opening = asks('openPosition', '2');
    expect(found(opening, fills('a', '1'), LOOKS, fills('b', '1'))).toEqual({ longestMs: 2000, late: [3], apart: [3] });
    expect(found(opening, fills('a', '1'), READS, fills('b', '1')).late).toEqual([3]);
    expect(found(opening, fills('a', '1'), fills('b', '1'), LOOKS)).toEqual({ longestMs: 1000, late: [], apart: [] });
    expect(found(asks('closePosition'), fills('a', '1'), LOOKS, fills('b', '1')).late).toEqual([3]);
    // Asked for again under its key.
    expect(found(opening, fills('a', '1'), opening, fills('b', '1')).late).toEqual([3]);
  });

  it('is none where it is told again, or executed again', () => {
    const [one, again] = [fills('a', '2'), fills('b', '2', 'O2')];
    expect(found(asks('openPosition', '2'), one, LOOKS, one).late).toEqual([]);
    expect(found(asks('openPosition', '2'), one, LOOKS, again).late).toEqual([]);
    expect(found(asks('closePosition'), one, LOOKS, again).late).toEqual([]);
    expect(found(asks('placeOrder', '2'), fills('a', '1'), LOOKS, fills('b', '1')).late).toEqual([]);
  });
});
