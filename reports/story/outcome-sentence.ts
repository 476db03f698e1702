// The second sentence of a story: how the target answered, and what its streams said, as far as the verdict rests on it.

import { isJsonArray, memberOf } from '../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { isService, senderIn } from './actor.js';
import { type Item, textOf } from './items.js';
import { deedOf, entitiesOf, joined, listed, mainEntityOf, numbered, resultText, timesOf } from './phrases.js';
import type { Scope } from './scope.js';

const MOST_CLAUSES = 5;

/** Where one key stands for several operations, that is the point, and what else happened is left to the steps. */
export function outcomeSentence({ thread: items, evidence }: Scope): string {
  const again = sentAgain(items);
  const clauses = [
    ...sharedKeys(again),
    ...answers(items, again.size === 0),
    ...(again.size === 0 ? byResult(distinct(framesOf(items, 'transaction_event'))) : []),
    ...otherFrames(items, evidence),
    ...reads(items, evidence),
    ...closes(items),
  ];
  const shown = clauses.slice(0, MOST_CLAUSES);
  return shown.length < clauses.length ? `${shown.join('; ')}; and more` : shown.join('; ');
}

type Exchange = Extract<Item, { type: 'exchange' }>;

function exchangesOf(items: readonly Item[]): readonly Exchange[] {
  return items.filter((item) => item.type === 'exchange');
}

/** Mutations and spoilt requests: `the service answered 202 three times (operations op-1, op-2)`. */
function answers(items: readonly Item[], namesOperations: boolean): readonly string[] {
  const told = exchangesOf(items).filter(
    ({ request }) =>
      textOf(memberOf(request.parsed, 'method')) !== 'GET' || textOf(memberOf(request.parsed, 'damage')) !== '',
  );
  const byAnswer = new Map<string, string[]>();
  for (const { outcome } of told) {
    const answer = answerText(outcome);
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), outcome?.operation ?? '']);
  }
  return [...byAnswer].map(([answer, operations]) => {
    const times = operations.length === 1 ? '' : ` ${timesOf(operations.length)}`;
    return `the service ${answer}${times}${namesOperations ? operationsText(operations) : ''}`;
  });
}

export function answerText(outcome: ViewerRecord | undefined): string {
  if (outcome === undefined) return 'gave no answer';
  const status = memberOf(outcome.parsed, 'status');
  if (typeof status !== 'number') return `gave no answer (${outcome.error?.message ?? 'unknown'})`;
  const view = memberOf(outcome.parsed, 'view');
  const said = [memberOf(view, 'message'), memberOf(view, 'code')].find((one) => typeof one === 'string');
  if (status === 202) return 'acknowledged (202)';
  if (status === 101) return 'opened the stream (101)';
  if (status < 400) return `accepted (${status})`;
  return `refused (${status}${said === undefined ? '' : ` ${textOf(said)}`})`;
}

/** Which operations the answers name, and how often where one comes again. */
function operationsText(operations: readonly string[]): string {
  const named = operations.filter((one) => one !== '');
  const different = [...new Set(named)];
  if (different.length === 0) return '';
  const told = different.map((one) => {
    const count = named.filter((other) => other === one).length;
    return count > 1 && different.length > 1 ? `${one} ${timesOf(count)}` : one;
  });
  return `, as ${different.length === 1 ? 'operation' : `${numbered(different.length)} operations:`} ${listed(told)}`;
}

/** Keys that were sent more than once and of which several operations have a result, with their events. */
function sentAgain(items: readonly Item[]): ReadonlyMap<string, readonly ViewerRecord[]> {
  const events = distinct(framesOf(items, 'transaction_event'));
  const sent = exchangesOf(items).flatMap(({ request }) => request.key ?? []);
  const again = [...new Set(sent.filter((key, index) => sent.indexOf(key) !== index))];
  const own = again.map((key) => [key, events.filter((event) => event.key === key)] as const);
  return new Map(own.filter(([, events]) => events.length > 1));
}

function sharedKeys(again: ReadonlyMap<string, readonly ViewerRecord[]>): readonly string[] {
  return [...again].map(([key, events]) => {
    const each = events.map((event) => `${event.operation} ${resultText(memberOf(event.parsed, 'view'))}`);
    return `events under the one key ${key} name ${numbered(events.length)} operations: ${listed(each)}`;
  });
}

