// A body with its decimals spelled otherwise, or without its empty members (interface 5.2, `body_hash`): what serialisers of numbers, and
// those that leave out what is null, make of it.
import type { JsonNode } from './json-tree.js';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** Fractional digits that a price or a volume is written with. */
const MOST_DECIMALS = 8;
/** Three numbers make hundreds of texts. */
const FEWER_DECIMALS = 5;
const MOST_NUMBERS = 3;

/** Decimals that were hashed as text, or with the zeros at their end, and sent as the numbers that a library made of them. */
export function* withDecimals(tree: JsonNode): Generator<JsonNode> {
  const numbers = numbersOf(tree);
  if (numbers.length === 0 || numbers.length > MOST_NUMBERS) return;
  const most = numbers.length === MOST_NUMBERS ? FEWER_DECIMALS : MOST_DECIMALS;
  const spellings = (number: string): readonly string[] => {
    const [whole = '', digits = ''] = number.split('.');
    const longer = Array.from({ length: Math.max(1, most + 1 - digits.length) }, (_, more) =>
      digits.padEnd(digits.length + more, '0'),
    );
    return longer.map((text) => (text === '' ? whole : `${whole}.${text}`));
  };
  let choices: readonly (readonly string[])[] = [[]];
  for (const number of numbers) {
    choices = choices.flatMap((chosen) => spellings(number).map((one) => [...chosen, one]));
  }
  for (const chosen of choices) {
    for (const quote of ['"', ''])
      yield withNumbers(
        tree,
        chosen.map((one) => quote + one + quote),
      );
  }
}

function numbersOf(node: JsonNode): readonly string[] {
  if (node.kind === 'token') return DECIMAL.test(node.text) && node.text.length <= 20 ? [node.text] : [];
  return (node.kind === 'list' ? node.items : node.members.map(({ value }) => value)).flatMap(numbersOf);
}

/** The tree with other spellings of its numbers, in their order. */
function withNumbers(tree: JsonNode, spellings: readonly string[]): JsonNode {
  let at = 0;
  const change = (node: JsonNode): JsonNode => {
    if (node.kind === 'list') return { kind: 'list', items: node.items.map(change) };
    if (node.kind === 'object') {
      return { kind: 'object', members: node.members.map(({ name, value }) => ({ name, value: change(value) })) };
    }
    if (!DECIMAL.test(node.text) || node.text.length > 20) return node;
    const text = spellings[at] ?? node.text;
    at += 1;
    return { kind: 'token', text };
  };
  return change(tree);
}

/** The tree without members of these values, as serialisers leave them out. */
export function withoutMembers(node: JsonNode, ...values: readonly string[]): JsonNode {
  if (node.kind === 'token') return node;
  if (node.kind === 'list') return { kind: 'list', items: node.items.map((item) => withoutMembers(item, ...values)) };
  const members = node.members
    .filter(({ value }) => value.kind !== 'token' || !values.includes(value.text))
    .map(({ name, value }) => ({ name, value: withoutMembers(value, ...values) }));
  return { kind: 'object', members };
}
