// Faults of services that rewrite a request before they verify it (interface 5.2; 5.3, rules 2 to 4): query, body, encoding.
import type { JsonValue } from '../../payload/json.js';
import { canonicalJson } from '../../payload/same-json.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

/** The signed path must be that of the request with its query rewritten. */
function queryRewritten(rewrite: (query: string) => string): Fault['change'] {
  return changing('acceptsPath', (honest) => (signed, target, context) => {
    const [path = '', query] = target.split('?');
    return honest(signed, query === undefined ? path : `${path}?${rewrite(query)}`, context);
  });
}

export const rewrittenRequestFaults: readonly Fault[] = [
  fault(
    'query-sorted-before-verifying',
    '5.3',
    ['auth.query-as-sent'],
    'Query parameters are sorted before they are compared, so that any other order breaks the signature.',
    queryRewritten((query) => query.split('&').sort().join('&')),
  ),
  fault(
    'query-decoded-before-verifying',
    '5.3',
    ['auth.query-as-sent'],
    'The query is percent-decoded before it is compared, so that any escape breaks the signature.',
    queryRewritten((query) => {
      try {
        return decodeURIComponent(query);
      } catch {
        return query;
      }
    }),
  ),
  fault(
    'query-plus-escaped-before-verifying',
    '5.3',
    ['auth.query-as-sent'],
    'A plus sign in the query is read as a space before it is compared.',
    queryRewritten((query) => query.replaceAll('+', '%20')),
  ),
  fault(
    'body-mark-stripped',
    '5.2',
    ['auth.body-bytes-protected'],
    'A byte order mark before the body is taken away before the body is hashed and read.',
    together(
      changing('bodyHashOf', (honest) => (body, context) => honest(withoutMark(body), context)),
      changing(
        'readJson',
        (honest) => (value, problem, body, context) =>
          withoutMark(body) === body ? honest(value, problem, body, context) : parsed(withoutMark(body)),
      ),
    ),
  ),
  fault(
    'body-hash-of-sorted-json',
    '5.2',
    ['auth.body-hash-exact-bytes', 'auth.body-bytes-protected'],
    'The hash is taken over the JSON with its members in alphabetical order, whatever order came.',
    changing('bodyHashOf', (honest) => (body, context) => {
      const value = parsed(body);
      return honest(value === undefined ? body : Buffer.from(canonicalJson(value)), context);
    }),
  ),
  fault(
    'body-hash-of-composed-letters',
    '5.2',
    ['auth.body-hash-exact-bytes'],
    'The hash is taken over the body with its letters composed (Unicode form NFC).',
    changing('bodyHashOf', (honest) => (body, context) => {
      const text = Buffer.from(body).toString();
      return honest(text === text.normalize('NFC') ? body : Buffer.from(text.normalize('NFC')), context);
    }),
  ),
  fault(
    'signature-hex-accepted',
    '5.1',
    ['auth.encoding-code'],
    'SVC-SIGN in hexadecimal is accepted too.',
    changing(
      'decodeSignature',
      (honest) => (text, context) => (/^[0-9a-f]{128}$/.test(text) ? Buffer.from(text, 'hex') : honest(text, context)),
    ),
  ),
];

function withoutMark(body: Uint8Array): Uint8Array {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

function parsed(body: Uint8Array): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(Buffer.from(body).toString());
    return value;
  } catch {
    return undefined;
  }
}
