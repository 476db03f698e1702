// What the clients of one account share during a round: the target, what they know of the account, its streams, and one way to send.

import type { JsonObject } from '../../toolkit/payload/json.js';
import {
  isHandshake,
  isMutating,
  type RequestName,
  type RequestParams,
} from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { pause } from '../../toolkit/wire/pause.js';
import { type LiveTarget, sendContext } from '../runner/live/target/target.js';
import type { SeededRandom } from '../runner/seed.js';
import type { KnownState } from './known-state.js';
import type { OrderMaker } from './order-maker.js';
import type { Streams } from './streams.js';

export interface SendOptions {
  /** Of an earlier request, for a repeat or a conflict. */
  readonly key?: string;
  /** Gives up after so long, whatever has become of it. */
  readonly cutAfterMs?: number;
}

export interface RoundContextParts {
  readonly target: LiveTarget;
  readonly accountId: string;
  readonly known: KnownState;
  readonly maker: OrderMaker;
  readonly random: SeededRandom;
  readonly streams: Streams;
  /** Nothing is done meanwhile that would excuse a result that does not come. */
  readonly isCalm: boolean;
  /** Instruments that the account may use. */
  readonly instruments: readonly string[];
  readonly signal: AbortSignal;
}

/** A service that was told to refuse what it is asked for needs no slower pace. */
const DRAIN_MS = 5;
const PROVOKING: ReadonlySet<string> = new Set(['limits.exhaust', 'service.maintenance']);

export class RoundContext {
  readonly parts: RoundContextParts;
  /** Control actions whose effect still lasts. */
  readonly lasting: Set<string> = new Set();

  constructor(parts: RoundContextParts) {
    this.parts = parts;
  }

  has(name: RequestName): boolean {
    return this.parts.target.dialect.has(name);
  }

  below(bound: number): number {
    return this.parts.random.below(bound);
  }

  /** One of them at random; undefined where there is none. */
  oneOf<One>(all: readonly One[]): One | undefined {
    return all.length === 0 ? undefined : all[this.below(all.length)];
  }

  #changing = 0;
  #alone: Promise<void> | undefined;

  /** What is done while no mutation is on its way, and none leaves: where the order of both decides what is right afterwards. */
  async alone(act: () => Promise<void>): Promise<void> {
    while (this.#alone !== undefined) await this.#alone;
    let done = (): void => undefined;
    this.#alone = new Promise((resolve) => {
      done = resolve;
    });
    try {
      while (this.#changing > 0) await pause(DRAIN_MS);
      await act();
    } finally {
      this.#alone = undefined;
      done();
    }
  }

  /** Undefined where the target has no such request, and when the soak ended before its turn came. */
  async send(
    name: RequestName,
    params: Partial<RequestParams> = {},
    { key, cutAfterMs }: SendOptions = {},
  ): Promise<HttpExchange | undefined> {
    const { target, accountId, signal } = this.parts;
    if (isHandshake(name)) throw new TypeError(`name: expected a request of HTTP, got ${name}`);
    if (!this.has(name)) return undefined;
    const lane = { accountId, request: name };
    if (
      !(await target.pace.turn(lane, signal).then(
        () => true,
        () => false,
      ))
    )
      return undefined;
    if (isMutating(name)) while (this.#alone !== undefined) await this.#alone;
    if (name === 'placeOrder' || name === 'openPosition') target.orders.spend();
    const { method, path, body } = target.dialect.request(name, { accountId, ...params });
    if (isMutating(name)) this.#changing += 1;
    const exchange = await target.http.send(
      {
        name,
        accountId,
        method,
        path,
        ...(body !== undefined && { body }),
        // Absent members are undefined here, and JSON leaves them out.
        params: params as JsonObject,
        ...(key !== undefined && { idempotencyKey: key }),
        ...(cutAfterMs !== undefined && { timeoutMs: cutAfterMs }),
        signal,
      },
      sendContext(target, null),
    );
    if (isMutating(name)) this.#changing -= 1;
    this.#keepPace(lane, exchange);
    return exchange;
  }

  #keepPace(lane: { readonly accountId: string; readonly request: RequestName }, { answer }: HttpExchange): void {
    const { pace } = this.parts.target;
    if (answer === undefined || [...PROVOKING].some((one) => this.lasting.has(one))) return;
    const seconds = Number(answer.headers['retry-after']);
    const afterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
    if (answer.status === 429) pace.refused(lane, afterMs);
    else if (answer.status === 503) pace.unavailable(lane, afterMs);
    else pace.passed(lane);
  }
}
