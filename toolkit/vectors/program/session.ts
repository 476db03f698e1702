// Drives an implementation through many questions over the JSON-lines protocol: pipelined for speed, with a time limit per answer, a
// restart after a crash or a hang, and a retry one by one so that the blame falls on the question that caused it.
import { performance } from 'node:perf_hooks';
import { AdapterProcess } from './adapter-process.js';
import { excerpt, excerptOfEnd } from './excerpt.js';
import {
  type Introduction,
  parseLine,
  type Reply,
  readIntroduction,
  readReply,
  startLine,
  stopLine,
} from './protocol.js';

export interface SessionTask {
  readonly seq: number;
  /** The line to send, with its line end. */
  readonly line: string;
}

export interface SessionOptions {
  readonly command: string;
  /** Where the command runs; the current folder when left out. */
  readonly cwd?: string | undefined;
  /** Longest wait for an answer; for the first one of a process, `startMs`. */
  readonly answerMs: number;
  readonly startMs: number;
  /** Questions that may wait for an answer at the same time. */
  readonly window: number;
  readonly maxRestarts: number;
  /** Texts that must not be shown; asked for when there is something to show. */
  readonly secretsOf: () => readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Which questions are asked, once the implementation has introduced itself. */
  readonly tasksOf: (introduction: Introduction) => readonly SessionTask[];
  readonly onReply: (reply: Reply) => void;
  /** No answer came to this question, for the reason given. */
  readonly onFailure: (seq: number, reason: string) => void;
}

export interface SessionSummary {
  readonly introduction?: Introduction;
  readonly restarts: number;
  readonly junkLines: number;
  readonly notes: readonly string[];
  readonly durationMs: number;
}

/** Silence of this many processes in a row means that further ones will be silent too. */
const SILENT_PROCESSES = 3;

/** A program that floods its output with other things is stopped long before its time is over. */
const MOST_JUNK_IN_A_ROW = 100_000;

export async function runSession(options: SessionOptions): Promise<SessionSummary> {
  return new Session(options).run();
}

interface Queued extends SessionTask {
  /** Asked while nothing else waits, since it was among those that waited when a process failed. */
  readonly isAlone: boolean;
}

class Session {
  readonly #options: SessionOptions;
  readonly #notes: string[] = [];
  #introduction: Introduction | undefined;
  #queue: Queued[] = [];
  /** Position of the next question in the queue, which is not shortened while it is read. */
  #next = 0;
  #waiting = new Map<number, Queued>();
  /** Whether the question asked last is a lone one. */
  #isAlone = false;
  #restarts = 0;
  #junkLines = 0;
  #silent = 0;
  #process: AdapterProcess | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  async run(): Promise<SessionSummary> {
    const started = performance.now();
    while (!this.#options.signal?.aborted) {
      const failure = await this.#runProcess();
      if (failure === undefined || this.#options.signal?.aborted) break;
      this.#requeue(failure);
      if (
        this.#introduction === undefined ||
        this.#silent >= SILENT_PROCESSES ||
        this.#restarts >= this.#options.maxRestarts
      ) {
        this.#giveUp(failure);
        break;
      }
      if (this.#next >= this.#queue.length) break;
      this.#restarts += 1;
    }
    return {
      ...(this.#introduction === undefined ? {} : { introduction: this.#introduction }),
      restarts: this.#restarts,
      junkLines: this.#junkLines,
      notes: this.#notes,
      durationMs: performance.now() - started,
    };
  }

  /** One process from start to end. Resolves with the reason for a failure, undefined when every question is answered. */
  async #runProcess(): Promise<string | undefined> {
    const options = this.#options;
    let isIntroduced = false;
    let answers = 0;
    let junkInARow = 0;
    let finish: (failure: string | undefined) => void = () => undefined;
    const done = new Promise<string | undefined>((resolve) => {
      finish = resolve;
    });
    const timer = setTimeout(
      () => finish(`it did not answer "start" within ${options.startMs} ms (does it write out each line at once?)`),
      options.startMs,
    );
    const onJunk = (text: string): void => {
      this.#junk(text);
      junkInARow += 1;
      if (junkInARow === MOST_JUNK_IN_A_ROW) {
        finish(`it wrote ${MOST_JUNK_IN_A_ROW} lines in a row that are no answers`);
      }
    };
    const onAbort = (): void => finish('the run was interrupted');
    options.signal?.addEventListener('abort', onAbort, { once: true });
    let limit: NodeJS.Timeout | undefined;
    const child = new AdapterProcess(
      options.command,
      {
        onLine: (text) => {
          const value = parseLine(text);
          if (!isIntroduced) {
            const introduction = readIntroduction(value);
            if (introduction === undefined) {
              onJunk(text);
              return;
            }
            isIntroduced = true;
            clearTimeout(timer);
            this.#introduce(introduction);
            limit = setTimeout(
              () => finish(`no answer within ${options.answerMs} ms (does it write out each line at once?)`),
              options.answerMs,
            );
            this.#pump(finish);
            return;
          }
          const reply = readReply(value);
          if (reply === undefined || !this.#waiting.delete(reply.seq)) {
            onJunk(text);
            return;
          }
          answers += 1;
          junkInARow = 0;
          limit?.refresh();
          options.onReply(reply);
          this.#pump(finish);
        },
        onEnd: (reason) => finish(reason),
      },
      options.cwd,
    );
    this.#process = child;
    child.write(startLine());
    const failure = await done;
    clearTimeout(timer);
    clearTimeout(limit);
    options.signal?.removeEventListener('abort', onAbort);
    this.#silent = answers === 0 ? this.#silent + 1 : 0;
    await (failure === undefined ? child.stop(stopLine()) : child.kill());
    return failure === undefined ? undefined : this.#describe(failure, child);
  }

  #introduce(introduction: Introduction): void {
    if (this.#introduction === undefined) {
      this.#introduction = introduction;
      this.#queue = this.#options.tasksOf(introduction).map((task) => ({ ...task, isAlone: false }));
    }
  }

