// Faults of payloads that are alike and not the same (interface 7.1, rule 1): what is compared is folded or summed up, or without what it
// is of.
import { canonicalJson } from '../../../payload/same-json.js';
import { type Fault, violating } from '../algebra/index.js';

const conflict = violating('7.1', ['idempotency.conflict-any-member', 'positions.conflict-refused']);
const ofAnother = violating('7.1', ['idempotency.conflict-any-member']);

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
  ofAnother('conflict-ignores-position-of-closes', {
    summary: 'Every close is answered like a repeat of the one whose key it has.',
    // The interface shows no call that closes.
    level: 'should',
    fingerprintOf: (honest) => (request) => (request.kind === 'closePosition' ? request.kind : honest(request)),
  }),
  ofAnother('conflict-ignores-order-of-cancellations', {
    summary: 'Every cancellation is answered like a repeat of the one whose key it has.',
    // As above.
    level: 'should',
    fingerprintOf: (honest) => (request) => (request.kind === 'cancelOrder' ? request.kind : honest(request)),
  }),
];
