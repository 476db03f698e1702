// The answer to a control action, whatever carried it.

/** What a call gives back: whether it succeeded, what to call its outcome, and the text of its answer. */
export interface ControlAnswer {
  readonly succeeded: boolean;
  readonly outcome: string;
  readonly text: string;
}
