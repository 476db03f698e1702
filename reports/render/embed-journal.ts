// Takes the journal into the page: per check its records without repetition, packed in chunks that the viewer opens one at a time.
// Checks that did not pass come first; when the page would grow beyond its bound, the records of passing checks stay outside.
import { gzipSync } from 'node:zlib';
import { readJournal } from '../../toolkit/journal/reader.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject } from '../../toolkit/payload/json-kind.js';
import { collectLatencies } from '../model/latencies.js';
import type { Results } from '../model/model.js';
import { capped } from '../model/sanitize.js';
import type { ViewerChunk, ViewerData, ViewerRecord } from './viewer-data.js';

/** Base64 characters of all chunks together. */
const MOST_PACKED = 2_400_000;
/** Characters of records per chunk before packing: small enough to open in some milliseconds. */
const CHUNK_CHARACTERS = 400_000;
const MOST_RAW = 6_000;
const MOST_PARSED = 8_000;
const MOST_TEXT = 600;
const MOST_ELEMENTS = 60;
const MOST_RECORDS_PER_CHECK = 2_000;

export interface EmbeddedJournal {
  readonly chunks: readonly string[];
  readonly chunkOf: Readonly<Record<string, number>>;
  readonly latencies: ViewerData['latencies'];
  readonly journal: NonNullable<ViewerData['journal']>;
}

/** Reads leniently: the journal of a killed run is shown as far as it goes. Rejects when the file is no journal at all. */
export async function embedJournal(
  path: string,
  results: Results,
  mostPacked: number = MOST_PACKED,
): Promise<EmbeddedJournal> {
  const wanted = new Set(results.checks.map((check) => check.id));
  const byCheck = new Map<string, string[]>();
  const latencies = collectLatencies();
  const reading = await readJournal(path, { lenient: true });
  let count = 0;
  for await (const record of reading.records) {
    count += 1;
    latencies.add(record);
    if (record.check === null || !wanted.has(record.check)) continue;
    const own = byCheck.get(record.check);
    if (own === undefined) byCheck.set(record.check, [JSON.stringify(compact(record))]);
    else if (own.length < MOST_RECORDS_PER_CHECK) own.push(JSON.stringify(compact(record)));
  }
  const defect = reading.defects[0]?.message;
  const packed = pack(byCheck, results, mostPacked);
  return {
    chunks: packed.chunks,
    chunkOf: packed.chunkOf,
    latencies: latencies.result(),
    journal: { records: count, leftOut: packed.leftOut, ...(defect === undefined ? {} : { defect }) },
  };
}

function pack(
  byCheck: ReadonlyMap<string, readonly string[]>,
  results: Results,
  mostPacked: number,
): Pick<EmbeddedJournal, 'chunks' | 'chunkOf'> & { readonly leftOut: number } {
  const first = results.checks.filter((check) => check.verdict !== 'pass');
  const order = [...first, ...results.checks.filter((check) => check.verdict === 'pass')].map((check) => check.id);
  const chunks: string[] = [];
  const chunkOf: Record<string, number> = Object.create(null);
  let size = 0;
  let leftOut = 0;
  let group: string[] = [];
  let groupSize = 0;
  for (const id of order) {
    const records = byCheck.get(id);
    if (records === undefined) continue;
    group.push(id);
    groupSize += records.reduce((sum, record) => sum + record.length, 0);
    if (groupSize >= CHUNK_CHARACTERS) flush();
  }
  flush();
  return { chunks, chunkOf, leftOut };

  function flush(): void {
    if (group.length === 0) return;
    const members = group.map((id) => `${JSON.stringify(id)}:[${(byCheck.get(id) ?? []).join(',')}]`);
    const text = packText(`{${members.join(',')}}`);
    if (size + text.length > mostPacked) {
      leftOut += group.length;
    } else {
      for (const id of group) chunkOf[id] = chunks.length;
      chunks.push(text);
      size += text.length;
    }
    group = [];
    groupSize = 0;
  }
}

/** Gzip and base64: nothing in it can end a script element. */
export function packText(text: string): string {
  return gzipSync(text, { level: 7 }).toString('base64');
}

function compact(record: JournalRecord): ViewerChunk[string][number] {
  const { raw, cut } = shortRaw(record.raw);
  const compacted: ViewerRecord = {
    i: record.i,
    t: Math.round(record.t_ns / 1e3) / 1e3,
    kind: record.kind,
    actor: record.actor,
    conn: record.conn,
    account: record.account,
    key: record.client_request_id,
    operation: record.operation_id,
    raw,
    parsed: bounded(withoutRaw(record)),
    error: record.error,
    cause: record.cause,
  };
  return cut === 0 ? compacted : { ...compacted, cut };
}

function shortRaw(raw: JournalRecord['raw']): { readonly raw: JournalRecord['raw']; readonly cut: number } {
  if (raw === null) return { raw, cut: 0 };
  const text = typeof raw === 'string' ? raw : raw.base64;
  if (text.length <= MOST_RAW) return { raw, cut: 0 };
  const kept = text.slice(0, MOST_RAW);
  return { raw: typeof raw === 'string' ? kept : { base64: kept }, cut: text.length - MOST_RAW };
}

/** `body` and `message` are the raw text once more. */
function withoutRaw({ raw, parsed }: JournalRecord): JsonValue {
  if (raw === null || !isJsonObject(parsed)) return parsed;
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => name !== 'body' && name !== 'message'));
}

/** A target can also put very much into a header, or into a member that the dialect reads. */
function bounded(parsed: JsonValue): JsonValue {
  return JSON.stringify(parsed).length <= MOST_PARSED ? parsed : shortened(parsed);
}

function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') return capped(value, MOST_TEXT);
  if (isJsonArray(value)) return value.slice(0, MOST_ELEMENTS).map(shortened);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).slice(0, MOST_ELEMENTS);
  return Object.fromEntries(members.map(([name, member]) => [capped(name, MOST_TEXT), shortened(member)]));
}
