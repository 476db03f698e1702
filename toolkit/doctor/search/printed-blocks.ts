// A JSON object as languages show it over several lines or write it in formats of their own: util.inspect of Node.js, pprint and
// OrderedDict of Python, print_r, var_export and serialize of PHP.
import { utf8Bytes } from '../capture/capture.js';
import type { JsonNode } from './json-tree.js';

export type Shown = readonly [language: string, text: string];

export function printedBlocks(tree: JsonNode): readonly Shown[] {
  const pairs = ordered(tree);
  return [
    ['JavaScript', inspected(tree, 0)],
    ['Python', pretty(tree)],
    ['Python', `OrderedDict([${pairs.map(([name, value]) => `(${single(name)}, ${value})`).join(', ')}])`],
    ['Python', `OrderedDict({${pairs.map(([name, value]) => `${single(name)}: ${value}`).join(', ')}})`],
    ['Python', `[${pairs.map(([name, value]) => `(${single(name)}, ${value})`).join(', ')}]`],
    ['PHP', printR(tree, 0)],
    ['PHP', `${printR(tree, 0)}\n`],
    ['PHP', varExport(tree, 0)],
    ['PHP', serialized(tree)],
  ];
}

const parsedToken = (token: string): unknown => {
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
};
const single = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const nameOf = (token: string): string => String(parsedToken(token));

/** Members, or items under their numbers. */
function membersOf(node: JsonNode): readonly (readonly [name: string | number, value: JsonNode])[] {
  if (node.kind === 'object') return node.members.map(({ name, value }) => [nameOf(name), value]);
  return node.kind === 'list' ? node.items.map((item, at) => [at, item]) : [];
}

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** Nested values as `str` and `repr` of Python write them. */
export function inPythonLiteral(node: JsonNode): string {
  if (node.kind === 'list') return `[${node.items.map(inPythonLiteral).join(', ')}]`;
  if (node.kind === 'object')
    return `{${ordered(node)
      .map(([name, value]) => `${single(name)}: ${value}`)
      .join(', ')}}`;
  const value = parsedToken(node.text);
  return typeof value === 'string' ? single(value) : (PYTHON[node.text] ?? node.text);
}

const ordered = (node: JsonNode): readonly (readonly [name: string, value: string])[] =>
  membersOf(node).map(([name, value]) => [String(name), inPythonLiteral(value)]);

/** Sorted, one member a line, as soon as it is longer than a line. */
function pretty(tree: JsonNode): string {
  const members = [...ordered(tree)].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, value]) => `${single(name)}: ${value}`).join(',\n ')}}`;
}

function inspected(node: JsonNode, depth: number): string {
  if (node.kind === 'token') {
    const value = parsedToken(node.text);
    return typeof value === 'string' ? single(value) : node.text;
  }
  const [open, close] = node.kind === 'list' ? ['[', ']'] : ['{', '}'];
  const indent = '  '.repeat(depth);
  const parts = membersOf(node).map(([name, value]) => {
    const text = inspected(value, depth + 1);
    if (node.kind === 'list') return text;
    return `${/^[A-Za-z_$][\w$]*$/.test(String(name)) ? name : single(String(name))}: ${text}`;
  });
  if (parts.length === 0) return open + close;
  const isNested = membersOf(node).some(([, { kind }]) => kind !== 'token');
  // What fits on a line of 72 characters stays on one.
  const isShort = !isNested && parts.join(', ').length + parts.length <= 72;
  return isShort
    ? `${open} ${parts.join(', ')} ${close}`
    : `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}

const PRINTED: Readonly<Record<string, string>> = { true: '1', false: '', null: '' };

function printR(node: JsonNode, depth: number): string {
  if (node.kind === 'token') {
    const value = parsedToken(node.text);
    return typeof value === 'string' ? value : (PRINTED[node.text] ?? node.text);
  }
  const indent = ' '.repeat(depth * 8);
  const lines = membersOf(node).map(([name, value]) => {
    const isBlock = value.kind !== 'token';
    return `${indent}    [${name}] => ${printR(value, depth + 1)}\n${isBlock ? '\n' : ''}`;
  });
  return `Array\n${indent}(\n${lines.join('')}${indent})${depth === 0 ? '' : '\n'}`;
}

function varExport(node: JsonNode, depth: number): string {
  if (node.kind === 'token') {
    const value = parsedToken(node.text);
    return typeof value === 'string' ? single(value) : node.text === 'null' ? 'NULL' : node.text;
  }
  const indent = '  '.repeat(depth);
  const lines = membersOf(node).map(([name, value]) => {
    const before = value.kind === 'token' ? ' ' : ` \n${indent}  `;
    return `${indent}  ${typeof name === 'number' ? name : single(name)} =>${before}${varExport(value, depth + 1)},\n`;
  });
  return `array (\n${lines.join('')}${indent})`;
}

const inPhp = (text: string): string => `s:${utf8Bytes(text).length}:"${text}";`;

function serialized(node: JsonNode): string {
  if (node.kind === 'token') {
    const value = parsedToken(node.text);
    if (typeof value === 'string') return inPhp(value);
    if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
    if (value === null) return 'N;';
    return `${/[.eE]/.test(node.text) ? 'd' : 'i'}:${node.text};`;
  }
  const members = membersOf(node);
  const texts = members.map(
    ([name, value]) => `${typeof name === 'number' ? `i:${name};` : inPhp(name)}${serialized(value)}`,
  );
  return `a:${members.length}:{${texts.join('')}}`;
}
