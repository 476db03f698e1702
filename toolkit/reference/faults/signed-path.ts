// Faults of the signed path and query, on HTTP and on handshakes (interface 4.5, rule 1; 5.2; 5.3, rules 4 and 5).
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

/** A member of the payload that is not asked for: absent, null and empty pass. */
function memberOptional(name: string, rule: 'acceptsMethod' | 'acceptsPath' | 'acceptsBodyHash'): Fault['change'] {
  const absent = (value: unknown): boolean => value === undefined || value === null || value === '';
  return together(
    changing(
      'acceptsFieldType',
      (honest) => (field, value, context) => (field === name && absent(value)) || honest(field, value, context),
    ),
    changing(rule, (honest) => (signed, actual, context) => absent(signed) || honest(signed, actual, context)),
    changing(
      'acceptsHandshakePath',
      (honest) => (signed, actual, context) => (name === 'path' && absent(signed)) || honest(signed, actual, context),
    ),
  );
}

/** A member of the payload whose value, and type, does not matter. */
function unchecked(name: string, rule: 'acceptsMethod' | 'acceptsPath' | 'acceptsBodyHash'): Fault['change'] {
  return together(
    changing(rule, () => () => true),
    changing(
      'acceptsFieldType',
      (honest) => (field, value, context) => field === name || honest(field, value, context),
    ),
  );
}

/** The signed path is rewritten before it is compared, on HTTP and on handshakes. */
function comparedAs(rewrite: (path: string) => string): Fault['change'] {
  const rewritten = (signed: unknown): string => rewrite(String(signed));
  return together(
    changing('acceptsPath', (honest) => (signed, target, context) => honest(rewritten(signed), target, context)),
    changing(
      'acceptsHandshakePath',
      (honest) => (signed, target, context) => honest(rewritten(signed), target, context),
    ),
  );
}

