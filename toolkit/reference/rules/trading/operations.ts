// Operations from ACK to final result (interface 1, rule 1; 2.1; 2.2; 4.3; 7.2).
import type { NegativeStatus } from '../../../payload/vocabulary.js';
import type { OperationKind, OperationState, OperationStatus, ResultStatus } from '../../domain.js';
import type { OperationContext } from '../context.js';

export interface OperationRules {
  /** Interface 1, rule 1; 2.1: identifies the operation; `serial` counts all operations of the service. */
  operationId(serial: number, context: Omit<OperationContext, 'operationId'>): string;
  /** Interface 2.1; 4.1, synchronous responses: the HTTP status of an ACK. */
  ackStatus(
    status: number,
    ack: { readonly kind: OperationKind; readonly duplicate: boolean; readonly overQuota: boolean },
  ): number;
  /** Interface 7.1, rule 3: nothing stands behind a refusal before the ACK; true carries the request out anyway. */
  executesRefused(name: string, kind: OperationKind): boolean;
  /** Interface 1, rule 1: every acknowledged operation comes to a final result. */
  finishes(context: OperationContext): boolean;
  /** Interface 2.2; 6.1, rule 5: what a final code makes of the result; which codes fail, and which reject, is open. */
  resultStatus(code: string, executionErrors: NegativeStatus): ResultStatus;
  /** Interface 2.2; 7.2: the final code that is reported. */
  finalCode(code: string, context: OperationContext): string;
  /** Interface 2.2; 7: the message of a final code. */
  finalMessage(code: string): string;
  /** Interface 1, rule 1; 4.3; 6.4, rule 5: what operation status shows; `ageMs` since the final result, if any. */
  shownStatus(status: OperationStatus, ageMs: number | undefined, context: OperationContext): OperationStatus;
  /** Interface 4.3: whether an operation is found; `own` when it belongs to the account of the path. */
  showsOperation(own: boolean): boolean;
  /** Interface 4.3: what is shown of an operation that is not found; nothing is invented. */
  statusOfUnknown(operationId: string): OperationStatus | undefined;
  /** Interface 4.3; 6.4, rule 5: operation status is retained for a limited time. */
  keepsStatus(ageMs: number, retentionMs: number, state: OperationState): boolean;
  /** Interface 1, rule 1: how long from acceptance to the result. */
  finaliseDelayMs(delayMs: number, context: OperationContext): number;
}

export const honestOperations: OperationRules = {
  operationId: (serial, { accountId }) => `op-${accountId}-${serial.toString(36)}`,
  ackStatus: (status) => status,
  executesRefused: () => false,
  finishes: () => true,
  resultStatus: (code, executionErrors) =>
    code.startsWith('EXECUTION_') || code.startsWith('SYSTEM_') ? executionErrors : 'rejected',
  finalCode: (code) => code,
  finalMessage: (code) => code,
  shownStatus: (status) => status,
  showsOperation: (own) => own,
  statusOfUnknown: () => undefined,
  keepsStatus: (ageMs, retentionMs) => ageMs < retentionMs,
  finaliseDelayMs: (delayMs) => delayMs,
};
