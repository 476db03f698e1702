// The vocabulary in which two request targets are compared (interface 5.2, 5.3 rule 4): decoded, sorted, resolved, printed, as the
// libraries of many languages make them. Pure text; `search-path.ts` has the relations that are told in it.
import { latin1Of } from '../../signing/latin1.js';

export interface Target {
  readonly full: string;
  readonly bare: string;
  /** Without the question mark; undefined when there is none. */
  readonly query: string | undefined;
}

export interface Pair {
  readonly signed: Target;
  readonly sent: Target;
  readonly method: string;
}

export function targetOf(full: string): Target {
  const at = full.indexOf('?');
  return at === -1
    ? { full, bare: full, query: undefined }
    : { full, bare: full.slice(0, at), query: full.slice(at + 1) };
}

export const decodeOnce = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
export const sorted = (query: string): string => query.split('&').sort().join('&');
export const hexUpper = (text: string): string => text.replace(/%[0-9a-fA-F]{2}/g, (encoded) => encoded.toUpperCase());
export const withoutBlankValues = (query: string): string =>
  query
    .split('&')
    .map((parameter) => parameter.replace(/=$/, ''))
    .join('&');

export const withoutHtml = (text: string): string =>
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
export function decodeBytes(text: string): string {
  const plain = decodeOnce(text);
  return plain === text
    ? text.replace(/%([0-9a-fA-F]{2})/g, (_encoded, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain;
}

/** Every parameter decoded, with `+` for a blank and without empty values. */
export const parameters = (query: string): string =>
  query
    .split('&')
    .map((parameter) => decodeOnce(parameter.replaceAll('+', ' ').replace(/=$/, '')))
    .join('&');

/** Where one of the two is decoded already, a plus in it is one, or a blank. */
export const loose = (query: string): string => parameters(query).replaceAll('+', ' ');

/** As a library for paths of files resolves it: without doubled slashes and a slash at the end as well. */
export function collapsed(full: string): string {
  const { bare, query = '' } = targetOf(full);
  return `${resolved(bare.replace(/\/{2,}/g, '/')).replace(/\/$/, '')}?${query}`;
}

export function resolved(full: string): string {
  const { bare, query } = targetOf(full);
  const segments: string[] = [];
  for (const segment of bare.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return query === undefined ? segments.join('/') : `${segments.join('/')}?${query}`;
}

export const escapes = (text: string): number => text.match(/%[0-9a-fA-F]{2}/g)?.length ?? 0;
/** One that was not sent is a blank that was encoded anew. */
export const pluses = (text: string): number => text.split('+').length;
export const sameDecoded = (a: string, b: string): boolean =>
  decodeOnce(a) === decodeOnce(b) || decodeOnce(a).replaceAll('+', ' ') === decodeOnce(b).replaceAll('+', ' ');

/** Whether every parameter of the one query stands in the other. */
export function isWithin(part: string, whole: string): boolean {
  const all = new Set(whole.split('&'));
  return part.split('&').every((parameter) => all.has(parameter));
}

/** The query with every name once: the first or the last of each. */
export function deduplicated(query: string, keep: 'first' | 'last'): string {
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
export const inPlainLetters = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');
/** UTF-8 that was read as Latin-1, and characters for which a smaller set has none. */
export const asLatin1 = (text: string): string => latin1Of(new TextEncoder().encode(text));
export const asAscii = (text: string): string => text.replace(/[^\0-\xff]/gu, '?');

/** A text in a character set that has not all of its letters, as programs write what they cannot. */
export const inFewerLetters = (text: string): readonly string[] => {
  const others = /[^\0-\x7f]/gu;
  const size = (letter: string): number => new TextEncoder().encode(letter).length;
  return [
    asLatin1(text),
    asAscii(text),
    text.replace(others, '?'),
    text.replace(/[^\0-\x7f]/g, '?'),
    text.replace(others, (letter) => '?'.repeat(size(letter))),
    text.replace(others, '\ufffd'),
    text.replace(others, (letter) => '\ufffd'.repeat(size(letter))),
    text.replace(others, ''),
    // Half of a pair of units.
    text.replace(/[\u{10000}-\u{10ffff}]/gu, (letter) => letter.charAt(0)),
  ];
};

export function onlyIdentifiersDiffer(signed: string, sent: string): boolean {
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

export const sameBare = ({ signed, sent }: Pair): boolean => signed.bare === sent.bare;
export const queries = ({ signed, sent }: Pair, same: (a: string, b: string) => boolean): boolean =>
  signed.query !== undefined && sent.query !== undefined && signed.bare === sent.bare && same(signed.query, sent.query);

/** A query with one entry a name, whose values are in one list, whatever marks the list. */
export function listed(query: string): string {
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
export const cutInside = (start: string, whole: string): boolean =>
  whole.startsWith(start) && !/^[/?&]/.test(whole.slice(start.length));

/** One query in the place of another. */
export function haveNoNameInCommon(a: string, b: string): boolean {
  const names = new Set(namesOf(a).split('&'));
  return (
    b !== '' &&
    a !== '' &&
    namesOf(b)
      .split('&')
      .every((name) => !names.has(name))
  );
}

export const namesOf = (query: string): string => query.replace(/=[^&]*/g, '');

/** How many segments of equally long paths differ. */
export function differing(a: readonly string[], b: readonly string[]): number {
  return a.length === b.length ? a.filter((segment, at) => segment !== b[at]).length : Number.POSITIVE_INFINITY;
}

/** A place for a value as formats, routers and templates write it: %s, {id}, {id:int}, :id, <int:id>, [id], $id. */
export const TEMPLATE: RegExp =
  /^%[sdv]$|\/%[sdv](?=[/?]|$)|%!\w?\(|\{[^{}":,]{0,60}\}|\{\w{1,60}:[^{}",]{1,60}\}|%7B[^/%]{0,60}%7D|\/:[a-z]|\/<[\w:]{1,60}>|\/\[{1,2}[.\w]{1,60}\]|\/\$[a-z]/i;

/** What languages print where a value was not filled in. */
export const UNFILLED: RegExp =
  /[/?=](?:[^/?&]{0,20}\*{3,}[^/?&]{0,20}|undefined|null|None|nil|NaN|Array|\[object Object\])(?=[/?&]|$)/;

/** A query as a list of its parameters, decoded. */
const entriesOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query
    .split('&')
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', ...value] = one.replaceAll('+', ' ').split('=');
      return [decodeOnce(name), decodeOnce(value.join('='))] as const;
    });

const marksIn = (text: string): number => text.replace(/[^{}[\]()'"<>]/g, '').length;

/**
 * What languages print of an object or of a list stands in the signed query: nothing but marks around the names and values of the sent one.
 */
export function isPrintedQuery(signed: string, sent: string): boolean {
  const plain = decodeOnce(signed.replaceAll('+', ' '));
  if (marksIn(plain) <= marksIn(decodeOnce(sent))) return false;
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
  const left = bare(plain).replace(
    /^(?:map|dict|Map|Object|OrderedDict|URLSearchParams|ImmutableMultiDict|Struct|Array)/,
    '',
  );
  const entries = entriesOf(sent);
  const whole = [entries, [...entries].sort()].map((list) => bare(list.flat().join('')));
  return entries.length > 0 && whole.includes(left);
}

/** Names as PHP keeps them: dots and blanks become underscores. */
export function inPhpNames(query: string): string {
  return entriesOf(query)
    .map(([name, value]) => `${name.replace(/[. ]/g, '_')}=${value}`)
    .sort()
    .join('&');
}

/** Blanks of every kind, and marks that nobody sees, at any place. */
export const withoutUnseen = (text: string): string =>
  text.replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\p{Cc}]/gu, '');

/** Letters in one case, those of Turkish included. */
export const inOneCase = (text: string): string =>
  text.replaceAll('\u0130', 'i').replaceAll('\u0131', 'i').toLowerCase();

/** Escapes as `escape` of JavaScript writes them, undone. */
export const withoutOldEscapes = (text: string): string =>
  text.replace(/%u([0-9a-f]{4})/gi, (_one, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Whole numbers without what a locale or a floating-point number makes of them. */
function plainNumber(text: string): string {
  const bare = text.replace(/(?<=\d)(?:%C2%A0|%E2%80%AF|%2C|%20|[,.'\u2019_ \u00a0\u202f])(?=\d{3}(?!\d))/g, '');
  const value = /^\d/.test(bare) && /^[\d.eE+]+$/.test(bare) ? Number(bare) : Number.NaN;
  return Number.isSafeInteger(value) ? String(value) : text;
}

/** Every segment and every value with its number written plainly. */
export const inPlainNumbers = (text: string): string =>
  text
    .split(/([/?&=])/)
    .map(plainNumber)
    .join('');

/** Whether the one holds all segments of the other in their order, and some between them. */
export function isThinned(few: string, many: string): boolean {
  const left = few.split('/');
  const all = many.split('/');
  if (left.length < 3 || left.length >= all.length) return false;
  const at = all.reduce((found, segment) => (segment === left[found] ? found + 1 : found), 0);
  return at === left.length;
}
