// The service as one session of the client reaches it: requests in its dialect, signed by the conduct, sent, and their trouble told.
import type { JsonValue } from '../../payload/json.js';
import type { Dialect, RequestName, RequestParams } from '../../profile/index.js';
import type { PrivateKey } from '../../signing/index.js';
import type { Trouble } from '../conduct/calls.js';
import type { Conduct } from '../conduct/conduct.js';
import type { RequestKind } from '../conduct/form.js';
import { type Exchange, HttpTransport } from '../transport/http.js';
import { RequestSigner, type SignedDraft } from '../transport/signed.js';
import { codeOf, textOf } from './values.js';

export interface ServiceFacts {
  readonly baseUrl: string;
  readonly streamUrl: string;
  readonly account: string;
  /** The account of the client's first session. */
  readonly firstAccount: string;
  readonly apiKey: string;
  readonly privateKey: PrivateKey;
}

export interface CallDraft {
  readonly name: RequestName;
  readonly params: Omit<RequestParams, 'accountId'>;
  readonly key: string;
  readonly attempt: number;
}

export type ReadOutcome = { readonly body: JsonValue } | { readonly trouble: Trouble };

export class Service {
  readonly #conduct: Conduct;
  readonly #facts: ServiceFacts;
  readonly #signer: RequestSigner;
  readonly #http = new HttpTransport();
  readonly #timers = new Set<() => void>();
  readonly dialect: Dialect;
  #isClosed = false;

  constructor(conduct: Conduct, facts: ServiceFacts, dialect: Dialect) {
    this.#conduct = conduct;
    this.#facts = facts;
    this.dialect = dialect;
    this.#signer = new RequestSigner(conduct, dialect, facts.apiKey, facts.privateKey);
  }

  get streamUrl(): string {
    return this.#facts.streamUrl;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The JSON text that a call would carry. */
  bodyOf(name: RequestName, params: CallDraft['params']): string {
    return this.#conduct.body(this.dialect.request(name, this.#params(params)).body ?? '');
  }

  call({ name, params, key, attempt }: CallDraft): Promise<Exchange> {
    const prepared = this.dialect.request(name, this.#params(params));
    const body = prepared.body === undefined ? undefined : this.#conduct.body(prepared.body);
    return this.#send({ name, kind: 'call', method: prepared.method, path: prepared.path, key, body, attempt });
  }

  /** A command of the stream as a request, which the interface models and nobody serves. */
  post(command: string): Promise<Exchange> {
    const name = 'eventsStream';
    const { path } = this.dialect.request(name, this.#params({}));
    const key = this.#conduct.key(0, command);
    return this.#send({ name, kind: 'call', method: 'POST', path, key, body: command, attempt: 1 });
  }

  /** A read, repeated as the conduct has it; one that comes round again by itself is sent `once`. */
  async read(name: RequestName, params: CallDraft['params'] = {}, once?: 'once'): Promise<ReadOutcome> {
    for (let attempt = 1; ; attempt++) {
      const { method, path } = this.dialect.request(name, this.#params(params));
      const key = this.#conduct.keyOfRead('read');
      const exchange = await this.#send({ name, kind: 'read', method, path, key, body: undefined, attempt });
      if ('status' in exchange && exchange.status === 200 && exchange.body !== undefined) {
        return { body: exchange.body };
      }
      const trouble = this.troubleOf('read', exchange, attempt);
      const delayMs = once === undefined ? this.#conduct.repeatsAfterMs(trouble) : undefined;
      if (delayMs === undefined || this.#isClosed) return { trouble };
      await this.pause(delayMs);
    }
  }

  handshake(attempt: number): SignedDraft {
    const name = 'eventsStream';
    const { method, path } = this.dialect.request(name, this.#params({}));
    const key = this.#conduct.keyOfRead('handshake');
    return this.#signer.sign({ name, kind: 'handshake', method, path, key, body: undefined, attempt });
  }

  troubleOf(kind: RequestKind, exchange: Exchange, attempt: number): Trouble {
    if ('why' in exchange) return { kind, why: exchange.why, message: exchange.message, attempt };
    const { status, retryAfterMs } = exchange;
    const error = exchange.body === undefined ? {} : this.dialect.readError(exchange.body);
    const [code, message] = [codeOf(error.code), textOf(error.message)];
    return {
      kind,
      why: 'status',
      status,
      attempt,
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  /** Ends early when the session does. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.#isClosed || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#timers.delete(end);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
      this.#timers.add(end);
      signal?.addEventListener('abort', end, { once: true });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of [...this.#timers]) end();
    await this.#http.close();
  }

  async #send(draft: Parameters<RequestSigner['sign']>[0]): Promise<Exchange> {
    const { origin } = new URL(this.#facts.baseUrl);
    const signed = this.#signer.sign(draft);
    const exchange = await this.#http.send(origin, signed, this.#conduct.requestTimeoutMs);
    if (!this.#conduct.followsRedirects(draft.kind) || !('location' in exchange) || exchange.location === undefined) {
      return exchange;
    }
    const target = new URL(exchange.location, this.#facts.baseUrl);
    return this.#http.send(
      target.origin,
      { ...signed, path: target.pathname + target.search },
      this.#conduct.requestTimeoutMs,
    );
  }

  #params(params: CallDraft['params']): RequestParams {
    const { account, firstAccount } = this.#facts;
    return this.#conduct.params({ ...params, accountId: this.#conduct.account(account, firstAccount) });
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
