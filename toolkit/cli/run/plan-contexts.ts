// What `tsi plan` shows of contexts: the dimensions, the checks that run in them, and how much of every pair of values they cover.

import type { Effort } from '../../../suites/runner/check.js';
import { strengthOf } from '../../../suites/runner/contexts/choose.js';
import type { ContextCoverage } from '../../../suites/runner/contexts/coverage.js';
import { plural } from '../../base/plural.js';

/** Open pairs that are named, of two dimensions each. */
const NAMED = 3;

function sums({ checks, pairs }: ContextCoverage): {
  readonly trials: number;
  readonly possible: number;
  readonly covered: number;
} {
  return {
    trials: checks.reduce((sum, { contexts }) => sum + contexts, 0),
    possible: pairs.reduce((sum, one) => sum + one.possible, 0),
    covered: pairs.reduce((sum, one) => sum + one.covered, 0),
  };
}

export function contextsDocument(coverage: ContextCoverage, effort: Effort): object {
  const { trials, possible, covered } = sums(coverage);
  return { strength: strengthOf(effort), trials, pairsPossible: possible, pairsCovered: covered, ...coverage };
}

export function contextsText(coverage: ContextCoverage, effort: Effort): readonly string[] {
  const { checks, dimensions, pairs, leftOut } = coverage;
  if (checks.length === 0) return [];
  const { trials, possible, covered } = sums(coverage);
  const width = Math.max(...dimensions.map(({ name }) => name.length));
  const open = pairs.filter((pair) => pair.covered < pair.possible);
  return [
    `Contexts (strength ${strengthOf(effort)}): ${checks.length} checks run in ${trials} combinations of ${dimensions.length} dimensions`,
    ...dimensions.map(({ name, values, checks: having }) => {
      return `  ${name.padEnd(width)}  ${values.join(', ')}  (${plural(having, 'check')})`;
    }),
    `Pairs of their values: ${covered} of ${possible} covered, over ${pairs.length} pairs of dimensions`,
    ...open.map(({ dimensions: [one, other], ...pair }) => {
      const [some, more] = [pair.open.slice(0, NAMED).join(', '), pair.open.length > NAMED ? ', ...' : ''];
      return `  ${one} x ${other}: ${pair.covered} of ${pair.possible}, open: ${some}${more}`;
    }),
    ...leftOut.map(({ dimension, value, cause }) => `  left out: ${dimension} ${value}: ${cause}`),
    '',
  ];
}
