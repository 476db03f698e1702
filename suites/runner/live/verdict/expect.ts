// The verbs by which a check judges: messages that must arrive, states and lists, answers that are accepted or refused. Each comes
// down to assertions of `assertions.ts`. What cannot be held against the target (no answer, a quota) ends the check undecided.
import { type BarePredicate, isBare, type PredicateName } from '../../../../toolkit/checkers/predicates/predicates.js';
import { AUTH_CODES, type AuthCode } from '../../../../toolkit/payload/error-codes.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { isJsonArray, memberOf } from '../../../../toolkit/payload/json-kind.js';
import { isHandshake } from '../../../../toolkit/profile/dialect/dialect.js';
import type { ProfileTiming } from '../../../../toolkit/profile/profile.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { Undecided } from '../../check-end.js';
import type {
  Answered,
  Events,
  Evidence,
  Expect,
  ExpectOptions,
  Fact,
  FinalResult,
  Listed,
  Search,
  Subject,
  Submission,
} from '../../context.js';
import { unlisted } from '../../unlisted.js';
import { ENDED_BY_TARGET } from '../market/ended-by-target.js';
import { type AnswerReading, CAUSED_BY_TARGET, THROTTLING } from './answer.js';
import { type AssertionParts, Assertions, type Claim } from './assertions.js';

export interface ExpectParts extends AssertionParts {
  readonly read: AnswerReading;
  /** What the target ended by itself of what the check had opened, with the records that tell so. */
  readonly ended: () => ReadonlyMap<string, number>;
  /** How long waits last, for what is said of them. */
  readonly timing: Pick<ProfileTiming, 'eventMs' | 'resultMs'>;
}

export class LiveExpect implements Expect {
  readonly #parts: ExpectParts;
  readonly #assertions: Assertions;

  constructor(parts: ExpectParts) {
    this.#parts = parts;
    this.#assertions = new Assertions(parts);
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
    const record = typeof subject === 'number' ? subject : subject.record;
    this.#assertions.ofRecord(record, pointer, predicate, expected, options);
  }

  that(holds: boolean, claim: Claim, options: ExpectOptions = {}): void {
    this.#assertions.computed(holds, claim, options);
  }

  lists(state: Subject, list: Listed, id: string, options: ExpectOptions = {}): void {
    const { record, shown } = this.#listed(state, list);
    const isShown = isJsonArray(shown) && shown.some((one) => memberOf(one, 'id') === id);
    const ended = isShown ? undefined : this.#parts.ended().get(id);
    if (ended !== undefined) throw new Undecided(ENDED_BY_TARGET, [ended, record]);
    this.at(state, `/view/${list}`, 'some', { member: 'id', predicate: 'equals', expected: id }, options);
  }

  listsNot(state: Subject, list: Listed, id: string, options: ExpectOptions = {}): void {
    const { record, shown } = this.#listed(state, list);
    if (shown === undefined) throw new Undecided(unlisted('the snapshot', list), [record]);
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

  #listed(state: Subject, list: Listed): { readonly record: number; readonly shown: JsonValue | undefined } {
    const record = typeof state === 'number' ? state : state.record;
    return { record, shown: memberOf(memberOf(this.#parts.journal.at(record)?.parsed ?? null, 'view'), list) };
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
      if (error === undefined || !CAUSED_BY_TARGET.includes(error.code)) throw new Undecided(what, [record]);
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
