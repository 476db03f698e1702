// Faults of the signed path and query, on HTTP and on handshakes (interface 4.5, rule 1; 5.2; 5.3, rules 4 and 5).
import { alsoOn, alsoWhere, always, instead, readAs } from '../algebra/edits.js';
import { type Edits, type Fault, on, violating } from '../algebra/index.js';
import { anotherResourceFaults } from './another-resource.js';
import { absent } from './signed-payload.js';

const pathMatches = violating('5.2', ['auth.path-matches', 'auth.handshake-path-exact']);
const querySigned = violating('5.3', ['auth.query-signed']);
const duplicateQueryRefused = violating('5.3', ['auth.duplicate-query-refused']);
const handshakePathExact = violating('4.5', ['auth.handshake-path-exact']);

/** The signed path is rewritten before it is compared, on HTTP and on handshakes. */
function comparedAs(rewrite: (path: string) => string): Edits {
  return {
    acceptsPath: readAs((signed) => rewrite(String(signed))),
    acceptsHandshakePath: readAs((signed) => rewrite(String(signed))),
  };
}

/** The path without the account that it names. */
function blind(path: unknown): string {
  return String(path).replace(/accounts\/[^/]+/, 'accounts/*');
}

function upper(path: unknown): string {
  return String(path).replaceAll(/%[0-9a-f]{2}/gi, (digits) => digits.toUpperCase());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function sortedQuery(path: string): string {
  const [before = '', query = ''] = path.split('?');
  return `${before}?${query.split('&').sort().join('&')}`;
}

export const signedPathFaults: readonly Fault[] = [
  violating('5.2', ['auth.path-matches', 'auth.query-signed', 'auth.payload-code', 'auth.path-account-protected'])(
    'path-unchecked',
    {
      summary: 'The signed path is not compared with the request.',
      acceptsPath: always(true),
      acceptsFieldType: alsoWhere((name) => name === 'path'),
    },
  ),
  violating('5.2', ['auth.payload-path-required'])('path-optional', {
    summary: 'A payload without a path is accepted.',
    acceptsFieldType: alsoWhere((name, value) => name === 'path' && absent(value)),
    acceptsPath: alsoWhere(absent),
    acceptsHandshakePath: alsoWhere(absent),
  }),
  violating('5.2', ['auth.path-account-protected'])('path-account-unprotected', {
    summary: "A signature for one account's path is valid on the same path of another account.",
    acceptsPath: alsoWhere((signed, target) => blind(signed) === blind(target)),
  }),
  violating('5.2', ['auth.path-matches', 'auth.query-signed'])('path-compared-decoded', {
    summary: 'Signed path and request are compared after percent-decoding.',
    // One path in two spellings; 5.3, rule 4 binds the client.
    level: 'should',
    acceptsPath: alsoWhere((signed, target) => decoded(String(signed)) === decoded(target)),
  }),
  violating('5.2', ['auth.path-matches'])('path-slash-ignored', {
    summary: 'A slash at the end of the signed path does not count.',
    acceptsPath: alsoWhere((signed, target) => String(signed).replace(/\/$/, '') === target),
  }),
  pathMatches('path-slashes-folded', {
    summary: 'Slashes that stand together in a signed path count as one.',
    ...comparedAs((path) => path.replaceAll(/\/+/g, '/')),
  }),
  pathMatches('path-fragment-ignored', {
    summary: 'A fragment at the end of a signed path does not count.',
    ...comparedAs((path) => path.replace(/#.*$/, '')),
  }),
  querySigned('query-unsigned', {
    summary: 'Only the path before the question mark is compared with the signed one.',
    acceptsPath: alsoWhere((signed, target) => String(signed).split('?')[0] === target.split('?')[0]),
  }),
  querySigned('query-compared-sorted', {
    summary: 'The order of query parameters does not count.',
    acceptsPath: alsoWhere((signed, target) => sortedQuery(String(signed)) === sortedQuery(target)),
  }),
  violating('5.3', ['auth.query-as-sent'])('query-normalised-before-verifying', {
    summary: 'The query is parsed and written anew before it is compared, so that unusual escapes break the signature.',
    acceptsPath: (honest) => (signed, target, context) => {
      const [path = '', query] = target.split('?');
      return honest(signed, query === undefined ? path : `${path}?${new URLSearchParams(query)}`, context);
    },
  }),
  querySigned('query-hex-case-ignored', {
    summary: 'Percent escapes are compared without regard to the case of their digits.',
    // One query in two spellings; 5.3, rule 4 binds the client.
    level: 'should',
    acceptsPath: alsoWhere((signed, target) => upper(signed) === upper(target)),
  }),
  duplicateQueryRefused('duplicate-query-accepted', {
    summary: 'Repeated query parameters are accepted; the first counts.',
    acceptsQuery: always(true),
  }),
  duplicateQueryRefused('duplicate-query-equal-values-accepted', {
    summary: 'A repeated query parameter is accepted when its values are equal.',
    acceptsQuery: readAs((query) => [...new Set(query.split('&'))].join('&')),
  }),
  duplicateQueryRefused('duplicate-query-escaped-name-accepted', {
    summary: 'Names of query parameters are compared before they are decoded.',
    // Whether an escaped name is the same name is not said.
    level: 'should',
    acceptsQuery: readAs((query) => query.replaceAll('%', '%25')),
  }),
  ...(['placeOrder', 'operationStatus'] as const).map((operation) =>
    duplicateQueryRefused(`duplicate-query-accepted-on-${operation === 'placeOrder' ? 'orders' : 'operation-status'}`, {
      summary: `Repeated query parameters are not looked for in ${operation === 'placeOrder' ? 'placements' : 'reads of operation status'}.`,
      acceptsQuery: alsoOn(on(operation)),
    }),
  ),
  duplicateQueryRefused('duplicate-query-not-adjacent-accepted', {
    summary: 'A repeated query parameter is noticed only right behind the first.',
    acceptsQuery: (honest) => (query, context) => {
      const pairs = query.split('&');
      return pairs.every((pair, at) => honest(`${pairs[at - 1] ?? ''}&${pair}`, context));
    },
  }),
  duplicateQueryRefused('duplicate-query-empty-value-accepted', {
    summary: 'Query parameters without a value are not counted.',
    acceptsQuery: readAs((query) => query.replaceAll(/(^|&)[^=&]*=(?=&|$)/g, '$1')),
  }),
  violating('4.5', [
    'auth.handshake-path-exact',
    'auth.path-matches',
    'auth.payload-path-required',
    'ticks.path-signed',
  ])('handshake-path-unchecked', {
    summary: 'The signed path of a handshake is not compared.',
    acceptsHandshakePath: always(true),
    acceptsFieldType: alsoWhere((name, _value, context) => context.isHandshake && name === 'path'),
  }),
  handshakePathExact('handshake-path-slash-ignored', {
    summary: "A slash at the end of a handshake's signed path does not count.",
    acceptsHandshakePath: alsoWhere((signed, target) => String(signed).replace(/\/$/, '') === target),
  }),
  handshakePathExact('handshake-path-by-its-end', {
    summary: "Of a handshake's signed path only the end counts, so that a full URL passes.",
    acceptsHandshakePath: instead((signed, target) => String(signed).endsWith(target)),
  }),
  handshakePathExact('handshake-path-case-ignored', {
    summary: "The case of a handshake's signed path does not count.",
    acceptsHandshakePath: instead((signed, target) => String(signed).toLowerCase() === target.toLowerCase()),
  }),
  handshakePathExact('handshake-path-of-another-account', {
    summary: 'A handshake signed for one account opens the stream of another.',
    acceptsHandshakePath: alsoWhere((signed, target) => blind(signed) === blind(target)),
  }),
  ...anotherResourceFaults,
];
