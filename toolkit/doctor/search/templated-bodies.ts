// Bodies that were hashed before a template was filled in, with decimals cut short inside their texts, or within a member of another object
// (interface 5.2, `body_hash`).
import { type BodyVariant, variant } from './body-variant.js';
import { COMPACT, type JsonNode, parseJsonTree, printJsonTree, unquoted } from './json-tree.js';

const MARKS: readonly ((name: string) => string)[] = [
  (name) => `{{${name}}}`,
  (name) => `{{ ${name} }}`,
  (name) => `\${${name}}`,
  (name) => `$${name}`,
  (name) => `<${name}>`,
  (name) => `:${name}`,
  (name) => `%${name}%`,
  () => '%s',
  () => '?',
];
const WORDS = ['order', 'data', 'payload', 'body', 'request', 'params', 'message', 'content', 'position', 'args'];
const MOST_MEMBERS = 40;

export function* templatedBodies(text: string): Generator<BodyVariant> {
  yield* shortened(text);
  const tree = parseJsonTree(text);
  if (tree?.kind !== 'object' || tree.members.length > MOST_MEMBERS) return;
  for (const word of WORDS) {
    for (const whole of [`{"${word}":${text}}`, `{"${word}": ${text}}`, `{"${word}":${JSON.stringify(text)}}`]) {
      yield { ...variant('body-hash-other-members', whole), how: `hashes the body within a member ${word}` };
    }
  }
  const style = /^[^"]*"[^"]*"\s*: /.test(text) ? { comma: ', ', colon: ': ' } : COMPACT;
  const print = (changed: (name: string, value: JsonNode) => JsonNode): string =>
    printJsonTree(
      { kind: 'object', members: tree.members.map(({ name, value }) => ({ name, value: changed(name, value) })) },
      style,
    );
  for (const mark of MARKS) {
    const filled = (name: string, isQuoted: boolean): JsonNode => {
      const place = mark(unquoted(name));
      return { kind: 'token', text: isQuoted ? JSON.stringify(place) : place };
    };
    const isText = (value: JsonNode): boolean => value.kind === 'token' && value.text.startsWith('"');
    for (const { name: own } of tree.members) {
      for (const isQuoted of [true, false]) {
        const printed = print((name, value) => (name === own ? filled(name, isQuoted) : value));
        yield { ...variant('body-hash-other-members', printed), how: UNFILLED };
      }
    }
    const all = print((name, value) => filled(name, isText(value)));
    yield { ...variant('body-hash-other-members', all), how: UNFILLED };
  }
}

const UNFILLED = 'hashes the body before a variable of its template was filled in';

/** "0.10" and "1.00" as "0.1" and "1", or as "1.0". */
function* shortened(text: string): Generator<BodyVariant> {
  const how = 'hashes the body with the zeros at the end of its decimals cut off';
  for (const [one, form] of [
    [how, (digits: string) => digits.replace(/\.?0+$/, '')],
    [how, (digits: string) => digits.replace(/(?<=\.\d+?)0+$/, '')],
  ] as const) {
    const changed = text.replace(/"(-?\d+\.\d+)"/g, (_whole, digits: string) => `"${form(digits)}"`);
    if (changed !== text) yield { ...variant('body-hash-number-spelling', changed), how: one };
  }
}
