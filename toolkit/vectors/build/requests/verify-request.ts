// Requests to verdicts: each rule of interface 5.1 to 5.4, and each single damage beside an accepted twin. What a server may tolerate
// is in `observations.ts`.
import type { FileDraft } from '../draft.js';
import { MIS_SIGNED } from './mis-signed.js';
import { VERIFYING } from './requests.js';
import { ACCEPTED } from './verify-accepted.js';
import { DAMAGED } from './verify-damaged.js';
import { EACH_METHOD } from './verify-each-method.js';
import { REFUSED_BY_REGISTRY } from './verify-registry.js';
import { NEARLY_RIGHT } from './verify-values.js';

export const VERIFY_REQUEST: FileDraft = {
  name: 'verify-request',
  algorithm: 'SVC-REQUEST',
  header: [
    'Accept or refuse a received request by the registry, the clock and the access rules of the group. "cause" says what is wrong;',
    '"code" is expected only where the interface states one: 1000 for the key, 1001 for the signature, 1002 for access.',
  ],
  groups: [
    {
      type: 'verify-request',
      comment: 'correct requests, and requests with exactly one fault',
      context: VERIFYING,
      tests: [...ACCEPTED, ...DAMAGED, ...NEARLY_RIGHT, ...EACH_METHOD, ...REFUSED_BY_REGISTRY, ...MIS_SIGNED],
    },
  ],
};
