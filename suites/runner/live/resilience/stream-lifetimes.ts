// How long a target lets a stream live. The interface (6.4, rule 4) has clients connect again and names no time, so that a service may
// close every stream after so long, whatever happens on it. A stream that the target ended after seconds is compared with one on which
// nothing happens: where that ends at the same age, it is the age, and says nothing about what the check was after.
import { pause } from '../../../../toolkit/wire/pause.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';

/** A stream that the target ended in order, and the record of its end. */
export interface EndedStream {
  readonly ageMs: number;
  readonly record: number;
}

/** Opens a stream that asks for nothing; undefined where there is none to be had just now. */
export type Opening = (signal: AbortSignal) => Promise<Pick<StreamConnection, 'closed' | 'close'> | undefined>;

/** What ends sooner has another cause. */
const LEAST_MS = 2_000;
/** Nobody waits longer to find out. */
const MOST_MS = 150_000;
/** Ages are told apart that differ by more than this share and this time: a busy machine hears late of an end. */
const SHARE = 0.2;
const SLACK_MS = 1_000;

export class StreamLifetimes {
  readonly #open: Opening;
  #lifetimeMs: number | undefined;
  /** A stream on which nothing happened has lived for so long. */
  #livedMs = 0;
  #looking: Promise<void> | undefined;

  constructor(open: Opening) {
    this.#open = open;
  }

  /** Why streams end, as a cause; undefined as long as it is not known. */
  get cause(): string | undefined {
    if (this.#lifetimeMs === undefined) return undefined;
    return `the target closes every stream after ${Math.round(this.#lifetimeMs / 1000)} s, whatever happens on it`;
  }

  /** Whether one of these is known to have ended for its age. */
  explains(ended: readonly EndedStream[]): boolean {
    const lifetimeMs = this.#lifetimeMs;
    return lifetimeMs !== undefined && ended.some(({ ageMs }) => isAbout(ageMs, lifetimeMs));
  }

  /** The first of these streams that had reached the age at which every stream ends. */
  async expired(ended: readonly EndedStream[], signal: AbortSignal): Promise<EndedStream | undefined> {
    const old = ended.filter(({ ageMs }) => ageMs >= LEAST_MS && ageMs <= MOST_MS);
    const suspects = old.filter(({ ageMs }) => ageMs > this.#livedMs);
    const oldestMs = Math.max(...suspects.map(({ ageMs }) => ageMs));
    if (this.#lifetimeMs === undefined && suspects.length > 0) await this.#look(latestOf(oldestMs), signal);
    const lifetimeMs = this.#lifetimeMs;
    return lifetimeMs === undefined ? undefined : old.find(({ ageMs }) => isAbout(ageMs, lifetimeMs));
  }

  /** All who ask at the same time share one stream. */
  #look(untilMs: number, signal: AbortSignal): Promise<void> {
    this.#looking ??= this.#watch(untilMs, signal).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #watch(untilMs: number, signal: AbortSignal): Promise<void> {
    // None is to be had where the run is being stopped, either.
    const stream = await this.#open(signal).catch(() => undefined);
    if (stream === undefined) return;
    const startedMs = performance.now();
    const hasEnded = await Promise.race([
      stream.closed.then(() => true),
      pause(untilMs, signal).then(
        () => false,
        () => undefined, // the run is being stopped
      ),
    ]);
    const livedMs = performance.now() - startedMs;
    if (hasEnded === true && livedMs >= LEAST_MS) this.#lifetimeMs = livedMs;
    else if (hasEnded === false) this.#livedMs = Math.max(this.#livedMs, livedMs);
    await stream.close();
  }
}

function latestOf(ageMs: number): number {
  return ageMs * (1 + SHARE) + SLACK_MS;
}

function isAbout(ageMs: number, lifetimeMs: number): boolean {
  return Math.abs(ageMs - lifetimeMs) <= lifetimeMs * SHARE + SLACK_MS;
}
