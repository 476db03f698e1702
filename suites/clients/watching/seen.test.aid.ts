// What was seen of a client, made by hand: requests, commands and messages one after the other, in milliseconds.
import type { JsonObject, JsonValue } from '../../../toolkit/payload/json.js';
import type { StreamMessage } from '../../../toolkit/profile/index.js';
import type { Observed, ObservedFrame, ObservedRequest } from '../../../toolkit/tap/index.js';
import { Seen } from '../stage/seen.js';

interface Answered {
  readonly status?: number;
  readonly delivered?: 'whole' | 'cut-before';
  readonly json?: JsonValue;
  /** When the client signed it, by its own clock. */
  readonly signedMs?: number;
}

export class Heard {
  readonly #requests: ObservedRequest[] = [];
  readonly #frames: ObservedFrame[] = [];
  #seq = 0;
  #atMs = 0;
  #connection = 2;

  get seen(): Seen {
    const observed: Observed = {
      requests: this.#requests,
      frames: this.#frames,
      handshakes: [],
      connections: [],
      malformed: [],
    };
    return new Seen(observed);
  }

  pause(ms: number): this {
    this.#atMs += ms;
    return this;
  }

  request(
    request:
      | 'placeOrder'
      | 'cancelOrder'
      | 'openPosition'
      | 'closePosition'
      | 'operationStatus'
      | 'limits'
      | 'snapshot',
    params: JsonObject,
    key: string,
    { status = 202, delivered = 'whole', json = {}, signedMs }: Answered = {},
  ): this {
    const moment = this.#next();
    const answer = { ...this.#next(), status, headers: [], body: new Uint8Array(), json, delivered };
    this.#requests.push({
      ...moment,
      connection: 1,
      method: 'POST',
      target: `/${request}/${String(params['operationId'] ?? '')}`,
      headers: [
        ['SVC-IDEMPOTENCY-KEY', key],
        ['SVC-TIMESTAMP', signedMs === undefined ? '' : String(signedMs)],
      ],
      read: { request, accountId: 'A', params },
      signature: { stages: [] },
      body: new Uint8Array(),
      whole: moment,
      answer,
    });
    return this;
  }

  /** What comes later does so on another connection. */
  returns(): this {
    this.#connection += 1;
    return this;
  }

  subscribe(event: string, ...instruments: readonly string[]): this {
    return this.#frame({ direction: 'in', command: { action: 'subscribe', event, instruments } });
  }

  /** With `isRead`, a pong behind it tells that the client has read it. */
  says(message: StreamMessage, isRead = false): this {
    return this.#frame({ direction: 'out', messages: [message], ...(isRead && { ponged: this.#next() }) });
  }

  #frame(rest: Pick<ObservedFrame, 'direction'> & Partial<ObservedFrame>): this {
    const place = { ...this.#next(), connection: this.#connection, stream: 'events', accountId: 'A' } as const;
    this.#frames.push({ ...place, text: '', isBinary: false, messages: [], ...rest });
    return this;
  }

  #next(): { readonly seq: number; readonly atNs: bigint } {
    this.#seq += 1;
    this.#atMs += 1;
    return { seq: this.#seq, atNs: BigInt(this.#atMs) * 1_000_000n };
  }
}
