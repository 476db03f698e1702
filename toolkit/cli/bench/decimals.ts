// Whether a volume is within its bounds and on its step (interface 4.1, rule 1), over a thousand texts of which not all are decimals.
import { Big } from 'big.js';
import { BigNumber } from 'bignumber.js';
import { Decimal } from 'decimal.js';
import { compileConstraint } from '../../decimal/constraint.js';
import { type Comparison, compare } from './comparison.js';

const LIMITS = { min: '0.01', max: '50000', step: '0.01' } as const;
const GRAMMAR = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** What the three libraries have in common. */
interface Figure {
  gte(other: this): boolean;
  lte(other: this): boolean;
  mod(other: this): this;
  eq(other: this): boolean;
}

export async function decimals(): Promise<readonly Comparison[]> {
  const texts = Array.from({ length: 1000 }, (_, n) => (n % 50 === 0 ? `${n}.` : `${(n * 7919) % 60_000}.${n % 1000}`));
  const constraint = compileConstraint(LIMITS);
  const checks: readonly (readonly [name: string, accepts: (text: string) => boolean])[] = [
    ['compileConstraint', (text) => constraint.check(text) === undefined],
    ['decimal.js', acceptsBy((text) => new Decimal(text))],
    ['big.js', acceptsBy((text) => new Big(text))],
    ['bignumber.js', acceptsBy((text) => new BigNumber(text))],
  ];
  const counts = checks.map(([name, accepts]) => `${name} ${texts.filter(accepts).length}`);
  if (new Set(counts.map((count) => count.split(' ')[1])).size > 1) {
    throw new Error(`expected all to accept as many texts, got ${counts.join(', ')}`);
  }
  return [
    await compare(
      'Decimal constraints',
      'texts',
      checks.map(([name, accepts]) => ({ name, run: () => texts.filter(accepts), units: texts.length })),
    ),
  ];
}

function acceptsBy<One extends Figure>(read: (text: string) => One): (text: string) => boolean {
  const [min, max, step, zero] = [read(LIMITS.min), read(LIMITS.max), read(LIMITS.step), read('0')];
  return (text) => {
    if (!GRAMMAR.test(text)) return false;
    const value = read(text);
    return value.gte(min) && value.lte(max) && value.mod(step).eq(zero);
  };
}
