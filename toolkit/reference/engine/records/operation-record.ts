// One operation from its ACK to the end of its retention (interface 1, rule 1; 4.3).
import type { NegativeStatus } from '../../../payload/vocabulary.js';
import type { OperationState } from '../../domain.js';
import type { OperationContext } from '../../rules/context.js';
import type { Command, Rejection } from '../../state/decision.js';

export interface OperationRecord {
  readonly context: OperationContext;
  /** What is to be executed; given up once it was. */
  command: Command | undefined;
  /** A rejection for its form that the behaviour reports after the ACK. */
  readonly rejection: Rejection | undefined;
  /** What control decided about it beforehand (action `operation.fail`). */
  readonly forced: { readonly status: NegativeStatus; readonly code: string } | undefined;
  state: OperationState;
  errorCode: string | undefined;
  readonly acceptedAtMs: number;
  finishedAtMs: number | undefined;
}
