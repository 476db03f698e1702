// A JSON text with its numbers printed as other languages and formats print them (interface 5.2, `body_hash`): all of them, those in
// quotation marks or those without, and one alone.
import { beside, NUMBER_PRINTERS, type Printer } from './number-printers.js';

/** A text with its numbers printed otherwise, those in quotation marks and those without, each text once. */
export function* reprinted(text: string): Generator<readonly [how: string, text: string]> {
  if (text.length > LONGEST) return;
  const seen = new Set([text]);
  const fresh = function* (how: string, one: string): Generator<readonly [how: string, text: string]> {
    if (seen.has(one) || left < 0) return;
    left -= one.length;
    seen.add(one);
    yield [how, one];
  };
  const found = [...text.matchAll(NUMBERS)].length;
  let left = MOST_CHARACTERS;
  for (const [how, print] of NUMBER_PRINTERS) {
    for (const [isQuoted, quote] of MODES) {
      yield* fresh(how, changed(text, { isQuoted, quote, print }));
    }
    for (let only = 0; only < Math.min(found, MOST_ALONE); only += 1) {
      for (const quote of ['"', '', undefined]) yield* fresh(how, changed(text, { quote, print, only }));
    }
  }
  for (const one of unrounded(text)) yield* fresh('before they were rounded to doubles', one);
}

/** Larger texts are not written hundreds of times. */
const LONGEST = 2 << 10;
const MOST_CHARACTERS = 1_500_000;
/** Numbers of a text that are printed otherwise one by one. */
const MOST_ALONE = 6;
/** What is printed anew, and the quotation marks around it afterwards: those that it had where none are said. */
const MODES: readonly (readonly [isQuoted: boolean | undefined, quote: string | undefined])[] = [
  [false, undefined],
  [true, undefined],
  [undefined, undefined],
  [true, ''],
  [false, '"'],
];

interface Change {
  readonly isQuoted?: boolean | undefined;
  readonly quote: string | undefined;
  readonly print: Printer;
  /** The place of the only number that is changed. */
  readonly only?: number;
}

/** Values alone: names of members have no mark of an end behind them. */
const NUMBERS = /(?<=[:[,]\s{0,20})("?)([-+]?(?:\d[\d.,]*|\.\d+)(?:[eE][-+]?\d+)?)\1(?=\s{0,20}[,\]}])/g;

function changed(text: string, { isQuoted, quote, print, only }: Change): string {
  let at = -1;
  return text.replace(NUMBERS, (token, own: string, digits: string) => {
    at += 1;
    const isOther = (isQuoted !== undefined && isQuoted !== (own !== '')) || (only !== undefined && only !== at);
    const plain = plainly(digits);
    const printed = isOther || plain === undefined ? undefined : print(plain);
    const marks = quote ?? own;
    return printed === undefined ? token : marks + printed + marks;
  });
}

/** Digits that `Number` and `BigInt` read. */
function plainly(digits: string): string | undefined {
  const plain = /,/.test(digits)
    ? /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)
      ? digits.replaceAll(',', '')
      : digits.replace(',', '.')
    : digits;
  return Number.isNaN(Number(plain)) ? undefined : plain.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
}

/** Integers that are the same double, of which one was sent. */
function* unrounded(text: string): Generator<string> {
  const matches = [...text.matchAll(NUMBERS)];
  for (const { index, 0: token, 1: quote = '', 2: digits = '' } of matches.slice(0, MOST_ALONE)) {
    const value = Number(digits);
    if (!Number.isInteger(value) || Math.abs(value) < 2 ** 24 || Math.abs(value) > 2 ** 63) continue;
    const step =
      Math.abs(value) < 2 ** 53
        ? 2 ** (Math.floor(Math.log2(Math.abs(value))) - 24)
        : Math.abs(beside(value, 1) - value) / 2;
    const middle = BigInt(value);
    for (let by = -BigInt(Math.min(step, MOST_APART)); by <= BigInt(Math.min(step, MOST_APART)); by += 1n) {
      for (const marks of [quote, quote === '' ? '"' : '']) {
        yield text.slice(0, index) + marks + String(middle + by) + marks + text.slice(index + token.length);
      }
    }
  }
}

/** Integers on either side that are tried. */
const MOST_APART = 1100;