export const signedPathFaults: readonly Fault[] = [
  fault(
    'path-unchecked',
    '5.2',
    ['auth.path-matches', 'auth.query-signed', 'auth.payload-code', 'auth.path-account-protected'],
    'The signed path is not compared with the request.',
    unchecked('path', 'acceptsPath'),
  ),
  fault(
    'path-optional',
    '5.2',
    ['auth.payload-path-required'],
    'A payload without a path is accepted.',
    memberOptional('path', 'acceptsPath'),
  ),
  fault(
    'path-account-unprotected',
    '5.2',
    ['auth.path-account-protected'],
    "A signature for one account's path is valid on the same path of another account.",
    changing('acceptsPath', (honest) => (signed, target, context) => {
      const blind = (path: unknown): string => String(path).replace(/accounts\/[^/]+/, 'accounts/*');
      return blind(signed) === blind(target) || honest(signed, target, context);
    }),
  ),
  fault(
    'path-compared-decoded',
    '5.2',
    ['auth.path-matches', 'auth.query-signed'],
    'Signed path and request are compared after percent-decoding.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        decoded(String(signed)) === decoded(target) || honest(signed, target, context),
    ),
  ),
  fault(
    'path-slash-ignored',
    '5.2',
    ['auth.path-matches'],
    'A slash at the end of the signed path does not count.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        String(signed).replace(/\/$/, '') === target || honest(signed, target, context),
    ),
  ),
  fault(
    'path-slashes-folded',
    '5.2',
    ['auth.path-matches', 'auth.handshake-path-exact'],
    'Slashes that stand together in a signed path count as one.',
    comparedAs((path) => path.replaceAll(/\/+/g, '/')),
  ),
  fault(
    'path-fragment-ignored',
    '5.2',
    ['auth.path-matches', 'auth.handshake-path-exact'],
    'A fragment at the end of a signed path does not count.',
    comparedAs((path) => path.replace(/#.*$/, '')),
  ),
  fault(
    'query-unsigned',
    '5.3',
    ['auth.query-signed'],
    'Only the path before the question mark is compared with the signed one.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        String(signed).split('?')[0] === target.split('?')[0] || honest(signed, target, context),
    ),
  ),
  fault(
    'query-compared-sorted',
    '5.3',
    ['auth.query-signed'],
    'The order of query parameters does not count.',
    changing(
      'acceptsPath',
      (honest) => (signed, target, context) =>
        sortedQuery(String(signed)) === sortedQuery(target) || honest(signed, target, context),
    ),
  ),
  fault(
    'query-normalised-before-verifying',
    '5.3',
    ['auth.query-as-sent'],
    'The query is parsed and written anew before it is compared, so that unusual escapes break the signature.',
    changing('acceptsPath', (honest) => (signed, target, context) => {
      const [path = '', query] = target.split('?');
      return honest(signed, query === undefined ? path : `${path}?${new URLSearchParams(query)}`, context);
    }),
  ),
  fault(
    'query-hex-case-ignored',
    '5.3',
    ['auth.query-signed'],
    'Percent escapes are compared without regard to the case of their digits.',
    changing('acceptsPath', (honest) => (signed, target, context) => {
      const upper = (text: string): string => text.replaceAll(/%[0-9a-f]{2}/gi, (digits) => digits.toUpperCase());
      return upper(String(signed)) === upper(target) || honest(signed, target, context);
    }),
  ),
  fault(
    'duplicate-query-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'Repeated query parameters are accepted; the first counts.',
    changing('acceptsQuery', () => () => true),
  ),
  fault(
    'duplicate-query-equal-values-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'A repeated query parameter is accepted when its values are equal.',
    changing('acceptsQuery', (honest) => (query, context) => honest([...new Set(query.split('&'))].join('&'), context)),
  ),
  fault(
    'duplicate-query-escaped-name-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'Names of query parameters are compared before they are decoded.',
    changing('acceptsQuery', (honest) => (query, context) => honest(query.replaceAll('%', '%25'), context)),
  ),
  ...(['placeOrder', 'operationStatus'] as const).map((operation) =>
    fault(
      `duplicate-query-accepted-on-${operation === 'placeOrder' ? 'orders' : 'operation-status'}`,
      '5.3',
      ['auth.duplicate-query-refused'],
      `Repeated query parameters are not looked for in ${operation === 'placeOrder' ? 'placements' : 'reads of operation status'}.`,
      changing(
        'acceptsQuery',
        (honest) => (query, context) => context.operation === operation || honest(query, context),
      ),
    ),
  ),
  fault(
    'duplicate-query-not-adjacent-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'A repeated query parameter is noticed only right behind the first.',
    changing('acceptsQuery', (honest) => (query, context) => {
      const pairs = query.split('&');
      return pairs.every((pair, at) => honest(`${pairs[at - 1] ?? ''}&${pair}`, context));
    }),
  ),
  fault(
    'duplicate-query-empty-value-accepted',
    '5.3',
    ['auth.duplicate-query-refused'],
    'Query parameters without a value are not counted.',
    changing(
      'acceptsQuery',
      (honest) => (query, context) => honest(query.replaceAll(/(^|&)[^=&]*=(?=&|$)/g, '$1'), context),
    ),
  ),
  fault(
    'handshake-path-unchecked',
    '4.5',
    ['auth.handshake-path-exact', 'auth.path-matches', 'auth.payload-path-required', 'ticks.path-signed'],
    'The signed path of a handshake is not compared.',
    together(
      changing('acceptsHandshakePath', () => () => true),
      changing(
        'acceptsFieldType',
        (honest) => (name, value, context) => (context.isHandshake && name === 'path') || honest(name, value, context),
      ),
    ),
  ),
  fault(
    'handshake-path-slash-ignored',
    '4.5',
    ['auth.handshake-path-exact'],
    "A slash at the end of a handshake's signed path does not count.",
    changing(
      'acceptsHandshakePath',
      (honest) => (signed, target, context) =>
        String(signed).replace(/\/$/, '') === target || honest(signed, target, context),
    ),
  ),
  fault(
    'handshake-path-by-its-end',
    '4.5',
    ['auth.handshake-path-exact'],
    "Of a handshake's signed path only the end counts, so that a full URL passes.",
    changing('acceptsHandshakePath', () => (signed, target) => String(signed).endsWith(target)),
  ),
  fault(
    'handshake-path-case-ignored',
    '4.5',
    ['auth.handshake-path-exact'],
    "The case of a handshake's signed path does not count.",
    changing('acceptsHandshakePath', () => (signed, target) => String(signed).toLowerCase() === target.toLowerCase()),
  ),
  fault(
    'handshake-path-of-another-account',
    '4.5',
    ['auth.handshake-path-exact'],
    'A handshake signed for one account opens the stream of another.',
    changing('acceptsHandshakePath', (honest) => (signed, target, context) => {
      const blind = (path: unknown): string => String(path).replace(/accounts\/[^/]+/, 'accounts/*');
      return blind(signed) === blind(target) || honest(signed, target, context);
    }),
  ),
];

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
