// A client under test that is a process of its own: version 2 of the protocol over standard input and output. Whatever it writes is
// bounded, and whatever it does or leaves undone becomes an answer: nothing of it ends or blocks whoever asks.
import { randomBytes } from 'node:crypto';
import { messageOf } from '../base/message-of.js';
import { AdapterProcess } from '../vectors/program/adapter-process.js';
import { excerpt, excerptOfEnd } from '../vectors/program/excerpt.js';
import { parseLine, stopLine } from '../vectors/program/protocol.js';
import type { ClientIntroduction, ClientUnderTest, IntentReply } from './client-under-test.js';
import type { IntentInputs, IntentOperation } from './operations.js';
import { isIntentOperation } from './operations.js';
import { askLine, introduceLine, lackingIn, type RawReply, readClientIntroduction, readRawReply } from './protocol.js';
import { resultDefect } from './result-defect.js';

export interface ClientCommand {
  /** Run by the shell, in a process group of its own. */
  readonly command: string;
  readonly cwd?: string;
  /** What the process finds in its environment besides. */
  readonly env?: Readonly<Record<string, string>>;
  /** Texts that must not be shown: private keys. */
  readonly secrets?: readonly string[];
  /** Longest wait for the introduction; compilers take their time. */
  readonly startMs?: number;
}

const START_MS = 30_000;
const MOST_SHOWN = 1000;
/** How long an answer to an operation that does not exist is waited for; silence is no offence. */
const PROBE_MS = 1000;
/** A program that floods its output is stopped. */
const MOST_JUNK_LINES = 100_000;
const MOST_JUNK_CHARACTERS = 64 * 1024 * 1024;

/** @throws Error with the reason for which no client is there to be asked. */
export async function startClient(options: ClientCommand): Promise<ClientUnderTest> {
  const session = new ClientProcess(options);
  try {
    await session.introduce(options.startMs ?? START_MS);
  } catch (error) {
    await session.kill();
    throw new Error(session.described(messageOf(error)));
  }
  return session;
}

class ClientProcess implements ClientUnderTest {
  readonly #process: AdapterProcess;
  readonly #secrets: readonly string[];
  readonly #waiting = new Map<number, (reply: RawReply) => void>();
  #introduced: (introduction: ClientIntroduction) => void = () => undefined;
  #introduction: ClientIntroduction | undefined;
  #failed: (reason: string) => void = () => undefined;
  readonly #gone: Promise<string>;
  #reason: string | undefined;
  /** What it said that shows that no answer of it can be believed. */
  #unbelievable: string | undefined;
  #seq = 0;
  #junkLines = 0;
  #junkCharacters = 0;
  #closing: Promise<void> | undefined;
  /** Of what was nearly an introduction. */
  #lacking: string | undefined;

