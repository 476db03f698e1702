// The journal record: one line of `journal.ndjson`, the append-only account of everything a run sent, saw and decided.
// Writing is in `writer.ts`, reading in `reader.ts`, redaction in `redaction.ts`.
import type { JsonValue } from '../payload/json.js';

/** Version of the record format; a reader refuses another major version. */
export const JOURNAL_FORMAT = 1;

/**
 * - `invoke`: an HTTP request (or handshake) leaves; `ok`, `fail`: its answer came (any status), or it certainly failed before
 *   it could take effect; `info`: its outcome is unknown (timed out, cut), or a remark of the suite.
 * - `open`, `close`: a stream connection; `send`: a frame to the target; `event`: a frame from the target.
 * - `control`: a control action and what it returned; `resolve`: what became of an indeterminate mutation.
 * - `gap`: traffic that nobody observed, as `{from, reason}`; what rests on having seen everything is not judged across it.
 * - `assert`: one judged assertion; `observe`: a measured value that is never judged; `verdict`: the end of a check.
 */
export const RECORD_KINDS = [
  'invoke',
  'ok',
  'fail',
  'info',
  'open',
  'close',
  'send',
  'event',
  'control',
  'resolve',
  'assert',
  'observe',
  'verdict',
  'gap',
] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

/** A record as its author hands it to the writer, which adds `i`, `run`, `t_ns` and `wall`. */
export interface RecordDraft {
  readonly kind: RecordKind;
  /**
   * Who acted: `suite`, `target`, the name of a client inside a concurrent check, such as `client-3`; in observed
   * traffic `client`, `service`.
   */
  readonly actor: string;
  /** The connection: `http`, or the id of a stream connection that is unique in the run. */
  readonly conn: string | null;
  /** The id of the check (with `@target` appended when one run judges several targets), or null for preflight and the run itself. */
  readonly check: string | null;
  readonly account: string | null;
  readonly client_request_id: string | null;
  readonly operation_id: string | null;
  /** The bytes as they crossed the wire: text, or `{base64}` where they are not UTF-8. A body or a frame, not the head. */
  readonly raw: string | { readonly base64: string } | null;
  /**
   * The parsed form. `invoke`: `{request, method, path, headers, params?, damage?}`; `ok`: `{request, status, headers, body, view}`;
   * `send`/`event`: `{kind, message, view}`; where `body`/`message` is the JSON as received and `view` what the dialect
   * read in it. `params` and the `view` of a `send` (`{action, event, instruments?}`) say what was asked for, in the
   * interface's words.
   */
  readonly parsed: JsonValue;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The index of the record that this one answers or rests on. */
  readonly cause: number | null;
}

/** A remark of the suite about its run, which nothing on the wire stands for. */
export const REMARK: Omit<RecordDraft, 'kind' | 'parsed'> = {
  actor: 'suite',
  conn: null,
  check: null,
  account: null,
  client_request_id: null,
  operation_id: null,
  raw: null,
  error: null,
  cause: null,
};

export interface JournalRecord extends RecordDraft {
  /** 1, 2, 3, ... without a gap; the header is line 0. */
  readonly i: number;
  readonly run: string;
  /** Nanoseconds since the start of the run, from the monotonic clock. */
  readonly t_ns: number;
  /** The wall clock, ISO 8601 in UTC, for people. */
  readonly wall: string;
}

/** How a record of kind `resolve` says in `by` that its check begins anew: a verdict rests on what one attempt asserted. */
export const ANOTHER_ATTEMPT = 'another attempt';
/** And that what an attempt asserted does not count; all that came before, where it names no attempt. */
export const RUN_AGAIN = 'run again';

/** Member of the last record of a run, of kind `info`: what was found besides the checks, as `{kind, message}`. */
export const RUN_FINDINGS = 'run_findings';

/** Line 0. */
export interface JournalHeader {
  readonly journal: typeof JOURNAL_FORMAT;
  readonly run: string;
  readonly started: string;
  readonly seed: string;
  readonly suite: { readonly name: string; readonly version: string };
  readonly node: string;
  /** Hex SHA-256 over the profile with its secrets left out. */
  readonly profile: { readonly name: string; readonly fingerprint: string };
  /** Anything else worth knowing to judge again: targets, timing, tolerances. */
  readonly settings: JsonValue;
}

/** The last line; its absence shows a truncated journal. */
export interface JournalFooter {
  readonly end: true;
  readonly run: string;
  readonly records: number;
  readonly reason: 'finished' | 'interrupted' | 'aborted';
  /** How many records would have held a secret of the profile, or a signature that the target sent back. */
  readonly secrets?: { readonly named: number; readonly echoed: number };
  /** Hex SHA-256 over all bytes before this line. Journals of earlier versions have none. */
  readonly sha256?: string;
}

/** Where the code of the suite leaves records; the writer implements it, tests use an array. */
export interface RecordSink {
  /** Appends the record and returns its index. Never throws: a failing disk is the writer's own `failure`. */
  append(draft: RecordDraft): number;
}
