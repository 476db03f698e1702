// Writes `journal.ndjson` live: header line, one redacted line per record, footer on close. Lines are batched and written
// synchronously, at the latest after FLUSH_MS and at once for a verdict, so that a killed run leaves all but the last moments.
// A failing disk is remembered in `failure` and never disturbs a check; whoever ends the run reports it.
import { createHash } from 'node:crypto';
import { closeSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JsonValue } from '../payload/json.js';
import { isJsonArray, memberOf } from '../payload/json-kind.js';
import { ProtocolError } from '../payload/protocol-error.js';
import { makeFolder } from './make-folder.js';
import type { JournalFooter, JournalHeader, JournalRecord, RecordDraft, RecordSink } from './record.js';
import { JOURNAL_FORMAT } from './record.js';
import type { Redactor } from './redaction.js';
import { createRedactor } from './redaction.js';
import { openForWriting } from './regular-file.js';
import { serialiseRecord } from './serialise.js';
import type { Stamp } from './stamp.js';
import { createStamp } from './stamp.js';

/** The longest that a record waits in memory. */
export const FLUSH_MS = 20;
const FLUSH_CHARACTERS = 1 << 18;

export interface JournalOpening {
  readonly run: string;
  readonly seed: string;
  readonly suite: { readonly name: string; readonly version: string };
  readonly profile: { readonly name: string; readonly fingerprint: string };
  readonly settings?: JsonValue;
  /** Texts that must never be written, such as the private keys of the profile. */
  readonly secrets?: readonly string[];
}

export class JournalWriter implements RecordSink {
  readonly path: string;
  readonly #descriptor: number;
  readonly #stamp: Stamp;
  readonly #redactor: Redactor;
  readonly #secretsIn: number[] = [];
  readonly #echoesIn: number[] = [];
  readonly #digest = createHash('sha256');
  readonly #flushAtExit = (): void => this.flush();
  #pending = '';
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;
  #open = true;

  private constructor(path: string, descriptor: number, opening: JournalOpening) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#stamp = createStamp(opening.run);
    this.#redactor = createRedactor(opening.secrets);
    process.on('exit', this.#flushAtExit);
    const header: JournalHeader = {
      journal: JOURNAL_FORMAT,
      run: opening.run,
      started: new Date().toISOString(),
      seed: opening.seed,
      suite: opening.suite,
      node: process.version,
      profile: opening.profile,
      settings: opening.settings ?? null,
    };
    this.#pending = `${this.#redactor.redact(JSON.stringify(header))}\n`;
    this.flush();
  }

  /** Creates the file and its folder. Throws `ProtocolError` `journal-unwritable` when that is impossible: nothing has been sent yet. */
  static open(path: string, opening: JournalOpening): JournalWriter {
    try {
      makeFolder(dirname(path));
      return new JournalWriter(path, openForWriting(path), opening);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new ProtocolError('journal-unwritable', `cannot write the journal ${path}: ${message}`, { cause });
    }
  }

  /** Why the disk stopped taking records; everything after that moment is missing from the file. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Records appended so far, which is the index of the last. */
  get records(): number {
    return this.#stamp.count;
  }

  /** Indices of records that held a named secret before redaction: something on the wire gave a private key away. */
  get secretsIn(): readonly number[] {
    return this.#secretsIn;
  }

  /** Indices of records in which the target sent a signature back that it had been sent. */
  get echoesIn(): readonly number[] {
    return this.#echoesIn;
  }

  /** Takes out of a message what no record may hold either. */
  cleaned<T>(message: T): T {
    const text = JSON.stringify(message);
    const clean = this.#redactor.redact(text);
    return clean === text ? message : (JSON.parse(clean) as T); // every replacement is safe inside JSON, and no member goes
  }

  append(draft: RecordDraft): number {
    return this.keep(draft).i;
  }

  /** Appends, and returns the record as it was before redaction, for whoever keeps it in memory. */
  keep(draft: RecordDraft): JournalRecord {
    const record = this.#stamp.record(draft);
    if (!this.#open) {
      this.#failure ??= new Error(`a ${draft.kind} record arrived after the journal was closed`);
      return record;
    }
    if (draft.kind === 'invoke') for (const value of signaturesOf(draft.parsed)) this.#redactor.learnSignature(value);
    const line = serialiseRecord(record, {
      redact: (text) => {
        const clean = this.#redactor.examine(text);
        if (clean.heldNamedSecret) this.#secretsIn.push(record.i);
        if (clean.heldSignature && FROM_THE_TARGET.includes(draft.kind)) this.#echoesIn.push(record.i);
        return clean.text;
      },
    });
    this.#pending += `${line}\n`;
    if (draft.kind === 'verdict' || this.#pending.length >= FLUSH_CHARACTERS) {
      this.flush();
    } else {
      this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
    }
    return record;
  }

  /** Hands everything to the operating system, which keeps it when this process is killed. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    if (this.#failure !== undefined) return;
    this.#digest.update(bytes);
    try {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#descriptor, bytes, written);
      }
    } catch (cause) {
      this.#failure = cause instanceof Error ? cause : new Error(String(cause));
    }
  }

  /** Writes the footer and closes the file. Safe to call twice; the first reason stands. */
  close(reason: JournalFooter['reason']): void {
    if (!this.#open) return;
    this.flush();
    const sha256 = this.#digest.copy().digest('hex');
    const secrets = { named: this.#secretsIn.length, echoed: this.#echoesIn.length };
    const footer: JournalFooter = { end: true, run: this.#stamp.run, records: this.records, reason, secrets, sha256 };
    this.#pending += `${JSON.stringify(footer)}\n`;
    this.flush();
    this.#open = false;
    process.off('exit', this.#flushAtExit);
    try {
      closeSync(this.#descriptor);
    } catch (cause) {
      this.#failure ??= cause instanceof Error ? cause : new Error(String(cause));
    }
  }
}

const FROM_THE_TARGET: readonly RecordDraft['kind'][] = ['ok', 'fail', 'event', 'close', 'control'];

/** What a request carries as SVC-SIGN, in the order sent. */
function signaturesOf(parsed: JsonValue): readonly string[] {
  const headers = memberOf(parsed, 'headers');
  if (!isJsonArray(headers)) return [];
  return headers.flatMap((header) => {
    const [name, value] = isJsonArray(header) ? header : [];
    return typeof name === 'string' && /^\s*svc-sign\s*$/i.test(name) && typeof value === 'string' ? [value] : [];
  });
}
