// Faults of paths that begin with /v1 (interface 9).
import { exceptWhere, insteadOn } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const pathsV1 = violating('9', ['versioning.paths-v1']);

export const versionedPathFaults: readonly Fault[] = [
  violating('9', ['versioning.paths-v1', 'configuration.limits-readable'])('limits-not-under-v1', {
    summary: 'The limits are not served under /v1.',
    serves: exceptWhere((target) => /^\/v1\/.*\/limits(?:\?|$)/.test(target)),
  }),
  pathsV1('positions-not-under-v1', {
    summary: 'Openings are not served under /v1.',
    serves: exceptWhere((target) => /^\/v1\/.*\/positions$/.test(target)),
  }),
  ...(['orders', 'instruments', 'conditions'] as const).map((ending) =>
    pathsV1(`${ending}-not-under-v1`, {
      summary: `Paths that end in ${ending} are not served under /v1.`,
      serves: exceptWhere((target) => target.startsWith('/v1/') && target.endsWith(`/${ending}`)),
    }),
  ),
  pathsV1('account-not-under-v1-any-more', {
    summary: 'After the first two reads the account is not served under /v1 any more.',
    serves: (honest) => {
      let reads = 0;
      return (target) => {
        reads += /^\/v1\/.*\/account$/.test(target) ? 1 : 0;
        return !(reads > 2 && /^\/v1\/.*\/account$/.test(target)) && honest(target);
      };
    },
  }),
  pathsV1('streams-not-under-v1', {
    summary: 'Streams, histories, the snapshot and operation status find no account under a path that begins with /v1.',
    accountFor: insteadOn(
      ({ target, operation }) => target.startsWith('/v1/') && /Stream|History|snapshot|Status/.test(operation),
      undefined,
    ),
  }),
];
