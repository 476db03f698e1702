// The assertions of checks; each is journalled with its operands.
import type { BarePredicate, PredicateName } from '../../../toolkit/checkers/predicates/predicates.js';
import type { AuthCode } from '../../../toolkit/payload/error-codes.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { MessageKind } from '../../../toolkit/profile/dialect/views.js';
import type { JudgedId } from '../check-id.js';
import type { Events } from './events.js';
import type { Answered, Evidence, FinalResult, Submission } from './submission.js';

/** Named assertions; each is journalled with its operands, and a false one ends the check as failed. */
export interface Expect {
  /** A predicate of `toolkit/checkers/predicates/predicates.ts` over the value at `pointer` in the parsed form of a record. */
  at(subject: Subject, pointer: string, predicate: BarePredicate, options?: ExpectOptions): void;
  at(subject: Subject, pointer: string, predicate: PredicateName, expected: JsonValue, options?: ExpectOptions): void;
  /** The list of a view, such as `state`, shows the identifier. */
  lists(state: Subject, list: Listed, id: string, options?: ExpectOptions): void;
  /** It is there and does not show it. */
  listsNot(state: Subject, list: Listed, id: string, options?: ExpectOptions): void;
  /** The answer's status is one of these. */
  status(answer: Answered, statuses: number | readonly number[], options?: ExpectOptions): void;
  /** 2xx, for calls whose success status is left open. */
  accepted(answer: Answered, options?: ExpectOptions): void;
  /** Not accepted: any 4xx. A 5xx, an ACK or a cut connection is a failure; 429 and 503 leave the check undecided. */
  refused(answer: Answered, options?: ExpectOptions): void;
  /**
   * Refused (4xx) with one of these authentication errors (interface 5.4), known by its code, or by its name where no such code
   * is there. That the code is a number, that code and name go together and which status comes are requirements of their own.
   */
  authError(answer: Answered, codes: AuthCode | readonly AuthCode[], options?: ExpectOptions): void;
  /** A public error name at either place where the interface lets it stand (code or error_message). */
  errorName(answer: Answered, names: readonly string[], options?: ExpectOptions): void;
  /** The final result is success. `evidence`: beside it. */
  succeeded(result: FinalResult, options?: ExpectOptions & { readonly evidence?: readonly Evidence[] }): void;
  /**
   * What was waited for has come, and is returned. `expected` says in words what that is, or is the submission whose event it is;
   * `on` asks too that the connection is still open.
   */
  arrived<Message extends { readonly record: number }>(
    message: Message | undefined,
    expected: string | Submission,
    options?: ExpectOptions & {
      readonly evidence?: readonly Evidence[];
      readonly on?: Pick<Events, 'isOpen'>;
      /** How long was waited: `eventMs` when left out, `resultMs` for a submission. */
      readonly withinMs?: number;
      /** What the message shows besides its kind, see `that`. */
      readonly shown?: readonly Fact[];
    },
  ): Message;
  /** Nothing was found: of what should not be there (messages), or of what is missing (names). `expected` says so in words. */
  none(
    found: readonly (string | { readonly record: number })[],
    expected: string,
    options?: ExpectOptions & {
      /** The names, or how many there are, when left out. */
      readonly actual?: string;
      /** Beside what was found. */
      readonly evidence?: readonly Evidence[];
      /** As of any claim, see `that`. */
      readonly shown?: readonly Fact[];
      readonly sought?: readonly Search[];
    },
  ): void;
  /** Anything else that the check computed itself, with its evidence. */
  that(
    holds: boolean,
    claim: {
      readonly expected: string;
      readonly actual: string;
      readonly evidence: readonly Evidence[];
      /** What records show of it, all of which must hold if and only if the claim does: by it `tsi judge` evaluates the claim again. */
      readonly shown?: readonly Fact[];
      /** Instead: what was looked through by history checkers, */
      readonly history?: History;
      /** or what was looked for on streams: the claim holds if and only if nothing of it has come. */
      readonly sought?: readonly Search[];
    },
    options?: ExpectOptions,
  ): void;
}

/** A named predicate over the value at a pointer into a record. */
export type Fact = readonly [
  subject: Subject,
  pointer: string,
  predicate: PredicateName,
  expected?: JsonValue | undefined,
];

/** Messages of a stream that were looked for: of the kind, after the record, and showing each of the facts. */
export interface Search {
  readonly on: Pick<Events, 'conn'>;
  readonly after?: number;
  readonly kind?: MessageKind;
  readonly where?: readonly (readonly [pointer: string, predicate: PredicateName, expected?: JsonValue | undefined])[];
}

/** The records until that one, of the check or of the whole run, and the checker where it is a certain one. */
export interface History {
  readonly over: 'check' | 'run';
  readonly until: number;
  readonly checker?: string;
}

/** A record of the journal, or what holds one. */
export type Subject = number | { readonly record: number };

/** Lists of views whose elements have an identifier. */
export type Listed = 'orders' | 'positions' | 'deals' | 'periods';

export interface ExpectOptions {
  /** The requirement judged, when it is not the first of the check. */
  readonly requirement?: JudgedId;
  /** Further requirements that the very same fact judges: each is asserted under its own id. A failure names the first. */
  readonly also?: readonly JudgedId[];
  readonly message?: string;
  /** How the expected figure came about, for whoever reads of a failure: `0.30 - 0.10`. */
  readonly sum?: string;
  /** Lowers this assertion: for a fact that the interface does not plainly state, beside others which it does. Such come last. */
  readonly level?: 'should';
  /** What fails is an absence: nothing came, or a connection has ended; a stream that the target ended for its age owes nothing. */
  readonly isAbsence?: boolean;
}
