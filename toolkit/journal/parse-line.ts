// One line of a journal as header, record or footer, with its shape checked member by member.
import { parseKept } from '../payload/bare-object.js';
import { JournalError } from './journal-error.js';
import type { Line } from './lines.js';
import type { JournalFooter, JournalHeader, JournalRecord, RecordKind } from './record.js';
import { JOURNAL_FORMAT, RECORD_KINDS } from './record.js';

type Members = Readonly<Record<string, unknown>>;
type MemberCheck = (value: unknown) => boolean;

const KINDS: ReadonlySet<string> = new Set<RecordKind>(RECORD_KINDS);
const isText: MemberCheck = (value) => typeof value === 'string';
const isTextOrNull: MemberCheck = (value) => value === null || typeof value === 'string';
const isCount: MemberCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isIndex: MemberCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const RECORD_MEMBERS: readonly (readonly [name: string, check: MemberCheck])[] = [
  ['i', isIndex],
  ['run', isText],
  ['t_ns', isCount],
  ['wall', isText],
  ['kind', (value) => typeof value === 'string' && KINDS.has(value)],
  ['actor', isText],
  ['conn', isTextOrNull],
  ['check', isTextOrNull],
  ['account', isTextOrNull],
  ['client_request_id', isTextOrNull],
  ['operation_id', isTextOrNull],
  ['raw', (value) => isTextOrNull(value) || (isObject(value) && isText(value['base64']))],
  ['parsed', (value) => value !== undefined],
  ['error', (value) => value === null || (isObject(value) && isText(value['code']) && isText(value['message']))],
  ['cause', (value) => value === null || isIndex(value)],
];

const HEADER_MEMBERS: readonly (readonly [name: string, check: MemberCheck])[] = [
  ['run', isText],
  ['started', isText],
  ['seed', isText],
  ['node', isText],
  ['suite', (value) => isObject(value) && isText(value['name']) && isText(value['version'])],
  ['profile', (value) => isObject(value) && isText(value['name']) && isText(value['fingerprint'])],
  ['settings', (value) => value !== undefined],
];

/** Throws `JournalError`: without a header nothing that follows can be judged. */
export function parseHeader(line: Line | undefined): JournalHeader {
  if (line === undefined) throw new JournalError('header-invalid', 1, 'the file is empty');
  const value = parse(line);
  if (!isObject(value) || !('journal' in value)) {
    throw new JournalError('header-invalid', line.number, 'expected a journal header {"journal": 1, ...}');
  }
  if (value['journal'] !== JOURNAL_FORMAT) {
    throw new JournalError(
      'format-unsupported',
      line.number,
      `expected format ${JOURNAL_FORMAT}, got ${JSON.stringify(value['journal'])}; read it with the version that wrote it`,
    );
  }
  const wrong = firstWrong(value, HEADER_MEMBERS);
  if (wrong !== undefined) {
    throw new JournalError(
      'header-invalid',
      line.number,
      `member ${wrong} of the header is missing or of the wrong kind`,
    );
  }
  // Every member was checked just now.
  return value as unknown as JournalHeader;
}

const REASONS: readonly unknown[] = ['finished', 'interrupted', 'aborted'] satisfies readonly JournalFooter['reason'][];

function isSecretsCount(value: unknown): boolean {
  return isObject(value) && isCount(value['named']) && isCount(value['echoed']) && Object.keys(value).length === 2;
}

/** Undefined when the line is no footer. */
export function parseFooter(line: Line): JournalFooter | undefined {
  if (!line.text.startsWith('{"end":')) return undefined;
  const value = parse(line);
  return isObject(value) &&
    value['end'] === true &&
    isText(value['run']) &&
    isCount(value['records']) &&
    REASONS.includes(value['reason']) &&
    (value['secrets'] === undefined || isSecretsCount(value['secrets'])) &&
    (value['sha256'] === undefined || isText(value['sha256']))
    ? (value as unknown as JournalFooter)
    : undefined;
}

/** The record, or the defect that the line shows. */
export function parseRecord(line: Line): JournalRecord | JournalError {
  if (line.defect === 'too-long') {
    return new JournalError('line-too-long', line.number, 'the line is longer than any record may be');
  }
  const value = parse(line);
  if (value === undefined && !line.complete) {
    return new JournalError(
      'line-truncated',
      line.number,
      'the last line is cut off: the run was killed while writing',
    );
  }
  if (!isObject(value)) {
    const kind = line.defect === 'not-utf8' ? 'bytes that are not UTF-8' : `${JSON.stringify(line.text.slice(0, 60))}`;
    return new JournalError('line-invalid', line.number, `expected a record, got ${kind}`);
  }
  const wrong = firstWrong(value, RECORD_MEMBERS);
  if (wrong !== undefined) {
    return new JournalError(
      'line-invalid',
      line.number,
      `member ${wrong} of the record is missing or of the wrong kind`,
    );
  }
  const record = value as unknown as JournalRecord;
  return record.cause !== null && record.cause >= record.i
    ? new JournalError(
        'line-invalid',
        line.number,
        `record ${record.i} names the later record ${record.cause} as its cause`,
      )
    : record;
}

function firstWrong(value: Members, members: readonly (readonly [string, MemberCheck])[]): string | undefined {
  return members.find(([name, check]) => !check(value[name]))?.[0];
}

function parse(line: Line): unknown {
  try {
    return line.defect === undefined ? parseKept(line.text) : undefined;
  } catch {
    return undefined;
  }
}
