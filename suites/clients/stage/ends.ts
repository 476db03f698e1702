// How a client check ends before its last line. Verbs throw these; whatever else is thrown is an error of the suite.

import type { StatementId } from '../../../toolkit/requirements/requirement-id.js';
import { Undecided } from '../../runner/check-end.js';

export { NotApplicable, Undecided } from '../../runner/check-end.js';

export interface ClientFailure {
  readonly requirement: StatementId;
  readonly level?: 'should';
  /** It rests on what a client did not do in its time, so that a busy machine may have brought it about. */
  readonly timely?: true;
  /** It rests on one request alone, which nothing excuses. */
  readonly certain?: true;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Journal indices, most telling first. */
  readonly evidence: readonly number[];
}

/** The first assertion that did not hold. */
export class ClientFailed extends Error {
  override readonly name = 'ClientFailed';
  readonly failure: ClientFailure;

  constructor(failure: ClientFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What must have been seen before anything can be judged has not been seen. */
export class NotReached extends Undecided {
  override readonly name = 'NotReached';
}
