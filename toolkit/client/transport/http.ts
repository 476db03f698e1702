// One request of the reference client over undici: an answer, or why there is none. A connection of its own for each, so that an
// idle one that the service has just closed never passes for a lost answer.
import { setMaxListeners } from 'node:events';
import { Agent, type Dispatcher } from 'undici';
import { messageOf } from '../../base/message-of.js';
import type { JsonValue } from '../../payload/json.js';
import type { SignedDraft } from './signed.js';

export type Exchange =
  | {
      readonly status: number;
      readonly body: JsonValue | undefined;
      readonly retryAfterMs?: number;
      readonly location?: string;
    }
  | { readonly why: 'cut' | 'timeout' | 'unreachable'; readonly message: string };

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

export class HttpTransport {
  readonly #agent = new Agent({ pipelining: 0, connections: 64 });
  readonly #closing = new AbortController();

  constructor() {
    // One listener for each request under way.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Never rejects. */
  async send(origin: string, draft: SignedDraft, timeoutMs: number): Promise<Exchange> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const { statusCode, headers, body } = await this.#agent.request({
        origin,
        path: draft.path,
        // undici types known methods only, and sends any token as it is.
        method: draft.method as Dispatcher.HttpMethod,
        headers: draft.headers.flat(),
        body: draft.body ?? null,
        signal: AbortSignal.any([late.signal, this.#closing.signal]),
      });
      const text = await body.text();
      return {
        status: statusCode,
        body: parsed(text),
        ...inMs(headers['retry-after']),
        ...(typeof headers['location'] === 'string' ? { location: headers['location'] } : {}),
      };
    } catch (error) {
      const message = messageOf(error);
      if (late.signal.aborted) return { why: 'timeout', message };
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return { why: UNREACHABLE.includes(code) ? 'unreachable' : 'cut', message };
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the session has ended'));
    await this.#agent.destroy();
  }
}

function inMs(retryAfter: string | string[] | undefined): { readonly retryAfterMs?: number } {
  const seconds = Number(retryAfter);
  return retryAfter === undefined || !Number.isFinite(seconds) ? {} : { retryAfterMs: seconds * 1000 };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse gives
  } catch {
    return undefined;
  }
}
