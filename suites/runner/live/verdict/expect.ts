// Assertions as data: each is a named predicate over a journal record and a pointer into it, journalled with its operand, so that
// the report shows expected and actual and `tsi judge` evaluates it again. The first that does not hold ends the check.
import {
  type BarePredicate,
  describe,
  evaluate,
  isBare,
  type PredicateName,
} from '../../../../toolkit/checkers/predicates/predicates.js';
import { AUTH_CODES, type AuthCode } from '../../../../toolkit/payload/error-codes.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import { isHandshake } from '../../../../toolkit/profile/dialect/dialect.js';
import { followPointer, parsePointer } from '../../../../toolkit/profile/dialect/reading/pointer.js';
import type { ProfileTiming } from '../../../../toolkit/profile/profile.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { AssertionFailed, Undecided } from '../../check-end.js';
import type { JudgedId } from '../../check-id.js';
import type {
  Answered,
  Events,
  Evidence,
  Expect,
  ExpectOptions,
  Fact,
  FinalResult,
  History,
  Listed,
  Search,
  Subject,
  Submission,
} from '../../context.js';
import type { CheckJournal } from '../target/target-journal.js';
import { type AnswerReading, THROTTLING } from './answer.js';
import { shorten } from './shorten.js';
import type { CheckTally } from './tally.js';

/** Outcomes of the wire that say something about the target. The others (no answer in time, never sent) decide nothing. */
const TELLING: readonly string[] = ['reset', 'not-http', 'body-too-large', 'headers-too-large'];

export interface ExpectParts {
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  /** The requirement judged unless an assertion names another. */
  readonly requirement: JudgedId;
  readonly read: AnswerReading;
  /** How long waits last, for what is said of them. */
  readonly timing: Pick<ProfileTiming, 'eventMs' | 'resultMs'>;
  /** Once it aborts, waits end with nothing to show, so that nothing is judged any more. */
  readonly signal: AbortSignal;
}

interface Claim {
  readonly expected: string;
  readonly actual: string;
  readonly evidence: readonly Evidence[];
  readonly shown?: readonly Fact[];
  readonly history?: History;
  readonly sought?: readonly Search[];
}

export class LiveExpect implements Expect {
  readonly #parts: ExpectParts;

  constructor(parts: ExpectParts) {
    this.#parts = parts;
  }

  at(subject: Subject, pointer: string, predicate: BarePredicate, options?: ExpectOptions): void;
  at(subject: Subject, pointer: string, predicate: PredicateName, expected: JsonValue, options?: ExpectOptions): void;
  at(
    subject: Subject,
    pointer: string,
    predicate: PredicateName,
    second?: JsonValue | ExpectOptions,
    third?: ExpectOptions,
  ): void {
    const [expected, options] = operandOf(predicate, second, third);
    this.#at(typeof subject === 'number' ? subject : subject.record, pointer, predicate, expected, options);
  }

