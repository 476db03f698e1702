// A program under test: started through the shell in a process group of its own, read line by line within bounds, ended for certain.
import { type ChildProcess, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { StartedGroup } from '../../base/end-processes.js';
import { LastWords } from '../../base/last-words.js';

/** Longest line that is read; a program that writes more without a line end is stopped. */
const LONGEST_LINE = 4 * 1024 * 1024;
/** Far more than is shown, so that a key of which the end is shown has its beginning here, too, and is recognised. */
const KEPT_ERROR_OUTPUT = 64 * 1024;
const STOP_GRACE_MS = 2000;
const TERM_GRACE_MS = 500;

export interface ProcessListener {
  readonly onLine: (line: string) => void;
  /** Called once, with the reason in words. */
  readonly onEnd: (reason: string) => void;
}

const POSIX = process.platform !== 'win32';

export class AdapterProcess {
  readonly #child: ChildProcess;
  readonly #group = new StartedGroup();
  readonly #listener: ProcessListener;
  readonly #decoder = new StringDecoder('utf8');
  readonly #closed: Promise<void>;
  #partial = '';
  readonly #errorOutput = new LastWords(KEPT_ERROR_OUTPUT);
  #ended = false;
  #spawnError: string | undefined;

  /** `env` stands beside this program's own variables. */
  constructor(command: string, listener: ProcessListener, cwd?: string, env?: Readonly<Record<string, string>>) {
    this.#listener = listener;
    this.#child = spawn(command, {
      shell: true,
      detached: POSIX,
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd,
      env: { ...process.env, ...env, ...this.#group.environment },
    });
    this.#group.began(this.#child.pid);
    const { stdin, stdout, stderr } = this.#child;
    // A program that ends early closes its input: the end itself is reported, the failed write is not.
    stdin?.on('error', () => undefined);
    stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    stderr?.on('data', (chunk: Buffer) => this.#errorOutput.take(chunk));
    this.#child.on('error', (error) => {
      this.#spawnError = error.message;
    });
    this.#closed = new Promise((resolve) => {
      this.#child.on('close', (status, signal) => {
        // What it left in the background speaks to nobody any more.
        this.#group.end();
        this.#end(
          this.#spawnError ?? (signal === null ? `it ended with status ${status}` : `it was ended by ${signal}`),
        );
        resolve();
      });
    });
  }

  /** The end of what it wrote to its error output; for `excerptOfEnd`. */
  get errorOutput(): string {
    return this.#errorOutput.text;
  }

  write(lines: string): void {
    if (!this.#ended) this.#child.stdin?.write(lines);
  }

  /** Says goodbye, waits a little, asks it to end, then ends it. */
  async stop(lastLine: string): Promise<void> {
    this.write(lastLine);
    this.#child.stdin?.end();
    const asked = setTimeout(() => this.#group.signal('SIGTERM'), STOP_GRACE_MS);
    const ended = setTimeout(() => this.#kill(), STOP_GRACE_MS + TERM_GRACE_MS);
    await this.#closed;
    clearTimeout(asked);
    clearTimeout(ended);
  }

  async kill(): Promise<void> {
    this.#kill();
    await this.#closed;
  }

  #kill(): void {
    this.#group.end();
    // What it started may hold its pipes open in a group of its own.
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #read(chunk: Buffer): void {
    const text = this.#partial + this.#decoder.write(chunk);
    let from = 0;
    // What the listener writes in answer to these lines leaves in one piece.
    this.#child.stdin?.cork();
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.#listener.onLine(text.slice(from, to));
      from = to + 1;
    }
    this.#child.stdin?.uncork();
    this.#partial = text.slice(from);
    if (this.#partial.length > LONGEST_LINE) {
      this.#partial = '';
      this.#end(`it wrote more than ${LONGEST_LINE} characters without a line end`);
      this.#kill();
    }
  }

  #end(reason: string): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#listener.onEnd(reason);
    }
  }
}
