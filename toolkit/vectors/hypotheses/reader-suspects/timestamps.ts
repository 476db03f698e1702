// Readers of timestamps as languages have them, and as patterns are written in haste (interface 5.1). No vector names them, as in
// `decimals.ts`.
import { times } from '../../wrong-readers/texts.js';
import type { WrongReader } from '../../wrong-readers/wrong-reader.js';

const isPlain = (text: string): boolean => /^[0-9]+$/.test(text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LIBRARIES: readonly WrongReader[] = times({
  'reads-timestamps-as-rust: takes what u64 of Rust reads: a plus sign': /^\+?\d+$/,
  'reads-timestamps-as-rust-after-trim: trims white space and takes what u64 of Rust reads: a plus sign': (text) =>
    /^\+?\d+$/.test(text.trim()),
  'reads-timestamps-as-go-with-base-0: takes what ParseInt of Go reads with base 0: signs, underscores, hexadecimal':
    /^[+-]?(?:\d+(?:_\d+)*|0x[0-9a-f]+)$/i,
  'reads-timestamps-as-java: takes what Long.parseLong of Java reads: signs, digits of every script': /^[+-]?\p{Nd}+$/u,
  'reads-timestamps-as-java-after-trim: trims white space and takes what Long.parseLong of Java reads': (text) =>
    /^[+-]?\p{Nd}+$/u.test(text.trim()),
  'reads-timestamps-as-c: takes what strtoll of C reads to the end: blanks before it and signs': /^\s*[+-]?\d+$/,
  'reads-timestamps-as-c-with-base-0: takes what strtoull of C reads with base 0: blanks before it, signs, hexadecimal':
    /^\s*[+-]?(?:0x[0-9a-f]+|\d+)$/i,
  'reads-timestamps-as-php: takes what FILTER_VALIDATE_INT of PHP takes: white space around it and signs':
    /^\s*[+-]?\d+\s*$/,
  'reads-timestamps-as-dotnet: takes what long.Parse of .NET reads: white space and zero characters around it, signs':
    /^\s*[+-]?\d+[\s\0]*$/,
  'reads-timestamps-as-ruby: takes what Integer of Ruby reads: white space around it, signs, underscores, hexadecimal':
    /^\s*[+-]?(?:\d+(?:_\d+)*|0x[0-9a-f]+)\s*$/i,
  'reads-timestamps-by-json: takes what JSON.parse reads as a number: fractions, exponents, a sign, white space around it':
    (text) => typeof parsed(text) === 'number',
  'reads-whole-timestamps-by-json: takes what JSON.parse reads as a whole number: exponents, a sign, white space around it':
    (text) => Number.isInteger(parsed(text)),
  'reads-any-json: takes whatever is JSON': (text) => parsed(text) !== undefined,
});

const PATTERNS: readonly WrongReader[] = times({
  'matches-end-of-timestamp: checks the end of the text alone, without ^ or \\A before the pattern': /\d+$/,
  'finds-timestamp-inside: looks for digits anywhere in the text': /\d/,
  'finds-timestamp-in-line: checks every line by itself, with the flag for several lines': /^\d+$/m,
  'finds-13-digits-at-start: looks for 13 digits at the start and ignores the rest': /^\d{13}/,
  'finds-13-digits-inside: looks for 13 digits anywhere in the text': /\d{13}/,
  'trims-timestamp: trims white space before it checks': (text) => isPlain(text.trim()),
  'trims-and-unquotes-timestamp: trims white space and quotation marks before it checks': (text) =>
    isPlain(text.trim().replace(/^["']|["']$/g, '')),
  'drops-separators-of-timestamp: drops blanks, commas and underscores before it checks': (text) =>
    isPlain(text.replace(/[,_ ]/g, '')),
  'drops-all-but-digits-of-timestamp: drops whatever is no digit before it checks': (text) => /\d/.test(text),
  'takes-whole-part-of-timestamp: takes what stands before a point': (text) => isPlain(text.split('.')[0] ?? ''),
  'takes-first-of-list: takes what stands before a comma': (text) => isPlain(text.split(',')[0] ?? ''),
  'refuses-whole-seconds: refuses timestamps that end in 000': (text) => isPlain(text) && !text.endsWith('000'),
  'requires-13-digits: requires 13 digits or more, or a time behind 2001': /^\d{13,}$/,
  'limits-timestamps: takes no 16 digits: it has a limit of 13 to 15, or a last year': /^\d{1,15}$/,
  'requires-10-digits: requires ten digits, as seconds have': /^\d{10}$/,
  'limits-timestamps-to-12: takes at most 12 digits': /^\d{1,12}$/,
  'accepts-negative-timestamps: accepts a minus sign before any digits': /^-?\d+$/,
  'reads-timestamps-as-dates: gives the text to a function for dates': (text) =>
    !Number.isNaN(new Date(text).getTime()),
  'accepts-iso-timestamp: accepts a date-time of ISO 8601 beside digits':
    /^(?:\d+|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))$/,
});

export const TIMESTAMP_SUSPECTS: readonly WrongReader[] = [...LIBRARIES, ...PATTERNS];
