// Answers to accepted commands that never come (interface 4.5, rule 5): a target may answer refusals alone, or in words that the dialect
// does not know. After a few commands that were left without any, the rest waits for a short time only, and the run says what to bind.

/** As many as run at the same time, so that a target that is slow at first has its chance. */
const PATIENT_COMMANDS = 48;

export class CommandAnswers {
  #missed = 0;
  #hasCome = false;

  came(): void {
    this.#hasCome = true;
  }

  /** What to say about the run, once: after this command nobody believes in answers any more. */
  missed(): string | undefined {
    this.#missed += 1;
    if (this.#hasCome || this.#missed !== PATIENT_COMMANDS) return undefined;
    return `none of the first ${PATIENT_COMMANDS} commands was answered with a message that the dialect knows as acceptance; bind messages.command_accepted, or make it null where the target sends none`;
  }

  /** Whether an answer is worth the whole patience. */
  get mayCome(): boolean {
    return this.#hasCome || this.#missed < PATIENT_COMMANDS;
  }
}
