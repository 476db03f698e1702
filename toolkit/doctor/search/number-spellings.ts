// Numbers in JSON texts as other languages write them: doubles, decimals in quotes, exponents.

/** How many numbers of a text are tried one by one. */
const MOST_NUMBERS = 16;

/** One number alone in another spelling, in the text's own spacing: a double among integers, a decimal among texts. */
export function* oneNumberOtherwise(text: string): Generator<string> {
  const found = text.matchAll(/([:[,]\s{0,20})("?)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\2(?=\s{0,20}[,\]}])/g);
  let left = MOST_NUMBERS;
  for (const { index: start, 0: whole, 1: before = '', 3: digits = '' } of found) {
    left -= 1;
    if (left < 0) return;
    const index = start + before.length;
    const token = whole.slice(before.length);
    const value = Number(digits);
    const [fraction = '', zeros = ''] = [/\.\d*/.exec(digits)?.[0], /0+$/.exec(digits)?.[0]];
    const spellings = [
      digits,
      `"${digits}"`,
      String(value),
      `"${String(value)}"`,
      inPython(digits),
      inPython(digits).toUpperCase(),
      inJava(digits),
      ...(fraction === ''
        ? [`${digits}.0`, `${digits}.00`, `"${digits}.0"`]
        : [`${digits}0`, `${digits}00`, `"${digits}0"`]),
      ...(fraction === '' && zeros !== ''
        ? [`${digits.slice(0, -zeros.length)}e${zeros.length}`, `${digits.slice(0, -zeros.length)}E${zeros.length}`]
        : []),
    ];
    for (const spelling of spellings) {
      if (spelling !== token) yield text.slice(0, index) + spelling + text.slice(index + token.length);
    }
  }
}

export const DECIMAL: RegExp = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export const NUMBER: RegExp = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
export const INTEGER: RegExp = /^-?(?:0|[1-9]\d*)$/;
export const WITHOUT_EXPONENT: RegExp = /^-?[1-9](?:\.\d+)?[eE]\+?1?\d$/;

export const isDouble = (token: string): boolean => NUMBER.test(token) && !INTEGER.test(token);

/** A double as `repr` of Python prints it: 100000.0, 1e-05, 1e+16. */
export function inPython(token: string): string {
  const value = Number(token);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** A double as `Double.toString` of Java prints it: 100000.0, 1.0E-5, 1.0E7. */
export function inJava(token: string): string {
  const value = Number(token);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', power = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${power.replace('+', '')}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

export const fixed = (token: string, digits: number): string =>
  DECIMAL.test(token) && token.includes('.') ? Number(token).toFixed(digits) : token;

/** Java and Python: 1000000.0 becomes 1000000.0 or 1.0E6, 0.00001 becomes 1e-05. */
export function exponent(token: string): string {
  const value = Number(token);
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Math.abs(value) >= 1e7
    ? value
        .toExponential()
        .replace('e+', 'E')
        .replace(/^(\d)E/, '$1.0E')
    : token;
}

export function unquoted(token: string): string {
  const inner = token.slice(1, -1);
  return token.startsWith('"') && DECIMAL.test(inner) ? inner : token;
}

/** A number as a double prints it: 1.50 becomes 1.5, 1.0 becomes 1. */
export function shortened(token: string): string {
  return DECIMAL.test(token) ? String(Number(token)) : token;
}
