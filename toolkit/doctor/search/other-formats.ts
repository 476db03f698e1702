// A JSON object in the formats that people serialise to in its place: XML, YAML and TOML as text, MessagePack, CBOR and bencode as bytes.
import { joined, utf8Bytes } from '../capture/capture.js';
import { COMPACT, type JsonNode, printJsonTree, unquoted } from './json-tree.js';

export type Formatted = readonly [format: string, bytes: Uint8Array];

const MOST_MEMBERS = 32;

type Pair = readonly [name: string, node: JsonNode];

/** None of what is no object. */
export function otherFormats(tree: JsonNode | undefined): readonly Formatted[] {
  if (tree?.kind !== 'object' || tree.members.length > MOST_MEMBERS) return [];
  const pairs = tree.members.map(({ name, value }): Pair => [unquoted(name), value]);
  const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  const isFlat = pairs.every(([, { kind }]) => kind === 'token');
  return [
    ...[pairs, sorted].flatMap((order): readonly Formatted[] => [
      ['MessagePack', messagePack({ kind: 'object', members: order.map(asMember) })],
      ['CBOR', cbor({ kind: 'object', members: order.map(asMember) })],
    ]),
    ['bencode', bencode(tree)],
    ...[pairs, sorted].flatMap(inLists),
    ...xml(pairs).map((text): Formatted => ['XML', utf8Bytes(text)]),
    ...(isFlat ? [pairs, sorted] : []).flatMap(lines),
  ];
}

/** As iterating over an object gives its members, or its values alone, and as a list of one holds it. */
const inLists = (pairs: readonly Pair[]): readonly Formatted[] =>
  [COMPACT, { comma: ', ', colon: ': ' }].flatMap((style): readonly Formatted[] => {
    const asPairs = pairs.map(
      ([name, value]): JsonNode => ({
        kind: 'list',
        items: [{ kind: 'token', text: JSON.stringify(name) }, value],
      }),
    );
    const whole: JsonNode = { kind: 'object', members: pairs.map(asMember) };
    const lists: readonly (readonly [format: string, items: readonly JsonNode[]])[] = [
      ['JSON, as a list of pairs', asPairs],
      ['JSON, as a list of its values', pairs.map(([, value]) => value)],
      ['JSON, in a list of one', [whole]],
    ];
    return lists.map(([format, items]) => [format, utf8Bytes(printJsonTree({ kind: 'list', items }, style))]);
  });

const asMember = ([name, value]: Pair): { readonly name: string; readonly value: JsonNode } => ({
  name: JSON.stringify(name),
  value,
});

