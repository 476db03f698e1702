// All failures of one check, explained by as few mistakes as can be.
import type { JsonValue } from '../../payload/json.js';
import type { LoadedTest } from '../load.js';
import { OPERATIONS } from '../operations.js';
import type { VectorOutcome } from '../report.js';
import type { Hypothesis } from './hypothesis.js';
import { explainSigner } from './signer-hypotheses.js';
import { explainReader } from './verifier-hypotheses.js';

export interface Answered {
  readonly loaded: LoadedTest;
  readonly outcome: VectorOutcome;
  readonly result: JsonValue;
}

/** By operation, in the order of the protocol; nothing where nothing failed. */
export function explainFailures(answered: readonly Answered[]): readonly Hypothesis[] {
  return OPERATIONS.flatMap((operation) => {
    const own = answered.filter(({ loaded }) => loaded.operation === operation);
    if (!own.some(({ outcome }) => outcome.verdict === 'fail')) return [];
    if (operation === 'sign-request') return explainSigner(own);
    return operation === 'sign-payload' || operation === 'hash-body' ? [] : explainReader(operation, own);
  });
}