/** Two streams tell the same event. */
function distinct(events: readonly ViewerRecord[]): readonly ViewerRecord[] {
  const seen = new Map<string, ViewerRecord>();
  for (const event of events) {
    const said = `${event.operation} ${resultText(memberOf(event.parsed, 'view'))}`;
    if (!seen.has(said)) seen.set(said, event);
  }
  return [...seen.values()];
}

/** More events than these are told by their main entity alone: with all that each made, nobody reads the sentence. */
const MOST_WHOLE = 2;

/** `two events say success: op-1 (order o-1), op-2 (order o-2)`. */
function byResult(events: readonly ViewerRecord[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { parsed, operation } of events) {
    const view = memberOf(parsed, 'view');
    const [status = ''] = resultText(view).split(': ');
    const entities = events.length > MOST_WHOLE ? mainEntityOf(view) : entitiesOf(view);
    const one = `${operation ?? 'no operation'}${entities === '' ? '' : ` (${entities})`}`;
    groups.set(status, [...(groups.get(status) ?? []), one]);
  }
  return [...groups].map(([status, own]) => {
    const who = own.length === 1 ? 'an event says' : `${numbered(own.length)} events say`;
    return `${who} ${status}: ${listed(own)}`;
  });
}

/** Replies to commands, and frames that are evidence. */
function otherFrames(items: readonly Item[], evidence: readonly ViewerRecord[]): readonly string[] {
  const decisive = new Set(evidence.map(({ i }) => i));
  const refused = framesOf(items, 'command_refused');
  const replies = framesOf(items, 'command_accepted').filter(({ i }) => decisive.has(i));
  const others = items.flatMap((item) => {
    if (item.type === 'exchange' || item.record.kind !== 'event' || !decisive.has(item.record.i)) return [];
    const kind = textOf(memberOf(item.record.parsed, 'kind'));
    return ['transaction_event', 'command_refused', 'command_accepted'].includes(kind)
      ? []
      : [frameText(item.record, kind)];
  });
  return [
    ...(refused.length === 0
      ? []
      : [`the service refused ${refused.length === 1 ? 'a command' : `${numbered(refused.length)} commands`}`]),
    ...replies.map(({ conn }) => `the service accepted the command on ${conn}`),
    ...others,
  ];
}

function frameText({ parsed, conn }: ViewerRecord, kind: string): string {
  const view = memberOf(parsed, 'view');
  const entities = entitiesOf(view);
  if (kind === 'trading_state_snapshot') {
    const none = ['orders', 'positions'].filter((member) => {
      const list = memberOf(view, member);
      return isJsonArray(list) && list.length === 0;
    });
    const shows = [
      ...(entities === '' ? [] : [entities]),
      ...(none.length === 0 ? [] : [`no ${none.join(' and no ')}`]),
    ];
    return `the snapshot on ${conn} shows ${joined(shows)}`;
  }
  return `${kind === '' ? 'a frame' : `the ${kind}`} came on ${conn}${entities === '' ? '' : ` with ${entities}`}`;
}

/** Reads on which the verdict rests. */
function reads(items: readonly Item[], evidence: readonly ViewerRecord[]): readonly string[] {
  const decisive = new Set(evidence.map(({ i }) => i));
  return exchangesOf(items).flatMap(({ request, outcome }) => {
    const isRead =
      textOf(memberOf(request.parsed, 'method')) === 'GET' && textOf(memberOf(request.parsed, 'damage')) === '';
    if (!isRead || outcome === undefined || !decisive.has(outcome.i) || request.conn !== 'http') return [];
    const view = memberOf(outcome.parsed, 'view');
    const name = textOf(memberOf(request.parsed, 'request'));
    if (name === 'operationStatus' && memberOf(view, 'state') !== undefined) {
      return [`the status of ${outcome.operation ?? 'the operation'} is ${resultText(view)}`];
    }
    const entities = entitiesOf(view);
    return [
      `the service ${answerText(outcome)} when ${senderIn([request])} ${deedOf(name)}${entities === '' ? '' : `, with ${entities}`}`,
    ];
  });
}

function closes(items: readonly Item[]): readonly string[] {
  return items.flatMap((item) =>
    item.type === 'record' && item.record.kind === 'close' && isService(item.record.actor)
      ? [`the service closed ${item.record.conn}`]
      : [],
  );
}

function framesOf(items: readonly Item[], kind: string): readonly ViewerRecord[] {
  return items.flatMap((item) =>
    item.type === 'record' && item.record.kind === 'event' && memberOf(item.record.parsed, 'kind') === kind
      ? [item.record]
      : [],
  );
}
