// What languages and libraries write for nothing (interface 5.3, rule 3): the whole of a body that is empty, or one of its values.
import type { SlipId } from '../../signing/slips/slips.js';
import { type BodyVariant, variant } from './body-variant.js';
import { COMPACT, type JsonNode, printJsonTree } from './json-tree.js';

const EMPTY_JSON = ['{}', '[]', '""'];
const EMPTY_WORDS = ['null', 'undefined', 'None', 'nil', '<nil>', '(null)', 'NULL', 'false'];
const FURTHER_EMPTY = [
  ...[
    '{ }',
    '[ ]',
    '{\n}',
    '[\n]',
    '{\n\n}',
    '{\r\n}',
    '[null]',
    '[{}]',
    '[[]]',
    '[""]',
    '{"":""}',
    '{"":null}',
    '{"data":null}',
    '{"body":null}',
  ],
  ...[
    '{"body":{}}',
    '{"data":{}}',
    '{"body":""}',
    '()',
    'map[]',
    '&{}',
    'Array',
    'Object',
    'stdClass Object\n(\n)\n',
    'Array\n(\n)\n',
    'a:0:{}',
    'N;',
    's:0:"";',
  ],
  ...[
    'NaN',
    'Nothing',
    'Null',
    'none',
    '0',
    'true',
    "''",
    "b''",
    '[object Object]',
    '[object Undefined]',
    '[object Null]',
    'dict()',
    '{:}',
    '#{}',
  ],
];

/** The texts, the likeliest first, and the cause that each is told by. */
export function* emptyValues(): Generator<readonly [cause: SlipId, text: string]> {
  for (const text of [...EMPTY_JSON, ...EMPTY_WORDS, ...FURTHER_EMPTY]) yield [causeOfEmpty(text), text];
  // Once more a text, and with the line that a command ends with.
  for (const text of [...EMPTY_JSON, ...EMPTY_WORDS]) {
    yield [causeOfEmpty(text), JSON.stringify(text)];
    yield [causeOfEmpty(text), `${text}\n`];
    yield [causeOfEmpty(text), `${text}\r\n`];
  }
}

const causeOfEmpty = (text: string): SlipId => (/^[[{"]/.test(text) ? 'body-hash-of-braces' : 'body-hash-of-null');

/** Whether a body says nothing. */
export const isEmptyValue = (text: string): boolean => [...EMPTY_JSON, 'null'].includes(text.replace(/\s/g, ''));

const INNER = [
  '{}',
  '[]',
  'null',
  '""',
  'undefined',
  '"{}"',
  '"[]"',
  '"null"',
  '"None"',
  '[null]',
  '[""]',
  '[{}]',
  '{"":null}',
  '{"":""}',
  'false',
  '0',
  '{ }',
  '[ ]',
];
const REMOVED = 'no member';

/** A body with its empty values written otherwise or left out: one alone, all that are alike, and all that are empty. */
export function* otherEmptyValues(tree: JsonNode): Generator<BodyVariant> {
  const kinds = new Set(emptyIn(tree));
  if (kinds.size === 0) return;
  const told = (from: string, to: string, changed: JsonNode): readonly BodyVariant[] =>
    [COMPACT, { comma: ', ', colon: ': ' }].map((style) => {
      const cause =
        to === REMOVED && from !== '{}' && from !== '[]' ? 'body-hash-null-members' : 'body-hash-other-members';
      return {
        ...variant(cause, printJsonTree(changed, style)),
        how: `hashes the body with ${to} where ${from} was sent`,
      };
    });
  for (const from of kinds) {
    const count = emptyIn(tree).filter((one) => one === from).length;
    for (const to of [...INNER, REMOVED]) {
      if (to === from) continue;
      yield* told(from, to, exchanged(tree, [from], to));
      for (let only = 0; count > 1 && only < Math.min(count, MOST_ALONE); only += 1) {
        yield* told(from, to, exchanged(tree, [from], to, only));
      }
    }
  }
  for (const from of [
    ['{}', '[]'],
    ['{}', '[]', 'null'],
    ['{}', '[]', '""'],
    ['{}', '[]', 'null', '""'],
    ['null', '[]'],
    ['null', '{}'],
  ]) {
    for (const to of [REMOVED, 'null', '{}', '[]', '""']) yield* told(from.join(' or '), to, exchanged(tree, from, to));
  }
}

/** Empty values of one kind that are exchanged one by one. */
const MOST_ALONE = 8;

const printed = (node: JsonNode): string => printJsonTree(node, COMPACT);
const isEmpty = (node: JsonNode): boolean => INNER.includes(printed(node));

function emptyIn(node: JsonNode): readonly string[] {
  if (isEmpty(node)) return [printed(node)];
  if (node.kind === 'token') return [];
  return (node.kind === 'list' ? node.items : node.members.map(({ value }) => value)).flatMap(emptyIn);
}

function exchanged(tree: JsonNode, from: readonly string[], to: string, only?: number): JsonNode {
  let at = -1;
  const change = (node: JsonNode): JsonNode | undefined => {
    if (from.includes(printed(node))) {
      at += 1;
      if (only !== undefined && at !== only) return node;
      return to === REMOVED ? undefined : { kind: 'token', text: to };
    }
    if (node.kind === 'token') return node;
    if (node.kind === 'list') return { kind: 'list', items: node.items.flatMap((item) => change(item) ?? []) };
    const members = node.members.flatMap(({ name, value }) => {
      const other = change(value);
      return other === undefined ? [] : [{ name, value: other }];
    });
    return { kind: 'object', members };
  };
  return change(tree) ?? tree;
}
