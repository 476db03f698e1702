// Which ends of streams nobody asked for.
import { expect, it } from 'vitest';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { cutStream } from './cut-streams.js';

const record = (i: number, kind: string, parsed: unknown, error: unknown = null): JournalRecord =>
  ({ i, kind, parsed, error }) as JournalRecord; // what is read of a record, and no more
const abrupt = record(7, 'close', { code: 1006, clean: false });

it.each([
  ['the end without a closing handshake', [record(3, 'event', {}), abrupt], 7],
  ['the end by the target, whatever its code', [record(8, 'close', { code: 1000, clean: true })], 8],
  ['the end that the suite has asked for', [record(5, 'close', { code: 1000, clean: true })], undefined],
  ['frames that are no WebSocket frames', [record(5, 'close', { code: 1006, clean: false }, { code: 'x' })], undefined],
  ['a control action that cuts streams', [record(2, 'control', { action: 'stream.drop' }), abrupt], undefined],
  [
    'a stream that was opened after such an action',
    [record(2, 'control', { action: 'stream.drop' }), record(3, 'open', {}), abrupt],
    7,
  ],
] as const)('takes %s for what it is', (_, records, cut) => {
  expect(cutStream(records, [{ ageMs: 400, record: 8 }])).toBe(cut);
});
