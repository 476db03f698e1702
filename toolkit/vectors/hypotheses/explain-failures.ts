// All failures of one check, explained by as few mistakes as can be.
import { OPERATIONS, SIGNER_OPERATIONS } from '../operations.js';
import type { Explanation, Hypothesis } from './hypothesis.js';
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
  return { ...signed, hypotheses: [...signed.hypotheses, ...joined(others, rightOnes(answered))] };
}

/** Failures of right inputs. */
const rightOnes = (answered: readonly SignedAnswer[]): ReadonlySet<string> =>
  new Set(answered.filter(({ loaded }) => loaded.test.result === 'valid').map(({ loaded }) => loaded.test.tcId));

/** One mistake of how a signature is verified shows in requests and in bare signatures: by which of the latter it is known. */
const IN_BARE_SIGNATURES: Readonly<Record<string, string>> = {
  'reads-start-of-signature': 'accepts-longer-signature',
  'accepts-large-s-in-request': 'accepts-large-s',
  'accepts-everything': 'accepts-everything',
};
/** Who verifies other bytes than the decoded ones refuses bare signatures that are right. */
const OF_OTHER_BYTES = /^(?:verifies-text|rewrites-payload.*|finds-no-signature-right)$/;

function joined(hypotheses: readonly Hypothesis[], right: ReadonlySet<string>): readonly Hypothesis[] {
  const bare = hypotheses.filter(({ operation }) => operation === 'verify-signature');
  const owners = hypotheses.filter(({ operation }) => operation === 'verify-request');
  const ownerOf = (one: Hypothesis): Hypothesis | undefined =>
    owners.find(
      ({ id }) =>
        IN_BARE_SIGNATURES[id] === one.id || (OF_OTHER_BYTES.test(id) && one.explains.every((tcId) => right.has(tcId))),
    );
  const owned = new Map(
    bare.flatMap((one) => [[one, ownerOf(one)] as const].filter(([, owner]) => owner !== undefined)),
  );
  return hypotheses
    .filter((one) => !owned.has(one))
    .map((one) => ({
      ...one,
      explains: [
        ...one.explains,
        ...bare.filter((other) => owned.get(other) === one).flatMap((other) => other.explains),
      ],
    }));
}
