// Where the parts of a running sandbox tell what happened: reasons are compared with those told before, notes go to whoever reads.
import type { RawRequest, Refusal } from '../domain.js';
import { Causes } from './causes.js';
import type { Note, Reason } from './note.js';
import { clockTime } from './note-line.js';
import { type NoteCleaner, noteCleaner } from './without-secrets.js';

const IS_SIGNATURE = /^svc-sign$/i;

/** What is to be said about a refusal besides its reason, with the cause by which it is known again; undefined for nothing. */
export type Explain = (raw: RawRequest, refusal: Refusal) => Explanation | undefined;

export interface Explanation {
  readonly cause: string;
  readonly text: string;
}

/** Requests and commands of the right form, in the dialect of the sandbox. */
export interface RightForms {
  /** `event` as it stood in the refused command. */
  command(event: unknown): string;
  /** The body of that operation; undefined where it has none. */
  body(operation: string): string | undefined;
}

export interface NotebookParts {
  readonly write: (note: Note) => void;
  /** Private keys of the sandbox, which no note may hold. */
  readonly keys: readonly string[];
  readonly explain: Explain;
  readonly forms: RightForms;
}

export class Notebook {
  readonly explain: Explain;
  readonly forms: RightForms;
  readonly #write: (note: Note) => void;
  readonly #cleaner: NoteCleaner;
  readonly #causes = new Causes();

  constructor({ write, keys, explain, forms }: NotebookParts) {
    this.#write = write;
    this.#cleaner = noteCleaner(keys);
    this.explain = explain;
    this.forms = forms;
  }

  write(note: Note): void {
    this.#write(this.#cleaner.clean(note));
  }

  /** A request came: what it is signed with is in no note from now on. */
  received({ headers }: RawRequest): void {
    for (const [name, value] of headers) if (IS_SIGNATURE.test(name)) this.#cleaner.learnSignature(value);
  }

  /** `cause` is what makes two reasons one; `place` is where a reader finds the first again. */
  reason(name: string, detail: string, cause: string, place: string): Reason {
    const repeated = this.#causes.again(`${name} ${cause}`, place);
    return { name, detail, ...(repeated === undefined ? {} : { repeated }) };
  }
}

/** ISO 8601 by the clock of the service. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** How a line of the log is found again that has no name of its own. */
export function placeOf(at: string): string {
  return clockTime(at);
}
