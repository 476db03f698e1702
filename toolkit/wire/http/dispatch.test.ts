// What is said never to have been sent is never sent.
import type { Dispatcher } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { dispatchRequest } from './dispatch.js';

describe('dispatchRequest', () => {
  it('keeps back a request that was given up before it had a connection', async () => {
    let handler: Dispatcher.DispatchHandler | undefined;
    const dispatcher = {
      dispatch: (_: unknown, given: Dispatcher.DispatchHandler) => {
        handler = given;
        return true;
      },
    } as unknown as Dispatcher; // all of it that is used
    const request = { method: 'GET', path: '/', headers: [], body: new Uint8Array() };
    const outcome = await dispatchRequest(dispatcher, request, { timeoutMs: 1, maxBodyBytes: 1, signal: undefined });
    expect(outcome).toMatchObject({ failure: { code: 'unreachable', sent: false } });
    const abort = vi.fn();
    handler?.onRequestStart?.({ abort } as unknown as Dispatcher.DispatchController, {}); // aborts, and nothing else
    expect(abort).toHaveBeenCalledOnce();
  });
});
