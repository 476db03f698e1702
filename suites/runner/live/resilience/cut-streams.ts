// Streams that the other side ends, at any age and with any code: a service restarts, drains one of its nodes, a proxy drops what is idle,
// a heartbeat finds a busy machine. The interface promises events to connections that live, so that what a check missed on one of these
// says nothing; a target that ends them for what the check sends does it again.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import { performs } from '../market/performed.js';
import type { EndedStream } from './stream-lifetimes.js';

/**
 * The end of a stream that nobody asked for: none that was opened before a control action that was to cut streams.
 * @param ended those that the other side has ended with a closing handshake.
 */
export function cutStream(records: readonly JournalRecord[], ended: readonly EndedStream[]): number | undefined {
  const isCut = ({ i, kind, parsed, error }: JournalRecord): boolean =>
    kind === 'close' &&
    error === null &&
    (memberOf(parsed, 'clean') === false || ended.some(({ record }) => record === i));
  const asked = records.findLast((record) => performs(record, 'stream.drop'));
  const opened = records.filter(({ kind, i }) => kind === 'open' && i > (asked?.i ?? 0)).map(({ conn }) => conn);
  return records.find((record) => isCut(record) && (asked === undefined || opened.includes(record.conn)))?.i;
}
