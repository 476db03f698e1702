// What a builder of a vector file writes down: everything that is decided by a person. The rest is computed in `assemble.ts`.
import type { JsonObject } from '../../payload/json.js';
import { type Named, namedRows } from '../../signing/slips/named.js';
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

/** What is asked, by id and comment. */
export type Table<Value> = Readonly<Record<Named, Value>>;

/** Drafts of one question and one verdict. */
export function drafts<O extends Operation, Value>(
  flags: readonly Flag[],
  table: Table<Value>,
  inputOf: (value: Value) => OperationInputs[O],
  valid = true,
): readonly Draft<O>[] {
  return namedRows(table).map(([id, comment, value]) => ({ id, comment, flags, input: inputOf(value), valid }));
}

interface Verdicts<O extends Operation, Value> {
  readonly accepted: (table: Table<Value>) => readonly Draft<O>[];
  readonly refused: (table: Table<Value>) => readonly Draft<O>[];
}

/** The two verdicts on one question about single values. */
export function verdicts<O extends Operation, Value = string>(
  flag: Flag,
  inputOf: (value: Value) => OperationInputs[O],
): Verdicts<O, Value> {
  return {
    accepted: (table) => drafts([flag], table, inputOf),
    refused: (table) => drafts([flag], table, inputOf, false),
  };
}
