// Slips between the path and query that are signed and those that are sent (interface 5.2, 5.3 rule 4).

import type { Named } from '../named.js';
import type { SlipId } from '../slips.js';
import { at, type DamageRow, damage, type Way, way } from './way.js';

/** Works on the query alone; a path without a query stays as it is. */
const onQuery =
  (change: (query: string) => string) =>
  (path: string): string => {
    const mark = path.indexOf('?');
    return mark < 0 ? path : `${path.slice(0, mark)}?${change(path.slice(mark + 1))}`;
  };

/** Works on the path before the query. */
const onPlainPath =
  (change: (path: string) => string) =>
  (path: string): string => {
    const mark = path.indexOf('?');
    return mark < 0 ? change(path) : change(path.slice(0, mark)) + path.slice(mark);
  };

const onParameters = (change: (parameters: readonly string[]) => readonly string[]): ((path: string) => string) =>
  onQuery((query) => change(query.split('&')).join('&'));

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** On the handshake of the events stream the path has a requirement of its own. `level` is that on other requests. */
function paths(named: Named, level: 'must' | 'should' = 'must'): readonly DamageRow[] {
  return [
    [named, 'auth.path-matches', { level, on: ['mutating', 'read'] }],
    [`${named.replace(':', '-on-handshake:')}` as Named, 'auth.handshake-path-exact', { on: ['handshake'] }],
  ];
}

