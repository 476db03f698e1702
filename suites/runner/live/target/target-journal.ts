// The records of one target while its checks run: what a check wrote and received is kept until it ends, for its assertions; all
// of it only where the plan holds a check of kind history, since hundreds of targets in one run must not keep every record.
// Assertions look at this memory, never at the file, so a full disk changes no verdict.
import { kept } from '../../../../toolkit/base/kept.js';
import {
  ANOTHER_ATTEMPT,
  type JournalRecord,
  type RecordDraft,
  type RecordKind,
  type RecordSink,
  RUN_AGAIN,
} from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import { SEVERAL_DOCUMENTS } from '../../../../toolkit/wire/streams/read-frame.js';
import { Interrupted } from '../../check-end.js';
import { OpenedByOthers } from '../sharing/opened-by-others.js';
import { SeenConditions } from '../sharing/seen-conditions.js';
import { FrameFindings } from './frame-findings.js';

/** The sink that a run writes to. */
export interface RunSink {
  /** Returns the record that it made of the draft. */
  keep(draft: RecordDraft): JournalRecord;
}

/** Errors of records of what came and was not read, for a cause that lies in the profile. */
const UNREAD: readonly string[] = ['dialect-failed', SEVERAL_DOCUMENTS];

export class TargetJournal implements RecordSink {
  readonly #sink: RunSink;
  readonly #ofCheck = new Map<string, Map<number, JournalRecord>>();
  readonly #all: JournalRecord[] | undefined;
  #history: readonly JournalRecord[] | undefined;
  /** By check, the attempts that asserted something which did not hold, and were not set aside since. */
  readonly #false = new Map<string, Set<number>>();
  readonly #attempts = new Map<string, number>();
  readonly #onMisread = new Map<string, (record: number) => void>();
  /** What is to be said of the dialect after all that the streams brought. */
  readonly frames: FrameFindings = new FrameFindings();
  readonly opened: OpenedByOthers = new OpenedByOthers();
  readonly conditions: SeenConditions = new SeenConditions();

  constructor(sink: RunSink, keepAll: boolean) {
    this.#sink = sink;
    this.#all = keepAll ? [] : undefined;
  }

  append(draft: RecordDraft): number {
    const record = this.#sink.keep(draft);
    const { i } = record;
    this.frames.take(i, draft);
    this.opened.take(record);
    this.conditions.take(record);
    const isUnread = draft.error !== null && UNREAD.includes(draft.error.code);
    if (isUnread && draft.check !== null) this.#onMisread.get(draft.check)?.(i);
    if (draft.check !== null) {
      this.#ofCheck.get(draft.check)?.set(i, record);
      this.#noteAsserted(draft.check, draft);
    }
    this.#all?.push(record);
    return i;
  }

  /** Whether something that the attempt asserted did not hold, and was not set aside since. */
  holdsFalse(check: string, attempt: number): boolean {
    return this.#false.get(check)?.has(attempt) === true;
  }

  #noteAsserted(check: string, { kind, parsed }: RecordDraft): void {
    if (kind === 'assert' && memberOf(parsed, 'holds') === false) {
      kept(this.#false, check, () => new Set()).add(this.attemptsOf(check));
    }
    if (kind !== 'resolve' || memberOf(parsed, 'by') !== RUN_AGAIN) return;
    const attempt = memberOf(parsed, 'attempt');
    if (typeof attempt === 'number') this.#false.get(check)?.delete(attempt);
  }

  /** Keeps the records of an attempt of a check from now on; null is the run itself, of which nothing is kept. */
  open(check: string | null): CheckJournal {
    const records = new Map<number, JournalRecord>();
    if (check === null) return new CheckJournal(this, check, records, 1);
    const attempt = this.attemptsOf(check) + 1;
    this.#attempts.set(check, attempt);
    this.#ofCheck.set(check, records);
    const journal = new CheckJournal(this, check, records, attempt);
    if (attempt > 1) journal.note('resolve', { by: ANOTHER_ATTEMPT, attempt });
    return journal;
  }

  /** How often the check was begun. */
  attemptsOf(check: string): number {
    return this.#attempts.get(check) ?? 0;
  }

  /** Whether the record is of a frame that the dialect cannot read, or one of nothing but messages that it does not know. */
  isMisread({ kind, parsed, error }: RecordDraft): boolean {
    if (error !== null && UNREAD.includes(error.code)) return true;
    return kind === 'event' && this.frames.recognisesNothing && memberOf(parsed, 'kind') === 'unknown';
  }

  /** Called with each record of the check which says that the dialect cannot read what the target sent. */
  onMisread(check: string, listener: (record: number) => void): void {
    this.#onMisread.set(check, listener);
  }

  release(check: string): void {
    this.#ofCheck.delete(check);
    this.#onMisread.delete(check);
    this.#false.delete(check);
    this.#attempts.delete(check);
  }

  /** The record of an index, where everything is kept. */
  at(index: number): RecordDraft | undefined {
    const all = this.#all ?? [];
    let low = 0;
    let high = all.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const record = all[middle];
      if (record === undefined || record.i === index) return record;
      if (record.i < index) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** All records of the target until this was first asked, in order: one list, so that its readers may share their work on it. */
  history(): readonly JournalRecord[] {
    if (this.#all === undefined) throw new TypeError('history: expected a check of kind history, got another kind');
    this.#history ??= [...this.#all];
    return this.#history;
  }
}

export class CheckJournal {
  readonly #target: TargetJournal;
  readonly #records: ReadonlyMap<number, JournalRecord>;
  #hasEnded = false;
  /** What `check` holds in every record: the id, with the target where a run has several. */
  readonly tag: string | null;
  /** Which one of its check, from 1. */
  readonly attempt: number;

  constructor(target: TargetJournal, tag: string | null, records: ReadonlyMap<number, JournalRecord>, attempt: number) {
    this.#target = target;
    this.tag = tag;
    this.#records = records;
    this.attempt = attempt;
  }

  /** The function of the check has ended: what it left behind judges nothing any more, or it would judge in the place of the next. */
  end(): void {
    this.#hasEnded = true;
  }

  /** A record of the suite itself, about this check. */
  note(kind: RecordKind, parsed: JsonValue, cause: number | null = null, more: Partial<RecordDraft> = {}): number {
    if (this.#hasEnded && JUDGING.includes(kind)) throw new Interrupted('the check had ended');
    return this.#target.append({ ...BLANK, kind, check: this.tag, parsed, cause, ...more });
  }

  at(index: number): RecordDraft | undefined {
    return this.#records.get(index) ?? this.#target.at(index);
  }

  /** The records of this check so far, in order. */
  records(): readonly JournalRecord[] {
    return [...this.#records.values()];
  }

  /** Indices of the records of this check that fit. */
  indicesOf(fits: (record: RecordDraft) => boolean): readonly number[] {
    return [...this.#records].flatMap(([index, record]) => (fits(record) ? [index] : []));
  }

  history(): readonly JournalRecord[] {
    return this.#target.history();
  }
}

const JUDGING: readonly RecordKind[] = ['assert', 'observe'];

/** A record by the suite itself that crosses no wire. */
export const BLANK: Omit<RecordDraft, 'kind' | 'parsed' | 'check' | 'cause'> = {
  actor: 'suite',
  conn: null,
  account: null,
  client_request_id: null,
  operation_id: null,
  raw: null,
  error: null,
};
