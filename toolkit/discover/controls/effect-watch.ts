// When the effects of control actions are seen: looks again and again, and how long after an action's answer its effect was there.
import { pause } from '../../wire/pause.js';

/** Effects may follow the answer of an action after a moment, those of a back office after seconds. */
export const PATIENCE_MS = 12_000;

/** An effect within so long came with the answer, as far as looks can tell. */
export const LATE_MS = 250;

/** Looks that act upon the target themselves, such as an order, grow rarer than those that read. */
export type Looking = 'reading' | 'acting';

/** The first look comes so soon after the one before; a look may cost the target a stream, so that those of a laggard are fewer. */
const BETWEEN_MS = 20;
const BETWEEN_AT_MOST_MS: Readonly<Record<Looking, number>> = { reading: 300, acting: 1_500 };

/** Whether it holds in time. */
export async function eventually(
  holds: () => Promise<boolean>,
  {
    signal,
    withinMs = PATIENCE_MS,
    looking = 'reading',
  }: { readonly signal: AbortSignal; readonly withinMs?: number | undefined; readonly looking?: Looking | undefined },
): Promise<boolean> {
  const end = performance.now() + withinMs;
  for (let betweenMs = BETWEEN_MS; ; betweenMs = Math.min(betweenMs * 1.5, BETWEEN_AT_MOST_MS[looking])) {
    if (await holds()) return true;
    if (performance.now() > end || signal.aborted) return false;
    await pause(betweenMs);
  }
}

export class EffectWatch {
  readonly #signal: AbortSignal;
  /** When the last action was answered. */
  #answeredMs = 0;
  #effectMs: number | undefined;
  #unseenMs: number | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Begins to measure anew. */
  beginTrial(): void {
    this.#effectMs = undefined;
    this.#unseenMs = undefined;
  }

  /** How long after its answer the effect of an action was seen, the longest of this trial; undefined where none was. */
  get effectMs(): number | undefined {
    return this.#effectMs;
  }

  /** How long after its answer the effect was looked for in vain, the latest of this trial. */
  get unseenMs(): number | undefined {
    return this.#unseenMs;
  }

  answered(): void {
    this.#answeredMs = performance.now();
  }

  seen(atMs: number = performance.now()): void {
    if (this.#answeredMs === 0) return;
    this.#effectMs = Math.max(this.#effectMs ?? 0, Math.round(atMs - this.#answeredMs));
  }

  /** Whether the last action has its effect in time. */
  async takesEffect(holds: () => Promise<boolean>, looking: Looking = 'reading'): Promise<boolean> {
    let lookedMs = 0;
    const look = async (): Promise<boolean> => {
      lookedMs = performance.now();
      const isThere = await holds();
      if (!isThere && this.#answeredMs > 0) {
        this.#unseenMs = Math.max(this.#unseenMs ?? 0, Math.round(lookedMs - this.#answeredMs));
      }
      return isThere;
    };
    const isSeen = await eventually(look, { signal: this.#signal, looking });
    // A look may take long itself, such as one that waits for the end of an operation.
    if (isSeen) this.seen(lookedMs);
    return isSeen;
  }
}
