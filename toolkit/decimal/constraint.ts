// Bounds, step and digits of a volume or a price (interface 4.1, rules 1 and 2), parsed once and checked many times:
// all limits are held at one scale, so that a check is one conversion and a few comparisons of integers.
import { compare } from './arithmetic.js';
import { type Decimal, isDecimal, parseDecimal, powerOfTen, rescale } from './decimal.js';

/** Limits as decimal texts; what is left out does not limit. */
export interface ConstraintSpec {
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  /** Where the grid of `step` starts; `0` when left out. */
  readonly origin?: string;
  /** Most fractional digits that are not trailing zeros. */
  readonly digits?: number;
}

/** The first limit that a text breaks, in the order in which they are checked. */
export type ConstraintBreach = 'not-decimal' | 'below-min' | 'above-max' | 'too-many-digits' | 'off-step';

export interface Constraint {
  /** Undefined when `text` satisfies every limit. */
  check(text: string): ConstraintBreach | undefined;
}

/**
 * @throws ProtocolError `decimal-invalid` when a limit is not a decimal; RangeError when the limits contradict themselves.
 * @example compileConstraint({ min: '0.01', max: '50', step: '0.01' }).check('0.015') // 'off-step'
 */
export function compileConstraint(spec: ConstraintSpec): Constraint {
  return new FixedScale(spec);
}

class FixedScale implements Constraint {
  readonly #scale: number;
  readonly #min: bigint | undefined;
  readonly #max: bigint | undefined;
  readonly #step: bigint | undefined;
  readonly #origin: bigint;
  /** `10 ** (scale - digits)`: what a coefficient must divide by to have no more digits. */
  readonly #unit: bigint | undefined;
  readonly #hasDigits: boolean;
  /** `'0'.repeat(scale - n)` for each number n of fractional digits that fits the scale. */
  readonly #padding: readonly string[];

  constructor(spec: ConstraintSpec) {
    const { digits } = spec;
    if (digits !== undefined && (!Number.isInteger(digits) || digits < 0)) {
      throw new RangeError(`expected digits to be a whole number of at least 0, got ${digits}`);
    }
    const limits = {
      min: limit(spec.min),
      max: limit(spec.max),
      step: limit(spec.step),
      origin: limit(spec.origin ?? '0'),
    };
    if (limits.step !== undefined && limits.step.coefficient <= 0n) {
      throw new RangeError(`expected step to be more than 0, got ${spec.step}`);
    }
    if (limits.min !== undefined && limits.max !== undefined && compare(limits.min, limits.max) > 0) {
      throw new RangeError(`expected min to be at most max ${spec.max}, got ${spec.min}`);
    }
    const scale = Math.max(digits ?? 0, ...Object.values(limits).map((value) => value?.scale ?? 0));
    const fixed = (value: Decimal | undefined): bigint | undefined => value && rescale(value, scale);
    this.#scale = scale;
    this.#min = fixed(limits.min);
    this.#max = fixed(limits.max);
    this.#step = fixed(limits.step);
    this.#origin = fixed(limits.origin) ?? 0n;
    this.#unit = digits === undefined || digits === scale ? undefined : powerOfTen(scale - digits);
    this.#hasDigits = digits !== undefined;
    this.#padding = Array.from({ length: scale + 1 }, (_, n) => '0'.repeat(scale - n));
  }

  check(text: string): ConstraintBreach | undefined {
    if (!isDecimal(text)) return 'not-decimal';
    const point = text.indexOf('.');
    const written = point < 0 ? 0 : text.length - point - 1;
    const padding = this.#padding[written];
    if (padding === undefined) return this.#checkLonger(text, point, written);
    return this.#checkFixed(
      BigInt(point < 0 ? text + padding : text.slice(0, point) + text.slice(point + 1) + padding),
    );
  }

  #checkFixed(value: bigint): ConstraintBreach | undefined {
    if (this.#min !== undefined && value < this.#min) return 'below-min';
    if (this.#max !== undefined && value > this.#max) return 'above-max';
    if (this.#unit !== undefined && value % this.#unit !== 0n) return 'too-many-digits';
    if (this.#step !== undefined && (value - this.#origin) % this.#step !== 0n) return 'off-step';
    return undefined;
  }

  /** More fractional digits than any limit has: on the grid only if the rest is zeros. */
  #checkLonger(text: string, point: number, written: number): ConstraintBreach | undefined {
    const value = BigInt(text.slice(0, point) + text.slice(point + 1));
    const excess = powerOfTen(written - this.#scale);
    if (value % excess === 0n) return this.#checkFixed(value / excess);
    if (this.#min !== undefined && value < this.#min * excess) return 'below-min';
    if (this.#max !== undefined && value > this.#max * excess) return 'above-max';
    if (this.#hasDigits) return 'too-many-digits';
    return this.#step === undefined ? undefined : 'off-step';
  }
}

function limit(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : parseDecimal(text);
}
