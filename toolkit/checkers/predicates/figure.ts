// A figure as it came over the wire, decimal string or JSON number, as an exact value. The interface leaves the grammar of decimal
// strings open (section 1, rule 6), so unusual signs, padding, bare points and exponents are read too.
import { type Decimal, powerOfTen, readDecimal } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';

const SCIENTIFIC = /^(?<digits>[^eE]+)[eE](?<exponent>[+-]?\d{1,3})$/;
const BARE_POINT = /^(?<sign>[+-]?)(?<whole>\d*)\.(?<fraction>\d*)$/;

/** The value of a decimal string or a finite JSON number; undefined for anything else. */
export function readFigure(value: JsonValue | undefined): Decimal | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const plain = readDecimal(text);
  if (plain !== undefined) return plain;
  const scientific = SCIENTIFIC.exec(text)?.groups;
  const mantissa = readPlain(scientific?.['digits'] ?? text);
  return mantissa === undefined ? undefined : shift(mantissa, Number(scientific?.['exponent'] ?? 0));
}

function readPlain(text: string): Decimal | undefined {
  const parts = BARE_POINT.exec(text)?.groups;
  if (parts === undefined) return readDecimal(text);
  const { sign = '', whole = '', fraction = '' } = parts;
  return whole === '' && fraction === '' ? undefined : readDecimal(`${sign}${whole || '0'}.${fraction || '0'}`);
}

function shift({ coefficient, scale }: Decimal, exponent: number): Decimal {
  const moved = scale - exponent;
  return moved >= 0 ? { coefficient, scale: moved } : { coefficient: coefficient * powerOfTen(-moved), scale: 0 };
}
