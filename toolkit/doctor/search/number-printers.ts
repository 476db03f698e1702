// Numbers as the printers of other languages and formats write them: more digits than a double has, fewer, single precision, exponents,
// integers of 32 bits (interface 5.2, `body_hash`). Each alone, and in every number of a text.

export type Printer = (digits: string) => string | undefined;

const isWhole = (digits: string): boolean => /^-?\d+$/.test(digits);
const double = (digits: string): number => Number(digits);
const orUndefined = (text: string): string | undefined => (/^-?\d/.test(text) ? text : undefined);

/** Of C: `%.17g` and its like, without zeros at the end. */
function general(value: number, digits: number): string {
  const power = value === 0 ? 0 : Number(value.toExponential(digits - 1).split('e')[1]);
  if (power >= -4 && power < digits) {
    const text = value.toFixed(Math.max(0, digits - 1 - power));
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  return `${mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa}e${padded(exponent, 2)}`;
}

const padded = (exponent: string, size: number): string => {
  const sign = exponent.startsWith('-') ? '-' : '+';
  return sign + exponent.replace(/^[+-]/, '').padStart(size, '0');
};

/** Shortest digits that are this number in single precision. */
function single(value: number): string {
  for (let digits = 1; digits < 10; digits += 1) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(value);
}

function exponential(
  value: number,
  digits: number | undefined,
  write: (mantissa: string, exponent: string) => string,
): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
  return write(mantissa, exponent);
}

const withPoint = (mantissa: string): string => (mantissa.includes('.') ? mantissa : `${mantissa}.0`);
const bareOf = (exponent: string): string => exponent.replace('+', '');

/** The next double above or below. */
export function beside(value: number, by: 1 | -1): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(by));
  return view.getFloat64(0);
}

const cut = (digits: string, most: number): string | undefined => {
  const [whole = '', fraction] = digits.split('.');
  return fraction === undefined ? undefined : most === 0 ? whole : `${whole}.${fraction.slice(0, most)}`;
};