  /** Sends as many questions as may wait, in one write. */
  #pump(finish: (failure: string | undefined) => void): void {
    let lines = '';
    while (this.#next < this.#queue.length && this.#mayAsk()) {
      const task = this.#queue[this.#next++];
      if (task !== undefined) {
        this.#waiting.set(task.seq, task);
        this.#isAlone = task.isAlone;
        lines += task.line;
      }
    }
    if (lines !== '') {
      this.#process?.write(lines);
    } else if (this.#waiting.size === 0) {
      finish(undefined);
    }
  }

  /** A lone question waits until nothing else does, and nothing else is asked until it is answered. */
  #mayAsk(): boolean {
    return (
      this.#waiting.size === 0 ||
      (!this.#isAlone && !this.#queue[this.#next]?.isAlone && this.#waiting.size < this.#options.window)
    );
  }

  /** A lone question is to blame; of several, none is until it fails alone. */
  #requeue(reason: string): void {
    const waited = [...this.#waiting.values()];
    this.#waiting.clear();
    const [only] = waited;
    if (waited.length === 1 && only !== undefined) {
      this.#options.onFailure(only.seq, reason);
      return;
    }
    this.#queue.splice(0, this.#next, ...waited.map((task) => ({ ...task, isAlone: true })));
    this.#next = 0;
  }

  #giveUp(reason: string): void {
    const rest = this.#queue.slice(this.#next);
    const restarted = this.#restarts === 1 ? 'one restart' : `${this.#restarts} restarts`;
    this.#notes.push(this.#introduction === undefined ? reason : `gave up after ${restarted}: ${reason}`);
    for (const task of rest) {
      this.#options.onFailure(task.seq, `not asked, since the implementation failed before: ${reason}`);
    }
    this.#next = this.#queue.length;
  }

  #describe(reason: string, child: AdapterProcess): string {
    const output = excerptOfEnd(child.errorOutput, this.#options.secretsOf());
    return output === '' ? reason : `${reason}; it wrote: ${output}`;
  }

  #junk(text: string): void {
    if (text.trim() === '') return;
    this.#junkLines += 1;
    if (this.#junkLines === 1) this.#notes.push(`ignored output that is no answer, first: ${this.#shorten(text)}`);
  }

  #shorten(text: string): string {
    return excerpt(text, this.#options.secretsOf());
  }
}
