// The journal of a run as a witness could have seen it: requests with what came of them, and streams with what crossed them.
import { readJournal } from '../../toolkit/journal/reader.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { messageDigest, requestDigests } from './canonical.js';
import type { RequestDigests } from './record.js';

export interface Asked {
  readonly record: JournalRecord;
  readonly digests: RequestDigests;
  /** The OpenAPI document, which may lie at any address; read without a signature. */
  readonly isDescription: boolean;
  outcome?: JournalRecord;
}

export interface Stream {
  readonly opened: number;
  readonly sent: string[];
  readonly received: string[];
  isRaw: boolean;
}

export interface RunRecords {
  readonly asked: readonly Asked[];
  /** By connection. */
  readonly streams: ReadonlyMap<string, Stream>;
  /** Answers and messages that belong to nothing, each in one sentence. */
  readonly strays: readonly string[];
}

/** Throws what reading the journal throws. */
export async function readRun(journalPath: string): Promise<RunRecords> {
  const asked = new Map<number, Asked>();
  const streams = new Map<string, Stream>();
  const strays: string[] = [];
  const { records } = await readJournal(journalPath);
  for await (const record of records) {
    const { kind, conn, cause } = record;
    const stream = conn === null ? undefined : streams.get(conn);
    if (kind === 'invoke') {
      const isDescription = memberOf(record.parsed, 'request') === 'openapi';
      asked.set(record.i, { record: withoutBody(record), digests: requestDigests(record), isDescription });
    } else if (kind === 'ok' || kind === 'fail' || kind === 'info') {
      const request = cause === null ? undefined : asked.get(cause);
      if (request !== undefined && request.outcome === undefined) request.outcome = record;
      else if (kind === 'ok') strays.push(`${placeOf(record)}: an answer to no request`);
    } else if (kind === 'open' && conn !== null) {
      streams.set(conn, { opened: cause ?? 0, sent: [], received: [], isRaw: false });
    } else if (kind === 'event' && record.raw !== null) {
      if (stream === undefined) strays.push(`${placeOf(record)}: a message on no stream`);
      stream?.received.push(messageDigest(record.raw));
    } else if (kind === 'send' && record.error === null && stream !== undefined) {
      if (memberOf(record.parsed, 'frame') !== undefined) stream.isRaw = true;
      stream.sent.push(messageDigest(record.raw));
    }
  }
  return { asked: [...asked.values()], streams, strays };
}

/** Whole journals are large; of a request no more than its name is needed from here on. */
function withoutBody(record: JournalRecord): JournalRecord {
  const [method, path] = [memberOf(record.parsed, 'method') ?? '', memberOf(record.parsed, 'path') ?? ''];
  return { ...record, raw: null, parsed: { method, path } };
}

export function placeOf(record: JournalRecord): string {
  const path = memberOf(record.parsed, 'path');
  return `record ${record.i}${typeof path === 'string' ? `, ${String(memberOf(record.parsed, 'method'))} ${path}` : ''}`;
}
