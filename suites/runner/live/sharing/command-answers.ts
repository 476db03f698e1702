// Answers to accepted commands that never come (interface 4.5, rule 5): a target may answer refusals alone, or in words that the dialect
// does not know. After a few commands that were left without any, the rest waits for a short time only, and the run says what to bind.

import { WaitsInVain } from './waits-in-vain.js';

export class CommandAnswers {
  readonly #waits = new WaitsInVain();
  #missed = 0;
  #hasCome = false;

  came(): void {
    this.#hasCome = true;
  }

  /** What to say about the run, once: after this command nobody believes in answers any more. */
  missed(withinMs: number): string | undefined {
    if (!this.mayCome) return undefined;
    this.#missed += 1;
    this.#waits.add(withinMs);
    if (this.mayCome) return undefined;
    return `none of the first ${this.#missed} commands was answered with a message that the dialect knows as acceptance; spell commands.subscribe as the target reads it, bind messages.command_accepted, or make that null where the target sends none`;
  }

  /** Whether an answer is worth the whole patience. */
  get mayCome(): boolean {
    return this.#hasCome || !this.#waits.areEnough;
  }
}
