// Faults of the account that a path names (interface 4).
import { amended, insteadWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const pathIdentifiersLiteral = violating('4', ['domain.path-identifiers-literal']);

export const accountPathFaults: readonly Fault[] = [
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
];
