// Readers of decimals as languages and libraries have them, and as patterns are written in haste (interface 1, rule 6). No vector names
// them: each is a mistake, or several in one, that a program's failures are explained by at once.
import { decimals, PLAIN_DECIMAL } from '../../wrong-readers/decimal.js';
import type { WrongReader } from '../../wrong-readers/wrong-reader.js';

const fraction = (text: string): string => text.split('.')[1] ?? '';
const digits = (text: string): string => text.replace(/\D/g, '');
const isPlain = (text: string): boolean => PLAIN_DECIMAL.test(text);

const LIBRARIES: readonly WrongReader[] = decimals({
  'reads-decimals-as-go-float: takes what ParseFloat of Go and f64 of Rust read: a plus sign, a bare point, exponents, NaN and infinity':
    /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?(?:nan|inf|infinity))$/i,
  'reads-decimals-as-go-rat: takes what big.Rat of Go reads: fractions, hexadecimal, exponents, a plus sign':
    /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?\d+\/\d+|0[xob][0-9a-f]+)$/i,
  'reads-decimals-as-shopspring: takes what libraries for decimals read: a plus sign, a bare point, exponents':
    /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i,
  'reads-decimals-as-big-js: takes what big.js reads: a bare point and exponents':
    /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i,
  'reads-decimals-as-decimal-js: takes what decimal.js reads: exponents, hexadecimal, NaN and infinity':
    /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|0[xob][0-9a-f]+|[+-]?(?:NaN|Infinity))$/i,
  'reads-decimals-as-java: takes what BigDecimal of Java reads: a plus sign, a bare point, exponents, digits of every script':
    /^[+-]?(?:\p{Nd}+\.?\p{Nd}*|\.\p{Nd}+)(?:e[+-]?\p{Nd}+)?$/iu,
  'reads-decimals-as-c: takes what strtod of C reads to the end: blanks before it, hexadecimal, exponents, NaN and infinity':
    /^\s*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|0x[0-9a-f]+|nan|inf|infinity)$/i,
  'reads-decimals-as-ruby: takes what Float of Ruby reads: blanks, underscores, exponents, hexadecimal':
    /^\s*(?:[+-]?\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:e[+-]?\d+)?|0x[0-9a-f]+)\s*$/i,
  'reads-decimals-as-dotnet: takes what decimal.Parse of .NET reads: blanks, commas between digits, a sign at either end':
    /^\s*[+-]?(?:\d[\d,]*\.?\d*|\.\d+)\s*[+-]?\s*$/,
  'reads-decimals-by-json: takes what JSON.parse reads as a number: exponents, and white space around it': (text) => {
    try {
      return typeof JSON.parse(text) === 'number';
    } catch {
      return false;
    }
  },
});

const PATTERNS: readonly WrongReader[] = decimals({
  'matches-digits-without-sign: matches \\d+(\\.\\d+)?, which refuses a minus sign and takes zeros at the start':
    /^\d+(?:\.\d+)?$/,
  'matches-digits-with-any-sign: matches [+-]?\\d+(\\.\\d+)?, which takes a plus sign and zeros at the start':
    /^[+-]?\d+(?:\.\d+)?$/,
  'finds-decimal-inside: looks for a decimal anywhere in the text': /-?(?:0|[1-9]\d*)(?:\.\d+)?/,
  'finds-decimal-in-line: checks every line by itself, with the flag for several lines':
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/m,
  'trims-decimal: trims white space before it checks': (text) => isPlain(text.trim()),
  'drops-blanks-of-decimal: drops white space at every place before it checks': (text) =>
    isPlain(text.replace(/\s/g, '')),
  'drops-all-but-digits-of-decimal: drops whatever is no digit, point or minus sign before it checks': (text) =>
    isPlain(text.replace(/[^\d.-]/g, '')),
  'checks-characters-of-decimal: checks the characters alone, not their order': /^[\d.-]+$/,
  'checks-characters-and-commas: checks the characters alone, commas among them': /^[\d.,-]+$/,
  'refuses-final-zeros: refuses zeros at the end of a fraction': (text) => isPlain(text) && !/\.\d*0$/.test(text),
  'refuses-zero-decimal: refuses zero': (text) => isPlain(text) && /[1-9]/.test(text),
  'refuses-zero-and-less: refuses zero and negative numbers': (text) => isPlain(text) && /^[^-]*[1-9]/.test(text),
  'refuses-below-one: refuses numbers that begin with a zero, such as 0.5': /^-?[1-9]\d*(?:\.\d+)?$/,
  'refuses-beyond-safe-integers: refuses numbers beyond 2^53': (text) =>
    isPlain(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER,
  'prints-decimal-back-with-zeros: asks whether a double prints as the text with as many digits': (text) =>
    isPlain(text) && Number(text).toFixed(Math.min(100, fraction(text).length)) === text,
  'holds-eight-digits-in-64-bits: holds decimals as hundred-millionths in 64 bits and refuses the rest': (text) =>
    isPlain(text) && fraction(text).length <= 8 && Math.abs(Number(text)) * 1e8 < 2 ** 63,
});

/** Sizes of columns and of types that hold decimals. */
const SIZES = Array.from({ length: 40 }, (_, at) => at + 1);

/** Limits of several kinds, each of every size: none is one of the interface. */
const LIMITS: readonly WrongReader[] = SIZES.flatMap((size) =>
  decimals({
    [`limits-fractions-to-${size}: takes at most ${size} fractional digits`]: (text: string) =>
      isPlain(text) && fraction(text).length <= size,
    [`requires-${size}-digits: requires exactly ${size} fractional digits`]: (text: string) =>
      isPlain(text) && fraction(text).length === size,
    [`limits-wholes-to-${size}: takes at most ${size} digits before the point`]: (text: string) =>
      isPlain(text) && digits(text.split('.')[0] ?? '').length <= size,
    [`limits-digits-to-${size}: takes at most ${size} digits in all`]: (text: string) =>
      isPlain(text) && digits(text).replace(/^0+/, '').length <= size,
    [`limits-decimals-to-${size}-characters: takes at most ${size} characters`]: (text: string) =>
      isPlain(text) && text.length <= size,
  }),
);

export const DECIMAL_SUSPECTS: readonly WrongReader[] = [...LIBRARIES, ...PATTERNS, ...LIMITS];
