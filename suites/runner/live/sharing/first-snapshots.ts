// Snapshots that never come (interface 6, table): on a target whose snapshot the dialect does not know, every check that watches
// transactions would wait for one in vain. After a few and none at all, the rest is undecided at once, in the same words.
import { Undecided } from '../../check-end.js';
import type { Received } from '../../context.js';
import { WaitsInVain } from './waits-in-vain.js';

const NEEDS = 'dialect frames, messages.trading_state_snapshot';

export class FirstSnapshots {
  readonly #waits = new WaitsInVain();
  #hasCome = false;
  #unknown: number | undefined;

  came(): void {
    this.#hasCome = true;
  }

  /** Why a check that waited in vain is undecided; what came in its place is the evidence. */
  missed(command: number, received: readonly Received[], withinMs: number): Undecided {
    this.#waits.add(withinMs);
    const unknown = received.find(({ kind }) => kind === 'unknown')?.record;
    this.#unknown ??= unknown;
    return new Undecided(
      `no trading_state_snapshot within ${withinMs} ms of subscribing to transactions${wordsOf(unknown)}`,
      unknown === undefined ? [command] : [command, unknown],
      unknown === undefined ? [] : [NEEDS],
    );
  }

  /** Throws where waiting has proved to be in vain. */
  expectToCome(): void {
    if (this.#hasCome || !this.#waits.areEnough) return;
    throw new Undecided(
      `no subscription to transactions has brought a trading_state_snapshot in this run${wordsOf(this.#unknown)}`,
      this.#unknown === undefined ? [] : [this.#unknown],
      this.#unknown === undefined ? [] : [NEEDS],
    );
  }
}

function wordsOf(unknown: number | undefined): string {
  return unknown === undefined ? '' : '; what came, the dialect does not know as any message: bind it';
}