/** Of C: `%a`. */
function hexadecimal(value: number): string | undefined {
  if (value === 0 || !Number.isFinite(value)) return undefined;
  const power = Math.floor(Math.log2(Math.abs(value)));
  const bits = BigInt(Math.round((Math.abs(value) / 2 ** power - 1) * 2 ** 52))
    .toString(16)
    .padStart(13, '0');
  const mantissa = bits.replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}0x1${mantissa === '' ? '' : `.${mantissa}`}p${power < 0 ? '' : '+'}${power}`;
}

const grouped = (digits: string, mark: string): string => {
  const [whole = '', fraction] = digits.split('.');
  return whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, mark) + (fraction === undefined ? '' : `.${fraction}`);
};

const ofWhole =
  (print: (value: bigint) => bigint | string): Printer =>
  (digits) =>
    isWhole(digits) ? String(print(BigInt(digits))) : undefined;

const clamped = (value: bigint, bits: bigint, isSigned: boolean): bigint => {
  const most = isSigned ? 2n ** (bits - 1n) - 1n : 2n ** bits - 1n;
  const least = isSigned ? -(2n ** (bits - 1n)) : 0n;
  return value > most ? most : value < least ? least : value;
};

/** What a printer does to a number, as the end of a sentence about the numbers; the likeliest first. */
export const NUMBER_PRINTERS: readonly (readonly [how: string, print: Printer])[] = [
  ['printed with 17 digits', (digits) => general(double(digits), 17)],
  ['printed with 16 digits', (digits) => general(double(digits), 16)],
  ['printed with 15 digits', (digits) => general(double(digits), 15)],
  ['printed with 14 digits, as PHP and Lua do', (digits) => general(double(digits), 14)],
  ['printed with six digits', (digits) => general(double(digits), 6)],
  ['printed with 16 digits, zeros at the end', (digits) => double(digits).toPrecision(16)],
  ['printed with 17 digits, zeros at the end', (digits) => double(digits).toPrecision(17)],
  ['printed with every digit of the binary number', (digits) => exact(double(digits))],
  ['taken through single precision', (digits) => String(Math.fround(double(digits)))],
  ['taken through single precision, printed shortest', (digits) => single(double(digits))],
  ['taken through single precision, printed with nine digits', (digits) => general(Math.fround(double(digits)), 9)],
  ['taken through single precision, printed with seven digits', (digits) => general(Math.fround(double(digits)), 7)],
  ['taken through single precision, with a fraction', (digits) => withPoint(String(Math.fround(double(digits))))],
  ['printed with an exponent', (digits) => exponential(double(digits), undefined, (m, e) => `${m}e${bareOf(e)}`)],
  ['printed with an exponent and its sign', (digits) => double(digits).toExponential()],
  [
    'printed with an exponent of two digits',
    (digits) => exponential(double(digits), undefined, (m, e) => `${m}e${padded(e, 2)}`),
  ],
  ['printed with an exponent behind E', (digits) => exponential(double(digits), undefined, (m, e) => `${m}E${e}`)],
  [
    'printed with an exponent behind E, without its sign',
    (digits) => exponential(double(digits), undefined, (m, e) => `${m}E${bareOf(e)}`),
  ],
  [
    'printed with an exponent and a fraction',
    (digits) => exponential(double(digits), undefined, (m, e) => `${withPoint(m)}E${bareOf(e)}`),
  ],
  [
    'printed with an exponent and a fraction, behind e',
    (digits) => exponential(double(digits), undefined, (m, e) => `${withPoint(m)}e${e}`),
  ],
  [
    'printed with an exponent and a fraction, behind e and without its sign',
    (digits) => exponential(double(digits), undefined, (m, e) => `${withPoint(m)}e${bareOf(e)}`),
  ],
  [
    'printed with an exponent of two digits behind E',
    (digits) => exponential(double(digits), undefined, (m, e) => `${m}E${padded(e, 2)}`),
  ],
  [
    'printed with an exponent and six digits',
    (digits) => exponential(double(digits), 6, (m, e) => `${m}e${padded(e, 2)}`),
  ],
  [
    'printed with an exponent and six digits, behind E',
    (digits) => exponential(double(digits), 6, (m, e) => `${m}E${padded(e, 2)}`),
  ],
  [
    'printed with an exponent and six digits, as .NET does',
    (digits) => exponential(double(digits), 6, (m, e) => `${m}E${padded(e, 3)}`),
  ],
  [
    'printed with an exponent and 17 digits',
    (digits) => exponential(double(digits), 16, (m, e) => `${m}e${padded(e, 2)}`),
  ],
  [
    'printed with an exponent and 18 digits, as old Java did',
    (digits) => exponential(double(digits), 17, (m, e) => `${m}E${bareOf(e)}`),
  ],
  ['printed with an exponent behind a zero, as Fortran does', fortran],
  ['printed with a point behind integers', (digits) => (isWhole(digits) ? `${digits}.` : undefined)],
  ['printed with .0 behind integers', (digits) => (isWhole(digits) ? `${BigInt(double(digits))}.0` : undefined)],
  [
    'printed without the zero before the point',
    (digits) => (/^-?0\./.test(digits) ? digits.replace('0.', '.') : undefined),
  ],
  ['printed with a plus sign', (digits) => (digits.startsWith('-') ? undefined : `+${digits}`)],
  ['printed with a zero before it', (digits) => digits.replace(/^(-?)/, '$10')],
  ['printed with a decimal comma', (digits) => (digits.includes('.') ? digits.replace('.', ',') : undefined)],
  ['printed with commas between thousands', (digits) => grouped(digits, ',')],
  ['printed with blanks between thousands', (digits) => grouped(digits, ' ')],
  ['printed with underscores between thousands', (digits) => grouped(digits, '_')],
  [
    'printed with points between thousands and a decimal comma',
    (digits) => grouped(digits, '_').replace('.', ',').replaceAll('_', '.'),
  ],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 10].flatMap((most): readonly (readonly [string, Printer])[] => [
    [`rounded to ${most} digits behind the point`, (digits) => orUndefined(double(digits).toFixed(most))],
    [`cut to ${most} digits behind the point`, (digits) => cut(digits, most)],
    [
      `rounded to ${most} digits behind the point, without zeros`,
      (digits) => String(Number(double(digits).toFixed(most))),
    ],
  ]),
  ['rounded up', (digits) => String(Math.ceil(double(digits)))],
  [
    'computed as doubles, which is off by the last bit',
    (digits) => (isWhole(digits) ? undefined : String(beside(double(digits), 1))),
  ],
  [
    'computed as doubles, which is short by the last bit',
    (digits) => (isWhole(digits) ? undefined : String(beside(double(digits), -1))),
  ],
  ['printed with a sign before zero', (digits) => (double(digits) === 0 ? '-0' : undefined)],
  ['printed with a sign before zero and a fraction', (digits) => (double(digits) === 0 ? '-0.0' : withPoint(digits))],
  ['printed in hexadecimal', ofWhole((value) => `0x${value.toString(16)}`)],
  ['printed in hexadecimal with a binary exponent', (digits) => hexadecimal(double(digits))],
  ['held in a double and printed whole', ofWhole((value) => BigInt(Number(value)))],
  ['held in a double and printed by JavaScript', (digits) => String(double(digits))],
  ['held in an integer of 32 bits', ofWhole((value) => BigInt.asIntN(32, value))],
  ['held in an unsigned integer of 32 bits', ofWhole((value) => BigInt.asUintN(32, value))],
  ['held in an integer of 64 bits', ofWhole((value) => BigInt.asIntN(64, value))],
  ['held in an unsigned integer of 64 bits', ofWhole((value) => BigInt.asUintN(64, value))],
  ['held to what 32 bits can hold', ofWhole((value) => clamped(value, 32n, true))],
  ['held to what 32 bits without a sign can hold', ofWhole((value) => clamped(value, 32n, false))],
  ['held to what 64 bits can hold', ofWhole((value) => clamped(value, 64n, true))],
];

const exact = (value: number): string | undefined => {
  const text = value.toFixed(100);
  return text.includes('e') ? undefined : text.replace(/\.?0+$/, '');
};

function fortran(digits: string): string | undefined {
  const value = double(digits);
  if (value === 0) return undefined;
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${value < 0 ? '-' : ''}0.${mantissa.replace(/[-.]/g, '')}E${padded(String(Number(exponent) + 1), 2)}`;
}
