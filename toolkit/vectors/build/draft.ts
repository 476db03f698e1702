// What a builder of a vector file writes down: everything that is decided by a person. The rest is computed in `assemble.ts`.
import type { JsonObject } from '../../payload/json.js';
import type { SlipId } from '../../signing/slips/slips.js';
import type { GroupContext } from '../model.js';
import type { Operation, OperationInputs } from '../operations.js';
import type { Flag } from './notes.js';

export interface Draft<O extends Operation = Operation> {
  /** Words after `<operation>/`. */
  readonly id: string;
  readonly comment: string;
  readonly flags: readonly Flag[];
  readonly input: OperationInputs[O];
  /** Decided here by hand, never by the implementation; the result follows from `valid`. Signers' answers are computed. */
  readonly valid: boolean;
  readonly expected?: JsonObject;
  readonly cause?: SlipId;
}

export interface GroupDraft<O extends Operation = Operation> {
  readonly type: O;
  readonly comment: string;
  readonly context: GroupContext;
  /** The first is the plain one: it names every wrong implementation that it finds, the others what they find beyond it. */
  readonly tests: readonly Draft<O>[];
}

export interface FileDraft {
  /** File name without extension. */
  readonly name: string;
  readonly algorithm: string;
  readonly header: readonly string[];
  readonly groups: readonly AnyGroupDraft[];
}

/** A group of any operation: the union, so that an operation and its inputs stay together. */
export type AnyGroupDraft = { [O in Operation]: GroupDraft<O> }[Operation];
