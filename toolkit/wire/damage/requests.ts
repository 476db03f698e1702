// The request itself, not what it was signed as: body, path, query, method (interface 5.2, 5.3). The signature is right for the
// request that was meant; something else travels, or something else was signed than travels.
import type { RequirementId } from '../../requirements/requirement-id.js';
import type { Damage } from '../exchange.js';
import { changeField, textOf } from './edits.js';
import type { DamageEntry, DamageSubject } from './entry.js';
import { entryOf } from './entry.js';

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

function sendBody(change: (body: Uint8Array) => Uint8Array): Omit<Damage, 'name'> {
  return { wire: (request) => ({ ...request, body: change(request.body) }) };
}

/** The first digit becomes another one; a body without digits gets its first letter changed. */
function otherByte(body: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(body);
  const at = changed.findIndex((byte) => byte >= 0x31 && byte <= 0x38);
  changed[at === -1 ? 0 : at] = (changed[at === -1 ? 0 : at] ?? 0) + 1;
  return changed;
}

const BYTES = 'auth.body-bytes-protected';
const HASH = 'auth.body-hash-matches';

const BODY: readonly DamageEntry[] = (
  [
    ['body-space-added', BYTES, 'a blank added to the body', (body) => Buffer.concat([body, utf8(' ')])],
    ['body-newline-added', BYTES, 'a newline added to the body', (body) => Buffer.concat([body, utf8('\n')])],
    [
      'body-reformatted',
      BYTES,
      'the body formatted again',
      (body) => utf8(Buffer.from(body).toString().replace('{', '{ ')),
    ],
    ['body-mark-added', BYTES, 'a byte order mark before the body', (body) => Buffer.concat([utf8('\ufeff'), body])],
    ['body-byte-changed', HASH, 'one byte of the body changed', otherByte],
    ['body-dropped', HASH, 'the body left out', () => new Uint8Array()],
  ] satisfies readonly (readonly [string, RequirementId, string, (body: Uint8Array) => Uint8Array])[]
).map(([id, requirement, phrase, change]) =>
  entryOf('body', id, { requirement, on: ['mutating'] }, `${phrase} after signing`, sendBody(change)),
);

const UNSIGNED_BODY: DamageEntry = entryOf(
  'body',
  'body-added-to-read',
  { requirement: HASH, level: 'should', on: ['read'] },
  'an unsigned body on a read',
  sendBody(() => utf8('{}')),
);

/** On the handshake of the events stream the path has a requirement of its own. `level` is that on other requests. */
function signedPath(
  id: string,
  phrase: string,
  change: (path: string) => string,
  level: 'must' | 'should' = 'must',
): readonly DamageEntry[] {
  const damage = { payload: changeField('path', (path) => change(textOf(path))) };
  const usual: readonly DamageSubject[] = ['mutating', 'read'];
  return [
    entryOf('target', id, { requirement: 'auth.path-matches', level, on: usual }, phrase, damage),
    entryOf(
      'target',
      `${id}-on-handshake`,
      { requirement: 'auth.handshake-path-exact', on: ['handshake'] },
      phrase,
      damage,
    ),
  ];
}

const PATHS: readonly DamageEntry[] = [
  ...signedPath('path-trailing-slash', 'signed path with a slash at its end', (path) => `${path}/`),
  ...signedPath('path-full-url', 'signed path as a full URL', (path) => `https://service.example${path}`),
  ...signedPath('path-upper-case', 'signed path in upper case', (path) => path.toUpperCase()),
  ...signedPath('path-without-version', 'signed path without /v1', (path) => path.replace('/v1/', '/')),
  ...signedPath('path-without-slash', 'signed path without its first slash', (path) => path.slice(1)),
  ...signedPath('path-query-added', 'signed path with a query that is not sent', (path) => `${path}?a=1`),
  ...signedPath('path-question-mark', 'signed path with a bare question mark', (path) => `${path}?`),
  ...signedPath('path-double-slash', 'signed path with a slash doubled', (path) =>
    path.replace('/accounts', '//accounts'),
  ),
  ...signedPath('path-fragment', 'signed path with a fragment', (path) => `${path}#a`),
  // How the path part is encoded is left open; of the events path alone it is said that it must be equal exactly.
  ...signedPath(
    'path-encoded',
    'signed path with a letter percent-encoded',
    (path) => path.replace('accounts', '%61ccounts'),
    'should',
  ),
  ...signedPath('path-other-account', 'signed path of another account', (path) =>
    path.replace(/accounts\/([^/?]+)/, 'accounts/$1x'),
  ),
];

/** What is sent differs from what was signed. The query has keys out of order, escapes in both cases and a plus sign. */
const QUERY = 'zeta=1&alpha=%7e%2F&space=a+b';

/** The path is left alone: what names the resource decides which rules meet the request first. */
function sentQuery(id: string, phrase: string, change: (query: string) => string): DamageEntry {
  return entryOf('target', id, { requirement: 'auth.query-signed', on: ['read'], query: QUERY }, phrase, {
    wire: (request) => {
      const [path = '', query = ''] = request.path.split('?');
      const changed = change(query);
      return { ...request, path: changed === '' ? path : `${path}?${changed}` };
    },
  });
}

const QUERIES: readonly DamageEntry[] = [
  sentQuery('query-reordered', 'query sent in another order', (query) => query.split('&').sort().join('&')),
  sentQuery('query-decoded', 'query sent decoded', (query) => query.replace('%7e', '~').replace('%2F', '/')),
  sentQuery('query-hex-case', 'query sent with its escapes in the other case', (query) =>
    query.replace('%7e', '%7E').replace('%2F', '%2f'),
  ),
  sentQuery('query-encoded-twice', 'query sent encoded again', (query) => query.replaceAll('%', '%25')),
  sentQuery('query-plus-escaped', 'query sent with %20 for the plus sign', (query) => query.replace('+', '%20')),
  sentQuery('query-value-changed', 'query sent with another value', (query) => query.replace('zeta=1', 'zeta=2')),
  sentQuery('query-parameter-added', 'query sent with a further parameter', (query) => `${query}&extra=1`),
  sentQuery('query-parameter-dropped', 'query sent without one parameter', (query) => query.replace('zeta=1&', '')),
  sentQuery('query-dropped', 'query left out when sending', () => ''),
  entryOf(
    'target',
    'query-not-signed',
    { requirement: 'auth.query-signed', on: ['read'], query: QUERY },
    'query sent but not signed',
    { payload: changeField('path', (path) => textOf(path).split('?')[0] ?? '') },
  ),
];

const METHODS: readonly DamageEntry[] = [
  entryOf(
    'method',
    'method-lower-case',
    { requirement: 'auth.method-uppercase', level: 'should' },
    'method signed in lower case',
    {
      payload: changeField('method', (method) => textOf(method).toLowerCase()),
    },
  ),
  entryOf('method', 'method-put', { requirement: 'auth.method-matches' }, 'method signed as PUT', {
    payload: changeField('method', () => 'PUT'),
  }),
];

export const REQUEST_DAMAGES: readonly DamageEntry[] = [...BODY, UNSIGNED_BODY, ...PATHS, ...QUERIES, ...METHODS];
