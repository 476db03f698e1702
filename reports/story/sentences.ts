// What happened, in three sentences for whoever has never seen the check: what the suite did, what came of it, and what was expected
// instead. Made from the records on which the verdict rests; the terminal and the page say the same words.
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { CheckResult } from '../model/model.js';
import { reasonInWords } from '../model/plain-words.js';
import { capped } from '../model/sanitize.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { senderIn } from './actor.js';
import { headersOf, textOf } from './items.js';
import { outcomeSentence } from './outcome-sentence.js';
import { commandText, controlText, deedOf, joined, numbered, paramsText, timesOf } from './phrases.js';
import type { Scope } from './scope.js';

const MOST_CLAUSES = 6;
const MOST_SENTENCE = 600;
/** Of a body or a query that stands for itself. */
const MOST_AS_SENT = 120;

export interface Sentences {
  /** Empty where no record says it. */
  readonly done: string;
  readonly came: string;
  readonly expected: string;
}

type Told = Pick<CheckResult, 'verdict' | 'reason' | 'property' | 'expected' | 'actual' | 'needs'>;

export function sentencesOf(check: Told, scope: Scope): Sentences {
  return {
    done: sentence(doneText(scope)),
    came: sentence(outcomeSentence(scope)),
    expected: sentence(expectedText(check)),
  };
}

/** Those that are not empty, in order. */
export function sentencesList({ done, came, expected }: Sentences): readonly string[] {
  return [done, came, expected].filter((one) => one !== '');
}

