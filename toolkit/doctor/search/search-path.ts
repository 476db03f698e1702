// Why a signed path is not the sent one: the first relation between the two that holds (interface 5.2, 5.3 rules 4 and 5). Pure
// text; nothing is fetched or resolved.
import type { SlipId } from '../../signing/slips/slips.js';
import { insidePrinted } from '../recognise/alphabets.js';
import {
  collapsed,
  cutInside,
  decodeBytes,
  decodeOnce,
  deduplicated,
  differing,
  escapes,
  haveNoNameInCommon,
  hexUpper,
  inFewerLetters,
  inOneCase,
  inPhpNames,
  inPlainLetters,
  inPlainNumbers,
  isPrintedQuery,
  isThinned,
  isWithin,
  listed,
  loose,
  namesOf,
  onlyIdentifiersDiffer,
  type Pair,
  parameters,
  pluses,
  queries,
  resolved,
  sameBare,
  sameDecoded,
  sorted,
  type Target,
  TEMPLATE,
  targetOf,
  UNFILLED,
  withoutBlankValues,
  withoutHtml,
  withoutOldEscapes,
  withoutUnseen,
} from './compare-targets.js';

type Relation = readonly [cause: SlipId, holds: (pair: Pair) => boolean];

const before = (whole: string, end: string): string => whole.slice(0, whole.length - end.length);

