// All failures of one check, explained by as few mistakes as can be.
import { OPERATIONS, SIGNER_OPERATIONS } from '../operations.js';
import type { Explanation } from './hypothesis.js';
import type { SignedAnswer } from './signed-answer.js';
import { explainSigner } from './signer-hypotheses.js';
import { explainReader } from './verifier-hypotheses.js';

/** A signer's operations are explained together, since one mistake shows in several; the others one by one. */
export function explainFailures(answered: readonly SignedAnswer[]): Explanation {
  const isSigner = ({ loaded }: SignedAnswer): boolean => SIGNER_OPERATIONS.includes(loaded.operation);
  const hasFailure = (answers: readonly SignedAnswer[]): boolean =>
    answers.some(({ outcome }) => outcome.verdict === 'fail');
  const signer = answered.filter(isSigner);
  const signed = hasFailure(signer) ? explainSigner(signer) : { hypotheses: [], unexplained: [] };
  const others = OPERATIONS.flatMap((operation) => {
    const own = answered.filter((answer) => !isSigner(answer) && answer.loaded.operation === operation);
    return hasFailure(own) ? explainReader(operation, own) : [];
  });
  return { ...signed, hypotheses: [...signed.hypotheses, ...others] };
}