const tokenOf = (node: JsonNode): string => (node.kind === 'token' ? node.text : '');
/** What YAML would read as something else than a text. */
const MISREAD = /^(?:|[-+.\d][\d._eE+-]*|true|false|null|yes|no|on|off|~)$|^[\s&*!|>%@`"'#?{[,-]|: |:$| #/i;

function lines(pairs: readonly Pair[]): readonly Formatted[] {
  const of = (mark: string, value: (token: string) => string): string =>
    pairs.map(([name, node]) => `${name}${mark}${value(tokenOf(node))}\n`).join('');
  const inYaml = (token: string): string => {
    const text = unquoted(token);
    return token.startsWith('"') && MISREAD.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
  };
  const inGo = (token: string): string => {
    const text = unquoted(token);
    return token.startsWith('"') && MISREAD.test(text) ? JSON.stringify(text) : text;
  };
  const inRuby = (token: string): string => {
    const text = unquoted(token);
    return token.startsWith('"') && /^(?:[^\w\s][^"]*|[yn])$/i.test(text) ? `"${text}"` : inYaml(token);
  };
  const yaml = [inYaml, inRuby, inGo, unquoted, (token: string) => token].flatMap((value) => [
    of(': ', value),
    `{${pairs.map(([name, node]) => `${name}: ${value(tokenOf(node))}`).join(', ')}}\n`,
  ]);
  return [
    ...[...new Set(yaml)]
      .flatMap((text) => [text, `---\n${text}`, `--- ${text}`, text.trimEnd()])
      .map((text): Formatted => ['YAML', utf8Bytes(text)]),
    ...[of(' = ', (token) => token), of(' = ', (token) => token).trimEnd()].map(
      (text): Formatted => ['TOML', utf8Bytes(text)],
    ),
  ];
}

const ROOTS = ['payload', 'Payload', 'root', 'request', 'data', 'order', 'xml', 'object'].concat(
  ['r', 'Request', 'Root', 'Data', 'svc', 'SVC', 'svc-data', 'SVC-DATA', 'message', 'Message', 'sign', 'signed'],
  ['body', 'params', 'doc', 'document', 'item', 'map', 'x', 'p'],
);
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const entities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function xml(pairs: readonly Pair[]): readonly string[] {
  const element = (name: string, node: JsonNode): string => {
    if (node.kind === 'list') return node.items.map((item) => element(name, item)).join('');
    const inner =
      node.kind === 'token'
        ? entities(unquoted(node.text))
        : node.members.map((member) => element(unquoted(member.name), member.value)).join('');
    return `<${name}>${inner}</${name}>`;
  };
  const parts = pairs.map(([name, node]) => element(name, node));
  const bare = parts.join('');
  return ROOTS.flatMap((root) => {
    const compact = `<${root}>${parts.join('')}</${root}>`;
    const laidOut = `<${root}>\n${parts.map((part) => `  ${part}\n`).join('')}</${root}>`;
    return [compact, DECLARATION + compact, `${DECLARATION}\n${compact}`, laidOut, `${DECLARATION}\n${laidOut}`];
  }).concat(bare, parts.join('\n'), DECLARATION + bare);
}

/** Big-endian. */
function number(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * (size - 1 - at))) & 0xffn));
}

const sizeOf = (value: bigint): 1 | 2 | 4 | 8 =>
  value < 256n ? 1 : value < 65_536n ? 2 : value < 4_294_967_296n ? 4 : 8;

function double(token: string): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, Number(token));
  return bytes;
}

const byte = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const isWhole = (token: string): boolean => /^\d{1,19}$/.test(token);

/** The head of something with a length: one byte that holds it, or a mark and the length behind it. */
function head(length: number, few: number, marks: Readonly<Record<number, number>>, most: number): Uint8Array {
  if (length <= most) return byte(few + length);
  const size = [1, 2, 4].find((one) => marks[one] !== undefined && length < 256 ** one) ?? 4;
  return joined(byte(marks[size] ?? 0), number(BigInt(length), size));
}

function messagePack(node: JsonNode): Uint8Array {
  if (node.kind === 'list') {
    return joined(head(node.items.length, 0x90, { 2: 0xdc, 4: 0xdd }, 15), ...node.items.map(messagePack));
  }
  if (node.kind === 'object') {
    const members = node.members.flatMap(({ name, value }) => [
      messagePack({ kind: 'token', text: name }),
      messagePack(value),
    ]);
    return joined(head(node.members.length, 0x80, { 2: 0xde, 4: 0xdf }, 15), ...members);
  }
  const { text } = node;
  if (text.startsWith('"')) {
    const bytes = utf8Bytes(unquoted(text));
    return joined(head(bytes.length, 0xa0, { 1: 0xd9, 2: 0xda, 4: 0xdb }, 31), bytes);
  }
  const word = { null: 0xc0, false: 0xc2, true: 0xc3 }[text];
  if (word !== undefined) return byte(word);
  if (!isWhole(text)) return joined(byte(0xcb), double(text));
  const value = BigInt(text);
  if (value < 128n) return byte(Number(value));
  const size = sizeOf(value);
  return joined(byte({ 1: 0xcc, 2: 0xcd, 4: 0xce, 8: 0xcf }[size]), number(value, size));
}

function cborHead(kind: number, value: bigint): Uint8Array {
  if (value < 24n) return byte(kind + Number(value));
  const size = sizeOf(value);
  return joined(byte(kind + { 1: 24, 2: 25, 4: 26, 8: 27 }[size]), number(value, size));
}

function cbor(node: JsonNode): Uint8Array {
  if (node.kind === 'list') return joined(cborHead(0x80, BigInt(node.items.length)), ...node.items.map(cbor));
  if (node.kind === 'object') {
    const members = node.members.flatMap(({ name, value }) => [cbor({ kind: 'token', text: name }), cbor(value)]);
    return joined(cborHead(0xa0, BigInt(node.members.length)), ...members);
  }
  const { text } = node;
  if (text.startsWith('"')) {
    const bytes = utf8Bytes(unquoted(text));
    return joined(cborHead(0x60, BigInt(bytes.length)), bytes);
  }
  const word = { false: 0xf4, true: 0xf5, null: 0xf6 }[text];
  if (word !== undefined) return byte(word);
  return isWhole(text) ? cborHead(0, BigInt(text)) : joined(byte(0xfb), double(text));
}

/** Dictionaries in the order of their names, as it demands. */
function bencode(node: JsonNode): Uint8Array {
  const text = (token: string): Uint8Array => {
    const bytes = utf8Bytes(unquoted(token));
    return joined(utf8Bytes(`${bytes.length}:`), bytes);
  };
  const within = (mark: string, parts: readonly Uint8Array[]): Uint8Array =>
    joined(utf8Bytes(mark), ...parts, utf8Bytes('e'));
  if (node.kind === 'list') return within('l', node.items.map(bencode));
  if (node.kind === 'token') return isWhole(node.text) ? utf8Bytes(`i${node.text}e`) : text(node.text);
  const members = [...node.members].sort((a, b) => (a.name < b.name ? -1 : 1));
  return within(
    'd',
    members.flatMap(({ name, value }) => [text(name), bencode(value)]),
  );
}
