// Faults of the answers to what fails authentication: codes, names, statuses (interface 4.1, 5.3, rule 10; 5.4).
import type { Operation } from '../domain.js';
import type { AuthCause } from '../rules/auth/access.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { editingBody } from './json-edit.js';

/** A cause under another of the three codes. */
function confused(causes: readonly AuthCause[], name: string, where: readonly Operation[] = []): Fault['change'] {
  return changing(
    'authError',
    (honest) => (cause, context) =>
      causes.includes(cause) && (where.length === 0 || where.includes(context.operation))
        ? name
        : honest(cause, context),
  );
}

export const authErrorFaults: readonly Fault[] = [
  fault(
    'unknown-key-as-bad-signature',
    '5.4',
    ['auth.unknown-key-code'],
    'An unknown key is answered with 1001.',
    confused(['unknown-key'], 'AUTH_INVALID_SIGNATURE'),
  ),
  fault(
    'expired-key-as-denied',
    '5.4',
    ['auth.expired-key-code'],
    'An expired key is answered with 1002.',
    confused(['expired-key'], 'AUTH_PERMISSION_DENIED'),
  ),
  fault(
    'mismatched-key-as-bad-signature',
    '5.3',
    ['auth.mismatched-key-code'],
    'An API key that differs between header and payload is answered with 1001.',
    confused(['mismatched-key'], 'AUTH_INVALID_SIGNATURE'),
  ),
  fault(
    'bad-signature-as-unknown-key',
    '5.4',
    ['auth.invalid-signature-code'],
    'A wrong signature is answered with 1000.',
    confused(['signature'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'denied-as-bad-signature',
    '5.4',
    ['auth.access-violation-code', 'auth.key-source-scope'],
    'A source address that is not permitted is answered with 1001.',
    confused(['source'], 'AUTH_INVALID_SIGNATURE'),
  ),
  fault(
    'denied-scope-as-unknown-key',
    '5.4',
    ['auth.key-read-scope', 'auth.key-stream-scope'],
    'A scope that is missing is answered with 1000.',
    confused(['scope'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'body-hash-as-denied',
    '5.4',
    ['auth.body-hash-code'],
    'A body that does not fit its hash is answered with 1002.',
    confused(['body-hash'], 'AUTH_PERMISSION_DENIED'),
  ),
  fault(
    'stale-timestamp-as-unknown-key',
    '5.4',
    ['auth.timestamp-code'],
    'A timestamp beyond the window is answered with 1000.',
    confused(['timestamp'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'bad-encoding-as-unknown-key',
    '5.4',
    ['auth.encoding-code'],
    'Undecodable headers are answered with 1000.',
    confused(['encoding'], 'AUTH_INVALID_API_KEY'),
  ),
  fault(
    'wrong-path-as-denied',
    '5.4',
    ['auth.payload-code'],
    'A path other than the signed one is answered with 1002.',
    confused(['path'], 'AUTH_PERMISSION_DENIED'),
  ),
  fault(
    'auth-codes-as-text',
    '5.4',
    ['auth.error-code-numeric'],
    'The codes of authentication errors are text.',
    editingBody('any', 400, 'error/code', (code) => (typeof code === 'number' ? String(code) : code)),
  ),
  fault(
    'auth-codes-as-text-on-handshakes',
    '5.4',
    ['auth.error-code-numeric'],
    'The codes of authentication errors are text where a handshake of the events stream is refused.',
    editingBody('eventsStream', 400, 'error/code', (code) => (typeof code === 'number' ? String(code) : code)),
  ),
  fault(
    'auth-code-as-name',
    '5.4',
    ['auth.error-code-numeric', 'auth.error-1002-name'],
    'error.code of a denied access is its name.',
    editingBody('any', 400, 'error/code', (code) => (code === 1002 ? 'AUTH_PERMISSION_DENIED' : code)),
  ),
  fault(
    'auth-names-as-sentences',
    '5.4',
    ['auth.error-1000-name', 'auth.error-1001-name', 'auth.error-1002-name'],
    'error_message of authentication errors is a sentence for people.',
    editingBody('any', 400, 'error_message', (name) =>
      String(name).startsWith('AUTH_') ? 'The request could not be authenticated.' : name,
    ),
  ),
  fault(
    'auth-status-403-for-signatures',
    '4.1',
    ['orders.sync-code-401', 'auth.reads-error-status'],
    'Authentication errors are answered with 403.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) => (refusal.name.startsWith('AUTH_') ? 403 : honest(refusal, operation)),
    ),
  ),
  fault(
    'auth-status-401-for-denied',
    '4.1',
    ['orders.sync-code-403', 'auth.reads-error-status'],
    'Access violations are answered with 401.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) =>
        refusal.name === 'AUTH_PERMISSION_DENIED' ? 401 : honest(refusal, operation),
    ),
  ),
  fault(
    'unknown-account-as-400',
    '4.1',
    ['orders.sync-code-404'],
    'A placement on an account that does not exist is answered with 400.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) => (refusal.name === 'ACCOUNT_NOT_FOUND' ? 400 : honest(refusal, operation)),
    ),
  ),
];
