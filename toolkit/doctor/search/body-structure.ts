// A body that is JSON, taken apart and written again (interface 5.2, `body_hash`): printed by a language, with a member more or less, as a
// form, with its numbers as a parser left them.
import { formsOf, insideCall, isNull, objectOfForm, objectOfParts } from './body-forms.js';
import { withDecimals, withoutMembers } from './body-numbers.js';
import { type BodyVariant, causeOf, variant } from './body-variant.js';
import {
  COMPACT,
  type JsonMember,
  type JsonNode,
  type JsonStyle,
  mapTokens,
  parseJsonTree,
  printJsonTree,
  unquoted,
} from './json-tree.js';
import { loadedTrees } from './loaded-numbers.js';
import { otherFormats } from './other-formats.js';
import { printedForms } from './printed.js';
import { respell } from './respell.js';

const SPACED: JsonStyle = { comma: ', ', colon: ': ' };

export function* ofStructure(text: string): Generator<BodyVariant> {
  for (const printed of printedForms(text)) yield variant('body-hash-of-printed', printed.text);
  const inside = insideCall(text);
  if (inside !== undefined) {
    const how = 'hashes the JSON without the call or the prefix around it';
    yield { ...variant('body-hash-other-members', inside), how };
  }
  const object = objectOfForm(text) ?? objectOfParts(text);
  if (object !== undefined) {
    yield variant('body-hash-form', object);
    for (const spelling of respell(object)) yield variant('body-hash-form', spelling.text);
  }
  const tree = parseJsonTree(text);
  if (tree?.kind === 'object') {
    yield* ofShapes(tree, text);
    for (const form of formsOf(tree)) yield variant('body-hash-form', form);
    const values = tree.members.map(({ value }) => unquoted(printJsonTree(value, COMPACT)));
    const names = tree.members.map(({ name }) => unquoted(name));
    for (const nothing of ['null', 'None', '']) {
      const printed = values.map((value, at) => (isNull(tree.members[at]?.value) ? nothing : value));
      const inOrder = names.map((name, at) => [name, printed[at] ?? ''] as const).sort(([a], [b]) => (a < b ? -1 : 1));
      const sortedValues = inOrder.map(([, value]) => value);
      for (const by of ['', ',', '|', '&', '\n', ':']) {
        yield {
          ...variant('body-hash-of-other-bytes', sortedValues.join(by)),
          how: 'hashes the values of the body alone, in the order of their names',
        };
        yield {
          ...variant('body-hash-of-other-bytes', printed.join(by)),
          how: 'hashes the values of the body alone, joined',
        };
      }
      const pairs = printed.map((value, at) => `${names[at] ?? ''}${value}`).join('');
      yield { ...variant('body-hash-of-other-bytes', pairs), how: 'hashes names and values of the body without marks' };
    }
    for (const word of [...WORDS, ...PLACES.flatMap((place) => [place, `${place}\n`])]) {
      yield { ...variant('body-hash-of-printed', word), how: `hashes the word ${word.trim()}` };
    }
  }
  if (tree !== undefined) {
    for (const changed of withDecimals(tree)) {
      for (const style of [COMPACT, { comma: ', ', colon: ': ' }]) {
        const printed = printJsonTree(changed, style);
        yield variant(causeOf('numbers', text, printed), printed);
      }
    }
    for (const changed of [
      withoutMembers(tree, 'null'),
      withoutMembers(tree, '""'),
      withoutMembers(tree, 'null', '""'),
    ]) {
      for (const style of [COMPACT, { comma: ', ', colon: ': ' }]) {
        yield variant('body-hash-null-members', printJsonTree(changed, style));
      }
    }
  }
  if (tree !== undefined) yield* ofLists(tree, text);
  if (tree !== undefined) yield* ofLoaded(tree, text);
  for (const [format, bytes] of otherFormats(tree)) {
    yield { cause: 'body-hash-of-other-bytes', bytes, how: `hashes the body in ${format}` };
  }
}

const WORDS = ['Array', 'Object', 'System.Object', 'undefined', 'null', 'true'];

/** What stands for the body in a script or a command: a variable that was not expanded, a file that was not read. */
const PLACES = [
  ...['BODY', 'body', 'DATA', 'data', 'PAYLOAD', 'payload', 'JSON', 'json', 'ORDER', 'order'].flatMap((name) => [
    name,
    `$${name}`,
    `\${${name}}`,
    `%${name}%`,
    `{{${name}}}`,
  ]),
  ...['body', 'data', 'payload', 'order', 'request'].flatMap((name) => [`${name}.json`, `@${name}.json`]),
  '@-',
  '-',
];

type Members = Extract<JsonNode, { kind: 'object' }>;

