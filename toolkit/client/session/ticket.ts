// One intent under way: by what it is known, what became of it, and who waits for that.
import type { ErrorCode, Outcome, OutcomeState } from '../../intents/index.js';
import type { RequestName } from '../../profile/index.js';
import type { CallDraft } from './service.js';

export class Ticket {
  readonly name: RequestName;
  readonly params: CallDraft['params'];
  /** Every key under which it was sent: one, for an honest client. */
  readonly keys: string[] = [];
  /** How many connections had ended when it began. */
  readonly gapsBefore: number;
  operationId: string | undefined;
  state: OutcomeState = 'pending';
  code: ErrorCode | undefined;
  message: string | undefined;
  /** Entities of its event. */
  orderId: string | undefined;
  positionId: string | undefined;
  attempts = 0;
  finalEvents = 0;
  #isSettled = false;
  #resolve: () => void = () => undefined;
  readonly settled: Promise<void>;
  readonly #ending = new AbortController();

  constructor(name: RequestName, params: CallDraft['params'], gapsBefore: number) {
    this.name = name;
    this.params = params;
    this.gapsBefore = gapsBefore;
    this.settled = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Aborted when it is settled. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  settle(state: OutcomeState, code?: ErrorCode, message?: string): void {
    this.#isSettled = true;
    this.state = state;
    this.code = code;
    this.message = message;
    this.#resolve();
    this.#ending.abort();
  }

  outcome(): Outcome {
    const { state, code, message, operationId } = this;
    return {
      state,
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
      ...(operationId === undefined ? {} : { operationId }),
    };
  }
}
