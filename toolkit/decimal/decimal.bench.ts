// Decimal constraints against decimal.js, side by side in one run: exits 1 below five times its speed.
// Run the compiled file: `node build/toolkit/decimal/decimal.bench.js`.
import { Decimal as DecimalJs } from 'decimal.js';
import { Bench } from 'tinybench';
import { compileConstraint } from './constraint.js';

const TARGET = 5;
const LIMITS = { min: '0.01', max: '50000', step: '0.01' };

/** 1,000 texts of mixed length, some valid, some out of range, off step or not decimal at all; the same in every run. */
function mixedTexts(): readonly string[] {
  let state = 20240501;
  const next = (bound: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  return Array.from({ length: 1000 }, (_, n) => {
    const whole = next(60_000);
    const fraction = String(next(10 ** (1 + (n % 4)))).padStart(1 + (n % 4), '0');
    return n % 50 === 0 ? `${whole}.` : n % 3 === 0 ? `${whole}` : `${whole}.${fraction}`;
  });
}

const TEXTS = mixedTexts();
const constraint = compileConstraint(LIMITS);
const GRAMMAR = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const [min, max, step] = [new DecimalJs(LIMITS.min), new DecimalJs(LIMITS.max), new DecimalJs(LIMITS.step)];

function acceptedByThis(): number {
  let accepted = 0;
  for (const text of TEXTS) {
    accepted += constraint.check(text) === undefined ? 1 : 0;
  }
  return accepted;
}

function acceptedByDecimalJs(): number {
  let accepted = 0;
  for (const text of TEXTS) {
    if (GRAMMAR.test(text)) {
      const value = new DecimalJs(text);
      accepted += value.gte(min) && value.lte(max) && value.mod(step).isZero() ? 1 : 0;
    }
  }
  return accepted;
}

if (acceptedByThis() !== acceptedByDecimalJs()) {
  throw new Error(`expected both to accept as many texts, got ${acceptedByThis()} and ${acceptedByDecimalJs()}`);
}
const bench = new Bench({ time: 1500, warmupTime: 300 })
  .add('constraint', acceptedByThis)
  .add('decimal.js', acceptedByDecimalJs);
await bench.run();
const [ours, theirs] = bench.tasks.map((task) => (task.result.state === 'completed' ? task.result.throughput.p50 : 0));
const ratio = (ours ?? 0) / (theirs ?? 1);
process.stdout.write(
  `decimal constraints: ${Math.round((ours ?? 0) * TEXTS.length)} per second, decimal.js: ${Math.round((theirs ?? 0) * TEXTS.length)} per second, ratio ${ratio.toFixed(2)} (at least ${TARGET})\n`,
);
process.exitCode = ratio >= TARGET ? 0 : 1;
