// Why a signed path is not the sent one: the first relation between the two that holds (interface 5.2, 5.3 rules 4 and 5). Pure
// text; nothing is fetched or resolved.
import { latin1Of } from '../../signing/latin1.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { insidePrinted } from '../recognise/alphabets.js';

interface Target {
  readonly full: string;
  readonly bare: string;
  /** Without the question mark; undefined when there is none. */
  readonly query: string | undefined;
}

interface Pair {
  readonly signed: Target;
  readonly sent: Target;
  readonly method: string;
}

type Relation = readonly [cause: SlipId, holds: (pair: Pair) => boolean];

function targetOf(full: string): Target {
  const at = full.indexOf('?');
  return at === -1
    ? { full, bare: full, query: undefined }
    : { full, bare: full.slice(0, at), query: full.slice(at + 1) };
}

const decodeOnce = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const sorted = (query: string): string => query.split('&').sort().join('&');
const hexUpper = (text: string): string => text.replace(/%[0-9a-fA-F]{2}/g, (encoded) => encoded.toUpperCase());
const withoutBlankValues = (query: string): string =>
  query
    .split('&')
    .map((parameter) => parameter.replace(/=$/, ''))
    .join('&');

const withoutHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27|#38);/g, (_entity, name: string) => HTML[name] ?? '');
const HTML: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  '#38': '&',
};

