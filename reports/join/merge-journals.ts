// Joins the journals of shards into one: records keep their order, indices and times move behind those of the journals before, and
// so does every reference from one record to another, so that the joined journal can be judged like any other.
import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { readJournal } from '../../toolkit/journal/reader.js';
import type { JournalFooter, JournalHeader, JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { shownMoved } from '../rejudge/shown.js';
import { unwritable } from '../render/atomic-write.js';

const WRITE_CHARACTERS = 1 << 20;

export interface JoinedJournal {
  /** Of the joined run. */
  readonly run: string;
  /** The file to write. */
  readonly target: string;
  /** Whether the verdict of a check counts that stands in the journal of this number; the others become notes. */
  readonly counts?: (check: string, journal: number) => boolean;
}

/** Resolves to the number of records before each journal. Rejects with `JournalError` when one of them is not whole. */
export async function mergeJournals(
  paths: readonly string[],
  { run, target, counts = () => true }: JoinedJournal,
): Promise<readonly number[]> {
  const before: number[] = [];
  const temporary = `${target}.${process.pid}.tmp`;
  const file = await open(temporary, 'wx').catch((cause: unknown) => {
    throw unwritable(target, cause);
  });
  const digest = createHash('sha256');
  let pending = '';
  let count = 0;
  let startNs = 0;
  let lastNs = 0;
  let reason: JournalFooter['reason'] = 'finished';
  const secrets = { named: 0, echoed: 0 };
  const headers: JournalHeader[] = [];
  try {
    for (const [journal, path] of paths.entries()) {
      const reading = await readJournal(path);
      headers.push(reading.header);
      if (headers.length === 1) {
        const settings = await mergedSettings(paths);
        await put(JSON.stringify({ ...reading.header, run, settings }));
      }
      before.push(count);
      const offset = count;
      for await (const record of reading.records) {
        count += 1;
        lastNs = startNs + record.t_ns;
        const isCounted = record.check === null || counts(record.check, journal);
        await put(JSON.stringify(moved(isCounted ? record : asNote(record), offset, lastNs, run)));
      }
      startNs = lastNs;
      if (reading.footer !== undefined && reading.footer.reason !== 'finished') reason = reading.footer.reason;
      secrets.named += reading.footer?.secrets?.named ?? 0;
      secrets.echoed += reading.footer?.secrets?.echoed ?? 0;
    }
    const sha256 = digest.copy().digest('hex');
    const footer: JournalFooter = { end: true, run, records: count, reason, secrets, sha256 };
    await put(JSON.stringify(footer));
    await file.writeFile(pending);
    await file.close();
    await rename(temporary, target);
  } catch (cause) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw cause instanceof Error && 'code' in cause && 'syscall' in cause ? unwritable(target, cause) : cause;
  }
  return before;

  async function put(line: string): Promise<void> {
    digest.update(`${line}\n`);
    pending += `${line}\n`;
    if (pending.length < WRITE_CHARACTERS) return;
    await file.writeFile(pending);
    pending = '';
  }
}

/** The first journal's settings with the planned checks of all. */
async function mergedSettings(paths: readonly string[]): Promise<JsonValue> {
  const all: JsonValue[] = [];
  let settings: JsonValue = null;
  for (const path of paths) {
    const { header, records } = await readJournal(path);
    await records.return(undefined);
    settings ??= header.settings;
    const checks = memberOf(header.settings, 'checks');
    if (Array.isArray(checks)) all.push(...checks);
  }
  if (!isJsonObject(settings)) return settings;
  const { plan } = settings;
  // Together the shards are a run of their own, which no single command line asked for.
  const whole = isJsonObject(plan)
    ? { plan: { ...plan, shard: null, command: null, reproduce: null, about: null } }
    : {};
  return { ...settings, ...whole, checks: [...new Set(all)] };
}

/** What a shard says of a check that another decides: kept to be read, and judged no more. */
function asNote({ check, kind, parsed, ...record }: JournalRecord): JournalRecord {
  return { ...record, check: null, kind: 'info', parsed: { elsewhere: { check, kind, parsed } } };
}

function moved(record: JournalRecord, offset: number, tNs: number, run: string): JournalRecord {
  const cause = record.cause === null ? null : record.cause + offset;
  return { ...record, i: record.i + offset, run, t_ns: tNs, cause, parsed: movedReferences(record, offset) };
}

/** The members by which the suite's own records point at others. */
function movedReferences({ kind, parsed }: JournalRecord, offset: number): JsonValue {
  const own = kind === 'assert' || kind === 'verdict' || kind === 'observe' || kind === 'resolve';
  if (!own || offset === 0 || !isJsonObject(parsed)) return parsed;
  const record = memberOf(parsed, 'record');
  const evidence = memberOf(parsed, 'evidence');
  const told = memberOf(parsed, 'told');
  const signature = memberOf(told, 'signature');
  const signed = memberOf(signature, 'record');
  return {
    ...parsed,
    ...(typeof record === 'number' ? { record: record + offset } : {}),
    ...shownMoved(parsed, offset),
    ...(isJsonObject(told) && isJsonObject(signature) && typeof signed === 'number'
      ? { told: { ...told, signature: { ...signature, record: signed + offset } } }
      : {}),
    ...(Array.isArray(evidence)
      ? { evidence: evidence.map((one) => (typeof one === 'number' ? one + offset : one)) }
      : {}),
  };
}
