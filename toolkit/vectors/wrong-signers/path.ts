// Signers that sign another path or query than the one that is sent (interface 5.2, 5.3 rule 4).

import type { StageInput } from '../../signing/signing-stages.js';
import type { SlipId } from '../../signing/slips/slips.js';
import type { WrongSigner } from '../wrong-implementation.js';

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

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const onParameters = (change: (parameters: readonly string[]) => readonly string[]) =>
  onQuery((query) => change(query.split('&')).join('&'));

const signing = (
  id: string,
  cause: SlipId,
  sentence: string,
  path: (path: string, input: StageInput) => string,
): WrongSigner => ({ id, cause, sentence, change: { path } });

export const PATH_SIGNERS: readonly WrongSigner[] = [
  signing('signs-full-url', 'path-full-url', 'signs the whole URL', (path) => `https://api.example.test${path}`),
  signing('signs-host', 'path-with-host', 'signs the host name before the path', (path) => `api.example.test${path}`),
  signing(
    'drops-query',
    'path-query-missing',
    'signs the path without the query',
    (path) => path.split('?')[0] ?? path,
  ),
  signing(
    'joins-query-without-mark',
    'path-query-separator',
    'joins path and query without the question mark',
    (path) => path.replace('?', ''),
  ),
  signing(
    'sorts-query',
    'path-query-reordered',
    'signs the query sorted by name, as a map keeps it',
    onParameters((all) => all.toSorted()),
  ),
  signing(
    'reverses-query',
    'path-query-reordered',
    'signs the query parameters in reverse order',
    onParameters((all) => all.toReversed()),
  ),
  signing(
    'adds-timestamp-to-query',
    'path-query-unsent',
    'signs a query parameter that it does not send',
    (path, input) => `${path}${path.includes('?') ? '&' : '?'}timestamp=${input.timestampMs}`,
  ),
  signing('adds-empty-query', 'path-query-empty', 'signs a question mark although there is no query', (path) =>
    path.includes('?') ? path : `${path}?`,
  ),
  signing('drops-empty-query', 'path-query-empty', 'drops the question mark of an empty query that is sent', (path) =>
    path.replace(/\?$/, ''),
  ),
  signing(
    'drops-empty-values',
    'path-query-empty-value',
    'signs "a" where "a=" is sent',
    onParameters((all) => all.map((one) => one.replace(/=$/, ''))),
  ),
  signing(
    'adds-empty-values',
    'path-query-empty-value',
    'signs "a=" where "a" is sent',
    onParameters((all) => all.map((one) => (one === '' || one.includes('=') ? one : `${one}=`))),
  ),
  signing('signs-decoded', 'path-decoded', 'signs path and query in decoded form', decode),
  signing('decodes-unreserved', 'path-decoded', 'decodes the characters that need no encoding, such as %7E', (path) =>
    path.replace(/%(?:2[DE]|5F|7E|3\d|[46][1-9A-F]|[57][0-9A])/gi, decode),
  ),
  signing(
    'encodes-reserved',
    'path-encoded',
    'signs "@", ":" and "," percent-encoded although they are sent plain',
    (path) => path.replace(/[@:,]/g, encodeURIComponent),
  ),
  signing('encodes-twice', 'path-double-encoded', 'encodes the path that is already encoded', (path) =>
    path.replaceAll('%', '%25'),
  ),
  signing('lower-cases-escapes', 'path-hex-case', 'signs %2f where %2F is sent', (path) =>
    path.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
  ),
  signing('upper-cases-escapes', 'path-hex-case', 'signs %2F where %2f is sent', (path) =>
    path.replace(/%[0-9a-f]{2}/g, (octet) => octet.toUpperCase()),
  ),
  signing(
    'signs-plus-for-blank',
    'path-plus-for-space',
    'signs "+" where "%20" is sent',
    onQuery((query) => query.replaceAll('%20', '+')),
  ),
  signing(
    'signs-blank-for-plus',
    'path-plus-for-space',
    'signs "%20" where "+" is sent',
    onQuery((query) => query.replaceAll('+', '%20')),
  ),
  signing(
    'adds-trailing-slash',
    'path-trailing-slash',
    'signs a slash at the end of the path that is not sent',
    onPlainPath((path) => (path.endsWith('/') ? path : `${path}/`)),
  ),
  signing(
    'strips-trailing-slash',
    'path-trailing-slash',
    'strips the slash at the end of the path that is sent',
    onPlainPath((path) => path.replace(/\/$/, '')),
  ),
  signing('doubles-slash', 'path-double-slash', 'joins base address and path with two slashes', (path) => `/${path}`),
  signing('collapses-slashes', 'path-double-slash', 'signs one slash where two are sent', (path) =>
    path.replace(/\/{2,}/g, '/'),
  ),
  signing('strips-version-prefix', 'path-prefix-missing', 'signs the path below /v1', (path) =>
    path.replace(/^\/v1/, ''),
  ),
  signing(
    'adds-base-path',
    'path-prefix-added',
    'signs the path behind a gateway prefix that is not sent',
    (path) => `/api${path}`,
  ),
  signing('drops-leading-slash', 'path-leading-slash', 'signs the path without its first slash', (path) =>
    path.replace(/^\//, ''),
  ),
  signing('signs-fragment', 'path-fragment', 'signs the fragment of the address', (path) => `${path}#top`),
  signing(
    'lower-cases-path',
    'path-letter-case',
    'signs the path in lower case',
    onPlainPath((path) => path.toLowerCase()),
  ),
  signing('signs-template', 'path-template', 'signs the template of the path instead of its values', (path) =>
    path.replace(/\/accounts\/[^/?]+/, '/accounts/{account_id}'),
  ),
  signing(
    'signs-method-in-path',
    'path-method-included',
    'signs the method before the path',
    (path, input) => `${input.method} ${path}`,
  ),
  signing('signs-first-account', 'path-other-account', 'signs the path of the account that it used first', (path) =>
    path.replace(/\/accounts\/[^/?]+/, '/accounts/1000001'),
  ),
  signing(
    'resolves-dot-segments',
    'path-mismatch',
    'resolves "." and ".." in the path that is sent as it is',
    onPlainPath((path) => path.replaceAll('/./', '/').replace(/\/[^/]+\/\.\.(?=\/|$)/g, '')),
  ),
];