  #at(record: number, pointer: string, predicate: PredicateName, expected: JsonValue, options: ExpectOptions): void {
    const { journal, tally, signal } = this.#parts;
    signal.throwIfAborted();
    const subject = journal.at(record);
    if (subject === undefined) {
      throw new RangeError(`record: expected the index of a record of this check, got ${record}`);
    }
    const { kind, parsed, error } = subject;
    // Of an answer that never came no member is missing.
    if (isUnanswered(kind) && error !== null && !TELLING.includes(error.code)) {
      throw new Undecided(`no answer: ${error.message}`, [record]);
    }
    const actual = followPointer(parsed, parsePointer(pointer));
    const holds = evaluate(predicate, actual, expected);
    const message = options.message ?? null;
    const lowered = loweredBy(options);
    const { entry, ...judged } = this.#noted(
      options,
      { record, pointer, predicate, expected, holds, message, ...lowered },
      record,
    );
    tally.assertions += 1;
    if (holds) return;
    const wanted = `${described(predicate, expected, options)} at ${pointer === '' ? 'the message' : pointer}`;
    const got = actual === undefined ? 'nothing there' : shorten(JSON.stringify(actual));
    throw new AssertionFailed({
      ...judged,
      ...lowered,
      message: options.message ?? `expected ${wanted}, got ${got}`,
      expected: wanted,
      actual: got,
      evidence: [record, entry],
    });
  }

  that(holds: boolean, claim: Claim, options: ExpectOptions = {}): void {
    const { tally, signal } = this.#parts;
    signal.throwIfAborted();
    const expected = shorten(claim.expected);
    const actual = shorten(claim.actual);
    // Records count from 1; a check that saw nothing has nothing to show.
    const evidence = recordsOf(claim.evidence).filter((index) => index > 0);
    tally.assertions += 1;
    const message = options.message ?? null;
    const lowered = loweredBy(options);
    const { entry, ...judged } = this.#noted(
      options,
      { computed: true, expected, actual, holds, evidence, message, ...this.#again(holds, claim), ...lowered },
      evidence[0] ?? null,
    );
    if (holds) return;
    throw new AssertionFailed({
      ...judged,
      ...lowered,
      message: options.message ?? `expected ${expected}, got ${actual}`,
      ...(options.isAbsence === true && { isAbsence: true }),
      expected,
      actual,
      evidence: [...evidence, entry],
    });
  }

  /** What `tsi judge` evaluates it by again; nothing where the facts do not say what the check has found. */
  #again(holds: boolean, { shown = [], history, sought = [] }: Claim): Readonly<Record<string, JsonValue>> {
    if (history !== undefined) return { history: { ...history } };
    if (sought.length > 0) return this.#soughtAgain(holds, sought);
    const facts = shown.flatMap(([subject, pointer, predicate, expected = null]) => {
      const record = typeof subject === 'number' ? subject : subject.record;
      const parsed = this.#parts.journal.at(record)?.parsed;
      if (parsed === undefined) return [];
      const isSo = evaluate(predicate, followPointer(parsed, parsePointer(pointer)), expected);
      return [{ isSo, fact: { record, pointer, predicate, expected } }];
    });
    const agrees = facts.length === shown.length && facts.every(({ isSo }) => isSo) === holds;
    return facts.length > 0 && agrees ? { shown: facts.map(({ fact }) => fact) } : {};
  }

  #soughtAgain(holds: boolean, searches: readonly Search[]): Readonly<Record<string, JsonValue>> {
    const sought = searches.map(({ on: { conn }, after = 0, kind, where = [] }) => {
      const facts = kind === undefined ? where : [['/kind', 'equals', kind] as const, ...where];
      return {
        conn,
        after,
        facts: facts.map(([pointer, predicate, expected = null]) => ({ pointer, predicate, expected })),
      };
    });
    const messages = this.#parts.journal.records().filter(({ kind }) => kind === 'event');
    const isFound = sought.some(({ conn, after, facts }) =>
      messages.some(
        (one) =>
          one.conn === conn &&
          one.i > after &&
          facts.every(({ pointer, predicate, expected }) =>
            evaluate(predicate, followPointer(one.parsed, parsePointer(pointer)), expected),
          ),
      ),
    );
    return isFound === holds ? {} : { sought };
  }

  /** Journals the assertion once for each requirement that it judges. Returns those that a failure names. */
  #noted(
    { requirement = this.#parts.requirement, also = [] }: ExpectOptions,
    assertion: Readonly<Record<string, JsonValue>>,
    cause: number | null,
  ): { readonly requirement: JudgedId; readonly also?: readonly JudgedId[]; readonly entry: number } {
    const { journal } = this.#parts;
    const besides = also.length > 0 ? { also } : {};
    const entry = journal.note('assert', { requirement, ...besides, ...assertion }, cause);
    for (const one of also) journal.note('assert', { requirement: one, ...assertion }, cause);
    return { requirement, ...besides, entry };
  }

  lists(state: Subject, list: Listed, id: string, options: ExpectOptions = {}): void {
    this.at(state, `/view/${list}`, 'some', { member: 'id', predicate: 'equals', expected: id }, options);
  }

  listsNot(state: Subject, list: Listed, id: string, options: ExpectOptions = {}): void {
    this.at(state, `/view/${list}`, 'none', { member: 'id', predicate: 'equals', expected: id }, options);
  }

  succeeded(result: FinalResult, options: ExpectOptions & { readonly evidence?: readonly Evidence[] } = {}): void {
    const { status, event, operation } = result;
    const codes = [event ?? operation].flatMap((view) => [view?.errorCode ?? [], view?.errorMessage ?? []].flat());
    const actual = ['result', status, ...codes.map(String)].join(' ');
    const evidence = [result, ...(options.evidence ?? [])];
    const shown = [[result, event === undefined ? '/view/state' : '/view/status', 'equals', 'success'] as const];
    this.that(status === 'success', { expected: 'result success', actual, evidence, shown }, options);
  }

  arrived<Message extends { readonly record: number }>(
    message: Message | undefined,
    expected: string | Submission,
    options: ExpectOptions & {
      readonly evidence?: readonly Evidence[];
      readonly on?: Pick<Events, 'isOpen'>;
      readonly withinMs?: number;
      readonly shown?: readonly Fact[];
    } = {},
  ): Message {
    const { eventMs, resultMs } = this.#parts.timing;
    const submission = typeof expected === 'string' ? undefined : expected;
    const withinMs = options.withinMs ?? (submission === undefined ? eventMs : resultMs);
    const isOpen = options.on?.isOpen !== false;
    this.that(
      message !== undefined && isOpen,
      {
        expected: typeof expected === 'string' ? expected : eventOf(expected),
        actual: isOpen ? `none within ${Math.round(withinMs)} ms` : 'the connection was closed',
        evidence: [message, submission, ...(options.evidence ?? [])],
        shown: message === undefined ? [] : this.#arrival(message, submission, options.shown),
      },
      { ...options, isAbsence: true },
    );
    // The check has ended where there is none.
    return message as Message;
  }

  /** That a message of its kind came, the result of what was submitted, and what the check says that it shows. */
  #arrival(
    { record }: { readonly record: number },
    submission: Submission | undefined,
    shown: readonly Fact[] = [],
  ): readonly Fact[] {
    const kind = memberOf(this.#parts.journal.at(record)?.parsed ?? null, 'kind');
    return [
      ...(typeof kind === 'string' ? [[record, '/kind', 'equals', kind] as const] : []),
      ...(submission === undefined ? [] : [resultOf(submission, { record })]),
      ...shown,
    ];
  }

  none(
    found: readonly (string | { readonly record: number })[],
    expected: string,
    options: ExpectOptions & {
      readonly actual?: string;
      readonly evidence?: readonly Evidence[];
      readonly shown?: readonly Fact[];
      readonly sought?: readonly Search[];
    } = {},
  ): void {
    const names = found.filter((one) => typeof one === 'string');
    const messages = found.filter((one) => typeof one !== 'string');
    const actual = options.actual ?? (names.length > 0 ? names.join(', ') : `${found.length} of them`);
    const evidence = [...(options.evidence ?? []), ...messages];
    const { shown = [], sought = [] } = options;
    this.that(found.length === 0, { expected, actual, evidence, shown, sought }, options);
  }

  status(answer: Answered, statuses: number | readonly number[], options: ExpectOptions = {}): void {
    const exchange = exchangeOf(answer);
    const allowed = typeof statuses === 'number' ? [statuses] : [...statuses];
    this.#answered(exchange, allowed, options);
    this.at(exchange.record, '/status', 'oneOf', allowed, options);
  }

  accepted(answer: Answered, options: ExpectOptions = {}): void {
    const exchange = exchangeOf(answer);
    if (isHandshake(exchange.request.name)) {
      this.status(exchange, 101, options);
      const { record, closedAtOnce } = exchange;
      if (closedAtOnce === undefined) return;
      const evidence = [closedAtOnce, record];
      this.that(false, { expected: 'an open stream', actual: 'a stream that was closed at once', evidence }, options);
      return;
    }
    this.#answered(exchange, [], options);
    this.at(exchange.record, '/status', 'atLeast', 200, options);
    this.at(exchange.record, '/status', 'atMost', 299, options);
  }

  refused(answer: Answered, options: ExpectOptions = {}): void {
    const exchange = exchangeOf(answer);
    this.#answered(exchange, [], options);
    const { record, closedAtOnce } = exchange;
    if (closedAtOnce !== undefined) {
      const actual = 'a stream that was closed before anything was delivered';
      this.that(true, { expected: 'a refusal of the handshake', actual, evidence: [closedAtOnce, record] }, options);
      return;
    }
    // The table of 4.1 lists a 500, which executes nothing either: less than a refusal, and no more than a warning.
    const lowered = exchange.answer?.status === 500 ? { ...options, level: 'should' as const } : options;
    this.at(exchange.record, '/status', 'atLeast', 400, options);
    this.at(exchange.record, '/status', 'atMost', 499, lowered);
  }

  authError(answer: Answered, codes: AuthCode | readonly AuthCode[], options: ExpectOptions = {}): void {
    const exchange = exchangeOf(answer);
    const allowed = typeof codes === 'number' ? [codes] : [...codes];
    // The code is stated without exception (5.3, rule 10), so a 500 is none.
    if (exchange.answer?.status === 500) this.at(exchange.record, '/status', 'atMost', 499, options);
    this.refused(exchange, options);
    this.#carriesCode(exchange);
    // Whether the code is a number, and goes with its name, are requirements of their own: here either spelling identifies it.
    const spellings = allowed.flatMap((code) => [code, String(code)]);
    const { code } = this.#parts.read.error(exchange);
    if (isAuthCode(code)) {
      this.at(exchange.record, '/view/code', 'oneOf', spellings, options);
    } else {
      const names = allowed.map((one) => AUTH_CODES[one]);
      this.at(exchange.record, pointerOfName(code, names), 'oneOf', names, options);
    }
  }

  errorName(answer: Answered, names: readonly string[], options: ExpectOptions = {}): void {
    const exchange = exchangeOf(answer);
    this.#answered(exchange, [], options);
    const { code } = this.#parts.read.error(exchange);
    this.at(exchange.record, pointerOfName(code, names), 'oneOf', [...names], options);
  }

  /** Where a refused handshake carries the code is shown nowhere (interface 4.5), so one without a body is no fault. */
  #carriesCode(exchange: HttpExchange): void {
    if (!isHandshake(exchange.request.name)) return;
    const { code, message } = this.#parts.read.error(exchange);
    const isSilent = exchange.closedAtOnce !== undefined || exchange.answer?.bytes.length === 0;
    if (code !== undefined || message !== undefined || !isSilent) return;
    throw new Undecided('the refusal of the handshake carries no code, and the interface names no place for one', [
      exchange.record,
    ]);
  }

  /** An answer must be there to be judged; that there is none is held against the target only where it caused it. */
  #answered(exchange: HttpExchange, allowed: readonly number[], options: ExpectOptions): void {
    const { answer, error, record } = exchange;
    if (answer === undefined) {
      const what = `${exchange.request.name}: ${error?.message ?? 'no answer'}`;
      if (error === undefined || !TELLING.includes(error.code)) throw new Undecided(what, [record]);
      this.at(record, '/status', 'present', { ...options, message: options.message ?? `no answer to ${what}` });
      return;
    }
    const throttled = THROTTLING.includes(answer.status) && !allowed.includes(answer.status);
    if (throttled && !this.#parts.tally.provokes(answer.status)) {
      throw new Undecided(`the target answered ${answer.status} to ${exchange.request.name}`, [record]);
    }
  }
}

