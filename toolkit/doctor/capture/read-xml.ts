// A request in the XML of a proxy or of an export, as JSON for `find-request.ts`: an element is an object of its attributes and its
// children, several of one name are a list. Read for its text alone: no entities but those of XML itself, nothing is fetched.
import type { JsonValue } from '../../payload/json.js';

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly members: Map<string, JsonValue[]>;
  text: string;
}

const MOST_CHARACTERS = 2_000_000;
const MOST_DEPTH = 60;
const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<\/(?:[\w.-]+:)?([\w.-]+)\s*>|<(?:[\w.-]+:)?([\w.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Undefined where the text is no XML that names a signed header. */
export function xmlValue(text: string): JsonValue | undefined {
  if (!/^\s*(?:\ufeff)?<[?\w]/.test(text) || text.length > MOST_CHARACTERS || !/svc[-_]/i.test(text)) return undefined;
  const root: Element = { name: '', attributes: new Map(), members: new Map(), text: '' };
  const open: Element[] = [root];
  const scanner = new RegExp(TOKEN);
  const source = text.trim();
  while (scanner.lastIndex < source.length) {
    const match = scanner.exec(source);
    const top = open.at(-1);
    if (match === null || top === undefined || open.length > MOST_DEPTH) return undefined;
    const [, raw, closed, opened, attributes = '', slash, plain] = match;
    if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributes), members: new Map(), text: '' };
      if (slash === '/') add(top, element);
      else open.push(element);
    } else if (closed !== undefined) {
      if (top.name !== closed) return undefined;
      open.pop();
      add(open.at(-1) ?? root, top);
    } else {
      top.text += raw ?? unescaped(plain ?? '');
    }
  }
  return open.length === 1 ? valueIn(root) : undefined;
}

function attributesOf(text: string): Element['attributes'] {
  const pairs = [...text.matchAll(ATTRIBUTE)];
  return new Map(pairs.map(([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]));
}

function add(parent: Element, child: Element): void {
  const list = parent.members.get(child.name) ?? [];
  parent.members.set(child.name, [...list, valueIn(child)]);
}

const BODY = /^(?:body|content|text|payload|post_?data)$/i;

/** Text beside attributes is the value of what they name; of a body they tell no more than how it is written, unless it is encoded. */
function valueIn({ name, attributes, members, text }: Element): JsonValue {
  const isPlain = !/^(?:base-?64|hex|binary)$/i.test(attributes.get('encoding') ?? '');
  if (BODY.test(name) && isPlain && text !== '') return text;
  // Charles notes in an attribute that there are children of the same name.
  const children = [...members].map(([one, values]): [string, JsonValue] => [one, listOrOne(one, values)]);
  const entries: [string, JsonValue][] = [...[...attributes].filter(([one]) => !members.has(one)), ...children];
  if (entries.length === 0) return text;
  const own =
    text.trim() === '' || members.has('value') || attributes.has('value')
      ? []
      : [['value', text] as [string, JsonValue]];
  const [only] = entries;
  // A map writes an entry as two texts.
  if (only !== undefined && entries.length === 1 && name === 'entry' && Array.isArray(only[1])) return only[1];
  // `<headers><header …/></headers>` is the list itself.
  const isList =
    only !== undefined &&
    entries.length === 1 &&
    Array.isArray(only[1]) &&
    (name.startsWith(only[0]) || only[0] === 'entry');
  return isList ? only[1] : Object.fromEntries([...entries, ...own]);
}

const listOrOne = (name: string, values: readonly JsonValue[]): JsonValue =>
  values.length === 1 && !/^(?:header|entry)$/i.test(name) ? (values[0] ?? null) : [...values];

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, digits, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
