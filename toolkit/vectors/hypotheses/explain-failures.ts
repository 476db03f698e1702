// All failures of one check, explained by as few mistakes as can be.
import type { JsonValue } from '../../payload/json.js';
import type { SlipId } from '../../signing/slips/slips.js';
import type { LoadedTest } from '../load.js';
import { OPERATIONS, SIGNER_OPERATIONS } from '../operations.js';
import type { VectorOutcome } from '../report.js';
import type { Hypothesis } from './hypothesis.js';
import { explainSigner } from './signer-hypotheses.js';
import { explainReader } from './verifier-hypotheses.js';

export interface Answered {
  readonly loaded: LoadedTest;
  readonly outcome: VectorOutcome;
  readonly result: JsonValue;
  /** Everything that was found wrong in the answer, not its first stage alone. */
  readonly causes: readonly SlipId[];
}

/** A signer's operations are explained together, since one mistake shows in several; the others one by one. */
export function explainFailures(answered: readonly Answered[]): readonly Hypothesis[] {
  const isSigner = ({ loaded }: Answered): boolean => SIGNER_OPERATIONS.includes(loaded.operation);
  const hasFailure = (answers: readonly Answered[]): boolean =>
    answers.some(({ outcome }) => outcome.verdict === 'fail');
  const signer = answered.filter(isSigner);
  return [
    ...(hasFailure(signer) ? explainSigner(signer) : []),
    ...OPERATIONS.flatMap((operation) => {
      const own = answered.filter((answer) => !isSigner(answer) && answer.loaded.operation === operation);
      return hasFailure(own) ? explainReader(operation, own) : [];
    }),
  ];
}
