// What a check did and saw, as numbered steps: requests with their answers, events, control actions, assertions. Each is one line that
// the terminal prints and the page unfolds.

import { ANOTHER_ATTEMPT } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { reasonInWords } from '../model/plain-words.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { isService } from './actor.js';
import { causeIn } from './cause.js';
import { intentText, isIntent } from './intents.js';
import { type Item, recordsIn, textOf } from './items.js';
import { commandText, controlText, entitiesOf, paramsText, resultText } from './phrases.js';
import { type Naming, relations } from './related-steps.js';

export interface Step {
  /** Milliseconds since the first record of the check. */
  readonly atMs: number;
  readonly text: string;
  readonly item: Item;
  /** Records that it is made of. */
  readonly records: readonly number[];
  readonly decided: boolean;
  /** It did not decide, and is what led to it. */
  readonly led: boolean;
}

const MARKS = { decided: 'decided it', led: 'led to it' } as const;

/** The mark of a step; undefined of most. */
export function markOf({ decided, led }: Pick<Step, 'decided' | 'led'>): string | undefined {
  return decided ? MARKS.decided : led ? MARKS.led : undefined;
}

/** `evidence` holds the records on which the verdict rests, `begun` is when the check began; `nameOf` is how one step names another. */
export function stepsOf(
  items: readonly Item[],
  evidence: readonly number[],
  begun: number,
  nameOf: Naming = (place) => `step ${place + 1}`,
): readonly Step[] {
  const cause = causeIn(items, evidence);
  const related = relations(items, nameOf);
  return items.map((item, place) => {
    const records = recordsIn(item);
    const first = item.type === 'exchange' ? item.request : item.record;
    const text = item.type === 'exchange' ? exchangeText(item) : recordText(item.record);
    const kinship = related[place] ?? '';
    return {
      atMs: Math.round(first.t - begun),
      text: kinship === '' ? text : `${text}, ${kinship}`,
      item,
      records,
      decided: records.some((index) => evidence.includes(index)),
      led: place === cause,
    };
  });
}

function exchangeText({ request, outcome }: Extract<Item, { type: 'exchange' }>): string {
  const of = (name: string): string => textOf(memberOf(request.parsed, name));
  const damage = memberOf(request.parsed, 'damage');
  const spoilt = damage === undefined || damage === null ? '' : ` [${textOf(memberOf(damage, 'name') ?? damage)}]`;
  const isStream = request.conn !== 'http' && memberOf(outcome?.parsed, 'status') === 101;
  const opened = isStream && request.conn !== null ? `, opens ${request.conn}` : '';
  const payload = of('method') === 'GET' ? '' : paramsText(memberOf(request.parsed, 'params'));
  const sent = payload === '' ? '' : `, sent: ${payload}`;
  return `${of('method')} ${of('path')}${spoilt} -> ${answerText(request, outcome)}${opened}${sent}`;
}

function recordText(record: ViewerRecord): string {
  const { kind, parsed, conn, operation, error } = record;
  const of = (name: string): string => textOf(memberOf(parsed, name));
  switch (kind) {
    case 'send':
      return `${commandText(record)}, on ${conn}`;
    case 'event': {
      const view = memberOf(parsed, 'view');
      const told = of('kind') === 'transaction_event' ? resultText(view) : entitiesOf(view);
      return ['event', of('kind'), operation ?? '', told, `on ${conn}`].filter((part) => part !== '').join(' ');
    }
    case 'open':
    case 'close':
      return `stream ${conn} ${kind === 'open' ? 'opens' : `closes${isService(record.actor) ? ', by the service' : ''}`}`;
    case 'control':
      return `control ${controlText(record)}${error === null ? '' : `, which failed: ${error.message}`}`;
    case 'assert':
      return assertionText(parsed);
    case 'resolve':
      return of('by') === ANOTHER_ATTEMPT ? `attempt ${of('attempt')}` : `set aside: ${of('reason') || of('by')}`;
    case 'verdict':
      return `verdict: ${of('verdict')}${of('reason') === '' ? '' : `, ${reasonInWords({ reason: of('reason') })}`}`;
    case 'observe':
      return `measured ${of('name')}: ${of('value')}`;
    default:
      if (isIntent(record)) return intentText(record);
      return `${kind}${error === null ? '' : `: ${error.message}`}${of('message') === '' ? '' : `: ${of('message')}`}`;
  }
}

function answerText(request: ViewerRecord, answer: ViewerRecord | undefined): string {
  if (answer === undefined) return 'no answer';
  const tookMs = Math.round(answer.t - request.t);
  const status = memberOf(answer.parsed, 'status');
  const view = memberOf(answer.parsed, 'view');
  const said = [memberOf(view, 'message'), memberOf(view, 'code')].find((one) => typeof one === 'string');
  const operation = typeof status === 'number' && status === 202 ? answer.operation : null;
  const told = memberOf(request.parsed, 'request') === 'operationStatus' && memberOf(view, 'state') !== undefined;
  const result = told ? ` ${resultText(view)}` : '';
  const what =
    typeof status === 'number'
      ? `${status}${result}${said === undefined ? '' : ` ${String(said)}`}${operation === null ? '' : ` ${operation}`}`
      : (answer.error?.message ?? 'no answer');
  return `${what} (${tookMs} ms)`;
}

/** With what came instead where it is not what was expected. */
export function assertionText(parsed: JsonValue): string {
  const of = (name: string): string => textOf(memberOf(parsed, name));
  const holds = memberOf(parsed, 'holds') === true;
  const computed = memberOf(parsed, 'computed') === true;
  const what = computed
    ? `expected ${of('expected')}${holds ? '' : `, got ${of('actual')}`}`
    : `expected ${predicateText(of('predicate'), of('expected'))} at ${of('pointer') || 'the message'} of record ${of('record')}`;
  return `${holds ? 'holds' : 'does not hold'}: ${what}`;
}

/** `at least 400`; `equals` goes without saying. */
function predicateText(predicate: string, expected: string): string {
  const words = predicate.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return predicate === 'equals' ? expected : [words, expected].filter((part) => part !== '').join(' ');
}