const PATHS: readonly Way[] = [
  way(
    'path-trailing-slash',
    { path: onPlainPath((path) => (path.endsWith('/') ? path : `${path}/`)) },
    'adds-trailing-slash: signs a slash at the end of the path that is not sent',
    ...paths('path-trailing-slash: signed path with a slash at its end'),
  ),
  way(
    'path-full-url',
    { path: (path) => `https://api.example.test${path}` },
    'signs-full-url: signs the whole URL',
    ...paths('path-full-url: signed path as a full URL'),
  ),
  damage(
    'path-letter-case',
    { path: (path) => path.toUpperCase() },
    ...paths('path-upper-case: signed path in upper case'),
  ),
  way(
    'path-prefix-missing',
    // The base address may have a path of its own before it.
    { path: (path) => path.replace(/\/v1(?=\/)/, '') },
    'strips-version-prefix: signs the path below /v1',
    ...paths('path-without-version: signed path without /v1'),
  ),
  way(
    'path-leading-slash',
    { path: (path) => path.replace(/^\//, '') },
    'drops-leading-slash: signs the path without its first slash',
    ...paths('path-without-slash: signed path without its first slash'),
  ),
  way(
    'path-query-unsent',
    { path: (path, input) => `${path}${path.includes('?') ? '&' : '?'}timestamp=${input.timestampMs}` },
    'adds-timestamp-to-query: signs a query parameter that it does not send',
    ...paths('path-query-added: signed path with a query that is not sent'),
  ),
  way(
    'path-query-empty',
    { path: (path) => (path.includes('?') ? path : `${path}?`) },
    'adds-empty-query: signs a question mark although there is no query',
    ...paths('path-question-mark: signed path with a bare question mark'),
  ),
  damage(
    'path-double-slash',
    { path: (path) => path.replace('/accounts', '//accounts') },
    ...paths('path-double-slash: signed path with a slash doubled'),
  ),
  way(
    'path-fragment',
    { path: (path) => `${path}#top` },
    'signs-fragment: signs the fragment of the address',
    ...paths('path-fragment: signed path with a fragment'),
  ),
  // How the path part is encoded is left open; of the events path alone it is said that it must be equal exactly.
  damage(
    'path-encoded',
    { path: (path) => path.replace('accounts', '%61ccounts') },
    ...paths('path-encoded: signed path with a letter percent-encoded', 'should'),
  ),
  damage(
    'path-other-account',
    { path: (path) => path.replace(/accounts\/([^/?]+)/, 'accounts/$1x') },
    ...paths('path-other-account: signed path of another account'),
  ),
  damage(
    'path-end-missing',
    { path: onPlainPath((path) => path.replace(/\/[^/]+$/, '')) },
    ...paths('path-cut: signed path without its last segment'),
  ),
  damage(
    'path-other-segment',
    { path: (path) => path.replace(/\/v1(?=\/)/, '/v2') },
    ...paths('path-other-version: signed path of another version'),
  ),
  ...at('path', {
    'path-with-host': { 'signs-host: signs the host name before the path': (path) => `api.example.test${path}` },
    'path-query-separator': {
      'joins-query-without-mark: joins path and query without the question mark': (path) => path.replace('?', ''),
    },
    'path-query-reordered': {
      'sorts-query: signs the query sorted by name, as a map keeps it': onParameters((all) => all.toSorted()),
      'reverses-query: signs the query parameters in reverse order': onParameters((all) => all.toReversed()),
    },
    'path-query-empty': {
      'drops-empty-query: drops the question mark of an empty query that is sent': (path) => path.replace(/\?$/, ''),
    },
    'path-query-empty-value': {
      'drops-empty-values: signs "a" where "a=" is sent': onParameters((all) =>
        all.map((one) => one.replace(/=$/, '')),
      ),
      'adds-empty-values: signs "a=" where "a" is sent': onParameters((all) =>
        all.map((one) => (one === '' || one.includes('=') ? one : `${one}=`)),
      ),
    },
    'path-decoded': {
      'signs-decoded: signs path and query in decoded form': decode,
      'decodes-unreserved: decodes the characters that need no encoding, such as %7E': (path) =>
        path.replace(/%(?:2[DE]|5F|7E|3\d|[46][1-9A-F]|[57][0-9A])/gi, decode),
    },
    'path-encoded': {
      'encodes-letters: signs letters beyond ASCII percent-encoded although they are sent plain': (path) =>
        path.replace(/[^\0-\x7f]+/g, encodeURIComponent),
      'encodes-reserved: signs "@", ":" and "," percent-encoded although they are sent plain': (path) =>
        path.replace(/[@:,]/g, encodeURIComponent),
    },
    'path-double-encoded': {
      'encodes-twice: encodes the path that is already encoded': (path) => path.replaceAll('%', '%25'),
    },
    'path-hex-case': {
      'lower-cases-escapes: signs %2f where %2F is sent': (path) =>
        path.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
      'upper-cases-escapes: signs %2F where %2f is sent': (path) =>
        path.replace(/%[0-9a-f]{2}/g, (octet) => octet.toUpperCase()),
    },
    'path-plus-for-space': {
      'signs-plus-for-blank: signs "+" where "%20" is sent': onQuery((query) => query.replaceAll('%20', '+')),
      'signs-blank-for-plus: signs "%20" where "+" is sent': onQuery((query) => query.replaceAll('+', '%20')),
    },
    'path-trailing-slash': {
      'strips-trailing-slash: strips the slash at the end of the path that is sent': onPlainPath((path) =>
        path.replace(/\/$/, ''),
      ),
    },
    'path-double-slash': {
      'doubles-slash: joins base address and path with two slashes': (path) => `/${path}`,
      'collapses-slashes: signs one slash where two are sent': (path) => path.replace(/\/{2,}/g, '/'),
    },
    'path-prefix-added': {
      'adds-base-path: signs the path behind a gateway prefix that is not sent': (path) => `/api${path}`,
    },
    'path-letter-case': { 'lower-cases-path: signs the path in lower case': onPlainPath((path) => path.toLowerCase()) },
    'path-template': {
      'signs-template: signs the template of the path instead of its values': (path) =>
        path.replace(/\/accounts\/[^/?]+/, '/accounts/{account_id}'),
    },
    'path-method-included': {
      'signs-method-in-path: signs the method before the path': (path, input) => `${input.method} ${path}`,
    },
    'path-other-account': {
      'signs-first-account: signs the path of the account that it used first': (path) =>
        path.replace(/\/accounts\/[^/?]+/, '/accounts/1000001'),
    },
    'path-unicode-form': {
      'composes-letters: signs decomposed letters composed (NFC)': (path) => path.normalize('NFC'),
      'decomposes-letters: signs composed letters decomposed (NFD)': (path) => path.normalize('NFD'),
      'folds-compatible-letters: signs ligatures and circled digits as plain ones (NFKC)': (path) =>
        path.normalize('NFKC'),
      'drops-accents: signs letters beyond ASCII without their accents': (path) =>
        path.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    },
    'path-latin-1': {
      'asks-for-unknown-letters: signs a question mark for each letter beyond Latin-1': (path) =>
        path.replace(/[^\0-\xff]/gu, '?'),
      'misreads-utf-8: signs UTF-8 that was read as Latin-1': (path) => Buffer.from(path).toString('latin1'),
    },
    'path-mismatch': {
      'resolves-dot-segments: resolves "." and ".." in the path that is sent as it is': onPlainPath((path) =>
        path.replaceAll('/./', '/').replace(/\/[^/]+\/\.\.(?=\/|$)/g, ''),
      ),
    },
  }),
];

/** What is sent differs from what was signed. The query has keys out of order, escapes in both cases and a plus sign. */
const QUERY = 'zeta=1&alpha=%7e%2F&space=a+b';

const readWithQuery = (named: Named, level: 'must' | 'should' = 'must'): DamageRow => [
  named,
  'auth.query-signed',
  { level, on: ['read'], query: QUERY },
];

/** The path is left alone: what names the resource decides which rules meet the request first. */
function sentQuery(slip: SlipId, named: Named, change: (query: string) => string, level?: 'should'): Way {
  return damage(
    slip,
    { wire: (request) => ({ ...request, path: onQuery(change)(request.path) }) },
    readWithQuery(named, level),
  );
}

const QUERIES: readonly Way[] = [
  sentQuery('path-query-reordered', 'query-reordered: query sent in another order', (query) =>
    query.split('&').sort().join('&'),
  ),
  // One query in other spellings: 5.3, rule 4 binds the client; a server that compares what they mean is not plainly forbidden.
  sentQuery(
    'path-encoded',
    'query-decoded: query sent decoded',
    (query) => query.replace('%7e', '~').replace('%2F', '/'),
    'should',
  ),
  sentQuery(
    'path-hex-case',
    'query-hex-case: query sent with its escapes in the other case',
    (query) => query.replace('%7e', '%7E').replace('%2F', '%2f'),
    'should',
  ),
  sentQuery('path-decoded', 'query-encoded-twice: query sent encoded again', (query) => query.replaceAll('%', '%25')),
  sentQuery(
    'path-plus-for-space',
    'query-plus-escaped: query sent with %20 for the plus sign',
    (query) => query.replace('+', '%20'),
    'should',
  ),
  sentQuery('path-query-other-value', 'query-value-changed: query sent with another value', (query) =>
    query.replace('zeta=1', 'zeta=2'),
  ),
  sentQuery(
    'path-query-missing',
    'query-parameter-added: query sent with a further parameter',
    (query) => `${query}&extra=1`,
  ),
  sentQuery('path-query-unsent', 'query-parameter-dropped: query sent without one parameter', (query) =>
    query.replace('zeta=1&', ''),
  ),
  damage(
    'path-query-unsent',
    { wire: (request) => ({ ...request, path: withoutQuery(request.path) }) },
    readWithQuery('query-dropped: query left out when sending'),
  ),
  way(
    'path-query-missing',
    { path: withoutQuery },
    'drops-query: signs the path without the query',
    readWithQuery('query-not-signed: query sent but not signed'),
  ),
];

function withoutQuery(path: string): string {
  return path.split('?')[0] ?? path;
}

export const PATH_WAYS: readonly Way[] = [...PATHS, ...QUERIES];
