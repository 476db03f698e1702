// One HTTP call of a control action.

import type { Dispatcher } from 'undici';
import { isSuccessful } from '../../base/is-successful.js';
import type { ControlAnswer } from './answer.js';

const LARGEST_ANSWER = 1024 * 1024;

export interface ControlCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * A connection that idles may be closed by the other side at the very moment of the next call, which nobody may then repeat: it is used
 * again at once or not at all.
 */
const KEPT_MS = 250;
let dispatcher: Dispatcher | undefined;

async function connections(): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ keepAliveTimeout: KEPT_MS, keepAliveMaxTimeout: KEPT_MS, pipelining: 1 });
}

export async function callHttp(call: ControlCall): Promise<ControlAnswer> {
  // Loaded when something is called: a plan reads profiles and calls nothing.
  const { request } = await import('undici');
  dispatcher ??= await connections();
  const names = call.headers.map(([name]) => name.toLowerCase());
  const contentType =
    call.body === undefined || names.includes('content-type') ? [] : [['content-type', 'application/json'] as const];
  const response = await request(call.url, {
    // The schema allows these methods only.
    method: call.method as 'POST',
    headers: Object.fromEntries([...contentType, ...call.headers]),
    body: call.body ?? null,
    signal: call.signal,
    dispatcher,
  });
  let text = '';
  let length = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new Error(`expected an answer of at most ${LARGEST_ANSWER} bytes, got more`);
    text += decoder.decode(chunk, { stream: true });
  }
  const { statusCode } = response;
  return { succeeded: isSuccessful(statusCode), outcome: `HTTP ${statusCode}`, text };
}
