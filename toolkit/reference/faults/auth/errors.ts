// Faults of the answers to what fails authentication: codes, names, statuses (interface 4.1, 5.3, rule 10; 5.4).
import type { Operation } from '../../domain.js';
import type { AuthCause } from '../../rules/auth/access.js';
import { insteadWhere } from '../algebra/edits.js';
import { type Edits, editingBody, type Fault, violating } from '../algebra/index.js';

const errorCodeNumeric = violating('5.4', ['auth.error-code-numeric']);
const error1000Name = violating('5.4', ['auth.error-1000-name', 'auth.error-1001-name', 'auth.error-1002-name']);

/** A cause under another of the three codes. */
function confused(causes: readonly AuthCause[], name: string, where: readonly Operation[] = []): Edits {
  return {
    authError: insteadWhere(
      (cause, context) => causes.includes(cause) && (where.length === 0 || where.includes(context.operation)),
      name,
    ),
  };
}

export const authErrorFaults: readonly Fault[] = [
  violating('5.4', ['auth.unknown-key-code'])('unknown-key-as-bad-signature', {
    summary: 'An unknown key is answered with 1001.',
    ...confused(['unknown-key'], 'AUTH_INVALID_SIGNATURE'),
  }),
  violating('5.4', ['auth.expired-key-code'])('expired-key-as-denied', {
    summary: 'An expired key is answered with 1002.',
    ...confused(['expired-key'], 'AUTH_PERMISSION_DENIED'),
  }),
  violating('5.3', ['auth.mismatched-key-code'])('mismatched-key-as-bad-signature', {
    summary: 'An API key that differs between header and payload is answered with 1001.',
    ...confused(['mismatched-key'], 'AUTH_INVALID_SIGNATURE'),
  }),
  violating('5.4', ['auth.invalid-signature-code'])('bad-signature-as-unknown-key', {
    summary: 'A wrong signature is answered with 1000.',
    ...confused(['signature'], 'AUTH_INVALID_API_KEY'),
  }),
  violating('5.4', ['auth.access-violation-code', 'auth.key-source-scope'])('denied-as-bad-signature', {
    summary: 'A source address that is not permitted is answered with 1001.',
    ...confused(['source'], 'AUTH_INVALID_SIGNATURE'),
  }),
  violating('5.4', ['auth.access-violation-code'])('denied-scope-as-unknown-key', {
    summary: 'A scope that is missing is answered with 1000.',
    ...confused(['scope'], 'AUTH_INVALID_API_KEY'),
  }),
  violating('5.4', ['auth.body-hash-code'])('body-hash-as-denied', {
    summary: 'A body that does not fit its hash is answered with 1002.',
    ...confused(['body-hash'], 'AUTH_PERMISSION_DENIED'),
  }),
  violating('5.4', ['auth.timestamp-code'])('stale-timestamp-as-unknown-key', {
    summary: 'A timestamp beyond the window is answered with 1000.',
    ...confused(['timestamp'], 'AUTH_INVALID_API_KEY'),
  }),
  violating('5.4', ['auth.encoding-code'])('bad-encoding-as-unknown-key', {
    summary: 'Undecodable headers are answered with 1000.',
    ...confused(['encoding'], 'AUTH_INVALID_API_KEY'),
  }),
  violating('5.4', ['auth.payload-code'])('wrong-path-as-denied', {
    summary: 'A path other than the signed one is answered with 1002.',
    ...confused(['path'], 'AUTH_PERMISSION_DENIED'),
  }),
  errorCodeNumeric('auth-codes-as-text', {
    summary: 'The codes of authentication errors are text.',
    change: editingBody('any', 400, 'error/code', (code) => (typeof code === 'number' ? String(code) : code)),
  }),
  errorCodeNumeric('auth-codes-as-text-on-handshakes', {
    summary: 'The codes of authentication errors are text where a handshake of the events stream is refused.',
    change: editingBody('eventsStream', 400, 'error/code', (code) => (typeof code === 'number' ? String(code) : code)),
  }),
  violating('5.4', ['auth.error-code-numeric', 'auth.error-1002-name'])('auth-code-as-name', {
    summary: 'error.code of a denied access is its name.',
    change: editingBody('any', 400, 'error/code', (code) => (code === 1002 ? 'AUTH_PERMISSION_DENIED' : code)),
  }),
  error1000Name('auth-names-as-sentences', {
    summary: 'error_message of authentication errors is a sentence for people.',
    change: editingBody('any', 400, 'error_message', (name) =>
      String(name).startsWith('AUTH_') ? 'The request could not be authenticated.' : name,
    ),
  }),
  violating('4.1', ['orders.sync-code-401', 'auth.reads-error-status'])('auth-status-403-for-signatures', {
    summary: 'Authentication errors are answered with 403.',
    statusOf: insteadWhere((refusal) => refusal.name.startsWith('AUTH_'), 403),
  }),
  violating('4.1', ['orders.sync-code-403', 'auth.reads-error-status'])('auth-status-401-for-denied', {
    summary: 'Access violations are answered with 401.',
    statusOf: insteadWhere((refusal) => refusal.name === 'AUTH_PERMISSION_DENIED', 401),
  }),
  violating('4.1', ['orders.sync-code-404'])('unknown-account-as-400', {
    summary: 'A placement on an account that does not exist is answered with 400.',
    statusOf: insteadWhere((refusal) => refusal.name === 'ACCOUNT_NOT_FOUND', 400),
  }),
];
