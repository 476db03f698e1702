// Every situation, for commands and gates.
import * as answers from './answers.js';
import * as closings from './closings.js';
import * as cursors from './cursors.js';
import * as operations from './operations.js';
import * as refusals from './refusals.js';
import * as returns from './returns.js';
import type { Situation } from './situation.js';
import * as telling from './telling.js';

export const SITUATIONS: readonly Situation[] = [
  answers,
  refusals,
  operations,
  closings,
  returns,
  telling,
  cursors,
].flatMap((file): readonly Situation[] => Object.values(file));

/** @throws RangeError naming an identifier of no situation. */
export function situationById(id: string): Situation {
  const found = SITUATIONS.find((one) => one.id === id);
  if (found === undefined) {
    throw new RangeError(`situation: expected one of ${SITUATIONS.map((one) => one.id).join(', ')}, got ${id}`);
  }
  return found;
}
