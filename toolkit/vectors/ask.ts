// Asks an implementation in this process the way an external one is asked: plain JSON in, plain JSON out.
import type { JsonObject } from '../payload/json.js';
import { answer, type Implementation, type Question } from './implementation.js';
import type { GroupContext } from './model.js';
import type { Operation } from './operations.js';

export function ask(
  implementation: Implementation,
  operation: Operation,
  input: unknown,
  context: GroupContext,
): JsonObject {
  // The vectors' schema ties the input to the operation, and every answer is plain JSON.
  return answer(implementation, { operation, input, context } as Question) as unknown as JsonObject;
}
