// A body, one of whose values was changed between hashing and sending (interface 5.2, `body_hash`): trimmed, in other letters, without its
// marks, a decimal with an exponent. Each change with the member that it is made to.
import { type BodyVariant, variant } from './body-variant.js';
import { isNumberText, withExponent } from './exponents.js';

/** Members with values that are tried: bodies of orders have a dozen. */
const MOST_VALUES = 24;
/** A member with a text or a number, in the text's own spacing. */
const MEMBER = /"([^"\\]{1,60})"(\s{0,20}:\s{0,20})("(?:[^"\\]|\\.){0,400}"|-?\d[\d.eE+-]{0,40})(?=\s{0,20}[,}\]])/g;

const LETTERS: readonly (readonly [how: string, change: (value: string) => string])[] = [
  ['with a blank behind it', (value) => `${value} `],
  ['with a blank before it', (value) => ` ${value}`],
  ['with blanks around it', (value) => ` ${value} `],
  ['with a line feed behind it', (value) => `${value}\\n`],
  ['without the blanks around it', (value) => value.trim()],
  ['in small letters', (value) => value.toLowerCase()],
  ['in capitals', (value) => value.toUpperCase()],
  ['with a capital first', (value) => value.replace(/^[a-z]/, (letter) => letter.toUpperCase())],
  ['without the marks in it', (value) => value.replace(/[/_.:-]/g, '')],
  ['with "/" in its middle', (value) => value.replace(/^([A-Z]{3})([A-Z]{3})$/, '$1/$2')],
  ['with "_" in its middle', (value) => value.replace(/^([A-Z]{3})([A-Z]{3})$/, '$1_$2')],
];

export function* withOtherValues(text: string): Generator<BodyVariant> {
  let left = MOST_VALUES;
  for (const { index, 0: whole, 1: name = '', 2: between = '', 3: token = '' } of text.matchAll(MEMBER)) {
    left -= 1;
    if (left < 0) return;
    const from = index + name.length + 2 + between.length;
    const written = (one: string): string => text.slice(0, from) + one + text.slice(index + whole.length);
    const isText = token.startsWith('"');
    const value = isText ? token.slice(1, -1) : token;
    if (isNumberText(value)) {
      for (const other of withExponent(value)) {
        const how = `hashes the body with ${name} written with an exponent`;
        yield { ...variant('body-hash-number-spelling', written(isText ? `"${other}"` : other)), how };
      }
    }
    for (const [how, change] of isText ? LETTERS : []) {
      const other = change(value);
      if (other === value) continue;
      yield {
        ...variant('body-hash-of-other-bytes', written(`"${other}"`)),
        how: `hashes the body with its ${name} ${how}`,
      };
    }
  }
}