export function exchangeOf(answer: Answered): HttpExchange {
  return 'exchange' in answer ? answer.exchange : answer;
}

export function recordsOf(evidence: readonly Evidence[]): readonly number[] {
  return evidence.flatMap((one) => (one === undefined ? [] : typeof one === 'number' ? [one] : [one.record]));
}

function loweredBy({ level }: ExpectOptions): { readonly level?: 'should' } {
  return level === undefined ? {} : { level };
}

/** `0.30 - 0.10 = 0.20`, where it was computed. */
function described(predicate: PredicateName, expected: JsonValue, { sum }: ExpectOptions): string {
  return sum === undefined ? describe(predicate, expected) : `${sum} = ${String(expected)}`;
}

/** The outcome of a request, and not a frame that could not be read. */
function isUnanswered(kind: string): boolean {
  return kind === 'info' || kind === 'fail';
}

/** That the message is the result of what was submitted, by whichever of both names it bears. */
function resultOf({ ack, key }: Submission, message: { readonly record: number }): Fact {
  const operationId = ack?.operationId ?? undefined;
  return operationId === undefined
    ? [message, '/view/clientRequestId', 'equals', key]
    : [message, '/view/operationId', 'equals', operationId];
}

function eventOf({ ack, key }: Submission): string {
  const operationId = ack?.operationId ?? undefined;
  return operationId === undefined
    ? `a transaction_event with client_request_id ${key}`
    : `a transaction_event with operation_id ${String(operationId)}`;
}

/** A predicate without an operand may be given its options in the place of one. */
function operandOf(
  predicate: PredicateName,
  second: JsonValue | ExpectOptions | undefined,
  third: ExpectOptions | undefined,
): readonly [JsonValue, ExpectOptions] {
  // By the signatures of `at`, the second is an operand unless the predicate takes none; then it may be the options.
  if (!isBare(predicate)) return [second as JsonValue, third ?? {}];
  const isOptions = typeof second === 'object' && second !== null && !Array.isArray(second);
  return [null, third ?? (isOptions ? (second as ExpectOptions) : {})];
}

function pointerOfName(code: JsonValue | undefined, names: readonly string[]): string {
  return typeof code === 'string' && names.includes(code) ? '/view/code' : '/view/message';
}

function isAuthCode(code: JsonValue | undefined): boolean {
  return Object.keys(AUTH_CODES).includes(String(code));
}
