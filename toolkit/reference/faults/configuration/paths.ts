// Faults of what a path names: the account (interface 4) and the version (9).
import { amended, exceptWhere, insteadOn, insteadWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const pathIdentifiersLiteral = violating('4', ['domain.path-identifiers-literal']);
const pathsV1 = violating('9', ['versioning.paths-v1']);

export const pathFaults: readonly Fault[] = [
  violating('4', ['configuration.account-path-scope'])('account-found-by-prefix', {
    summary: 'An account that does not exist is answered as the first account.',
    accountFor: amended(
      (answer, _id, known, context) =>
        answer ?? (context.isMutating || context.isHandshake ? undefined : known.keys().next().value),
    ),
  }),
  pathIdentifiersLiteral('odd-account-as-500', {
    summary: 'An account identifier with a character of its own makes the service fail.',
    accountFor: (honest) => (id, known, context) => {
      if (/[^A-Za-z0-9-]/.test(id)) throw new RangeError('invalid account identifier');
      return honest(id, known, context);
    },
  }),
  pathIdentifiersLiteral('account-identifier-cut', {
    summary: 'Of an account identifier what follows a separator is ignored, so that another account is answered for.',
    accountFor: readAs((id) => id.split(/[/?#;:%,]/, 1)[0] ?? ''),
  }),
  pathIdentifiersLiteral('account-identifier-cleaned', {
    summary:
      'Blanks and characters that do not print are ignored in an account identifier, and what follows a separator too.',
    accountFor: readAs((id) => id.replaceAll(/[^!-~]/g, '').split(/[,;#?]/, 1)[0] ?? ''),
  }),
  pathIdentifiersLiteral('not-found-as-500', {
    summary: 'Whatever a path does not name is answered with 500.',
    statusOf: insteadWhere((refusal) => refusal.name.endsWith('_NOT_FOUND'), 500),
  }),
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
