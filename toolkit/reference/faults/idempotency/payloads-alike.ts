// Faults of payloads that are alike and not the same (interface 7.1, rule 1): what is compared is folded, or summed up.
import { canonicalJson } from '../../../payload/same-json.js';
import { type Fault, violating } from '../algebra/index.js';

const conflict = violating('7.1', ['idempotency.conflict-any-member', 'positions.conflict-refused']);

export const payloadLikenessFaults: readonly Fault[] = [
  conflict('conflict-ignores-the-case-of-values', {
    summary: 'The case of letters in a payload does not tell it from another.',
    fingerprintOf: () => (request) => `${request.target}\n${canonicalJson(request.json).toLowerCase()}`,
  }),
  conflict('conflict-compares-the-sum-of-bytes', {
    summary: 'Payloads are compared by the sum of their bytes, so that the order of digits does not count.',
    fingerprintOf:
      () =>
      ({ target, body }) =>
        `${target}\n${body.reduce((sum, byte) => sum + byte, 0)}`,
  }),
];
