// Faults of services that rewrite a request before they verify it (interface 5.2; 5.3, rules 2 to 4): query, body, encoding.
import type { JsonValue } from '../../../payload/json.js';
import { canonicalJson } from '../../../payload/same-json.js';
import { amended, readAs } from '../algebra/edits.js';
import { type Change, editing, type Fault, violating } from '../algebra/index.js';

const queryAsSent = violating('5.3', ['auth.query-as-sent']);

/** The signed path must be that of the request with its query rewritten. */
function queryRewritten(rewrite: (query: string) => string): Change {
  return editing({
    acceptsPath: (honest) => (signed, target, context) => {
      const [path = '', query] = target.split('?');
      return honest(signed, query === undefined ? path : `${path}?${rewrite(query)}`, context);
    },
  });
}

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

export const rewrittenRequestFaults: readonly Fault[] = [
  queryAsSent('query-sorted-before-verifying', {
    summary: 'Query parameters are sorted before they are compared, so that any other order breaks the signature.',
    change: queryRewritten((query) => query.split('&').sort().join('&')),
  }),
  queryAsSent('query-decoded-before-verifying', {
    summary: 'The query is percent-decoded before it is compared, so that any escape breaks the signature.',
    change: queryRewritten((query) => {
      try {
        return decodeURIComponent(query);
      } catch {
        return query;
      }
    }),
  }),
  queryAsSent('query-plus-escaped-before-verifying', {
    summary: 'A plus sign in the query is read as a space before it is compared.',
    change: queryRewritten((query) => query.replaceAll('+', '%20')),
  }),
  violating('5.2', ['auth.body-bytes-protected'])('body-mark-stripped', {
    summary: 'A byte order mark before the body is taken away before the body is hashed and read.',
    bodyHashOf: readAs((body) => withoutMark(body)),
    readJson: amended((answer, _value, _problem, body) =>
      withoutMark(body) === body ? answer : parsed(withoutMark(body)),
    ),
  }),
  violating('5.2', ['auth.body-hash-exact-bytes', 'auth.body-bytes-protected'])('body-hash-of-sorted-json', {
    summary: 'The hash is taken over the JSON with its members in alphabetical order, whatever order came.',
    bodyHashOf: (honest) => (body, context) => {
      const value = parsed(body);
      return honest(value === undefined ? body : Buffer.from(canonicalJson(value)), context);
    },
  }),
  violating('5.2', ['auth.body-hash-exact-bytes'])('body-hash-of-composed-letters', {
    summary: 'The hash is taken over the body with its letters composed (Unicode form NFC).',
    bodyHashOf: (honest) => (body, context) => {
      const text = Buffer.from(body).toString();
      return honest(text === text.normalize('NFC') ? body : Buffer.from(text.normalize('NFC')), context);
    },
  }),
  violating('5.1', ['auth.encoding-code'])('signature-hex-accepted', {
    summary: 'SVC-SIGN in hexadecimal is accepted too.',
    decodeSignature: amended((answer, text) => (/^[0-9a-f]{128}$/.test(text) ? Buffer.from(text, 'hex') : answer)),
  }),
];
