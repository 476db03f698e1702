// The reference client: a whole client of the interface in this process that does as its conduct says, asked by intents like any other.

import { kept } from '../base/kept.js';
import { messageOf } from '../base/message-of.js';
import type { ClientUnderTest, IntentInputs, IntentOperation, IntentReply, IntentResults } from '../intents/index.js';
import { INTENT_OPERATIONS, requestParamsOf } from '../intents/index.js';
import { compileDialect, type Dialect, fillDialect, UNSTATED_REQUESTS } from '../profile/index.js';
import { type PrivateKey, parsePrivateKey } from '../signing/index.js';
import { type Conduct, claimsOf } from './conduct/conduct.js';
import { emptyMemory } from './session/book.js';
import { Service } from './session/service.js';
import { Session, type SharedState } from './session/session.js';

type Answer<Operation extends IntentOperation> = (input: IntentInputs[Operation]) => Promise<IntentResults[Operation]>;
type Answers = { readonly [Operation in IntentOperation]: Answer<Operation> };

/** The default spelling, with the requests that the interface does not show. */
const DEFAULT_REQUESTS = { requests: Object.fromEntries(UNSTATED_REQUESTS.map((name) => [name, {}])) };

const WITHOUT_STREAMS = INTENT_OPERATIONS.filter((name) => name !== 'subscribe' && name !== 'unsubscribe');

export function referenceClient(conduct: Conduct, name = 'reference client'): ClientUnderTest {
  const client = new ReferenceClient(conduct);
  return {
    introduction: {
      implementation: name,
      language: 'TypeScript',
      capabilities: conduct.connections > 0 ? INTENT_OPERATIONS : WITHOUT_STREAMS,
      claims: claimsOf(conduct),
    },
    ask: (operation, input, patienceMs) => client.ask(operation, input, patienceMs),
    stderr: () => '',
    close: () => client.close(),
  };
}

class ReferenceClient {
  readonly #conduct: Conduct;
  readonly #sessions = new Map<string, Session>();
  readonly #shared: SharedState;
  #firstAccount: string | undefined;
  #last: Session | undefined;

  constructor(conduct: Conduct) {
    this.#conduct = conduct;
    let ordinal = 0;
    this.#shared = {
      nextOrdinal: () => {
        ordinal += 1;
        return ordinal;
      },
      conditions: new Map(),
      memory: emptyMemory(),
    };
  }

  async ask<Operation extends IntentOperation>(
    operation: Operation,
    input: IntentInputs[Operation],
    patienceMs: number,
  ): Promise<IntentReply<Operation>> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<IntentReply<Operation>>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'silent', afterMs: patienceMs }), patienceMs);
    });
    const reply = this.#answers[operation](input).then(
      (result): IntentReply<Operation> => ({ kind: 'result', result }),
      (error: unknown): IntentReply<Operation> => ({ kind: 'errored', message: messageOf(error) }),
    );
    const first = await Promise.race([reply, silence]);
    clearTimeout(timer);
    return first;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
    this.#sessions.clear();
  }

  readonly #answers: Answers = {
    begin: async (input) => {
      await this.#end(input.account);
      this.#firstAccount ??= input.account;
      const facts = { ...input, firstAccount: this.#firstAccount, privateKey: keyOf(input.privatePem) };
      const service = new Service(this.#conduct, facts, dialectOf(input));
      const session = new Session(this.#conduct, service, this.#shared, input);
      this.#sessions.set(input.account, session);
      this.#last = session;
      return session.begin(input.subscribe);
    },
    place: async (input) => this.#of(input).trade(input.intent, 'placeOrder', requestParamsOf(input)),
    open: async (input) => this.#of(input).open(input),
    close: async (input) => this.#of(input).close(input),
    cancel: async (input) => this.#of(input).cancel(input),
    outcome: async (input) => this.#of(input).outcome(input.intent),
    view: async (input) => this.#of(input).view(),
    subscribe: async (input) => this.#of(input).subscribe(input),
    unsubscribe: async (input) => this.#of(input).unsubscribe(input),
    read: async (input) => this.#of(input).read(input),
    history: async (input) => this.#of(input).history(input),
    end: async ({ account }) => {
      for (const known of account === undefined ? [...this.#sessions.keys()] : [account]) await this.#end(known);
      return {};
    },
  };

  #of({ account }: { readonly account?: string }): Session {
    const session = account === undefined ? this.#last : this.#sessions.get(account);
    if (session === undefined) throw new Error('not begun');
    return session;
  }

  async #end(account: string): Promise<void> {
    const session = this.#sessions.get(account);
    this.#sessions.delete(account);
    if (this.#last === session) this.#last = [...this.#sessions.values()].at(-1);
    await session?.end();
  }
}

const keys = new Map<string, PrivateKey>();

/** Read once: hundreds of clients in one process are told the same. */
function keyOf(privatePem: string): PrivateKey {
  return kept(keys, privatePem, () => parsePrivateKey(privatePem));
}

const dialects = new Map<string, Dialect>();

/** Compiled once for each spelling and base path. */
function dialectOf({ dialect = DEFAULT_REQUESTS, baseUrl, streamUrl }: IntentInputs['begin']): Dialect {
  const paths = [baseUrl, streamUrl].map((url) => new URL(url).pathname);
  return kept(dialects, JSON.stringify([dialect, ...paths]), () =>
    compileDialect(fillDialect(dialect), baseUrl, streamUrl),
  );
}
