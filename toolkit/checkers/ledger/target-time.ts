// The clock of a target beside that of the recording, as far as control moved it (action `clock.advance`).

import type { Control } from './entry.js';
import { textAt } from './views.js';

export class TargetTime {
  #moves = 0;
  #movedMs = 0;

  /** How often it was moved. */
  get moves(): number {
    return this.#moves;
  }

  move({ params }: Control): void {
    this.#moves += 1;
    const ms = Number(textAt(params, 'ms'));
    if (Number.isFinite(ms)) this.#movedMs += ms;
  }

  /** What it shows at a wall clock of the recording, in milliseconds. */
  at(wall: string): number {
    return Date.parse(wall) + this.#movedMs;
  }
}
