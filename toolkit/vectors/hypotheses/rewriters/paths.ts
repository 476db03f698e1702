// Targets that were parsed and written again, or passed through a library (interface 5.3, rule 4): each does several things at once, so
// that one library looks like many mistakes until it is recognised as a whole.
import { type Named, namedRows } from '../../../signing/slips/named.js';
import type { Rewriter } from './rewriter.js';

const onQuery =
  (write: (query: string) => string) =>
  (path: string): string => {
    const at = path.indexOf('?');
    return at < 0 ? path : `${path.slice(0, at)}?${write(path.slice(at + 1))}`;
  };

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Escapes that are no UTF-8 become replacement characters, as unquote of Python and lenient decoders have it. */
const unquoted = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'));

type Pair = readonly [name: string, value: string];

/** By the rules of HTML forms, as most languages parse a query. */
const parsed = (query: string): readonly Pair[] => [...new URLSearchParams(query)];
const UNRESERVED = /[^A-Za-z0-9._~-]/gu;
const percent = (text: string, kept: RegExp = UNRESERVED): string =>
  text.replace(kept, (one) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
const joined = (pairs: readonly Pair[], write: (text: string) => string): string =>
  pairs.map(([name, value]) => `${write(name)}=${write(value)}`).join('&');
const withPlus = (text: string): string => percent(text).replaceAll('%20', '+');
const byName = (pairs: readonly Pair[]): readonly Pair[] => pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
const once = (pairs: readonly Pair[]): readonly Pair[] => [...new Map(pairs)];

function normalised(path: string): string {
  try {
    const url = new URL(path.startsWith('//') ? `http://h/.${path}` : path, 'http://h');
    return url.pathname + url.search;
  } catch {
    return path;
  }
}

const PATHS: Readonly<Record<Named, (path: string) => string>> = {
  'rewrites-query: parses the query and writes it again, as URLSearchParams does': onQuery((query) =>
    new URLSearchParams(query).toString(),
  ),
  'rewrites-query-sorted: parses the query and writes it again sorted by name, as url.Values of Go does': onQuery(
    (query) => joined(byName(parsed(query)), withPlus),
  ),
  'rewrites-query-with-plus: parses the query and writes it again with "+" for blanks, as urlencode of Python and PHP does':
    onQuery((query) => joined(parsed(query), withPlus)),
  'rewrites-query-without-blanks: parses the query, which drops parameters without a value, and writes it again, as parse_qsl and urlencode of Python do':
    onQuery((query) =>
      joined(
        parsed(query).filter(([, value]) => value !== ''),
        withPlus,
      ),
    ),
  'rewrites-query-strictly: parses the query and writes it again by RFC 3986': onQuery((query) =>
    joined(parsed(query), percent),
  ),
  'rewrites-query-strictly-sorted: parses the query and writes it again sorted, by RFC 3986': onQuery((query) =>
    joined(byName(parsed(query)), percent),
  ),
  'rewrites-query-by-component: parses the query and writes it again by encodeURIComponent': onQuery((query) =>
    joined(parsed(query), encodeURIComponent),
  ),
  'rewrites-query-as-map: parses the query into a map and writes it again': onQuery((query) =>
    joined(once(parsed(query)), encodeURIComponent),
  ),
  'rewrites-query-plain: parses the query and writes names and values without encoding': onQuery((query) =>
    joined(parsed(query), (text) => text),
  ),
  'normalises-target: passes the target through a URL parser': normalised,
  'normalises-target-sorted: passes the target through a URL parser and sorts the query': (path) => {
    try {
      const url = new URL(path, 'http://h');
      url.searchParams.sort();
      return url.pathname + url.search;
    } catch {
      return path;
    }
  },
  'resolves-target: resolves dots and doubled slashes and drops the slash at the end, as normpath does': (path) => {
    const [plain = '', ...rest] = path.split('?');
    const parts: string[] = [];
    for (const part of plain.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return [`/${parts.join('/')}`, ...rest].join('?');
  },
  'lower-cases-target: writes path and query in small letters': (path) => path.toLowerCase(),
  'escapes-target-for-html: escapes the target for HTML': (path) => path.replaceAll('&', '&amp;'),
  'drops-letters: drops what is not ASCII from the target': (path) => path.replace(/[^\0-\x7f]/g, ''),
  'trims-target: drops "?" and "&" at the end of the target': (path) => path.replace(/[?&]+$/, ''),
  'decodes-query: decodes the query alone, byte by byte where it is no UTF-8': onQuery(unquoted),
  'doubles-query: adds the query to a target that has it': (path) => {
    const [, ...query] = path.split('?');
    return query.length === 0 ? path : `${path}?${query.join('?')}`;
  },
  'repeats-query: adds the query once more behind "&"': (path) => {
    const [, ...query] = path.split('?');
    return query.length === 0 ? path : `${path}&${query.join('?')}`;
  },
  'upper-cases-target: writes path and query in capitals': (path) => path.toUpperCase(),
  'ends-path-with-slash: puts a slash behind the path where none is': (path) =>
    path.replace(/^[^?]*?(?=\/*(?:\?|$))\/*/, (plain) => `${plain.replace(/\/+$/, '')}/`),
  'doubles-slash-at-end: puts a slash behind the path in any case': (path) => path.replace(/^[^?]*/, '$&/'),
  'quotes-target-for-html: escapes the target for HTML, quotation marks too': (path) =>
    path
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'quotes-target-as-python-html: escapes the target as html.escape of Python does': (path) =>
    path
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;'),
  'adds-format: puts .json behind the path, as routes with a format do': (path) => path.replace(/^[^?]*/, '$&.json'),
  'keeps-first-parameter: signs the query up to its first "&"': (path) => path.split('&')[0] ?? path,
  'signs-path-alone: signs the path without its query and its question mark': (path) => path.split('?')[0] ?? path,
  'decodes-target: decodes the target, byte by byte where it is no UTF-8': (path) => unquoted(path),
  'decodes-target-as-form: decodes the target and takes "+" for a blank': (path) => unquoted(path.replaceAll('+', ' ')),
  'encodes-target: passes the target through encodeURI': (path) => encodeURI(path),
  'encodes-target-again: decodes the target and encodes it again': (path) => encodeURI(decode(path)),
  'quotes-target: passes the target through quote of Python': (path) => percent(path, /[^A-Za-z0-9._~/-]/gu),
  'quotes-path: passes the path, without its query, through quote of Python': (path) => {
    const [plain = '', ...rest] = path.split('?');
    return [percent(plain, /[^A-Za-z0-9._~/-]/gu), ...rest].join('?');
  },
  'quotes-target-again: decodes the target and passes it through quote of Python': (path) =>
    percent(decode(path), /[^A-Za-z0-9._~/?&=-]/gu),
};

export const PATH_REWRITERS: readonly Rewriter[] = namedRows(PATHS).map(([id, sentence, path]) => ({
  id,
  sentence,
  cause: 'path-mismatch',
  change: { path },
}));