function sentence(text: string): string {
  if (text === '') return '';
  const whole = capped(text, MOST_SENTENCE);
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${/[.!?]$/.test(whole) ? '' : '.'}`;
}

function expectedText(check: Told): string {
  const reason = reasonInWords(check) ?? '';
  switch (check.verdict) {
    case 'pass':
      return check.expected === undefined ? '' : `as expected: ${check.expected}`;
    case 'fail':
      // What an assertion says of a member begins with its name.
      return /^[\w$.-]+( of [\w$ .-]+)*: expected /.test(reason) ? `at ${reason}` : reason;
    case 'inconclusive': {
      const needs = check.needs ?? [];
      return `it could not be decided: ${reason}${needs.length === 0 ? '' : `; it would run with ${joined(needs)}`}`;
    }
    default:
      return reason;
  }
}

interface Clause {
  readonly at: number;
  readonly text: string;
}

/** In the order in which it was done; what was done alike several times is told once. */
function doneText(scope: Scope): string {
  const records = scope.thread.flatMap((item) => (item.type === 'exchange' ? [item.request] : [item.record]));
  const who = senderIn(records);
  const sent = [...requestClauses(records, scope), ...streamClauses(records)];
  const controls = controlClauses(records);
  if (who === 'the suite') return deeds(who, [...sent, ...controls]);
  // What the suite brought about while a client was at work.
  return [deeds(who, sent), deeds('the suite', controls)].filter((text) => text !== '').join('; meanwhile ');
}

function deeds(who: string, all: readonly Clause[]): string {
  const clauses = [...all].sort((a, b) => a.at - b.at).map(({ text }) => text);
  if (clauses.length === 0) return '';
  const shown = clauses.length <= MOST_CLAUSES ? clauses : clauses.slice(-MOST_CLAUSES);
  const before = clauses.length - shown.length;
  const lead = before > 0 ? `${who} did ${numbered(before)} things to prepare, then it ` : `${who} `;
  return lead + joined(shown);
}

/** Reads are told where nothing else was sent, or where the verdict rests on one. */
function requestClauses(records: readonly ViewerRecord[], { evidence }: Scope): readonly Clause[] {
  const requests = records.filter(({ kind, conn }) => kind === 'invoke' && conn === 'http');
  const decisive = new Set(evidence.flatMap(({ cause, i }) => [cause, i]));
  const isMutation = ({ parsed }: ViewerRecord): boolean => textOf(memberOf(parsed, 'method')) !== 'GET';
  const told = requests.filter((one) => isMutation(one) || isDamaged(one) || decisive.has(one.i));
  const shown = told.length > 0 ? told : requests;
  const groups = new Map<string, ViewerRecord[]>();
  for (const record of shown) {
    const name = textOf(memberOf(record.parsed, 'request'));
    const group = `${name} ${damageOf(record)} ${isMutation(record) ? record.key : ''}`;
    groups.set(group, [...(groups.get(group) ?? []), record]);
  }
  const single = new Map<string, ViewerRecord[]>();
  const clauses: Clause[] = [];
  for (const [first, ...again] of groups.values()) {
    if (first === undefined) continue;
    const name = textOf(memberOf(first.parsed, 'request'));
    if (again.length > 0 && isMutation(first)) clauses.push(repeated(name, first, again));
    else if (isDamaged(first)) clauses.push(damaged(name, first, again.length + 1));
    else if (isMutation(first) && decisive.has(first.i)) clauses.push({ at: first.i, text: whole(name, first) });
    else single.set(name, [...(single.get(name) ?? []), first, ...again]);
  }
  for (const [name, [first, ...others]] of single) {
    if (first === undefined) continue;
    const isRepeated = clauses.some(({ text }) => text.startsWith(deedOf(name)));
    const count = others.length + 1;
    if (count === 1 && !isRepeated) {
      clauses.push({ at: first.i, text: whole(name, first) });
      continue;
    }
    const payload = count === 1 ? payloadText(first) : '';
    const deed =
      isRepeated && isMutation(first) ? deedOf(name, count).replace(/ an? /, ' another ') : deedOf(name, count);
    clauses.push({ at: first.i, text: `${deed}${payload === '' ? '' : ` (${payload})`}` });
  }
  return clauses;
}

/** With its payload, and with its key where that is none that a client would choose (interface 8). */
function whole(name: string, request: ViewerRecord): string {
  const payload = payloadText(request);
  const key = headersOf(request).find(([header]) => header.toUpperCase() === 'SVC-IDEMPOTENCY-KEY')?.[1];
  const isOdd = memberOf(request.parsed, 'method') !== 'GET' && key !== undefined && !/^[\w.~-]{5,128}$/.test(key);
  return `${deedOf(name)}${payload === '' ? '' : ` (${payload})`}${isOdd ? ` with the idempotency key ${JSON.stringify(key)}` : ''}`;
}

/** What was asked for; a body that says it in a form of its own stands for itself. */
function payloadText({ parsed, raw }: ViewerRecord): string {
  const text = paramsText(memberOf(parsed, 'params'));
  if (text !== '') return text;
  if (typeof raw === 'string' && raw !== '') return `body ${capped(raw, MOST_AS_SENT)}`;
  const path = textOf(memberOf(parsed, 'path'));
  return path.includes('?') ? `query ${capped(path.slice(path.indexOf('?')), MOST_AS_SENT)}` : '';
}

/** The same key several times: with one payload a repeat, with another a conflict. */
function repeated(name: string, first: ViewerRecord, again: readonly ViewerRecord[]): Clause {
  const payloadOf = ({ parsed }: ViewerRecord): string => JSON.stringify(memberOf(parsed, 'params') ?? null);
  const others = again.filter((one) => payloadOf(one) !== payloadOf(first)).length;
  const what = whole(name, first);
  const conflict =
    others === again.length ? 'with another payload' : `${numbered(others)} of them with another payload`;
  const text =
    others > 0
      ? `${what} and sent ${numbered(again.length)} more under the same key ${first.key}, ${conflict}`
      : `${what} ${timesOf(again.length + 1)} with the same key ${first.key}`;
  return { at: first.i, text };
}

function damaged(name: string, first: ViewerRecord, count: number): Clause {
  const times = count === 1 ? '' : ` ${timesOf(count)}`;
  return { at: first.i, text: `${deedOf(name)}${times} by a request that was spoilt on purpose (${damageOf(first)})` };
}

function damageOf({ parsed }: ViewerRecord): string {
  const damage = memberOf(parsed, 'damage');
  return damage === undefined || damage === null ? '' : textOf(memberOf(damage, 'name') ?? damage);
}

function isDamaged(record: ViewerRecord): boolean {
  return damageOf(record) !== '';
}

/** A stream with its first subscription is one deed, further commands are their own, and so is the end. */
function streamClauses(records: readonly ViewerRecord[]): readonly Clause[] {
  const clauses: Clause[] = [];
  for (const record of records) {
    const { kind, conn, i, parsed } = record;
    if (kind === 'invoke' && conn !== 'http' && conn !== null) {
      const name = textOf(memberOf(parsed, 'request'));
      const sent = records.find((one) => one.kind === 'send' && one.conn === conn);
      const subscribed = sent === undefined ? '' : ` and ${commandText(sent)} there`;
      const spoilt = isDamaged(record) ? ` by a handshake that was spoilt on purpose (${damageOf(record)})` : '';
      clauses.push({
        at: i,
        text: `${deedOf(name).replace(' an ', ' the ').replace(' a ', ' the ')} ${conn}${spoilt}${spoilt === '' ? subscribed : ''}`,
      });
    } else if (kind === 'send') {
      const first = records.find((one) => one.kind === 'send' && one.conn === conn);
      const opened = records.find((one) => one.kind === 'invoke' && one.conn === conn);
      const isTold = first === record && opened !== undefined && !isDamaged(opened);
      if (!isTold) clauses.push({ at: i, text: `${commandText(record)} on ${conn}` });
    } else if (kind === 'close' && record.actor === 'suite' && leavesNoStream(records, record)) {
      clauses.push({ at: i, text: `closed ${conn}` });
    }
  }
  return merged(clauses);
}

/** Closing tells something where nobody listens any more and something follows; the rest is tidying up. */
function leavesNoStream(records: readonly ViewerRecord[], closed: ViewerRecord): boolean {
  const opened = records.filter(({ kind, conn, i }) => kind === 'invoke' && conn !== 'http' && i < closed.i);
  const isOpen = ({ conn }: ViewerRecord): boolean =>
    !records.some((one) => one.kind === 'close' && one.conn === conn && one.i <= closed.i);
  const follows = records.some(({ kind, i }) => kind === 'invoke' && i > closed.i);
  return follows && !opened.some(isOpen);
}

/** Many streams that were opened and closed alike, as for reading snapshots, are told by their number. */
function merged(clauses: readonly Clause[]): readonly Clause[] {
  const byDeed = new Map<string, Clause[]>();
  for (const clause of clauses) {
    const deed = clause.text.replace(/\bws-[\w-]+/g, '');
    byDeed.set(deed, [...(byDeed.get(deed) ?? []), clause]);
  }
  return [...byDeed].flatMap(([deed, own]) => {
    const [first] = own;
    if (first === undefined || own.length < 3) return own;
    const text = deed
      .replace(/ the (\w+ stream)/, ' an $1')
      .replace(/\s+/g, ' ')
      .trim();
    return [{ at: first.at, text: `${text} (${timesOf(own.length)})` }];
  });
}

function controlClauses(records: readonly ViewerRecord[]): readonly Clause[] {
  const controls = records.filter(({ kind }) => kind === 'control');
  const alike = new Map<string, ViewerRecord[]>();
  for (const record of controls) {
    const text = controlText(record);
    alike.set(text, [...(alike.get(text) ?? []), record]);
  }
  return [...alike].flatMap(([text, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            at: first.i,
            text: `asked the control interface for ${text}${others.length === 0 ? '' : ` ${timesOf(others.length + 1)}`}`,
          },
        ],
  );
}
