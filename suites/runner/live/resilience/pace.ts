// The pace of a run on one target: requests leave when each of their gates lets them, in the order asked. A quota may count by API key,
// by account, by endpoint, or by both (interface 8, other limits, rule 1), so a request passes a gate for each; where the limits endpoint
// shows a quota it is kept to from the start, elsewhere a 429 slows down the narrowest gate that explains it.

import { kept } from '../../../../toolkit/base/kept.js';
import type { RequestName } from '../../../../toolkit/profile/dialect/dialect.js';
import { Gate, type KnownQuota } from './gate.js';

export interface Lane {
  readonly accountId: string;
  readonly request: RequestName;
}

interface Waiting {
  readonly gates: readonly Gate[];
  readonly leave: () => void;
}

export interface PaceCost {
  readonly met: number;
  readonly waitedMs: number;
  readonly isBound: boolean;
}

/** A gate with fewer requests than this in a second did not use its quota up by itself. */
const BUSY = 2;
/** Refusals of as many others at once point to a quota that these share. */
const TOGETHER = 3;
const TOGETHER_MS = 1_000;

export class Pace {
  readonly #all: Gate;
  readonly #accounts = new Map<string, Gate>();
  readonly #endpoints = new Map<string, Gate>();
  readonly #lanes = new Map<string, Gate>();
  readonly #quotas = new Map<RequestName, KnownQuota>();
  readonly #waiting = new Set<Waiting>();
  #refused: { readonly atMs: number; readonly lane: Lane }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #met = 0;
  #waitedMs = 0;
  /** Requests that had to wait for the bound over all of them, against those that another gate held back. */
  readonly #held = { bound: 0, gates: 0 };
  /** Since when requests have been waiting without a break. */
  #waitingSinceMs = 0;

  /** @param mostPerSecond over all requests; 0 for no bound. */
  constructor(mostPerSecond: number) {
    this.#all = new Gate(mostPerSecond === 0 ? Number.POSITIVE_INFINITY : mostPerSecond);
  }

  /**
   * How often a quota was met that nobody knew of, for how long one request or more waited for its turn, and whether most of these waited
   * for the bound over all requests, which the profile sets.
   */
  get cost(): PaceCost {
    return { met: this.#met, waitedMs: this.#waitedMs, isBound: this.#held.bound > this.#held.gates };
  }

  /** Keeps to a quota per account, also on accounts that are not known yet. */
  bind(request: RequestName, quota: KnownQuota): void {
    this.#quotas.set(request, quota);
  }

  /** Resolves when the request may leave; rejects with the signal's reason when it is aborted first. */
  async turn(lane: Lane, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const gates = this.#gatesOf(lane);
    const nowMs = performance.now();
    if (this.#waiting.size === 0 && gates.every((gate) => gate.readyAt(nowMs) <= nowMs)) {
      for (const gate of gates) gate.leave(nowMs);
      return;
    }
    const isBound = this.#all.readyAt(nowMs) >= Math.max(nowMs, ...gates.map((gate) => gate.readyAt(nowMs)));
    this.#held[isBound ? 'bound' : 'gates'] += 1;
    await new Promise<void>((resolve, reject) => {
      const give = (): void => {
        this.#left(waiting);
        reject(signal.reason);
      };
      const waiting = {
        gates,
        leave: (): void => {
          signal.removeEventListener('abort', give);
          resolve();
        },
      };
      signal.addEventListener('abort', give, { once: true });
      if (this.#waiting.size === 0) this.#waitingSinceMs = nowMs;
      this.#waiting.add(waiting);
      this.#serve();
    });
  }

  /** An answer that no quota refused. */
  passed(lane: Lane): void {
    for (const gate of this.#gatesOf(lane)) gate.passed();
  }

  /** A 503: nothing about the pace, but the endpoint is left alone for a while. */
  unavailable(lane: Lane, retryAfterMs: number | undefined): void {
    this.#lane(lane).refused(performance.now(), retryAfterMs);
  }

  /** A 429. */
  refused(lane: Lane, retryAfterMs: number | undefined): void {
    const nowMs = performance.now();
    const own = this.#lane(lane);
    this.#met += 1;
    const isBusy = own.recent(nowMs) >= BUSY || own.isRefusing;
    own.refused(nowMs, retryAfterMs);
    if (isBusy) own.slowDown(nowMs);
    this.#refused = [...this.#refused.filter(({ atMs }) => atMs > nowMs - TOGETHER_MS), { atMs: nowMs, lane }];
    for (const gate of this.#sharedBy(lane, isBusy)) {
      gate.refused(nowMs, undefined);
      gate.slowDown(nowMs);
      this.#refused = [];
    }
  }

  /** Gates of more than one lane that explain the latest refusals. */
  *#sharedBy({ accountId, request }: Lane, isBusy: boolean): Generator<Gate> {
    const lanes = this.#refused.map(({ lane }) => lane);
    const accounts = new Set(lanes.map((one) => one.accountId));
    const endpoints = new Set(lanes.map((one) => one.request));
    const ofAccount = new Set(lanes.filter((one) => one.accountId === accountId).map((one) => one.request));
    const ofEndpoint = new Set(lanes.filter((one) => one.request === request).map((one) => one.accountId));
    if (isBusy && accounts.size < TOGETHER) return;
    if (accounts.size >= TOGETHER && endpoints.size >= TOGETHER) yield this.#all;
    else if (ofAccount.size >= BUSY) yield this.#account(accountId);
    else if (ofEndpoint.size >= TOGETHER && !isBusy) yield this.#endpoint(request);
  }

  #gatesOf(lane: Lane): readonly Gate[] {
    return [this.#all, this.#account(lane.accountId), this.#endpoint(lane.request), this.#lane(lane)];
  }

  #account(id: string): Gate {
    return kept(this.#accounts, id, () => new Gate());
  }

  #endpoint(request: string): Gate {
    return kept(this.#endpoints, request, () => new Gate());
  }

  #lane({ accountId, request }: Lane): Gate {
    return kept(this.#lanes, `${request} ${accountId}`, () => {
      const gate = new Gate();
      const quota = this.#quotas.get(request);
      if (quota !== undefined) gate.bind(quota);
      return gate;
    });
  }

  #left(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    if (this.#waiting.size === 0) this.#waitedMs += performance.now() - this.#waitingSinceMs;
  }

  /** Lets go whoever may leave, oldest first, and comes back when the next one may. */
  #serve(): void {
    clearTimeout(this.#timer);
    const nowMs = performance.now();
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      const readyMs = Math.max(...waiting.gates.map((gate) => gate.readyAt(nowMs)));
      if (readyMs > nowMs) {
        soonestMs = Math.min(soonestMs, readyMs);
        continue;
      }
      this.#left(waiting);
      for (const gate of waiting.gates) gate.leave(nowMs);
      waiting.leave();
    }
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#serve(), Math.max(1, soonestMs - nowMs));
  }
}
