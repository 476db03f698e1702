// Which combinations a check runs in: every value of its dimensions that the target can take (strength 1, quick effort), every two of them
// together (2, standard), every three (3, thorough). Seeded by run and check, so that checks of the same dimensions take other rows.
import type { Strength } from '../../../toolkit/covering/covering-array.js';
import { coveringArray } from '../../../toolkit/covering/covering-array.js';
import type { CheckSpec, Effort } from '../check.js';
import { missingOf, type TargetFacts } from '../plan/applicability.js';
import { checkSeed, SeededRandom } from '../seed.js';
import { standTogether } from './apart.js';
import type { Context, DimensionName } from './context.js';
import { DIMENSION_NAMES, meaningOf, valuesOf } from './dimensions.js';

export interface LeftOut {
  readonly dimension: DimensionName;
  readonly value: string;
  readonly cause: string;
}

export interface Chosen {
  readonly contexts: readonly Context[];
  /** The values that are possible on the target, by dimension. */
  readonly values: ReadonlyMap<DimensionName, readonly string[]>;
  readonly leftOut: readonly LeftOut[];
}

const STRENGTH: Readonly<Record<Effort, Strength>> = { quick: 1, standard: 2, thorough: 3 };

export function strengthOf(effort: Effort, isDense: boolean = false): Strength {
  const strength = STRENGTH[effort];
  return isDense && strength < 3 ? ((strength + 1) as Strength) : strength; // At most 3.
}

/** The plain value of every dimension. */
export const PLAIN = Object.fromEntries(DIMENSION_NAMES.map((name) => [name, valuesOf(name)[0]])) as unknown as Context; // one each

export type ContextCheck = Pick<CheckSpec, 'id' | 'contexts' | 'denseContexts'>;

export function contextsOf(
  { id, contexts = {}, denseContexts }: ContextCheck,
  target: TargetFacts,
  seed: string,
): Chosen {
  const leftOut: LeftOut[] = [];
  const values = new Map<DimensionName, readonly string[]>();
  for (const dimension of DIMENSION_NAMES) {
    const named = contexts[dimension];
    if (named === undefined) continue;
    const all: readonly string[] = named === 'all' ? valuesOf(dimension) : named;
    const possible = all.filter((value) => {
      const cause = whyNot(dimension, value, target);
      if (cause !== undefined) leftOut.push({ dimension, value, cause });
      return cause === undefined;
    });
    values.set(dimension, possible);
  }
  const names = [...values.keys()];
  if (names.some((name) => values.get(name)?.length === 0)) return { contexts: [], values, leftOut };
  const pairAt = (factor: number, level: number): { readonly name: DimensionName; readonly value: string } => {
    const name = names[factor] ?? 'operation';
    return { name, value: values.get(name)?.[level] ?? '' };
  };
  const random = new SeededRandom(checkSeed(seed, `${id} contexts`));
  const rows = coveringArray(
    {
      levels: names.map((name) => values.get(name)?.length ?? 0),
      together: (one, other) => standTogether(pairAt(one.factor, one.level), pairAt(other.factor, other.level)),
    },
    (bound) => random.below(bound),
    strengthOf(target.effort ?? 'standard', denseContexts === true),
  );
  const taken = rows.map((row) => {
    const pairs = row.map((level, factor) => pairAt(factor, level));
    // Each name has a value of its own dimension.
    return { ...PLAIN, ...Object.fromEntries(pairs.map(({ name, value }) => [name, value])) } as Context;
  });
  return { contexts: taken, values, leftOut };
}

function whyNot(dimension: DimensionName, value: string, target: TargetFacts): string | undefined {
  const { needs } = meaningOf(dimension, value as Context[typeof dimension]); // One of its own values.
  return needs && missingOf(needs, target);
}

/** In words, the plain values left out. */
export function wordsOf(context: Context): string {
  const told = DIMENSION_NAMES.filter((name) => context[name] !== PLAIN[name]);
  return told.length === 0 ? 'the plain context' : told.map((name) => `${name} ${context[name]}`).join(', ');
}