  constructor({ command, cwd, env, secrets = [] }: ClientCommand) {
    this.#secrets = secrets;
    this.#gone = new Promise((resolve) => {
      this.#failed = (reason) => {
        this.#reason ??= reason;
        resolve(reason);
      };
    });
    this.#process = new AdapterProcess(
      command,
      { onLine: (line) => this.#hear(line), onEnd: (reason) => this.#failed(reason) },
      cwd,
      env,
    );
  }

  get introduction(): ClientIntroduction {
    if (this.#introduction === undefined) {
      throw new Error('expected an introduced client, got one before its introduction');
    }
    return this.#introduction;
  }

  async introduce(startMs: number): Promise<void> {
    const introduced = new Promise<ClientIntroduction>((resolve) => {
      this.#introduced = resolve;
    });
    this.#process.write(introduceLine());
    const first = await within(startMs, Promise.race([introduced, this.#gone]));
    if (first === undefined) {
      const lacking = this.#lacking;
      if (lacking !== undefined) throw new Error(`its answer to "start" has no ${lacking}, which it takes`);
      throw new Error(`it did not answer "start" within ${startMs} ms (does it write out each line at once?)`);
    }
    if (typeof first === 'string') throw new Error(first);
    this.#introduction = first;
    if (first.capabilities.some(isIntentOperation)) await this.#probe();
  }

  async ask<Operation extends IntentOperation>(
    operation: Operation,
    input: IntentInputs[Operation],
    patienceMs: number,
  ): Promise<IntentReply<Operation>> {
    if (!this.introduction.capabilities.includes(operation)) {
      return { kind: 'skipped', message: `it does not name "${operation}" among its capabilities` };
    }
    if (this.#unbelievable !== undefined) return { kind: 'malformed', message: this.#unbelievable };
    const reply = await this.#exchange(operation, input, patienceMs);
    if (reply === undefined) return { kind: 'silent', afterMs: patienceMs };
    if (typeof reply === 'string') return { kind: 'gone', message: this.described(reply) };
    if (reply.kind !== 'result') return { kind: reply.kind, message: this.#shown(reply.message) };
    const read = resultDefect(operation, reply.result);
    return 'defect' in read
      ? { kind: 'malformed', message: this.#shown(`${operation}: ${read.defect}`) }
      : { kind: 'result', result: read.result };
  }

  readonly stderr = (): string => excerptOfEnd(this.#process.errorOutput, this.#secrets, MOST_SHOWN);

  close(): Promise<void> {
    this.#closing ??= this.#process.stop(stopLine());
    return this.#closing;
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  /** A reason with the end of what it wrote to its error output. */
  described(reason: string): string {
    const output = excerptOfEnd(this.#process.errorOutput, this.#secrets);
    return output === '' ? reason : `${reason}; it wrote: ${output}`;
  }

  /** Who answers what nobody can answer answers everything. */
  async #probe(): Promise<void> {
    const operation = `x-${randomBytes(6).toString('hex')}`;
    const reply = await this.#exchange(operation, {}, PROBE_MS);
    if (typeof reply === 'object' && reply.kind === 'result') {
      this.#unbelievable = `it answered the operation "${operation}", which does not exist, with a result; answer "skipped" to what it does not have`;
    }
  }

  /** Undefined for silence, a text for the reason of its end. */
  async #exchange(operation: string, input: unknown, patienceMs: number): Promise<RawReply | string | undefined> {
    if (this.#reason !== undefined) return this.#reason;
    this.#seq += 1;
    const seq = this.#seq;
    const reply = new Promise<RawReply>((resolve) => this.#waiting.set(seq, resolve));
    this.#process.write(askLine(seq, operation, input));
    const first = await within(patienceMs, Promise.race([reply, this.#gone]));
    this.#waiting.delete(seq);
    return first;
  }

  #hear(line: string): void {
    const value = line.trimStart().startsWith('{') ? parseLine(line) : undefined;
    if (this.#introduction === undefined) {
      const introduction = readClientIntroduction(value);
      if (introduction === undefined) {
        this.#lacking ??= lackingIn(value);
        this.#junk(line);
      } else {
        this.#introduced(introduction);
      }
      return;
    }
    const reply = readRawReply(value);
    const resolve = reply === undefined ? undefined : this.#waiting.get(reply.seq);
    if (reply === undefined || resolve === undefined) {
      this.#junk(line);
      return;
    }
    this.#junkLines = 0;
    this.#junkCharacters = 0;
    resolve(reply);
  }

  #junk(line: string): void {
    this.#junkLines += 1;
    this.#junkCharacters += line.length;
    if (this.#junkLines === MOST_JUNK_LINES || this.#junkCharacters > MOST_JUNK_CHARACTERS) {
      this.#failed(`it wrote ${this.#junkLines} lines in a row that are no answers, and was stopped`);
      void this.#process.kill();
    }
  }

  #shown(text: string): string {
    return excerpt(text, this.#secrets, MOST_SHOWN);
  }
}

/** Undefined when the time is over first. */
async function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const first = await Promise.race([value, late]);
  clearTimeout(timer);
  return first;
}
