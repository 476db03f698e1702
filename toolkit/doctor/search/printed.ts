// A JSON object as languages print it when nobody asks for JSON: Python's `str(dict)`, Ruby's `to_s`, Java's and Go's maps.
import { type JsonNode, parseJsonTree } from './json-tree.js';
import { printedBlocks } from './printed-blocks.js';
import { printedRecords } from './printed-records.js';

interface Style {
  readonly name: string;
  readonly open: string;
  readonly close: string;
  readonly between: string;
  readonly colon: string;
  readonly quote: (text: string) => string;
  readonly name_?: (text: string) => string;
  readonly words: Readonly<Record<string, string>>;
  readonly number?: (token: string) => string;
}

const python = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const plain = (text: string): string => text;
/** Of what no printer shows, the escape. */
const quoted = (text: string): string =>
  JSON.stringify(text)
    .replace(
      /[\u2028\u2029\u200b-\u200f\ufeff]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    .replace(/#(?=[{$@])/g, '\\#');
const PYTHON_WORDS = { true: 'True', false: 'False', null: 'None' };

const BRACES = { open: '{', close: '}', between: ', ' };
const RUBY = { ...BRACES, name: 'Ruby', colon: '=>', quote: quoted, words: { null: 'nil' } };
const GO = { name: 'Go', open: 'map[', close: ']', between: ' ', colon: ':', quote: plain, words: { null: '<nil>' } };
const ELIXIR = { ...BRACES, name: 'Elixir', open: '%{', colon: ' => ', quote: quoted, words: { null: 'nil' } };
const CLOJURE = { ...BRACES, name: 'Clojure', colon: ' ', quote: quoted, words: { null: 'nil' } };
const binary = (text: string): string => `<<${quoted(text)}>>`;
const ERLANG = { name: 'Erlang', open: '#{', close: '}', between: ',', colon: ' => ', quote: binary, words: {} };
const POWERSHELL = {
  name: 'PowerShell',
  open: '@{',
  close: '}',
  between: '; ',
  colon: '=',
  quote: plain,
  words: { null: '' },
};
const SCALA = { name: 'Scala', close: ')', between: ', ', colon: ' -> ', quote: plain, words: {} };
const SPACED = { open: '{ ', close: ' }', between: ', ' };

const STYLES: readonly Style[] = [
  { ...BRACES, name: 'Python', colon: ': ', quote: python, words: PYTHON_WORDS },
  RUBY,
  { ...RUBY, colon: ' => ' },
  { ...RUBY, name_: (name) => `:${name}` },
  { ...RUBY, colon: ': ', name_: plain },
  { ...BRACES, name: 'Java', colon: '=', quote: plain, words: {} },
  GO,
  { ...GO, number: goFloat },
  { name: 'Swift', open: '[', close: ']', between: ', ', colon: ': ', quote: quoted, words: {} },
  ELIXIR,
  { ...ELIXIR, colon: ': ', name_: plain },
  { ...BRACES, name: 'Dart', colon: ': ', quote: plain, words: {} },
  { ...SPACED, name: 'C#', colon: ' = ', quote: plain, words: { null: '' } },
  { ...SPACED, name: 'JavaScript', colon: ': ', quote: (text) => `'${text}'`, name_: plain, words: {} },
  CLOJURE,
  { ...CLOJURE, name_: (name) => `:${name}` },
  ERLANG,
  POWERSHELL,
  ...['Map', 'HashMap', 'ListMap', 'LinkedHashMap', 'TreeMap'].map((type) => ({ ...SCALA, open: `${type}(` })),
];

/** A number that was read from JSON, which Go holds as a double and prints with an exponent of two digits from a million on. */
function goFloat(token: string): string {
  const value = Number(token);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const size = Math.abs(Number(exponent));
  if (value === 0 || (Number(exponent) >= -4 && Number(exponent) < 6)) return String(value);
  return `${digits}e${Number(exponent) < 0 ? '-' : '+'}${String(size).padStart(2, '0')}`;
}

export interface Printed {
  readonly language: string;
  readonly text: string;
}

/** None when the text is no JSON object. */
export function* printedForms(text: string): Generator<Printed> {
  const tree = parseJsonTree(text);
  if (tree?.kind !== 'object') return;
  for (const style of STYLES) yield { language: style.name, text: print(tree, style) };
  // Maps of some languages keep their names in order, whatever the order in which they came.
  const inOrder = withSortedNames(tree);
  for (const style of STYLES) yield { language: style.name, text: print(inOrder, style) };
  // Some libraries leave out the blank behind the comma.
  for (const style of STYLES.filter(({ between }) => between === ', ')) {
    yield { language: style.name, text: print(tree, { ...style, between: ',' }) };
  }
  for (const [language, shown] of [...printedBlocks(tree), ...printedRecords(tree)]) yield { language, text: shown };
}

const sortedByName = <Member extends { readonly name: string }>(members: readonly Member[]): readonly Member[] =>
  [...members].sort((a, b) => (a.name < b.name ? -1 : 1));

function withSortedNames(node: JsonNode): JsonNode {
  if (node.kind === 'list') return { ...node, items: node.items.map(withSortedNames) };
  if (node.kind === 'token') return node;
  return {
    ...node,
    members: sortedByName(node.members).map((member) => ({ ...member, value: withSortedNames(member.value) })),
  };
}

function print(node: JsonNode, style: Style): string {
  if (node.kind === 'list') return `[${node.items.map((item) => print(item, style)).join(style.between)}]`;
  if (node.kind === 'token') {
    const value = stringOf(node.text);
    return value === undefined
      ? (style.words[node.text] ?? style.number?.(node.text) ?? node.text)
      : style.quote(value);
  }
  const sorted = style.name === 'Go' ? sortedByName(node.members) : node.members;
  const members = sorted.map(({ name, value }) => {
    const text = stringOf(name) ?? name;
    return `${(style.name_ ?? style.quote)(text)}${style.colon}${print(value, style)}`;
  });
  return `${style.open}${members.join(style.between)}${style.close}`;
}

function stringOf(token: string): string | undefined {
  if (!token.startsWith('"')) return undefined;
  try {
    return String(JSON.parse(token));
  } catch {
    return undefined;
  }
}
