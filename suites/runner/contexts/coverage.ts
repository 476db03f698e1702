// How much the contexts of a plan cover: of every two values of two dimensions that some check holds together, whether one of its contexts
// does. Those that can stand together at all are those of standard effort, which holds every one of them; what the target cannot take is no
// part of it.
import { grouped } from '../../../toolkit/base/grouped.js';
import type { TargetFacts } from '../plan/applicability.js';
import { type Chosen, type ContextCheck, contextsOf, type LeftOut } from './choose.js';
import type { DimensionName } from './context.js';
import { DIMENSIONS, valuesOf } from './dimensions.js';

export interface PairCoverage {
  readonly dimensions: readonly [DimensionName, DimensionName];
  /** Pairs of their values that some check could hold together, and those that one does. */
  readonly possible: number;
  readonly covered: number;
  /** Those that none does, as `order with stop`. */
  readonly open: readonly string[];
}

export interface ContextCoverage {
  readonly checks: readonly {
    readonly id: string;
    readonly contexts: number;
    readonly dimensions: readonly string[];
  }[];
  readonly dimensions: readonly {
    readonly name: DimensionName;
    readonly words: string;
    readonly values: readonly string[];
    /** Checks that have it. */
    readonly checks: number;
  }[];
  readonly pairs: readonly PairCoverage[];
  /** What the target cannot take, once each. */
  readonly leftOut: readonly LeftOut[];
}

export function coverageOf(specs: readonly ContextCheck[], target: TargetFacts, seed: string): ContextCoverage {
  const chosen = specs
    .filter(({ contexts }) => contexts !== undefined)
    .map((spec) => ({ id: spec.id, spec, ...contextsOf(spec, target, seed) }));
  const pairs = new Pairs();
  for (const { spec, ...one } of chosen) {
    // At standard effort what could be covered is what is.
    if (target.effort !== 'standard') {
      pairs.note(one, false, contextsOf(spec, { ...target, effort: 'standard' }, seed).contexts);
    }
    pairs.note(one, true, one.contexts);
  }
  const names = [...new Set(chosen.flatMap(({ values }) => [...values.keys()]))];
  const leftOut = new Map(chosen.flatMap((one) => one.leftOut.map((out) => [`${out.dimension} ${out.value}`, out])));
  return {
    checks: chosen.map(({ id, contexts, values }) => ({
      id,
      contexts: contexts.length,
      dimensions: [...values.keys()],
    })),
    dimensions: names.sort().map((name) => ({
      name,
      words: DIMENSIONS[name].words,
      values: valuesOf(name),
      checks: chosen.filter(({ values }) => values.has(name)).length,
    })),
    pairs: pairs.coverage(),
    leftOut: [...leftOut.values()],
  };
}

interface Pair {
  readonly dimensions: readonly [DimensionName, DimensionName];
  readonly words: string;
  isCovered: boolean;
}

class Pairs {
  readonly #pairs = new Map<string, Pair>();

  note({ values }: Chosen, isCovered: boolean, contexts: Chosen['contexts']): void {
    const names = [...values.keys()].sort();
    for (const [at, first] of names.entries()) {
      for (const second of names.slice(at + 1)) {
        for (const context of contexts) {
          const words = `${context[first]} with ${context[second]}`;
          const key = `${first} ${second} ${words}`;
          const pair = this.#pairs.get(key);
          if (pair === undefined) this.#pairs.set(key, { dimensions: [first, second], words, isCovered });
          else pair.isCovered ||= isCovered;
        }
      }
    }
  }

  coverage(): readonly PairCoverage[] {
    const together = grouped([...this.#pairs.values()], ({ dimensions }) => dimensions.join(' '));
    return [...together]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, these]) => {
        const open = these.filter(({ isCovered }) => !isCovered).map(({ words }) => words);
        const covered = these.length - open.length;
        return these.slice(0, 1).map(({ dimensions }) => ({ dimensions, possible: these.length, covered, open }));
      });
  }
}
