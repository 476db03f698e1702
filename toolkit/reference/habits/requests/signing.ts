// Legal ways of checking signatures and keys (interface 5, 8): codes and windows that are left open, and what a server may tolerate
// in a sender that errs. What is tolerated costs warnings, as the sender's duty is stated and the refusal is not.
import type { JsonValue } from '../../../payload/json.js';
import { alsoWhere, amended, insteadWhere } from '../../faults/algebra/edits.js';
import type { AuthCause } from '../../rules/auth/access.js';
import type { RequestContext } from '../../rules/context.js';
import { among, type Cost, type Habit } from '../algebra/index.js';

const headerCode = among('header-fault-code', '5.1', ['header-fault-code', 'version-fault-code']);
const windowCode = among('window-code', '5.3', ['window-code']);
const window = among('timestamp-window', '8', ['timestamp-window']);
const extra = among('payload-extra', '5.2', ['payload-extra']);
const parameterCode = among('parameter-code', '5.3', ['duplicate-query-code', 'key-format-code']);
const checkOrder = among('check-order', '5', ['check-order']);
const base64 = among('base64-reading', '5.3', []);
const doubled = among('doubled-headers', '5.1', []);
const numbers = among('header-numbers', '5.1', ['wrong-json-type']);
const types = among('payload-types', '5.2', ['wrong-json-type']);
const readKey = among('read-key', '5.3', ['body-on-get']);
const paths = among('path-comparison', '5.3', ['percent-encoding']);

const WARNS: readonly Cost[] = ['auth.*', 'idempotency.*', 'positions.*'].map((checks) => ({
  checks,
  verdict: 'warning',
  because: 'at least 400',
}));

const PAYLOAD_MEMBERS = 7;
const HEADER_CAUSES: readonly AuthCause[] = ['header', 'mismatch'];

function isCause(causes: readonly AuthCause[]): (cause: AuthCause, context: RequestContext) => boolean {
  return (cause) => causes.includes(cause);
}

