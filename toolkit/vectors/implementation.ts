// An implementation under test, seen from the checker: a function from a question to an answer. The right one (`native.ts`), the
// wrong ones (`wrong-signers.ts`, `wrong-readers/`) and an external process all look like this.
import type { GroupContext } from './model.js';
import type { Operation, OperationAnswers, OperationInputs } from './operations.js';

export interface Question<O extends Operation = Operation> {
  readonly operation: O;
  readonly context: GroupContext;
  readonly input: OperationInputs[O];
}

/** One answering function per operation; a missing one is an operation that the implementation does not have. */
export type Implementation = {
  readonly [O in Operation]?: (input: OperationInputs[O], context: GroupContext) => OperationAnswers[O];
};

/** Asks for one operation. @throws RangeError when the implementation does not have it. */
export function answer<O extends Operation>(
  implementation: Implementation,
  question: Question<O>,
): OperationAnswers[O] {
  const run = implementation[question.operation];
  if (run === undefined) throw new RangeError(`expected an implementation of ${question.operation}, got one without`);
  return run(question.input, question.context);
}
