// What somebody drops into the page: results.json or index.html of earlier runs, alone or in their folders, and a certificate. Read here,
// sent nowhere.

import { messageOf } from '../../../toolkit/base/message-of.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { isJsonArray, memberOf } from '../../../toolkit/payload/json-kind.js';
import { RESULTS_FORMAT, type Results } from '../../model/model.js';
import { DATA_ELEMENT, type Latency, type ViewerData } from '../../render/viewer-data.js';
import { unpackText } from '../data.js';
import { bytesOf } from '../format.js';

export interface EarlierRun {
  readonly name: string;
  readonly results: Results;
  /** Of an index.html; results.json has none. */
  readonly latencies: readonly Latency[];
}

export interface Certificate {
  readonly name: string;
  /** Names of the keys that signed it, as it says itself. */
  readonly keyIds: readonly string[];
  readonly level: string | undefined;
}

export interface Dropped {
  readonly runs: readonly EarlierRun[];
  readonly certificates: readonly Certificate[];
  /** A sentence for each file that could not be read. */
  readonly defects: readonly string[];
}

const MOST_BYTES = 100 * 1024 * 1024;
/** Of a folder, what tells of a run; the rest says the same in other forms. */
const TELLING = /^(results\.json|index\.html|certificate(\.\w+)+)$/;

/** `isFolder`: files with other names are passed over instead of refused. */
export async function readDropped(files: readonly File[], isFolder: boolean): Promise<Dropped> {
  const dropped = { runs: [] as EarlierRun[], certificates: [] as Certificate[], defects: [] as string[] };
  for (const file of files.filter(({ name }) => !isFolder || TELLING.test(name))) {
    try {
      if (file.size > MOST_BYTES) throw new Error('is too large');
      const text = await file.text();
      const name = file.webkitRelativePath || file.name;
      if (/^\s*\{"payloadType"/.test(text)) dropped.certificates.push(certificateOf(name, text));
      else if (/^\s*<!doctype html/i.test(text)) dropped.runs.push({ name, ...(await dataOfPage(text)) });
      else dropped.runs.push({ name, results: readResults(text), latencies: [] });
    } catch (error) {
      dropped.defects.push(`${file.name}: ${messageOf(error)}`);
    }
  }
  return { ...dropped, runs: eachRunOnce(dropped.runs) };
}

/** Oldest first. The page and the results of one run tell the same; the page knows latencies too. */
export function eachRunOnce(runs: readonly EarlierRun[]): readonly EarlierRun[] {
  const byId = new Map<string, EarlierRun>();
  for (const run of runs) {
    const known = byId.get(run.results.run.id);
    if (known === undefined || known.latencies.length === 0) byId.set(run.results.run.id, run);
  }
  return [...byId.values()].sort((a, b) => (a.results.run.started < b.results.run.started ? -1 : 1));
}

async function dataOfPage(page: string): Promise<Pick<EarlierRun, 'results' | 'latencies'>> {
  const [, packed] = new RegExp(`id="${DATA_ELEMENT}">([^<]*)</script>`).exec(page) ?? [];
  if (packed === undefined) throw new Error('is no page of a report');
  const data = (await unpackText(packed)) as Partial<ViewerData>; // its results are looked at, a page of another make has other members
  return { results: checkedResults(data.results), latencies: data.latencies ?? [] };
}

/** Throws an Error that says why the text is no results of this version. */
function readResults(text: string): Results {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
  return checkedResults(value);
}

function checkedResults(value: unknown): Results {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('results' in value) ||
    !('checks' in value) ||
    !('run' in value)
  ) {
    throw new Error('is not a results.json');
  }
  if (value.results !== RESULTS_FORMAT) {
    throw new Error(`has format ${String(value.results)}, this page reads ${RESULTS_FORMAT}`);
  }
  return value as unknown as Results; // the members that the comparison reads are checked by using them, defects are caught above
}

/** One envelope on each line. A page verifies nothing: that is for `tsi verify`. */
function certificateOf(name: string, text: string): Certificate {
  const envelopes = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as JsonValue); // JSON.parse makes nothing else
  const keyIds = envelopes.flatMap((envelope) => {
    const list = memberOf(envelope, 'signatures');
    return isJsonArray(list) ? list.map((one) => String(memberOf(one, 'keyid') ?? '')) : [];
  });
  const levels = envelopes.flatMap((envelope) => {
    const payload = memberOf(envelope, 'payload');
    if (typeof payload !== 'string') return [];
    const statement = JSON.parse(new TextDecoder().decode(bytesOf(payload))) as JsonValue; // as above
    const level = memberOf(memberOf(statement, 'predicate'), 'level');
    return typeof level === 'string' ? [level] : [];
  });
  return { name, keyIds: [...new Set(keyIds)], level: levels[0] };
}
