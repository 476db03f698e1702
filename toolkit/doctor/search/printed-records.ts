// A JSON object as languages print an object of a class, or a struct, with the same members: records of Java and C#, data classes of Kotlin
// and Python, case classes of Scala, structs of Go, Rust and Swift. The class is unknown, so the likely names are tried.
import { type JsonNode, unquoted } from './json-tree.js';

type Shown = readonly [language: string, text: string];
type Pair = readonly [name: string, token: string];

const CLASSES = [
  ...['Payload', 'SignPayload', 'SignedPayload', 'SigningPayload', 'SvcData', 'AuthPayload', 'Data', 'Request'],
  ...['Order', 'OrderRequest', 'PlaceOrderRequest'],
];
/** Longer texts are no request of this interface, and each form costs a hash or a verification. */
const MOST_MEMBERS = 32;

const camel = (name: string): string => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`_${name}`);
/** As linters of Go want initials. */
const initials = (name: string): string => pascal(name).replace(/^Api(?=[A-Z])|Id$/g, (part) => part.toUpperCase());
const same = (name: string): string => name;

const isText = (token: string): boolean => token.startsWith('"');
const bare = (token: string): string => unquoted(token);
const inSingle = (token: string): string => (isText(token) ? `'${unquoted(token)}'` : token);

const list = (
  pairs: readonly Pair[],
  named: (name: string) => string,
  mark: string,
  value: (token: string) => string,
) => pairs.map(([name, token]) => named(name) + mark + value(token));

/** Of flat objects alone. */
export function printedRecords(tree: JsonNode): readonly Shown[] {
  if (tree.kind !== 'object' || tree.members.length > MOST_MEMBERS) return [];
  if (tree.members.some(({ value }) => value.kind !== 'token')) return [];
  const pairs = tree.members.map(({ name, value }): Pair => [unquoted(name), value.kind === 'token' ? value.text : '']);
  const values = pairs.map(([, token]) => bare(token));
  return [
    ...[values, ...[pascal, initials].map((named) => list(pairs, named, ':', bare))].flatMap((parts): Shown[] => [
      ['Go', `{${parts.join(' ')}}`],
      ['Go', `&{${parts.join(' ')}}`],
    ]),
    ['Python', list(pairs, same, '=', inSingle).join(' ')],
    ...CLASSES.flatMap((name) => ofClass(name, pairs)),
  ];
}

function ofClass(name: string, pairs: readonly Pair[]): readonly Shown[] {
  const plain = [camel, same].map((named) => list(pairs, named, '=', bare).join(', '));
  const rust = list(pairs, same, ': ', same);
  return [
    ...plain.flatMap((parts): Shown[] => [
      ['Java', `${name}[${parts}]`],
      ['Java', `${name}(${parts})`],
    ]),
    ['Java', `${name}{${list(pairs, camel, '=', inSingle).join(', ')}}`],
    ...[pascal, same].map((named): Shown => ['C#', `${name} { ${list(pairs, named, ' = ', bare).join(', ')} }`]),
    ['Python', `${name}(${list(pairs, same, '=', inSingle).join(', ')})`],
    ['Rust', `${name} { ${rust.join(', ')} }`],
    ['Rust', `${name} {\n${rust.map((part) => `    ${part},\n`).join('')}}`],
    ['Swift', `${name}(${list(pairs, camel, ': ', same).join(', ')})`],
    ['Scala', `${name}(${pairs.map(([, token]) => bare(token)).join(',')})`],
    ['Go', `main.${name}{${list(pairs, pascal, ':', same).join(', ')}}`],
  ];
}