/** Percent-encoding undone byte by byte: as UTF-8 where it is that, else as Latin-1. */
function decodeBytes(text: string): string {
  const plain = decodeOnce(text);
  return plain === text
    ? text.replace(/%([0-9a-fA-F]{2})/g, (_encoded, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain;
}

/** Every parameter decoded, with `+` for a blank and without empty values. */
const parameters = (query: string): string =>
  query
    .split('&')
    .map((parameter) => decodeOnce(parameter.replaceAll('+', ' ').replace(/=$/, '')))
    .join('&');

/** Where one of the two is decoded already, a plus in it is one, or a blank. */
const loose = (query: string): string => parameters(query).replaceAll('+', ' ');

/** As a library for paths of files resolves it: without doubled slashes and a slash at the end as well. */
function collapsed(full: string): string {
  const { bare, query = '' } = targetOf(full);
  return `${resolved(bare.replace(/\/{2,}/g, '/')).replace(/\/$/, '')}?${query}`;
}

function resolved(full: string): string {
  const { bare, query } = targetOf(full);
  const segments: string[] = [];
  for (const segment of bare.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return query === undefined ? segments.join('/') : `${segments.join('/')}?${query}`;
}

const escapes = (text: string): number => text.match(/%[0-9a-fA-F]{2}/g)?.length ?? 0;
/** One that was not sent is a blank that was encoded anew. */
const pluses = (text: string): number => text.split('+').length;
const sameDecoded = (a: string, b: string): boolean =>
  decodeOnce(a) === decodeOnce(b) || decodeOnce(a).replaceAll('+', ' ') === decodeOnce(b).replaceAll('+', ' ');

/** Whether every parameter of the one query stands in the other. */
function isWithin(part: string, whole: string): boolean {
  const all = new Set(whole.split('&'));
  return part.split('&').every((parameter) => all.has(parameter));
}

/** The query with every name once: the first or the last of each. */
function deduplicated(query: string, keep: 'first' | 'last'): string {
  const seen = new Set<string>();
  const once = (parameter: string): boolean => {
    const name = parameter.split('=', 1)[0] ?? '';
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  };
  const all = query.split('&');
  return (keep === 'first' ? all.filter(once) : all.reverse().filter(once).reverse()).join('&');
}

/** Letters without their accents, ligatures and circles, however they are composed. */
const inPlainLetters = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');
/** UTF-8 that was read as Latin-1, and characters for which a smaller set has none. */
const asLatin1 = (text: string): string => latin1Of(new TextEncoder().encode(text));
const asAscii = (text: string): string => text.replace(/[^\0-\xff]/gu, '?');

function onlyIdentifiersDiffer(signed: string, sent: string): boolean {
  const a = signed.split('/');
  const b = sent.split('/');
  return (
    a.length === b.length &&
    a.every(
      (segment, at) =>
        segment === b[at] || (segment !== '' && /^(?:accounts|operations|instruments)$/.test(b[at - 1] ?? '')),
    )
  );
}

const sameBare = ({ signed, sent }: Pair): boolean => signed.bare === sent.bare;
const queries = ({ signed, sent }: Pair, same: (a: string, b: string) => boolean): boolean =>
  signed.query !== undefined && sent.query !== undefined && signed.bare === sent.bare && same(signed.query, sent.query);

/** A query with one entry a name, whose values are in one list, whatever marks the list. */
function listed(query: string): string {
  const lists = new Map<string, string[]>();
  for (const parameter of query.split('&')) {
    const [name = '', ...value] = decodeOnce(parameter).split('=');
    const bare = name.replace(/(?:\[\d*\]|\.\d+)$/, '');
    const values = value.join('=').replace(/^\[(.*)\]$/, '$1');
    lists.set(bare, [...(lists.get(bare) ?? []), ...values.split(/[,|;]/)]);
  }
  return JSON.stringify([...lists]);
}

/** Whether the one is a start of the other that ends within a segment or a value. */
const cutInside = (start: string, whole: string): boolean =>
  whole.startsWith(start) && !/^[/?&]/.test(whole.slice(start.length));

const namesOf = (query: string): string => query.replace(/=[^&]*/g, '');

/** How many segments of equally long paths differ. */
function differing(a: readonly string[], b: readonly string[]): number {
  return a.length === b.length ? a.filter((segment, at) => segment !== b[at]).length : Number.POSITIVE_INFINITY;
}

/** What languages print where a value was not filled in. */
const UNFILLED = /[/?=](?:undefined|null|None|nil|NaN|\[object Object\])(?=[/?&]|$)/;

/** The order matters: a relation comes before those that would hold for its cases as well. */
const RELATIONS: readonly Relation[] = [
  [
    'path-method-included',
    ({ signed, method }) =>
      / HTTP\/[\d.]+$/i.test(signed.full) ||
      (signed.full.toUpperCase().startsWith(method.toUpperCase()) && /^[^\w]/.test(signed.full.slice(method.length))),
  ],
  [
    'path-printed',
    ({ signed, sent }) =>
      insidePrinted(signed.full) === sent.full || /^(["'`])(.*)\1$/s.exec(signed.full)?.[2] === sent.full,
  ],
  [
    'path-backslash',
    ({ signed, sent }) =>
      signed.full.includes('\\') && signed.full.replaceAll('\\', '/').replace(/^\/*/, '/') === sent.full,
  ],
  ['path-full-url', ({ signed }) => /^(?:https?|wss?):\/\//i.test(signed.full)],
  ['path-fragment', ({ signed, sent }) => signed.full.includes('#') && !sent.full.includes('#')],
  [
    'path-template',
    ({ signed, sent }) =>
      (/\{[^{}]{0,60}\}|%7B[^/%]{0,60}%7D|\/:[a-z]|\/<\w{1,60}>/i.test(signed.full) && !/\{/.test(sent.full)) ||
      (UNFILLED.test(sent.query === undefined ? signed.bare : signed.full) && !UNFILLED.test(sent.full)),
  ],
  ['path-leading-slash', ({ signed, sent }) => `/${signed.full}` === sent.full],
  [
    'path-with-host',
    ({ signed, sent }) => {
      const host = /^(?:\/\/)?([^/]+)(\/.*)$/s.exec(signed.full);
      return host?.[2] === sent.full && /[.:]|^localhost$/.test(host[1] ?? '');
    },
  ],
  [
    'path-query-empty',
    ({ signed, sent }) => (signed.query ?? '') === '' && (sent.query ?? '') === '' && signed.bare === sent.bare,
  ],
  ['path-query-missing', (pair) => pair.signed.query === undefined && pair.sent.query !== undefined && sameBare(pair)],
  ['path-query-unsent', (pair) => pair.sent.query === undefined && pair.signed.query !== undefined && sameBare(pair)],
  [
    'path-query-separator',
    ({ signed, sent }) =>
      sent.query !== undefined &&
      ['', '&', '/', ' ', '??', '?&'].some((by) => signed.full === `${sent.bare}${by}${sent.query}`),
  ],
  ['path-hex-case', ({ signed, sent }) => hexUpper(signed.full) === hexUpper(sent.full)],
  ['path-query-reordered', (pair) => queries(pair, (a, b) => sorted(a) === sorted(b))],
  [
    'path-query-deduplicated',
    (pair) =>
      queries(
        pair,
        (a, b) =>
          b !== a &&
          [deduplicated(b, 'first'), deduplicated(b, 'last')].some((one) => one === a || sorted(one) === sorted(a)),
      ),
  ],
  ['path-query-empty-value', (pair) => queries(pair, (a, b) => withoutBlankValues(a) === withoutBlankValues(b))],
  [
    'path-plus-for-space',
    (pair) => queries(pair, (a, b) => hexUpper(a).replaceAll('+', '%20') === hexUpper(b).replaceAll('+', '%20')),
  ],
  [
    'path-double-encoded',
    ({ signed, sent }) =>
      /%25/.test(signed.full) &&
      (hexUpper(signed.full.replaceAll('%25', '%')) === hexUpper(sent.full) ||
        hexUpper(decodeOnce(signed.full)) === hexUpper(sent.full)),
  ],
  [
    'path-decoded',
    ({ signed, sent }) =>
      escapes(signed.full) < escapes(sent.full) &&
      (decodeOnce(signed.full) === decodeOnce(sent.full) ||
        (sameDecoded(signed.full, sent.full) && pluses(signed.full) <= pluses(sent.full))),
  ],
  [
    'path-decoded',
    ({ signed, sent }) => hexUpper(sent.full.replaceAll('%25', '%')) === hexUpper(signed.full) && /%25/.test(sent.full),
  ],
  [
    'path-encoded',
    ({ signed, sent }) => escapes(signed.full) > escapes(sent.full) && sameDecoded(signed.full, sent.full),
  ],
  ['path-query-unsent', (pair) => queries(pair, (a, b) => isWithin(b, a))],
  ['path-query-missing', (pair) => queries(pair, (a, b) => isWithin(a, b))],
  ['path-html-escaped', ({ signed, sent }) => withoutHtml(signed.full) === withoutHtml(sent.full)],
  ['path-control', ({ signed, sent }) => signed.full.trim() === sent.full.trim()],
  [
    'path-unicode-form',
    ({ signed, sent }) => decodeOnce(signed.full).normalize('NFC') === decodeOnce(sent.full).normalize('NFC'),
  ],
  [
    'path-latin-1',
    ({ signed, sent }) =>
      /%[89A-F]/i.test(signed.full + sent.full) && decodeBytes(signed.full) === decodeBytes(sent.full),
  ],
  [
    'path-dot-segments',
    ({ signed, sent }) =>
      resolved(signed.full) === resolved(sent.full) ||
      (/\/\.{1,2}(?:[/?]|$)/.test(sent.full) && collapsed(signed.full) === collapsed(sent.full)),
  ],
  [
    'path-query-separator',
    ({ signed, sent }) => signed.full.replaceAll(/[?;]/g, '&') === sent.full.replaceAll(/[?;]/g, '&'),
  ],
  ['path-respelled', (pair) => queries(pair, (a, b) => sorted(parameters(a)) === sorted(parameters(b)))],
  ['path-respelled', (pair) => queries(pair, (a, b) => sorted(loose(a)) === sorted(loose(b)))],
  ['path-letter-case', ({ signed, sent }) => signed.full.toLowerCase() === sent.full.toLowerCase()],
  [
    'path-trailing-slash',
    ({ signed, sent }) =>
      signed.query === sent.query && signed.bare.replace(/\/+$/, '') === sent.bare.replace(/\/+$/, ''),
  ],
  [
    'path-double-slash',
    ({ signed, sent }) =>
      signed.bare.replace(/\/{2,}/g, '/') === sent.bare.replace(/\/{2,}/g, '/') && signed.query === sent.query,
  ],
  [
    'path-prefix-missing',
    ({ signed, sent }) =>
      signed.full.length > 1 && sent.full.endsWith(/^[/?]/.test(signed.full) ? signed.full : `/${signed.full}`),
  ],
  ['path-prefix-added', ({ signed, sent }) => sent.full.length > 1 && signed.full.endsWith(sent.full)],
  ['path-unicode-form', ({ signed, sent }) => inPlainLetters(signed.full) === inPlainLetters(sent.full)],
  ['path-latin-1', ({ signed, sent }) => asLatin1(sent.full) === signed.full || asAscii(sent.full) === signed.full],
  [
    'path-other-account',
    ({ signed, sent }) => signed.query === sent.query && onlyIdentifiersDiffer(signed.bare, sent.bare),
  ],
  ['path-cut', ({ signed, sent }) => signed.bare.length > 1 && cutInside(signed.full, sent.full)],
  ['path-query-list', (pair) => queries(pair, (a, b) => listed(a) === listed(b))],
  ['path-query-other-value', (pair) => queries(pair, (a, b) => namesOf(a) === namesOf(b))],
  [
    'path-end-missing',
    ({ signed, sent }) =>
      signed.bare.length > 1 && signed.query === sent.query && sent.bare.startsWith(`${signed.bare}/`),
  ],
  [
    'path-end-added',
    ({ signed, sent }) =>
      sent.bare.length > 1 && signed.query === sent.query && signed.bare.startsWith(`${sent.bare}/`),
  ],
  [
    'path-other-segment',
    ({ signed, sent }) => signed.query === sent.query && differing(signed.bare.split('/'), sent.bare.split('/')) === 1,
  ],
];

/** The cause of two unequal paths; `path-mismatch` when no known mistake leads from one to the other. */
export function pathCause(signedPath: string, sentPath: string, method: string): SlipId {
  const pair: Pair = { signed: targetOf(signedPath), sent: targetOf(sentPath), method };
  return RELATIONS.find(([, holds]) => holds(pair))?.[0] ?? 'path-mismatch';
}