export const signingHabits: readonly Habit[] = [
  headerCode('header-faults-as-invalid-key', {
    summary: 'A header that is absent or disagrees with the payload is refused as an invalid API key.',
    rules: { authError: insteadWhere(isCause(HEADER_CAUSES), 'AUTH_INVALID_API_KEY') },
  }),
  headerCode('header-faults-as-bad-request', {
    summary: 'A header that is absent or disagrees with the payload is refused with 400.',
    rules: { authError: insteadWhere(isCause(HEADER_CAUSES), 'REQUEST_INVALID') },
  }),
  windowCode('stale-timestamp-as-bad-request', {
    summary: 'A timestamp outside of the window is refused with 400.',
    rules: { authError: insteadWhere(isCause(['timestamp']), 'REQUEST_INVALID') },
    costs: [{ checks: 'auth.timestamp-*', verdict: 'warning', because: 'expected' }],
  }),
  windowCode('stale-timestamp-as-invalid-signature', {
    summary: 'A timestamp outside of the window is refused as an invalid signature.',
    rules: { authError: insteadWhere(isCause(['timestamp']), 'AUTH_INVALID_SIGNATURE') },
  }),
  window('window-of-five-seconds', {
    summary: 'Timestamps may be five seconds off.',
    settings: { timestampWindowMs: 5_000 },
  }),
  window('window-of-ten-minutes', {
    summary: 'Timestamps may be ten minutes off.',
    settings: { timestampWindowMs: 600_000 },
  }),
  window('window-shorter-ahead', {
    summary: 'Timestamps may be half a minute behind the service, and two seconds ahead of it.',
    rules: {
      acceptsTimestamp: amended(
        (accepted, timestampMs: number, nowMs: number) => accepted && timestampMs <= nowMs + 2_000,
      ),
    },
  }),
  extra('payload-with-more-members-refused', {
    summary: 'A signed payload with a member that the interface does not name is refused.',
    rules: {
      readPayload: amended((fields) =>
        fields !== undefined && Object.keys(fields).length > PAYLOAD_MEMBERS ? undefined : fields,
      ),
    },
  }),
  extra('payload-with-more-members-taken', {
    summary: 'Members of the signed payload that the interface does not name are ignored.',
  }),
  parameterCode('parameters-as-plain-invalid', {
    summary: 'Malformed keys and repeated parameters are refused as REQUEST_INVALID.',
    rules: {
      errorMessage: insteadWhere((name) => name === 'REQUEST_INVALID_PARAMETERS', 'REQUEST_INVALID'),
      errorCode: amended((code, name: string, form: 'name' | 'number') =>
        name !== 'REQUEST_INVALID_PARAMETERS' ? code : form === 'name' ? 'REQUEST_INVALID' : 2000,
      ),
    },
  }),
  parameterCode('parameters-by-their-name', {
    summary: 'Malformed keys and repeated parameters are refused as REQUEST_INVALID_PARAMETERS.',
  }),
  checkOrder('signature-before-account', {
    summary: 'The signature is looked at before the account is looked up.',
  }),
  checkOrder('unknown-account-before-signature', {
    summary: 'An account that does not exist is answered with 404 before the signature is looked at.',
    dialect: 'default',
    gateway: () => ({
      before: ({ raw }) =>
        raw.target.includes('/NO-SUCH-ACCOUNT/')
          ? {
              status: 404,
              contentType: 'application/json',
              body: '{"error":{"code":"ACCOUNT_NOT_FOUND"},"error_message":"ACCOUNT_NOT_FOUND"}',
            }
          : undefined,
    }),
  }),
  base64('base64-ends-read-leniently', {
    summary: 'Padding and stray bits at the end of base64url are ignored, as most decoders do.',
    rules: {
      decodeData: amended((bytes, text: string) => bytes ?? leniently(text)),
      decodeSignature: amended((bytes, text: string) => bytes ?? leniently(text)),
    },
    costs: WARNS,
  }),
  doubled('first-of-two-headers', {
    summary: 'Of two headers of one name the first is taken.',
    rules: { acceptsHeaderCount: alsoWhere((count) => count > 1) },
    costs: WARNS,
  }),
  numbers('header-numbers-read-as-numbers', {
    summary: 'Timestamp and version are compared as numbers, so that leading zeros do not matter.',
    rules: {
      timestampAgrees: alsoWhere((header, signed) => isSameNumber(header, signed)),
      signVersionAgrees: alsoWhere((header, signed) => isSameNumber(header, signed)),
    },
    costs: WARNS,
  }),
  types('quoted-integers-taken', {
    summary: 'Timestamp and version of the payload are taken as text of digits, too.',
    rules: {
      acceptsFieldType: alsoWhere(
        (name, value) =>
          (name === 'timestamp' || name === 'sign_version') && typeof value === 'string' && /^\d+$/.test(value),
      ),
      supportsSignVersion: alsoWhere((signed) => signed === '1'),
    },
    costs: WARNS,
  }),
  readKey('key-on-reads-ignored', {
    summary: 'A read that carries a key is answered, and the key ignored.',
    rules: { acceptsReadKey: () => () => true },
    costs: WARNS,
  }),
  readKey('key-on-reads-refused', { summary: 'A read that carries a key is refused.' }),
  paths('paths-compared-decoded', {
    summary: 'The signed path is compared with that of the request after percent-decoding.',
    rules: {
      acceptsPath: alsoWhere((signed, target) => decoded(signed) === decoded(target)),
    },
    costs: WARNS,
  }),
];

/** Padding taken off, stray bits of the last character too; anything else in it that is not of the alphabet is refused still. */
function leniently(text: string): Uint8Array | undefined {
  const bare = text.replace(/={1,2}$/, '');
  return /^[A-Za-z0-9_-]+$/.test(bare) && bare.length % 4 !== 1 ? Buffer.from(bare, 'base64url') : undefined;
}

function isSameNumber(header: string | undefined, signed: JsonValue | undefined): boolean {
  return header !== undefined && /^\d+$/.test(header) && Number(header) === signed;
}

/** The path decoded, the query as it is: interface 5.3, rule 4 binds the query. */
function decoded(target: JsonValue | undefined): string | undefined {
  if (typeof target !== 'string') return undefined;
  const [path = '', ...query] = target.split('?');
  try {
    return [decodeURIComponent(path), ...query].join('?');
  } catch {
    return target;
  }
}
