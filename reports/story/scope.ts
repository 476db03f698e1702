// What of a check's records belongs to its verdict: a check of many contexts leaves hundreds, and a reader wants the thread that decided.
// Starts from the evidence: the accounts, keys and streams that it names, from the first of them to the last.
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { type Item, itemsOf, recordsIn, textOf, twinOf } from './items.js';

/** More than this nobody follows; what is nearest to the evidence stays. */
const MOST_ITEMS = 40;
/** Streams that were open before and listened, and commands on each. */
const MOST_LISTENING = 3;
const MOST_COMMANDS = 4;
/** Deeds before what was only looked at. */
const MOST_BEFORE = 6;

export interface Scope {
  /** All of it, in order. */
  readonly thread: readonly Item[];
  /** As much of it as a reader follows. */
  readonly items: readonly Item[];
  /** Of the verdict: evidence that is in the journal. */
  readonly evidence: readonly ViewerRecord[];
  /** Records of the check that are not in `items`. */
  readonly others: number;
}

/** Without evidence, the last of what there is. */
export function scopeOf(records: readonly ViewerRecord[], evidence: readonly number[]): Scope {
  const byIndex = new Map(records.map((record) => [record.i, record]));
  const own = evidence.flatMap((index) => byIndex.get(index) ?? []);
  const seeds = own.filter(({ kind }) => kind !== 'assert' && kind !== 'verdict');
  const chosen = seeds.length === 0 ? new Set(records.map(({ i }) => i)) : threadOf(records, byIndex, own, seeds);
  const items = itemsOf(records.filter((record) => chosen.has(record.i))).filter((item) => tells(item, evidence));
  const kept = items.length <= MOST_ITEMS ? items : nearest(items, evidence);
  const shown = kept.reduce((sum, item) => sum + recordsIn(item).length, 0);
  return { thread: items, items: kept, evidence: own, others: records.length - shown };
}

function threadOf(
  records: readonly ViewerRecord[],
  byIndex: ReadonlyMap<number, ViewerRecord>,
  own: readonly ViewerRecord[],
  seeds: readonly ViewerRecord[],
): ReadonlySet<number> {
  const accounts = valuesOf(seeds, ({ account }) => account);
  const named = namedBy(records, own);
  const operations = valuesOf([...seeds, ...named], ({ operation }) => operation);
  const ofOperations = records.filter(({ operation }) => operation !== null && operations.has(operation));
  const keys = valuesOf([...seeds, ...named, ...ofOperations], ({ key }) => key);
  const isOfSeeds = ({ key, operation }: ViewerRecord): boolean =>
    (key !== null && keys.has(key)) || (operation !== null && operations.has(operation));
  const requests = seeds.flatMap(({ cause }) => byIndex.get(cause ?? -1) ?? []).filter(({ kind }) => kind === 'invoke');
  const last = Math.max(...own.map(({ i }) => i));
  const near = [...seeds, ...requests, ...records.filter(isOfSeeds)].map(({ i }) => i);
  const first = beforeIt(records, accounts, Math.min(...near), last);
  // What was spoilt is understood beside the sound request that it was made from.
  const twins = requests
    .filter(({ parsed }) => memberOf(parsed, 'damage') !== undefined)
    .flatMap((request) => twinOf(records, request) ?? []);
  const sound = new Set(twins.map(({ i }) => i));
  const chosen = new Set([...own.map(({ i }) => i), ...sound]);
  for (const record of records) {
    if (record.cause !== null && sound.has(record.cause) && isOutcome(record)) chosen.add(record.i);
    if (record.i < first || record.i > last) continue;
    const isNear = record.account === null ? isOfNobody(record, accounts.size === 0) : accounts.has(record.account);
    if (isNear) chosen.add(record.i);
    // An answer that came late belongs to its request.
    if (record.cause !== null && chosen.has(record.cause) && isOutcome(record)) chosen.add(record.i);
  }
  for (const record of [...seeds, ...listening(records, accounts, first)]) {
    for (let at: ViewerRecord | undefined = record; at !== undefined; at = byIndex.get(at.cause ?? -1))
      chosen.add(at.i);
  }
  return chosen;
}

