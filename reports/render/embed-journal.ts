// Takes the journal into the page: per check its records without repetition, packed in chunks that the viewer opens one at a time.
// Checks that did not pass come first; when the page would grow beyond its bound, the records of passing checks stay outside.
import { gzipSync } from 'node:zlib';
import { readJournal } from '../../toolkit/journal/reader.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { collectLatencies } from '../model/latencies.js';
import type { Results } from '../model/model.js';
import { evidenceOfOthers } from '../story/evidence-of-others.js';
import { viewerText } from '../story/viewer-record.js';
import type { ViewerData } from './viewer-data.js';

/** Base64 characters of all chunks together. */
const MOST_PACKED = 2_400_000;
/** The part from which on a page is full: to pack the rest, only to see that it finds no room, takes as long as all that is in the page. */
const FULL = 0.95;
/** Characters of records per chunk before packing: small enough to open in some milliseconds. */
const CHUNK_CHARACTERS = 400_000;
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
  const evidence = new Set(results.checks.flatMap((check) => check.evidence));
  const byCheck = new Map<string, string[]>();
  const foreign = evidenceOfOthers(results.checks);
  const add = (check: string, records: readonly JournalRecord[]): void => {
    const own = byCheck.get(check) ?? [];
    byCheck.set(check, own);
    for (const record of records) {
      if (own.length < MOST_RECORDS_PER_CHECK || evidence.has(record.i)) own.push(viewerText(record));
    }
  };
  const latencies = collectLatencies();
  const reading = await readJournal(path, { lenient: true });
  let count = 0;
  for await (const record of reading.records) {
    count += 1;
    latencies.add(record);
    for (const { check, records } of foreign(record)) add(check, records);
    if (record.check !== null && wanted.has(record.check)) add(record.check, [record]);
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
    const text = size < FULL * mostPacked ? packed(group) : undefined;
    if (text === undefined || size + text.length > mostPacked) {
      leftOut += group.length;
    } else {
      for (const id of group) chunkOf[id] = chunks.length;
      chunks.push(text);
      size += text.length;
    }
    group = [];
    groupSize = 0;
  }

  function packed(ids: readonly string[]): string {
    const members = ids.map((id) => `${JSON.stringify(id)}:[${(byCheck.get(id) ?? []).join(',')}]`);
    return packText(`{${members.join(',')}}`);
  }
}

/** Gzip and base64: nothing in it can end a script element. */
export function packText(text: string): string {
  return gzipSync(text, { level: 7 }).toString('base64');
}