/** What a middleware or a gateway makes of an object on its way: a member more, or all of them within one. */
function* ofShapes(tree: Members, text: string): Generator<BodyVariant> {
  const how = 'hashes the body before a member was added to it or put around it';
  const told = (printed: string, why = how): BodyVariant => ({
    ...variant('body-hash-other-members', printed),
    how: why,
  });
  const inOwn = /^[^"]*"[^"]*"\s*: /.test(text) ? SPACED : COMPACT;
  for (const style of new Set([inOwn, COMPACT, SPACED])) {
    for (const { value } of tree.members.filter((member) => member.value.kind !== 'token')) {
      yield told(printJsonTree(value, style));
    }
    for (const [at, { name, value }] of tree.members.entries()) {
      const left = printJsonTree({ kind: 'object', members: tree.members.toSpliced(at, 1) }, style);
      yield isNull(value)
        ? variant('body-hash-null-members', left)
        : told(left, `hashes the body without its member ${unquoted(name)}`);
    }
  }
}

/** A list around what was none, or none around the only item, as PowerShell has it. */
function* ofLists(tree: JsonNode, text: string): Generator<BodyVariant> {
  const [only, ...more] = tree.kind === 'list' ? tree.items : [];
  const bare: readonly JsonNode[] = [
    ...(only === undefined || more.length > 0 ? [] : [only]),
    { kind: 'list', items: [tree] },
    withoutListsOfOne(tree),
  ];
  const how = 'hashes the body with a list more or less around one item';
  const inOwn = /^[^"]*"[^"]*"\s*: /.test(text) ? SPACED : COMPACT;
  for (const style of new Set([inOwn, COMPACT, SPACED])) {
    for (const one of bare) yield { ...variant('body-hash-other-members', printJsonTree(one, style)), how };
  }
}

function withoutListsOfOne(node: JsonNode): JsonNode {
  if (node.kind === 'token') return node;
  if (node.kind === 'object') {
    return {
      kind: 'object',
      members: node.members.map(({ name, value }) => ({ name, value: withoutListsOfOne(value) })),
    };
  }
  const items = node.items.map(withoutListsOfOne);
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: 'list', items };
}

/** The tree with its numbers as parsers leave them, in the spellings and print-outs of the languages that do so. */
function* ofLoaded(tree: JsonNode, text: string): Generator<BodyVariant> {
  for (const loaded of [tree, ...loadedTrees(tree)]) {
    for (const style of [COMPACT, SPACED]) {
      yield variant(causeOf('numbers', text, text), printJsonTree(loaded, style));
    }
    for (const style of [COMPACT, SPACED, PRETTY]) {
      for (const changed of inPhp(loaded)) yield variant('body-hash-escaped', printJsonTree(changed, style));
      for (const [how, exchange] of EXCHANGED) {
        const other = exchange(loaded);
        if (JSON.stringify(other) === JSON.stringify(loaded)) continue;
        for (const changed of [other, ...inPhp(other)]) {
          yield { ...variant('body-hash-other-members', printJsonTree(changed, style)), how };
        }
      }
    }
    if (loaded === tree) continue;
    const compact = printJsonTree(loaded, COMPACT);
    for (const printed of printedForms(compact)) yield variant('body-hash-of-printed', printed.text);
    if (loaded.kind === 'object') for (const form of formsOf(loaded)) yield variant('body-hash-form', form);
    for (const spelling of respell(compact)) yield variant(causeOf(spelling.word, text, spelling.text), spelling.text);
  }
}

const PRETTY: JsonStyle = { comma: ',', colon: ': ', indent: '    ' };
const unit = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
const escaped = (text: string): string => text.replace(/[\u0080-\uffff]/g, (one) => unit(one).toLowerCase());
const hexed = (text: string, marks: RegExp): string => text.replace(marks, unit);

/** `json_encode` with its flags: slashes and letters escaped, marks of HTML as \u003C. */
function inPhp(tree: JsonNode): readonly JsonNode[] {
  const slashes = (token: string): string => token.replace(/(?<!\\)\//g, '\\/');
  const inToken = (change: (text: string) => string) => (one: JsonNode) =>
    mapTokens(one, (token) => (token.startsWith('"') ? `"${change(token.slice(1, -1))}"` : token));
  const changes: readonly ((one: JsonNode) => JsonNode)[] = [
    inToken((text) => escaped(slashes(text))),
    inToken(slashes),
    inToken(escaped),
    ...[/[<>]/g, /[<>&]/g, /[<>&']/g].flatMap((marks) => [
      inToken((text) => hexed(text, marks)),
      inToken((text) => escaped(slashes(hexed(text, marks)))),
    ]),
  ];
  return changes.map((change) => change(tree));
}

/** Empty objects as empty lists, which PHP cannot tell from each other. */
const EXCHANGED = [
  ['hashes the body with empty objects written as empty lists', withLists],
  ['hashes the body with lists written as objects, as JSON_FORCE_OBJECT of PHP has it', withObjects],
  ['hashes the body with empty lists written as empty objects, as Lua and PHP may write them', withEmptyObjects],
] as const;

/** Lists as objects whose names are the places of their items. */
function withObjects(node: JsonNode): JsonNode {
  if (node.kind === 'token') return node;
  const members = node.kind === 'list' ? node.items.map((value, at) => ({ name: `"${at}"`, value })) : node.members;
  return { kind: 'object', members: members.map(({ name, value }) => ({ name, value: withObjects(value) })) };
}

function withEmptyObjects(node: JsonNode): JsonNode {
  if (node.kind === 'token') return node;
  if (node.kind === 'list') {
    return node.items.length === 0
      ? { kind: 'object', members: [] }
      : { kind: 'list', items: node.items.map(withEmptyObjects) };
  }
  return { kind: 'object', members: node.members.map(({ name, value }) => ({ name, value: withEmptyObjects(value) })) };
}

function withLists(node: JsonNode): JsonNode {
  if (node.kind === 'token') return node;
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(withLists) };
  if (node.members.length === 0) return { kind: 'list', items: [] };
  const members = node.members.map(({ name, value }): JsonMember => ({ name, value: withLists(value) }));
  return { kind: 'object', members };
}
