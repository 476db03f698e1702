// One request through an undici dispatcher, bounded in every direction: connect, head, body, whole exchange, size. Says for
// certain whether any byte of the request can have left. Path and headers go out as they are; answers come back as bytes.
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { messageOf } from '../../base/message-of.js';
import type { WireErrorCode, WireRequest } from '../exchange.js';
import { wireErrorOf } from '../wire-error.js';
import { Gathered } from './gathered.js';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface DispatchFailure {
  readonly code: WireErrorCode;
  readonly message: string;
  readonly sent: boolean;
  /** The status, where the head of the answer came before the failure. */
  readonly status?: number;
}

export type DispatchOutcome = { readonly answer: RawAnswer } | { readonly failure: DispatchFailure };

export interface DispatchBounds {
  /** From handing the request to the connection to the last byte of the answer; a fresh connection may take as long again. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Never rejects. */
export function dispatchRequest(
  dispatcher: Dispatcher,
  request: WireRequest,
  bounds: DispatchBounds,
): Promise<DispatchOutcome> {
  return new Promise((resolve) => {
    let sent = false;
    let isSettled = false;
    let status: number | undefined;
    let headers: Readonly<Record<string, string>> = {};
    const body = new Gathered();
    let controller: Dispatcher.DispatchController | undefined;
    let timer: NodeJS.Timeout;

    const settle = (outcome: DispatchOutcome): void => {
      isSettled = true;
      clearTimeout(timer);
      bounds.signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const fail = (code: WireErrorCode, message: string): void => {
      settle({ failure: { code, message, sent, ...(status === undefined ? {} : { status }) } });
      controller?.abort(new Error(message));
    };
    const expire = (): void =>
      fail(
        sent ? 'timeout' : 'unreachable',
        sent
          ? `no complete answer within ${bounds.timeoutMs} ms (${status === undefined ? 'no head' : `status ${status}, ${body.size} bytes of body`} so far)`
          : `no connection within ${bounds.timeoutMs} ms`,
      );
    const onAbort = (): void => fail('aborted', `given up: ${messageOf(bounds.signal?.reason)}`);

    timer = setTimeout(expire, bounds.timeoutMs);
    bounds.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      dispatcher.dispatch(
        {
          // undici types known methods only, and sends any token as it is.
          method: request.method as Dispatcher.HttpMethod,
          path: request.path,
          headers: request.headers.flatMap(([name, value]) => [name, headerBytes(value)]),
          body: request.body.length === 0 ? null : request.inChunks ? halves(request.body) : request.body,
          headersTimeout: bounds.timeoutMs,
          bodyTimeout: bounds.timeoutMs,
        },
        {
          onRequestStart(started) {
            // Given up while it waited for a connection, and said to be never sent: then it must not leave.
            if (isSettled) {
              started.abort(new Error('given up before it was sent'));
              return;
            }
            controller = started;
            sent = true;
            clearTimeout(timer);
            timer = setTimeout(expire, bounds.timeoutMs);
          },
          onResponseStart(_controller, statusCode, received) {
            // An interim answer is no answer; endless ones end by the timer of the whole exchange.
            if (statusCode >= 200) {
              status = statusCode;
              headers = joined(received);
            }
          },
          onResponseData(_controller, chunk) {
            if (body.size + chunk.length > bounds.maxBodyBytes) {
              fail('body-too-large', `the body is larger than ${bounds.maxBodyBytes} bytes`);
            } else {
              body.add(chunk);
            }
          },
          onResponseEnd() {
            settle({ answer: { status: status ?? 0, headers, bytes: body.bytes() } });
          },
          onResponseError(_controller, error) {
            const { code, message } = wireErrorOf(error, bounds);
            settle({ failure: { code, message, sent, ...(status === undefined ? {} : { status }) } });
          },
        },
      );
    } catch (error) {
      settle({ failure: { ...wireErrorOf(error, bounds), sent: false } });
    }
    if (bounds.signal?.aborted === true) onAbort();
  });
}

/** A stream, whose length undici does not know and so does not state. */
function halves(body: Uint8Array): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from([body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0));
}

/** HTTP carries bytes: Latin-1 where the text fits into it, UTF-8 otherwise. */
export function headerBytes(value: string): string {
  return /[^\0-\u00ff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return flat;
}
