// A JSON body as a form, and the object behind a form or a call (interface 5.2, `body_hash`): what libraries make of one in place of the
// other.
import { withoutMembers } from './body-numbers.js';
import { COMPACT, type JsonNode, printJsonTree, unquoted } from './json-tree.js';
import { inPythonLiteral } from './printed-blocks.js';

/** Larger texts are not taken apart. */
const LONGEST = 16 << 10;

/** The object behind a form, where a library sent a form in its place. */
export function objectOfForm(text: string): string | undefined {
  if (!/^[^\s=&{]+=[^&]*(?:&[^=&]+=[^&]*)*$/.test(text)) return undefined;
  return JSON.stringify(Object.fromEntries(new URLSearchParams(text)));
}

/** The object behind the parts of multipart/form-data, which may hold text alone. */
export function objectOfParts(text: string): string | undefined {
  const mark = /^--[^\r\n]{1,70}(?=\r?\n)/.exec(text)?.[0];
  if (mark === undefined || text.length > LONGEST) return undefined;
  const fields = text.split(mark).flatMap((part): readonly (readonly [string, string])[] => {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
    return name === undefined ? [] : [[name, rest.join('\n\n').replace(/\r?\n$/, '')]];
  });
  return fields.length === 0 ? undefined : JSON.stringify(Object.fromEntries(fields));
}

/** JSON inside a call, as JSONP has it, or behind the prefix that keeps a browser from running it. */
export function insideCall(text: string): string | undefined {
  return (
    /^(?:\/\*\*\/)?\s*[\w$.]{1,60}\(\s*([[{].*[\]}])\s*\)\s*;?\s*$/s.exec(text)?.[1] ??
    /^(?:\)\]\}',?|while\(1\);|for\(;;\);)\s*([[{].*)$/s.exec(text)?.[1]
  );
}

export const isNull = (node: JsonNode | undefined): boolean => node?.kind === 'token' && node.text === 'null';

type Members = Extract<JsonNode, { kind: 'object' }>;

/** What a language prints for null. */
const withNull = (tree: Members, text: string): Members => ({
  kind: 'object',
  members: tree.members.map(({ name, value }) => ({
    name,
    value: isNull(value) ? { kind: 'token', text } : value,
  })),
});

const asForm = (value: string): string => new URLSearchParams([['', value]]).toString().slice(1);
const FORM_ENCODINGS: readonly ((value: string) => string)[] = [
  encodeURIComponent,
  (value) => encodeURIComponent(value).replaceAll('%20', '+'),
  (value) => encodeURIComponent(value).replaceAll('%2F', '/'),
  asForm,
  (value) => asForm(value).replaceAll('+', '%20'),
  (value) => value,
];

type Encode = (value: string) => string;
/** How a value within a value is written: as JSON, as Python prints it, or under names of its own. */
type Nesting = (name: string, value: JsonNode, encode: Encode) => readonly string[];

const pair = (name: string, value: string, encode: Encode): string => `${encode(name)}=${encode(value)}`;
const NESTINGS: readonly Nesting[] = [
  (name, value, encode) => [pair(name, unquoted(printJsonTree(value, COMPACT)), encode)],
  (name, value, encode) => [
    pair(
      name,
      value.kind === 'token' ? inPythonWords(unquoted(value.text), value.text) : inPythonLiteral(value),
      encode,
    ),
  ],
  nested((name, inner, isItem) => (isItem ? `${name}[${inner}]` : `${name}[${inner}]`)),
  nested((name, inner, isItem) => (isItem ? `${name}[]` : `${name}[${inner}]`)),
  nested((name, inner, isItem) => (isItem ? name : `${name}.${inner}`)),
];

const inPythonWords = (text: string, token: string): string =>
  ({ true: 'True', false: 'False', null: 'None' })[token] ?? text;

function nested(nameOf: (name: string, inner: string, isItem: boolean) => string): Nesting {
  const write: Nesting = (name, value, encode) => {
    if (value.kind === 'token') return [pair(name, unquoted(value.text), encode)];
    return value.kind === 'list'
      ? value.items.flatMap((item, at) => write(nameOf(name, String(at), true), item, encode))
      : value.members.flatMap((member) => write(nameOf(name, unquoted(member.name), false), member.value, encode));
  };
  return write;
}

/** Every form that libraries write of an object, each once. */
export function formsOf(tree: Members): ReadonlySet<string> {
  const bare = withoutMembers(tree, 'null');
  const texts = new Set<string>();
  const trees = [tree, withNull(tree, 'None'), withNull(tree, ''), ...(bare.kind === 'object' ? [bare] : [])];
  for (const form of trees) {
    for (const encode of FORM_ENCODINGS) {
      for (const nesting of NESTINGS) {
        const pairs = form.members.flatMap(({ name, value }) => nesting(unquoted(name), value, encode));
        texts.add(pairs.join('&'));
        texts.add([...pairs].sort().join('&'));
      }
    }
  }
  return texts;
}
