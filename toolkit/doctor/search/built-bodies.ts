// A JSON body as any serialiser would have written it (interface 5.2, `body_hash`): its order, its numbers, its escapes, its layout and its
// end, each in every usual way and all of them with one another, so that several settings which differ are told together. Tried last.
import type { SlipId } from '../../signing/slips/slips.js';
import { type BodyVariant, causeOf, variant } from './body-variant.js';
import { ESCAPES } from './json-escapes.js';
import {
  COMPACT,
  type JsonNode,
  type JsonStyle,
  mapTokens,
  parseJsonTree,
  printJsonTree,
  sortMembers,
} from './json-tree.js';
import { everyMemberOrder, MEMBER_ORDERS } from './member-orders.js';

/** Larger bodies are not written in thousands of ways. */
const LONGEST = 2 << 10;
/** Characters written at most, so that other searches have their part of what may be hashed. */
const MOST_CHARACTERS = 2_500_000;

type Members = Extract<JsonNode, { kind: 'object' }>;
type Way<Of, To = Of> = readonly [how: string, change: (one: Of) => To];

const DECIMAL = /^(["']?)(-?(?:0|[1-9]\d*)(?:\.\d+)?)\1$/;
const numbers =
  (write: (digits: string, isQuoted: boolean) => string) =>
  (tree: JsonNode): JsonNode =>
    mapTokens(tree, (token, isName) => {
      const [, quote = '', digits] = DECIMAL.exec(token) ?? [];
      return isName || digits === undefined ? token : write(digits, quote === '"');
    });
const quotedAs = (text: string, isQuoted: boolean): string => (isQuoted ? `"${text}"` : text);

/** `to_s` of BigDecimal in Ruby: 0.1e0, 0.108450e1 without its last zeros. */
function inBigDecimal(digits: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const power = whole.replace(/^0+/, '').length - (/^0+$/.test(whole) ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0);
  const bare = all.replace(/0+$/, '');
  return bare === '' ? `${sign}0.0` : `${sign}0.${bare}e${power}`;
}

const NUMBERS: readonly Way<JsonNode>[] = [
  ['decimals as numbers', numbers((digits) => digits)],
  ['decimals as numbers without their last zeros', numbers((digits) => String(Number(digits)))],
  ['numbers as texts', numbers((digits) => `"${digits}"`)],
  ['decimals without their last zeros', numbers((digits, is) => quotedAs(String(Number(digits)), is))],
  ['decimal commas', numbers((digits, is) => quotedAs(digits.replace('.', ','), is))],
  ...[2, 4, 5, 6, 8].map(
    (places): Way<JsonNode> => [
      `${places} digits behind each point`,
      numbers((digits, is) => quotedAs(digits.includes('.') ? Number(digits).toFixed(places) : digits, is)),
    ],
  ),
  [
    'decimals as BigDecimal of Ruby prints them',
    numbers((digits) => (digits.includes('.') ? `"${inBigDecimal(digits)}"` : digits)),
  ],
];

const STYLES: readonly Way<JsonNode, string>[] = (
  [
    ['no blanks between its parts', COMPACT],
    ['a blank behind each comma and colon', { comma: ', ', colon: ': ' }],
    ['an indentation of two', { comma: ',', colon: ': ', indent: '  ' }],
    ['an indentation of four', { comma: ',', colon: ': ', indent: '    ' }],
    ['an indentation by tabs', { comma: ',', colon: ': ', indent: '\t' }],
    ['the layout of Jackson', { comma: ',', colon: ' : ', indent: '  ' }],
  ] satisfies readonly (readonly [string, JsonStyle])[]
).map(([how, style]): Way<JsonNode, string> => [how, (tree) => printJsonTree(tree, style)]);

const ENDS = ['\n', '\r\n'];

const own = <Of>(ways: readonly Way<Of>[]): readonly Way<Of>[] => [['', (one) => one], ...ways];
const inOrder =
  (order: (typeof MEMBER_ORDERS)[number][1]) =>
  (tree: JsonNode): JsonNode =>
    tree.kind === 'object' ? { kind: 'object', members: order(tree.members) } : tree;

/** Every layout with every change of order, of numbers and of escapes. */
export function* builtBodies(text: string): Generator<BodyVariant> {
  const tree = text.length > LONGEST ? undefined : parseJsonTree(text);
  if (tree?.kind !== 'object') return;
  const orders = own<JsonNode>([
    ['sorted members', (one) => sortMembers(one)],
    ...MEMBER_ORDERS.slice(1).map(([how, order]): Way<JsonNode> => [how, inOrder(order)]),
  ]);
  const escapes = own<JsonNode>(ESCAPES.map(([how, write]): Way<JsonNode> => [how, (one) => mapTokens(one, write)]));
  const seen = new Set([text]);
  const ownStyle = STYLES.find(([, print]) => print(tree) === text)?.[0];
  let written = 0;
  for (const [order, arrange] of orders) {
    const arranged = arrange(tree);
    for (const [number, count] of own(NUMBERS)) {
      const counted = count(arranged);
      for (const [letters, write] of escapes) {
        const escaped = write(counted);
        for (const [style, print] of STYLES) {
          const body = print(escaped);
          const isOwn = style === ownStyle;
          for (const end of ['', ...ENDS]) {
            if (seen.has(body + end)) continue;
            seen.add(body + end);
            written += body.length;
            if (written > MOST_CHARACTERS) return;
            const done = [order, number, letters, isOwn ? '' : style, end === '' ? '' : 'a line break at its end'];
            yield {
              ...variant(causeOfChanges(text, body, { order, number, written: letters }), body + end),
              how: told(done),
            };
          }
        }
      }
    }
  }
}

const told = (done: readonly string[]): string => {
  const all = done.filter((one) => one !== '');
  return `hashes the body with ${all.slice(0, -1).join(', ')}${all.length > 1 ? ' and ' : ''}${all.at(-1) ?? ''}`;
};

function causeOfChanges(
  before: string,
  after: string,
  { order, number, written }: Readonly<Record<'order' | 'number' | 'written', string>>,
): SlipId {
  if (order !== '') return 'body-hash-sorted';
  if (number !== '') return causeOf('numbers', before, after);
  return written === '' ? 'body-hash-pretty' : 'body-hash-escaped';
}

/** Members that an order or an opening of a position may have, and that serialisers write as null where they are not set. */
const OPTIONAL = [
  'price',
  'stop_loss_price',
  'take_profit_price',
  'stop_loss',
  'take_profit',
  'position_id',
  'comment',
  'client_request_id',
  'expires_at',
  'volume',
];

/** The body as it was before its members that are null were left out: one or two of those that the interface knows, at any place. */
export function* withNullMembers(text: string): Generator<BodyVariant> {
  const tree = text.length > LONGEST ? undefined : parseJsonTree(text);
  if (tree?.kind !== 'object') return;
  const isCamel = tree.members.some(({ name }) => /[a-z][A-Z]/.test(name));
  const names = OPTIONAL.map((name) =>
    isCamel ? name.replace(/_([a-z])/g, (_one, letter: string) => letter.toUpperCase()) : name,
  ).filter((name) => tree.members.every((member) => member.name !== `"${name}"`));
  for (const [name, nothing] of names.flatMap((one) => [[one, 'null'] as const, [one, '""'] as const])) {
    for (let at = tree.members.length; at >= 0; at -= 1) {
      const one = inserted(tree, at, name, nothing);
      yield* nulled(one, `hashes the body with ${name}, which is ${nothing === 'null' ? 'null' : 'empty'}`);
    }
  }
  for (const first of names) {
    for (const second of names.filter((name) => name !== first)) {
      const both = inserted(
        inserted(tree, tree.members.length, first, 'null'),
        tree.members.length + 1,
        second,
        'null',
      );
      yield* nulled(both, `hashes the body with ${first} and ${second}, which are null`);
    }
  }
}

const inserted = (tree: Members, at: number, name: string, text: string): Members => ({
  kind: 'object',
  members: tree.members.toSpliced(at, 0, { name: `"${name}"`, value: { kind: 'token', text } }),
});

function* nulled(tree: Members, how: string): Generator<BodyVariant> {
  for (const style of [COMPACT, { comma: ', ', colon: ': ' }]) {
    yield { ...variant('body-hash-null-members', printJsonTree(tree, style)), how };
  }
}

/** How a body is told whose members stand in no order that has a name. */
export const REORDERED = 'hashes the body with its members in another order, neither the sent one nor sorted';
/** So many members have every order tried, where the body is as short as an order is: 40,320 of eight. */
const [MOST_REORDERED, MOST_OF_LONGER, LONGEST_REORDERED] = [8, 7, 320];

/** Few members in every order, their numbers as they are or as a parser leaves them. */
export function* reorderedBodies(text: string): Generator<BodyVariant> {
  const tree = text.length > LONGEST ? undefined : parseJsonTree(text);
  const most = text.length > LONGEST_REORDERED ? MOST_OF_LONGER : MOST_REORDERED;
  if (tree?.kind !== 'object' || tree.members.length > most) return;
  const loaded = mapTokens(tree, (token, isName) =>
    isName || !/^-?\d+\.\d*0$/.test(token) ? token : String(Number(token)),
  );
  for (const one of printJsonTree(loaded, COMPACT) === printJsonTree(tree, COMPACT) ? [tree] : [tree, loaded]) {
    if (one.kind !== 'object') continue;
    for (const style of one.members.length > MOST_OF_LONGER ? [styleOf(text)] : [COMPACT, SPACED]) {
      const printed = one.members.map(({ name, value }) => `${name}${style.colon}${printJsonTree(value, style)}`);
      for (const order of everyMemberOrder(printed)) {
        yield { ...variant('body-hash-sorted', `{${order.join(style.comma)}}`), how: REORDERED };
      }
    }
  }
}

const SPACED: JsonStyle = { comma: ', ', colon: ': ' };
const styleOf = (text: string): JsonStyle => (/^[^"]*"[^"]*"\s*: /.test(text) ? SPACED : COMPACT);