/** Whether the parameters stand behind the path as an object is printed, without "?". */
const isPrintedBehind = (signed: string, { bare, query }: Target): boolean =>
  query !== undefined &&
  signed.startsWith(bare) &&
  /^[{[(]/.test(signed.slice(bare.length)) &&
  isPrintedQuery(signed.slice(bare.length), query);

/** A mark with nothing behind it. */
const withoutLastMarks = (path: string): string => (path.includes('?') ? path.replace(/[&;]+$/, '') : path);

/** Without parameters that have no value, and whatever marks they left. */
const withoutBlanks = (path: string): string => path.replace(/[?&]+/g, '&').replace(/&[^&=]*=(?=&|$)/g, '');

/** What is left of a path that was never filled in, or cut to nothing. */
const BLANK = /^(?:[/?.*\s]{0,3}|undefined|null|None|nil|NULL)$/;

/** A name of several labels, an address or a machine's own name, with or without a port and a slash, and nothing behind it. */
const HOST_ALONE =
  /^(?:\/\/)?(?:[\w-]+(?:\.[\w-]+)+(?::\d+|(?<=\.[A-Za-z]{2,}))|localhost(?::\d+)?|\d+(?:\.\d+){3}|\[[\da-fA-F:]+\])(?::\d+)?\/?$/;

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
  ['path-blank', ({ signed, sent }) => signed.full !== sent.full && BLANK.test(signed.full)],
  ['path-host-alone', ({ signed }) => HOST_ALONE.test(signed.full)],
  ['path-full-url', ({ signed }) => /^(?:https?|wss?|file):\/+/i.test(decodeOnce(signed.full))],
  [
    'path-query-names',
    (pair) => queries(pair, (a, b) => a !== b && a.replace(/\[\d*\]=/g, '=') === b.replace(/\[\d*\]=/g, '=')),
  ],
  ['path-printed', (pair) => queries(pair, isPrintedQuery)],
  [
    'path-printed',
    ({ signed, sent }) => signed.full.includes('\\/') && signed.full.replaceAll('\\/', '/') === sent.full,
  ],
  ['path-printed', ({ signed, sent }) => isPrintedBehind(signed.full, sent)],
  ['path-fragment', ({ signed, sent }) => /#(?!\{)/.test(signed.full) && !sent.full.includes('#')],
  ['path-fragment', ({ signed, sent }) => !signed.full.includes('#') && sent.full.replace(/#.*$/s, '') === signed.full],
  [
    'path-template',
    ({ signed, sent }) =>
      (TEMPLATE.test(signed.full) && !TEMPLATE.test(sent.full)) ||
      (sent.query === undefined && /^(?:undefined|null|None|nil|false)$/.test(signed.query ?? '')) ||
      (UNFILLED.test(sent.query === undefined ? signed.bare : signed.full) && !UNFILLED.test(sent.full)),
  ],
  ['path-leading-slash', ({ signed, sent }) => !signed.full.startsWith('/') && `/${signed.full}` === sent.full],
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
  [
    'path-query-separator',
    ({ signed, sent }) => signed.full !== sent.full && withoutLastMarks(signed.full) === withoutLastMarks(sent.full),
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
    'path-plus-for-space',
    ({ signed, sent }) =>
      signed.query === sent.query &&
      (signed.bare.replaceAll('+', '%20') === sent.bare || signed.bare === sent.bare.replaceAll('+', '%20')),
  ],
  [
    'path-double-encoded',
    ({ signed, sent }) =>
      /%25/.test(signed.full) &&
      signed.full.startsWith('/') &&
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
    ({ signed, sent }) =>
      escapes(signed.full) > escapes(sent.full) &&
      // Whoever encodes the slashes encoded all of it, escapes that were sent included.
      (sameDecoded(signed.full, sent.full) || (!signed.full.startsWith('/') && decodeOnce(signed.full) === sent.full)),
  ],
  ['path-query-unsent', (pair) => queries(pair, (a, b) => isWithin(b, a))],
  ['path-query-missing', (pair) => queries(pair, (a, b) => isWithin(a, b))],
  ['path-html-escaped', ({ signed, sent }) => withoutHtml(signed.full) === withoutHtml(sent.full)],
  ['path-control', ({ signed, sent }) => signed.full.trim() === sent.full.trim()],
  ['path-control', ({ signed, sent }) => withoutUnseen(signed.full) === withoutUnseen(sent.full)],
  [
    'path-respelled',
    ({ signed, sent }) =>
      escapes(signed.full) > 0 && escapes(sent.full) > 0 && decodeOnce(signed.full) === decodeOnce(sent.full),
  ],
  ['path-respelled', ({ signed, sent }) => decodeOnce(withoutOldEscapes(signed.full)) === decodeOnce(sent.full)],
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
    ({ signed, sent }) => signed.full.replaceAll(/[?;,]/g, '&') === sent.full.replaceAll(/[?;,]/g, '&'),
  ],
  [
    'path-query-empty-value',
    ({ signed, sent }) => signed.full !== sent.full && withoutBlanks(signed.full) === withoutBlanks(sent.full),
  ],
  ['path-respelled', (pair) => queries(pair, (a, b) => sorted(parameters(a)) === sorted(parameters(b)))],
  ['path-respelled', (pair) => queries(pair, (a, b) => sorted(loose(a)) === sorted(loose(b)))],
  [
    'path-respelled',
    (pair) => queries(pair, (a, b) => sorted(loose(withoutHtml(a))) === sorted(loose(withoutHtml(b)))),
  ],
  ['path-query-names', (pair) => queries(pair, (a, b) => inPhpNames(withoutHtml(a)) === inPhpNames(b))],
  ['path-letter-case', ({ signed, sent }) => inOneCase(signed.full) === inOneCase(sent.full)],
  [
    'path-trailing-slash',
    ({ signed, sent }) =>
      signed.query === sent.query && signed.bare.replace(/\/+$/, '') === sent.bare.replace(/\/+$/, ''),
  ],
  ['path-trailing-slash', ({ signed, sent }) => signed.full.replace(/\/+$/, '') === sent.full.replace(/\/+$/, '')],
  [
    'path-double-slash',
    ({ signed, sent }) => signed.full.replace(/\/{2,}/g, '/') === sent.full.replace(/\/{2,}/g, '/'),
  ],
  [
    'path-query-alone',
    ({ signed, sent }) =>
      (sent.query ?? '') !== '' && [`?${sent.query}`, `/?${sent.query}`, sent.query].includes(signed.full),
  ],
  [
    'path-prefix-missing',
    ({ signed, sent }) =>
      signed.full.length > 1 &&
      (sent.bare.endsWith(`/${signed.full}`) ||
        sent.full.endsWith(/^[/?]/.test(signed.full) ? signed.full : `/${signed.full}`)),
  ],
  [
    'path-template',
    ({ signed, sent }) =>
      signed.full.endsWith(sent.full) &&
      /^\/?(?:undefined|null|None|nil|false|\[object Object\])$/.test(before(signed.full, sent.full)),
  ],
  ['path-prefix-added', ({ signed, sent }) => sent.full.length > 1 && signed.full.endsWith(sent.full)],
  ['path-unicode-form', ({ signed, sent }) => inPlainLetters(signed.full) === inPlainLetters(sent.full)],
  [
    'path-latin-1',
    ({ signed, sent }) =>
      [sent.full, decodeOnce(sent.full)].some(
        (text) => inFewerLetters(text).includes(signed.full) && text !== signed.full,
      ),
  ],
  ['path-number-spelling', ({ signed, sent }) => inPlainNumbers(signed.full) === inPlainNumbers(sent.full)],
  [
    'path-printed',
    ({ signed, sent }) =>
      !/^\/?v\d/.test(signed.full) &&
      (/^(?:\[object \w+\]|0x[0-9a-f]{6,}|<[\w.]+(?: object)? at 0x\w+>|\[?[\w.$;]+@[0-9a-f]{5,})$/i.test(
        signed.full,
      ) ||
        ['"', "'"].some((mark) => signed.full.includes(mark + sent.bare + mark))),
  ],
  [
    'path-other-account',
    ({ signed, sent }) => signed.query === sent.query && onlyIdentifiersDiffer(signed.bare, sent.bare),
  ],
  ['path-cut', ({ signed, sent }) => signed.bare.length > 1 && cutInside(signed.full, sent.full)],
  ['path-query-list', (pair) => queries(pair, (a, b) => listed(a) === listed(b))],
  ['path-query-other-value', (pair) => queries(pair, (a, b) => namesOf(a) === namesOf(b))],
  ['path-query-unsent', (pair) => queries(pair, haveNoNameInCommon)],
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
  ['path-segment-missing', ({ signed, sent }) => signed.query === sent.query && isThinned(signed.bare, sent.bare)],
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
