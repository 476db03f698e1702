// JSON text as a tree of its own tokens, so that it can be written again in another spelling without touching anything else:
// numbers keep their digits, strings their escapes, members their order and their doubles. Lenient about nothing but white space.

export type JsonNode =
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

export interface JsonMember {
  /** The name as written, with its quotation marks. */
  readonly name: string;
  readonly value: JsonNode;
}

const MAX_DEPTH = 64;
const TOKEN = /[ \t\r\n]*([{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/y;

class Stop extends Error {}

/** Undefined when the text is no JSON that could be written again. */
export function parseJsonTree(text: string): JsonNode | undefined {
  const scanner = new RegExp(TOKEN);
  const next = (): string => {
    const match = scanner.exec(text)?.[1];
    if (match === undefined) throw new Stop();
    return match;
  };
  const read = (token: string, depth: number): JsonNode => {
    if (depth > MAX_DEPTH) throw new Stop();
    if (token === '{') return { kind: 'object', members: readMembers(depth) };
    if (token === '[') return { kind: 'list', items: readItems(depth) };
    if (/^[}\],:]/.test(token)) throw new Stop();
    return { kind: 'token', text: token };
  };
  const readItems = (depth: number): readonly JsonNode[] => {
    const items: JsonNode[] = [];
    for (let token = next(); token !== ']'; token = next()) {
      if (token === ',') token = next();
      items.push(read(token, depth + 1));
    }
    return items;
  };
  const readMembers = (depth: number): readonly JsonMember[] => {
    const members: JsonMember[] = [];
    for (let token = next(); token !== '}'; token = next()) {
      const name = token === ',' ? next() : token;
      if (!name.startsWith('"') || next() !== ':') throw new Stop();
      members.push({ name, value: read(next(), depth + 1) });
    }
    return members;
  };
  try {
    const tree = read(next(), 0);
    return /^\s*$/.test(text.slice(scanner.lastIndex)) ? tree : undefined;
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}

export interface JsonStyle {
  readonly comma: string;
  readonly colon: string;
  /** Indentation of one level; none writes everything on one line. */
  readonly indent?: string;
}

export const COMPACT: JsonStyle = { comma: ',', colon: ':' };

export function printJsonTree(node: JsonNode, style: JsonStyle, level = 0): string {
  if (node.kind === 'token') return node.text;
  const parts =
    node.kind === 'list'
      ? node.items.map((item) => printJsonTree(item, style, level + 1))
      : node.members.map(({ name, value }) => `${name}${style.colon}${printJsonTree(value, style, level + 1)}`);
  const [open, close] = node.kind === 'list' ? ['[', ']'] : ['{', '}'];
  if (style.indent === undefined || parts.length === 0) return `${open}${parts.join(style.comma)}${close}`;
  const inner = `\n${style.indent.repeat(level + 1)}`;
  return `${open}${inner}${parts.join(`${style.comma.trimEnd()}${inner}`)}\n${style.indent.repeat(level)}${close}`;
}

/** The tree with every token, names included, replaced. */
export function mapTokens(node: JsonNode, change: (token: string, isName: boolean) => string): JsonNode {
  if (node.kind === 'token') return { kind: 'token', text: change(node.text, false) };
  return node.kind === 'list'
    ? { kind: 'list', items: node.items.map((item) => mapTokens(item, change)) }
    : {
        kind: 'object',
        members: node.members.map(({ name, value }) => ({ name: change(name, true), value: mapTokens(value, change) })),
      };
}

/** The tree with the members of every object, or of the outermost alone, in the order of their names. */
export function sortMembers(node: JsonNode, isDeep = true): JsonNode {
  if (node.kind === 'token') return node;
  const inner = (child: JsonNode): JsonNode => (isDeep ? sortMembers(child) : child);
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(inner) };
  const members = node.members.map(({ name, value }) => ({ name, value: inner(value) }));
  return { kind: 'object', members: members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
}

/** What a string token says; any other token as it is. */
export function unquoted(token: string): string {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : token;
  } catch {
    return token;
  }
}
