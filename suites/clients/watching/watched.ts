// A client under watch as scenes see it: what it was heard of, what can be brought about, and how much time is left.

import type { JsonValue } from '../../../toolkit/payload/json.js';
import { isFinalStatus } from '../../../toolkit/payload/vocabulary.js';
import type { ControlActionName, Dialect, PositionView } from '../../../toolkit/profile/index.js';
import type { AccountView } from '../../../toolkit/reference/index.js';
import { haveRead, type Testbed } from '../playing/testbed.js';
import type { Incident } from '../situations/situation.js';
import type { Armed } from '../stage/incident-injector.js';
import { keyOf, Seen, type SeenRequest } from '../stage/seen.js';
import { type HabitOfSending, habitOfSending } from './habit-of-sending.js';
import { Turns } from './turns.js';

/** How long a client is watched at least after each trouble: it may wait before it tries again. */
export const AFTER_MS = 4_000;
/** After an answer that tells it to slow down, it may wait longer. */
export const AFTER_REFUSAL_MS = 15_000;
/** Nor longer than this, whatever time is left: many wait ten seconds for an answer, and as long again before the next attempt. */
export const AFTER_AT_MOST_MS = 30_000;
const STEP_MS = 250;
/** Operations end in far less. */
const UNDER_WAY_MS = 1_000;

export interface Rejection {
  readonly key: string;
  readonly code: string;
}

export class Watched {
  readonly seen: Seen;
  readonly account: string;
  /** Keys of the orders that met something. */
  readonly troubled: Set<string> = new Set();
  readonly turns: Turns = new Turns();
  readonly #testbed: Testbed;
  readonly #reading: Dialect;
  readonly #signal: AbortSignal;
  readonly #untilMs: number;

  constructor(testbed: Testbed, reading: Dialect, signal: AbortSignal, untilMs: number) {
    this.#testbed = testbed;
    this.#reading = reading;
    this.#signal = signal;
    this.#untilMs = untilMs;
    this.seen = new Seen(testbed.tap.observed);
    this.account = testbed.service.profile.accounts.pool[0]?.id ?? '';
  }

  /** How it sends while nothing is wrong, by all that was seen of it until now. */
  get habit(): HabitOfSending {
    return habitOfSending(this.seen, this.troubled);
  }

  get leftMs(): number {
    return Math.max(0, this.#untilMs - performance.now());
  }

  /** Whether it has ended, or somebody wants an end. */
  get isOver(): boolean {
    return this.#signal.aborted;
  }

  arm(incident: Incident): Armed {
    return this.#testbed.injector.arm(incident);
  }

  control(action: ControlActionName, params: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return this.#testbed.service.control.perform(action, { account_id: this.account, ...params });
  }

  /** From now on no operation ends, at once; the service has nothing to wait for. */
  hold(): void {
    void this.control('operation.hold');
  }

  /** The same once those that are under way have ended: a client that waits for one would do nothing else. */
  async holdWhatComes(): Promise<void> {
    const areEnded = (): boolean => this.inside().operations.every(({ state }) => isFinalStatus(state));
    await this.until(() => areEnded() || undefined, UNDER_WAY_MS);
    this.hold();
  }

  behave(change: Parameters<Testbed['behave']>[0]): void {
    this.#testbed.behave(change);
  }

  /** The account as it is inside the service. */
  inside(): AccountView {
    return this.#testbed.service.view(this.account);
  }

  /** Whether an order of its own had the key. */
  isOwnKey(key: JsonValue | undefined): boolean {
    return this.seen.mutations().some((one) => keyOf(one) === key);
  }

  /** Whether it ever asked a stream what becomes of orders. */
  askedForResults(): boolean {
    return this.seen.commands().some(({ command }) => command.event === 'transactions');
  }

  /** Whether a stream of it tells it so now. */
  hearsResults(): boolean {
    return this.inside().connections.some(({ subscriptions }) => subscriptions.transactions);
  }

  /** Whether a read may have told what became of the order: the status of another one tells nothing of it. */
  readonly tellsOf = (read: SeenRequest, order: SeenRequest): boolean => {
    const { answer } = read;
    if (read.read.request !== 'operationStatus' || answer?.status !== 200 || answer.json === undefined) return true;
    const { clientRequestId } = this.#reading.readOperation(answer.json);
    return typeof clientRequestId !== 'string' || clientRequestId === keyOf(order);
  };

  /** Whether the read of the account told that it may only close. */
  readsCloseOnly({ answer }: SeenRequest): boolean {
    if (answer?.status !== 200 || answer.json === undefined) return false;
    const { accountStatus } = this.#reading.readAccount(answer.json);
    return accountStatus !== undefined && this.#reading.meaning('accountStatus', accountStatus) === 'close_only';
  }

  /** The key of the operation whose status was read. */
  keyOfStatus(body: JsonValue | undefined): string | undefined {
    const { clientRequestId } = body === undefined ? {} : this.#reading.readOperation(body);
    return typeof clientRequestId === 'string' ? clientRequestId : undefined;
  }

  /** The key of an operation whose status, as it was read, tells its end. */
  readonly endedKeyOf = (body: JsonValue | undefined): string | undefined => {
    const { state, clientRequestId } = body === undefined ? {} : this.#reading.readOperation(body);
    const isEnd = state === 'success' || state === 'rejected' || state === 'failed';
    return isEnd && typeof clientRequestId === 'string' ? clientRequestId : undefined;
  };

  /** The code of an operation whose status, as it was read, tells that it was rejected or failed, with its key. */
  readonly rejectionIn = (body: JsonValue | undefined): Rejection | undefined => {
    const { errorCode, clientRequestId } = body === undefined ? {} : this.#reading.readOperation(body);
    if (typeof clientRequestId !== 'string' || typeof errorCode !== 'string') return undefined;
    return { key: clientRequestId, code: errorCode };
  };

  /** The positions that a snapshot showed, as it was read. */
  readonly positionsIn = (body: JsonValue | undefined): readonly PositionView[] =>
    body === undefined ? [] : (this.#reading.readSnapshot(body).positions ?? []);

  /** By instrument, how many digits prices have. */
  get priceDigits(): ReadonlyMap<string, number> {
    const { quotes } = this.inside();
    return new Map(quotes.map(({ instrument: { name, conditions } }) => [name, conditions.pointDigits]));
  }

  /** A share of what is left, so that a slow client is seen too and the rest still has its time; a hasty one ends the wait itself. */
  patienceMs(leastMs: number, left: number): number {
    return Math.max(leastMs, Math.min(AFTER_AT_MOST_MS, this.leftMs / left));
  }

  until<T>(find: () => T | undefined, ms: number): Promise<T | undefined> {
    return this.within(find, Math.min(ms, this.leftMs));
  }

  /** The same beyond the end of the watch. */
  async within<T>(find: () => T | undefined, ms: number): Promise<T | undefined> {
    const until = performance.now() + ms;
    for (;;) {
      const found = find();
      const leftMs = until - performance.now();
      if (found !== undefined || leftMs <= 0 || this.#signal.aborted) return found;
      // What a stream has brought is known to be read once it answers.
      void haveRead(this.#testbed.tap, STEP_MS);
      await this.#testbed.tap.until(find, Math.min(STEP_MS, leftMs));
    }
  }
}
