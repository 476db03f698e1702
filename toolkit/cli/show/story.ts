// What a check did and saw, as numbered steps: requests with their answers, events, control actions, assertions. From journal records.
import { reasonInWords } from '../../../reports/model/plain-words.js';
import type { JournalRecord } from '../../journal/record.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';

export interface Step {
  /** Milliseconds since the first record of the check. */
  readonly atMs: number;
  readonly text: string;
  /** Records that it is made of. */
  readonly records: readonly number[];
  readonly decided: boolean;
}

/** `evidence` holds the records on which the verdict rests. */
export function storyOf(records: readonly JournalRecord[], evidence: readonly number[]): readonly Step[] {
  const answers = new Map(records.flatMap((one) => (isAnswer(one) && one.cause !== null ? [[one.cause, one]] : [])));
  const begun = records[0]?.t_ns ?? 0;
  return records.flatMap((record): readonly Step[] => {
    const answer = answers.get(record.i);
    const text = textOf(record, answer);
    if (text === undefined) return [];
    const own = [record.i, ...(answer === undefined ? [] : [answer.i])];
    const atMs = Math.round((record.t_ns - begun) / 1e6);
    return [{ atMs, text, records: own, decided: own.some((index) => evidence.includes(index)) }];
  });
}

function isAnswer({ kind, conn }: JournalRecord): boolean {
  return conn === 'http' ? ['ok', 'fail', 'info'].includes(kind) : kind === 'ok' || kind === 'fail';
}

function textOf(record: JournalRecord, answer: JournalRecord | undefined): string | undefined {
  const { kind, parsed, error } = record;
  const of = (name: string): string => wordOf(memberOf(parsed, name));
  switch (kind) {
    case 'invoke': {
      const damage = memberOf(parsed, 'damage');
      const spoilt = damage === undefined || damage === null ? '' : ` [${wordOf(memberOf(damage, 'name') ?? damage)}]`;
      return `${of('method')} ${of('path')}${spoilt} -> ${answerText(record, answer)}`;
    }
    case 'send':
      return `command ${compact(memberOf(parsed, 'view') ?? memberOf(parsed, 'message'))} on ${record.conn}`;
    case 'event': {
      const status = wordOf(memberOf(memberOf(parsed, 'view'), 'status'));
      return ['event', of('kind'), status, record.operation_id ?? '', `on ${record.conn}`]
        .filter((part) => part !== '')
        .join(' ');
    }
    case 'open':
    case 'close':
      return `stream ${record.conn} ${kind === 'open' ? 'opens' : 'closes'}`;
    case 'control':
      return `control ${of('action')}${error === null ? '' : `, which failed: ${error.message}`}`;
    case 'assert':
      return assertionText(parsed);
    case 'resolve':
      return `set aside: ${of('reason') || of('by')}`;
    case 'verdict':
      return `verdict: ${of('verdict')}${of('reason') === '' ? '' : `, ${reasonInWords({ reason: of('reason') })}`}`;
    default:
      return undefined;
  }
}

function answerText(request: JournalRecord, answer: JournalRecord | undefined): string {
  if (answer === undefined) return 'no answer';
  const tookMs = Math.round((answer.t_ns - request.t_ns) / 1e6);
  const status = memberOf(answer.parsed, 'status');
  const view = memberOf(answer.parsed, 'view');
  const said = [memberOf(view, 'message'), memberOf(view, 'code')].find((one) => typeof one === 'string');
  const what =
    typeof status === 'number'
      ? `${status}${said === undefined ? '' : ` ${String(said)}`}`
      : (answer.error?.message ?? 'no answer');
  return `${what} (${tookMs} ms)`;
}

function assertionText(parsed: JsonValue): string {
  const holds = memberOf(parsed, 'holds') === true;
  const computed = memberOf(parsed, 'computed') === true;
  const what = computed
    ? `expected ${wordOf(memberOf(parsed, 'expected'))}${holds ? '' : `, got ${wordOf(memberOf(parsed, 'actual'))}`}`
    : `${wordOf(memberOf(parsed, 'pointer'))} ${wordOf(memberOf(parsed, 'predicate'))} ${compact(memberOf(parsed, 'expected'))} in record ${wordOf(memberOf(parsed, 'record'))}`;
  return `${holds ? 'holds' : 'does not hold'}: ${what}`;
}

function wordOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : compact(value);
}

function compact(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
