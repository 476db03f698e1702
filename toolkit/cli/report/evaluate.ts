// How an assertion of a journal is evaluated again: the toolkit's predicates over the value at its pointer. Reports get it injected.
import type { EvaluateAssertion } from '../../../reports/rejudge/judgement.js';
import { evaluate } from '../../checkers/predicates/predicates.js';
import { followPointer, parsePointer } from '../../profile/dialect/reading/pointer.js';

export const evaluateAssertion: EvaluateAssertion = (parsed, pointer, predicate, expected) =>
  evaluate(predicate, followPointer(parsed, parsePointer(pointer)), expected);
