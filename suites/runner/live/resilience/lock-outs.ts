// Keys and addresses that a target locks for a while after many bad signatures. The interface (5.3) neither asks for that nor forbids
// it, and nobody but this suite sends so many. A refusal that may be due to it is told from one that the check is about by a sound
// read: if that is refused too, the lock is waited out and the request made again. Once a lock was met, every refusal is looked at. One
// that outlasts all patience is not waited for a second time: a key that was withdrawn stays so.
import { pause } from '../../../../toolkit/wire/pause.js';

/** How the sound read ended. */
type Sounding = () => Promise<boolean>;

/** How a lock refuses. */
export const LOCKED: readonly unknown[] = [401, 403];
/** Fewer refusals than these within a minute lock nobody out. */
const FEWEST = 5;
const RECENT_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const LONGEST_LOCK_MS = 75_000;
/** An answer may have been under way for so long when the lock fell. */
const UNDER_WAY_MS = 250;

interface Spell {
  readonly fromMs: number;
  readonly untilMs: number;
}

export class LockOuts {
  readonly #sounding: Sounding;
  readonly #longestMs: number;
  readonly #spells: Spell[] = [];
  #refusals: number[] = [];
  #isLasting = false;
  #lastSoundMs = 0;
  #asked: Promise<boolean> | undefined;

  constructor(sounding: Sounding, longestMs: number = LONGEST_LOCK_MS) {
    this.#sounding = sounding;
    this.#longestMs = longestMs;
  }

  /** Locks that were met. */
  get met(): number {
    return this.#spells.length;
  }

  /** Whether the last lock was there still when it was given up. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  sound(): void {
    this.#isLasting = false;
    this.#lastSoundMs = performance.now();
  }

  refused(): void {
    const nowMs = performance.now();
    this.#refusals = [...this.#refusals.filter((at) => at > nowMs - RECENT_MS), nowMs].slice(-FEWEST);
  }

  /** Whether a lock may be the reason for a refusal. `isSound`: nothing about the request asks for one. */
  maySuspect(isSound: boolean): boolean {
    return this.met > 0 || (isSound && this.#refusals.length >= FEWEST);
  }

  /** Whether the target was locked just now and is no longer, which this waits for. All who ask at the same time share one answer. */
  async waitOut(signal: AbortSignal): Promise<boolean> {
    this.#asked ??= this.#ask(signal).finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  /** Looks for a lock that a refusal may have been due to, if there were enough for one. */
  async look(signal: AbortSignal): Promise<void> {
    if (this.#refusals.length >= FEWEST) await this.waitOut(signal);
  }

  /** Whether refusals of that time may have been a lock's. */
  overlaps(fromMs: number, untilMs: number): boolean {
    return this.#spells.some((spell) => spell.fromMs < untilMs && fromMs < spell.untilMs);
  }

  async #ask(signal: AbortSignal): Promise<boolean> {
    const fromMs = this.#lastSoundMs - UNDER_WAY_MS;
    const startedMs = performance.now();
    let pauseMs = FIRST_PAUSE_MS;
    const wasLasting = this.#isLasting;
    for (let isFirst = true; ; isFirst = false) {
      if (await this.#sounding()) {
        this.sound();
        if (isFirst && !wasLasting) return false;
        break;
      }
      if (wasLasting || performance.now() - startedMs > this.#longestMs) this.#isLasting = true;
      if (signal.aborted || this.#isLasting) break;
      await pause(pauseMs, signal).catch(() => undefined);
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
    // A lasting one is one spell, however often it is looked for.
    if (wasLasting) this.#spells.pop();
    this.#spells.push({ fromMs, untilMs: performance.now() });
    return !this.#isLasting;
  }
}