/** What an assertion calls by its id in what it expected and got was told of by these. */
function namedBy(records: readonly ViewerRecord[], own: readonly ViewerRecord[]): readonly ViewerRecord[] {
  const texts = own
    .filter(({ kind }) => kind === 'assert')
    .flatMap(({ parsed }) => [memberOf(parsed, 'expected'), memberOf(parsed, 'actual')].map(textOf));
  const ids = new Set(texts.flatMap((text) => text.match(/[\w.-]*\d[\w.-]*/g) ?? []).filter((id) => id.length > 4));
  if (ids.size === 0) return [];
  const quoted = [...ids].map((id) => JSON.stringify(id));
  const isNamed = ({ parsed, operation }: ViewerRecord): boolean => {
    if (operation !== null && ids.has(operation)) return true;
    const view = memberOf(parsed, 'view');
    const text = view === undefined || view === null ? '' : JSON.stringify(view);
    return quoted.some((id) => text.includes(id));
  };
  return records.filter((record) => record.operation !== null && isNamed(record));
}

/** Where the thread would hold no deed of the suite, it begins with the last deeds before it. */
function beforeIt(
  records: readonly ViewerRecord[],
  accounts: ReadonlySet<string>,
  first: number,
  last: number,
): number {
  const deeds = records.filter(
    ({ i, kind, account, parsed }) =>
      i <= last &&
      (kind === 'send' || (kind === 'invoke' && (memberOf(parsed, 'damage') !== undefined || isMutation(parsed)))) &&
      (account === null || accounts.has(account)),
  );
  if (deeds.some(({ i, kind }) => i >= first && kind === 'invoke')) return first;
  const before = deeds.filter(({ i, kind }) => i < first && kind === 'invoke').slice(-MOST_BEFORE);
  return before[0]?.i ?? first;
}

function isMutation(parsed: ViewerRecord['parsed']): boolean {
  return memberOf(parsed, 'method') !== 'GET';
}

function valuesOf(records: readonly ViewerRecord[], of: (record: ViewerRecord) => string | null): ReadonlySet<string> {
  return new Set(records.flatMap((record) => of(record) ?? []));
}

/** What the suite did to the target as a whole; with no account in the evidence, everything. */
function isOfNobody({ kind, parsed }: ViewerRecord, isAll: boolean): boolean {
  return isAll || kind === 'control' || (kind === 'assert' && memberOf(parsed, 'holds') === false);
}

function isOutcome({ kind }: ViewerRecord): boolean {
  return kind === 'ok' || kind === 'fail' || kind === 'info';
}

/** What was subscribed on streams that were open when it began. */
function listening(
  records: readonly ViewerRecord[],
  accounts: ReadonlySet<string>,
  first: number,
): readonly ViewerRecord[] {
  const open = new Map<string, ViewerRecord[]>();
  for (const record of records) {
    if (record.i >= first) break;
    const { kind, conn, account } = record;
    if (conn === null || account === null || !accounts.has(account)) continue;
    if (kind === 'open') open.set(conn, [record]);
    else if (kind === 'send') open.get(conn)?.push(record);
    else if (kind === 'close') open.delete(conn);
  }
  return [...open.values()].slice(-MOST_LISTENING).flatMap((own) => own.slice(-MOST_COMMANDS));
}

/** Assertions that hold are many and say nothing of a failure; that a stream opened, its handshake tells. */
function tells(item: Item, evidence: readonly number[]): boolean {
  if (item.type === 'exchange' || evidence.includes(item.record.i)) return true;
  const { kind, parsed } = item.record;
  if (['ok', 'observe', 'verdict', 'open'].includes(kind)) return false;
  if (kind === 'event') return memberOf(parsed, 'kind') !== 'command_accepted';
  return kind !== 'assert' || memberOf(parsed, 'holds') !== true;
}

/** The evidence, and of the rest what came last before the verdict. */
function nearest(items: readonly Item[], evidence: readonly number[]): readonly Item[] {
  const isEvidence = (item: Item): boolean => recordsIn(item).some((index) => evidence.includes(index));
  const telling = items.filter(isEvidence).slice(-MOST_ITEMS);
  const room = MOST_ITEMS - telling.length;
  const rest = room === 0 ? [] : items.filter((item) => !isEvidence(item)).slice(-room);
  const kept = new Set([...telling, ...rest]);
  return items.filter((item) => kept.has(item));
}
