// A figure as it came over the wire, decimal string or JSON number, as an exact value: checkers add and compare these.
// Interface 1, rule 6 leaves the grammar of decimal strings open, so signs, padding and exponents are all read.
import type { JsonValue } from '../payload/json.js';

/** The value `units / 10^scale`. */
export interface Figure {
  readonly units: bigint;
  readonly scale: number;
}

const GRAMMAR =
  /^(?<sign>[+-]?)(?:(?<whole>\d+)(?:\.(?<fraction>\d*))?|\.(?<only>\d+))(?:[eE](?<exponent>[+-]?\d{1,4}))?$/;
/** Longer figures are no amounts of money; the bound keeps hostile input from costing anything. */
const LONGEST = 512;

export const ZERO: Figure = { units: 0n, scale: 0 };

/** The figure in a decimal string or a finite JSON number; undefined for anything else. */
export function readFigure(value: JsonValue | undefined): Figure | undefined {
  if (typeof value === 'number') {
    return parse(String(value));
  }
  return typeof value === 'string' ? parse(value) : undefined;
}

function parse(text: string): Figure | undefined {
  const parts = text.length > LONGEST ? undefined : GRAMMAR.exec(text)?.groups;
  if (parts === undefined) {
    return undefined;
  }
  const fraction = parts['fraction'] ?? parts['only'] ?? '';
  const digits = BigInt(`${parts['whole'] ?? ''}${fraction}`);
  const scale = fraction.length - Number(parts['exponent'] ?? 0);
  const units = parts['sign'] === '-' ? -digits : digits;
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

export function plus(a: Figure, b: Figure): Figure {
  const scale = Math.max(a.scale, b.scale);
  return { units: raise(a, scale) + raise(b, scale), scale };
}

export function negative(a: Figure): Figure {
  return { units: -a.units, scale: a.scale };
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareFigures(a: Figure, b: Figure): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = raise(a, scale) - raise(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Digits after the point that carry value: 2 for `1.250`, 0 for `3.00`. */
export function fractionDigits(figure: Figure): number {
  let { units, scale } = figure;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return scale;
}

export function figureText(figure: Figure): string {
  const digits = (figure.units < 0n ? -figure.units : figure.units).toString().padStart(figure.scale + 1, '0');
  const whole = digits.slice(0, digits.length - figure.scale);
  const fraction = digits.slice(digits.length - figure.scale);
  return `${figure.units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function raise(figure: Figure, scale: number): bigint {
  return figure.units * 10n ** BigInt(scale - figure.scale);
}
