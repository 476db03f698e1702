// Intents told to the client under test, and what it makes of them. A client that fails, is silent or gone leaves a check undecided:
// what it did not say is nobody's verdict.

import { messageOf } from '../../../toolkit/base/message-of.js';
import type {
  ClientUnderTest,
  IntentInputs,
  IntentOperation,
  IntentReply,
  IntentResults,
  Outcome,
  TradingIntent,
} from '../../../toolkit/intents/index.js';
import { pause } from '../../../toolkit/wire/pause.js';
import { Undecided } from '../stage/ends.js';
import type { Task } from '../stage/stage.js';

const PAUSE_MS = 20;
/** Of one that says nothing of its patience. */
const ORDINARY_MS = 2_000;
const LONGEST_PAUSE_MS = 200;

export class LiveTask<O extends TradingIntent> implements Task<O> {
  readonly intent: string;
  readonly operation: O;
  readonly input: IntentInputs[O];
  readonly reply: Promise<IntentReply<O>>;
  readonly toldAt: number;
  replied: IntentReply<O> | undefined;
  #said: IntentReply<O> | undefined;
  readonly #client: ClientUnderTest;
  readonly #patienceMs: number;
  readonly #toldMs = performance.now();

  constructor(
    client: ClientUnderTest,
    told: { readonly operation: O; readonly input: IntentInputs[O]; readonly toldAt: number },
    patienceMs: number,
  ) {
    this.#client = client;
    this.#patienceMs = patienceMs;
    this.operation = told.operation;
    this.input = told.input;
    this.toldAt = told.toldAt;
    this.intent = told.input.intent;
    this.reply = this.#answered().then((reply) => {
      this.replied = reply;
      return reply;
    });
  }

  /** Whoever answers at once and goes on by itself is done when it would have answered otherwise. */
  async #answered(): Promise<IntentReply<O>> {
    const { introduction } = this.#client;
    const ownMs = Math.min(introduction.claims.patienceMs ?? ORDINARY_MS, this.#patienceMs);
    let reply = await askOf(this.#client, this.operation, this.input, this.#patienceMs);
    this.#said = reply;
    if (!introduction.capabilities.includes('outcome')) return reply;
    for (let pauseMs = PAUSE_MS; this.outcome?.state === 'pending'; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      if (performance.now() - this.#toldMs >= ownMs) break;
      await pause(pauseMs);
      const asked = await this.#askOutcome();
      if (asked.kind !== 'result') break;
      reply = asked;
      this.#said = reply;
    }
    return reply;
  }

  /** The result is an outcome as that of the intent is. */
  #askOutcome(): Promise<IntentReply<O>> {
    const { account } = this.input;
    const input = { intent: this.intent, ...(account !== undefined && { account }) };
    return askOf(this.#client, 'outcome', input, this.#patienceMs) as Promise<IntentReply<O>>;
  }

  get outcome(): Outcome | undefined {
    return this.#said?.kind === 'result' ? asOutcome(this.#said.result) : undefined;
  }

  async settled(): Promise<Outcome> {
    const until = performance.now() + this.#patienceMs;
    let outcome = asOutcome(resultOf(this.operation, await this.reply));
    while (outcome.state === 'pending') {
      if (!this.#client.introduction.capabilities.includes('outcome')) {
        throw new Undecided('the client said pending, and cannot be asked for the outcome', [], ['operation outcome']);
      }
      if (performance.now() >= until) return outcome;
      await pause(PAUSE_MS);
      outcome = asOutcome(resultOf(this.operation, await this.#askOutcome()));
    }
    return outcome;
  }
}

/** Asks, whatever comes of it: a client that breaks its word and throws has failed. */
export async function askOf<O extends IntentOperation>(
  client: ClientUnderTest,
  operation: O,
  input: IntentInputs[O],
  patienceMs: number,
): Promise<IntentReply<O>> {
  try {
    return await client.ask(operation, input, patienceMs);
  } catch (cause) {
    return { kind: 'errored', message: messageOf(cause) };
  }
}

/** The result of a reply; undecided where there is none. */
export function resultOf<O extends IntentOperation>(operation: O, reply: IntentReply<O>): IntentResults[O] {
  if (reply.kind === 'result') return reply.result;
  throw new Undecided(whyNoResult(operation, reply), [], reply.kind === 'skipped' ? [`operation ${operation}`] : []);
}

export function whyNoResult<O extends IntentOperation>(
  operation: O,
  reply: Exclude<IntentReply<O>, { readonly kind: 'result' }>,
): string {
  switch (reply.kind) {
    case 'skipped':
      return `the client does not have ${operation}: ${reply.message}`;
    case 'errored':
      return `the client failed at ${operation}: ${reply.message}`;
    case 'malformed':
      return `the client's answer to ${operation} has not the form of one: ${reply.message}`;
    case 'silent':
      return `the client did not answer ${operation} within ${reply.afterMs} ms`;
    case 'gone':
      return `the client was gone at ${operation}: ${reply.message}`;
  }
}

/** Every result of a trading intent is an outcome; the compiler cannot see it through the index. */
function asOutcome(result: IntentResults[TradingIntent]): Outcome {
  return result;
}
