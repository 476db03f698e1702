// Readers of base64url, keys and date-times that soften one rule in a way that no vector names (interface 5.3 rule 2, 8, 1 rule 3).
import { isDateTime } from '../../date-time.js';
import { NATIVE } from '../../native.js';
import { dates } from '../../wrong-readers/texts.js';
import { type Readers, readers, type WrongReader } from '../../wrong-readers/wrong-reader.js';

/** Strict about what is left of the text. */
const decoding: Readers<(text: string) => string> = readers((relax) => ({
  'decode-base64url': ({ text }, context) =>
    NATIVE['decode-base64url']?.({ text: relax(text) }, context) ?? { valid: false },
}));

export const BASE64URL_SUSPECTS: readonly WrongReader[] = decoding({
  'accepts-both-alphabets: accepts both alphabets, with padding and without': (text) =>
    text
      .replace(/={1,2}$/, '')
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  'skips-white-space: skips white space wherever it stands': (text) => text.replace(/\s+/g, ''),
  'accepts-padding-that-fills-up: accepts "=" where it fills up the last group of four': (text) =>
    text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text,
  'drops-odd-character: drops a last character that is alone in its group of four': (text) =>
    text.length % 4 === 1 ? text.slice(0, -1) : text,
  'skips-foreign-characters: skips every character outside the alphabet and is strict about the rest': (text) =>
    text.replace(/[^A-Za-z0-9_-]/g, ''),
});

/** The same date in a year that has a leap day. */
const inLeapYear = (text: string): string => text.replace(/^\d{4}(?=-02-29T)/, '2024');

const DATE_SUSPECTS: readonly WrongReader[] = dates({
  'accepts-leap-day-in-every-year: accepts 29 February in every year': (text) => isDateTime(inLeapYear(text)),
  'accepts-text-behind: reads the date-time at the start and ignores the rest': (text) => isDateTime(text.slice(0, 25)),
  'refuses-seconds: refuses times that are no whole minutes': (text) => isDateTime(text) && text.slice(17, 19) === '00',
  'refuses-leap-day: refuses 29 February': (text) => isDateTime(text) && text.slice(5, 10) !== '02-29',
  'accepts-single-digits: accepts numbers of one digit': (text) =>
    isDateTime(text.replace(/(?<=[-T:])\d(?=[-T:+])/g, (digit) => `0${digit}`)),
});

export const TEXT_SUSPECTS: readonly WrongReader[] = [...BASE64URL_SUSPECTS, ...DATE_SUSPECTS];
