// Readers of idempotency keys, timestamps and date-times with the usual slips in their patterns (interface 8, 5.1, 1 rule 3).
import { isDateTime } from '../date-time.js';
import { type Accepts, accepts, type Readers, readers, type WrongReader } from './wrong-reader.js';

const keys: Readers<Accepts> = readers((by) => ({
  'check-idempotency-key': ({ key }) => ({ valid: accepts(by, key) }),
}));
export const times: Readers<Accepts> = readers((by) => ({
  'check-timestamp': ({ text }) => ({ valid: accepts(by, text) }),
}));
export const dates: Readers<Accepts> = readers((by) => ({
  'check-date-time': ({ text }) => ({ valid: accepts(by, text) }),
}));

export const TEXT_READERS: readonly WrongReader[] = [
  ...keys({
    'accepts-any-key: accepts any key that is not empty': (key) => key !== '',
    'accepts-empty-key: takes the empty key for an absent one': (key) =>
      key.trim() === '' || /^[A-Za-z0-9._~-]{5,128}$/.test(key),
    'accepts-four-characters: accepts keys from 4 characters on': /^[A-Za-z0-9._~-]{4,128}$/,
    'refuses-five-characters: refuses keys of 5 characters': /^[A-Za-z0-9._~-]{6,128}$/,
    'accepts-129-characters: accepts keys of 129 characters': /^[A-Za-z0-9._~-]{5,129}$/,
    'refuses-128-characters: refuses keys of 128 characters': /^[A-Za-z0-9._~-]{5,127}$/,
    'accepts-uuid-only: accepts UUIDs alone': /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    'refuses-tilde: forgets the tilde': /^[A-Za-z0-9._-]{5,128}$/,
    'refuses-dot: forgets the dot': /^[A-Za-z0-9_~-]{5,128}$/,
    'accepts-range-of-ascii: writes the class as "+--" and so accepts "+", ","': /^[A-Za-z0-9._~+--]{5,128}$/,
    'accepts-blank-in-key: accepts a blank in a key': /^[A-Za-z0-9._~ -]{5,128}$/,
    'accepts-any-letter: accepts letters of every script': /^[\p{L}\p{N}._~-]{5,128}$/u,
    'accepts-a-to-z-range: writes the class as "A-z", which holds more than letters': /^[A-z0-9._~-]{5,128}$/,
    'accepts-final-line-feed: checks with "$", which matches before a line feed too': /^[A-Za-z0-9._~-]{5,128}\n?$/,
    'ignores-case-by-unicode: ignores the case of letters as Unicode folds it': /^[a-z0-9._~-]{5,128}$/iu,
    'knows-digits-by-unicode: takes \\w and \\d as Unicode has them': /^[\p{L}\p{Nd}\p{Pc}.~-]{5,128}$/u,
    'ends-key-at-zero: reads the key as far as its first zero character': (key) =>
      /^[A-Za-z0-9._~-]{5,128}$/.test(key.split('\0')[0] ?? ''),
    'drops-invisible: drops what cannot be seen before it checks': (key) =>
      /^[A-Za-z0-9._~-]{5,128}$/.test(key.replace(/[\p{Cf}\p{Zl}\p{Mn}]/gu, '')),
    'trims-key: trims white space before it checks': (key) => /^[A-Za-z0-9._~-]{5,128}$/.test(key.trim()),
    'accepts-url-component: accepts what encodeURIComponent leaves as it is': /^[A-Za-z0-9._~!*'()-]{5,128}$/,
    'finds-key-in-line: checks every line by itself, with the flag for several lines': /^[A-Za-z0-9._~-]{5,128}$/m,
    'accepts-any-length-of-key: accepts keys of any length from 5 on': /^[A-Za-z0-9._~-]{5,}$/,
    'checks-no-length: checks the characters of a key, and no length': /^[A-Za-z0-9._~-]+$/,
    'checks-length-alone: checks the length of a key, and no characters': /^[\s\S]{5,128}$/u,
    'accepts-printable-key: accepts whatever can be printed, of the right length':
      /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{5,128}$/u,
    'checks-no-least-length: accepts keys of one character on, up to 128': /^[A-Za-z0-9._~-]{1,128}$/,
    'demands-letter-first: demands a letter at the start of a key': /^(?=[A-Za-z])[A-Za-z0-9._~-]{5,128}$/,
    'demands-letter-or-digit-first: demands a letter or a digit at the start of a key':
      /^(?=[A-Za-z0-9])[A-Za-z0-9._~-]{5,128}$/,
    'demands-letters-at-ends: demands a letter or a digit at both ends of a key':
      /^(?=[A-Za-z0-9])[A-Za-z0-9._~-]{5,128}(?<=[A-Za-z0-9])$/,
    'knows-word-characters-alone: knows \\w and the hyphen in a key, no dot and no tilde': /^[\w-]{5,128}$/,
    'knows-no-marks: knows letters, digits and the hyphen alone in a key': /^[A-Za-z0-9-]{5,128}$/,
    'knows-letters-and-digits: knows letters and digits alone in a key': /^[A-Za-z0-9]{5,128}$/,
    'knows-capitals-alone: knows no small letters in a key': /^[A-Z0-9._~-]{5,128}$/,
    'knows-small-letters-alone: knows no capitals in a key': /^[a-z0-9._~-]{5,128}$/,
    'accepts-base64-in-key: accepts the marks of base64 in a key: "+", "/" and "="': /^[A-Za-z0-9._~+/=-]{5,128}$/,
    'accepts-every-key: accepts every text, the empty one too': () => true,
    'refuses-every-key: refuses every key': () => false,
    'finds-key-inside: looks for a valid key anywhere in the text': /[A-Za-z0-9._~-]{5,128}/,
  }),
  ...times({
    'reads-any-number: takes whatever the language reads as a number': (text) =>
      text !== '' && Number.isFinite(Number(text)),
    'reads-leading-digits: reads the digits at the start and ignores the rest': (text) =>
      !Number.isNaN(Number.parseInt(text, 10)),
    'accepts-minus: accepts a minus sign': /^-?(?:0|[1-9]\d*)$/,
    'expects-13-digits: takes 13 digits for a timestamp and no other number': /^[1-9]\d{12}$/,
    'prints-number-back: asks whether the number prints as the text': (text) => String(Number(text)) === text,
    'reads-big-integers: takes whatever the language reads as an integer of any length': (text) => {
      try {
        return BigInt(text) !== undefined;
      } catch {
        return false;
      }
    },
    'accepts-zero-fraction: accepts a fraction of zeros': /^(?:0|[1-9]\d*)(?:\.0+)?$/,
    'accepts-sign: accepts a sign': /^[+-]?\d+$/,
    'reads-whole-numbers: takes whatever the language reads as a whole number, with blanks and a sign':
      /^\s*[+-]?\p{Nd}+(?:_\p{Nd}+)*\s*$/u,
    'accepts-any-digits: accepts digits of every script': /^\p{Nd}+$/u,
    'accepts-fraction: accepts a fraction': /^(?:0|[1-9]\d*)(?:\.\d+)?$/,
    'accepts-date-time-text: accepts date-time texts': (text) =>
      /^(?:0|[1-9]\d*)$/.test(text) || !Number.isNaN(Date.parse(text)),
    'accepts-every-timestamp: accepts every text for a timestamp': () => true,
    'trims-timestamp: trims white space before it checks': (text) => /^(?:0|[1-9]\d*)$/.test(text.trim()),
    'limits-timestamp-to-32-bits: takes no timestamp of milliseconds: none at all, or none beyond 32 bits, as seconds are':
      (text) => /^(?:0|[1-9]\d*)$/.test(text) && Number(text) < 2 ** 31,
    'accepts-grouped-digits: accepts marks between digits': /^(?:0|[1-9]\d*(?:[_,.' ]\d+)*)$/,
    'accepts-final-line-break: checks with "$", which matches before a line feed too': /^(?:0|[1-9]\d*)\n?$/,
  }),
  ...dates({
    'reads-any-date: accepts whatever the language reads as a date': (text) => !Number.isNaN(Date.parse(text)),
    'accepts-z: accepts "Z" for the offset': (text) => isDateTime(text.replace(/Z$/, '+00:00')),
    'accepts-any-offset: accepts offsets other than +00:00': (text) =>
      isDateTime(text.replace(/[+-]\d\d:\d\d$/, '+00:00')),
    'ignores-calendar: accepts days that do not exist': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/,
    'accepts-blank-separator: accepts a blank for "T"': /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\+00:00$/,
    'rolls-days-over: takes the form, and a date that the language moves to the next month': (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/.test(text) && !Number.isNaN(Date.parse(text)),
    'counts-31-days: accepts 31 days in every month': (text) =>
      isDateTime(text.replace(/^(\d{4}-)(?:0[1-9]|1[0-2])(-(?:0[1-9]|[12]\d|3[01])T)/, '$101$2')),
    'takes-every-fourth-year: takes every fourth year for a leap year': (text) =>
      isDateTime(text) ||
      (/^\d\d(?:[02468][048]|[13579][26])-02-29T/.test(text) && isDateTime(text.replace(/-29T/, '-28T'))),
    'accepts-hour-24: accepts the hour 24': (text) => isDateTime(text.replace(/T24:/, 'T23:')),
    'accepts-minus-zero-offset: accepts the offset -00:00': (text) => isDateTime(text.replace(/-00:00$/, '+00:00')),
    'accepts-offset-without-colon: accepts the offset +0000': (text) => isDateTime(text.replace(/\+0000$/, '+00:00')),
    'accepts-blank-alone: accepts a blank for "T" in an existing day': (text) =>
      isDateTime(text.replace(/^(.{10}) /, '$1T')),
    'accepts-missing-seconds: accepts a time without seconds': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?\+00:00$/,
    'accepts-every-date: accepts every text for a date-time': () => true,
    'refuses-every-date: refuses every date-time': () => false,
    'trims-date: trims white space before it checks': (text) => isDateTime(text.trim()),
    'expects-z: takes "Z" for the offset and refuses +00:00': (text) =>
      text.endsWith('Z') && isDateTime(text.replace(/Z$/, '+00:00')),
    'expects-no-offset: takes a time without an offset and refuses +00:00': (text) => isDateTime(`${text}+00:00`),
    'refuses-leap-day: counts 28 days in every February': (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/.test(text) && !text.includes('-02-29'),
  }),
  ...times({
    'ends-timestamp-at-zero: reads the digits as far as the first zero character': (text) =>
      /^(?:0|[1-9]\d*)$/.test(text.split('\0')[0] ?? ''),
    'accepts-minus-zero: reads the number and asks whether it is below zero': (text) =>
      /^-?\d+$/.test(text) && Number(text) >= 0,
    'reads-exponents: accepts what a double prints': /^(?:0|[1-9]\d*)(?:\.\d+)?(?:e\+?\d+)?$/i,
    'accepts-empty-timestamp: takes an empty timestamp for an absent one': (text) =>
      /^(?:0|[1-9]\d*)?$/.test(text.replace(/^[\n"]+$/, '')),
    'accepts-quoted-timestamp: strips quotation marks': (text) =>
      /^(?:0|[1-9]\d*)$/.test(text.replace(/^(["'])(.*)\1$/, '$2')),
    'accepts-any-float: takes whatever the language reads as a floating-point number, NaN and infinity included': (
      text,
    ) => text === 'NaN' || text === 'Infinity' || (text.trim() !== '' && !Number.isNaN(Number(text))),
  }),
  ...dates({
    'accepts-empty-date: takes an empty text for an absent date-time': (text) =>
      text.trim() === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/.test(text),
    'dates-of-any-digits: accepts digits of every script':
      /^\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}T\p{Nd}{2}:\p{Nd}{2}:\p{Nd}{2}\+\p{Nd}{2}:\p{Nd}{2}$/u,
    'dates-with-any-dash: accepts every dash between the fields':
      /^\d{4}\p{S}|^\d{4}[-−]\d\d[-−]\d\dT\d\d:\d\d:\d\d\+00:00\s*$/u,
    'finds-date-inside: looks for a date-time anywhere in the text': /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/,
    'accepts-short-fields: accepts fields of one or two digits':
      /^(?:\d\d){1,2}-\d{1,2}-\d{1,2}T\d{1,2}:\d\d:\d\d\+00:00$/,
    'accepts-basic-form: accepts the basic form of ISO 8601 and short offsets':
      /^\d{4}-?\d\d-?\d\dT\d\d:?\d\d:?\d\d\+00(?::?00)?$/,
    'accepts-unix-time: accepts Unix time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$|^\d{10,13}$/,
  }),
];
