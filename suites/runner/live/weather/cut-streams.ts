// Streams that end without a word: a service restarts, a proxy drops what is idle, a heartbeat finds a busy machine. The interface
// promises events to connections that live, so that what a check missed on one of these says nothing.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';

/** Going away, service restart, try again later (RFC 6455, 7.4.1, and its registry). */
const LEAVING: readonly unknown[] = [1001, 1012, 1013];

/** The end of a stream that nobody asked for: none that was opened before a control action that was to cut streams. */
export function cutStream(records: readonly JournalRecord[]): number | undefined {
  const asked = records.findLast(
    ({ kind, parsed }) => kind === 'control' && memberOf(parsed, 'action') === 'stream.drop',
  );
  const opened = records.filter(({ kind, i }) => kind === 'open' && i > (asked?.i ?? 0)).map(({ conn }) => conn);
  return records.find((record) => isCut(record) && (asked === undefined || opened.includes(record.conn)))?.i;
}

function isCut({ kind, parsed, error }: JournalRecord): boolean {
  if (kind !== 'close' || error !== null) return false;
  return memberOf(parsed, 'clean') === false || LEAVING.includes(memberOf(parsed, 'code'));
}
