// One explanation for many failures of a check against the vectors: which known mistake fails just these tests, and what follows.
import type { SlipId } from '../../signing/slips/slips.js';
import type { Operation } from '../operations.js';

export interface Hypothesis {
  /** The id of a wrong implementation, or of a slip where no single mistake of an implementation is known. */
  readonly id: string;
  /** What the implementation does, as its author would say it: `sorts the query`. */
  readonly sentence: string;
  readonly operation: Operation;
  /** Section of the interface and what it asks for. */
  readonly rule: string;
  readonly fix: string;
  /** What the tests of the implementation lack, inferred from the first test that it fails. */
  readonly missing: string;
  /** Ids of the failed tests that it explains, in the order of the files. */
  readonly explains: readonly string[];
}

/** A failure of which something, or all, follows from no hypothesis. */
export interface Unexplained {
  readonly tcId: string;
  /** What differs: `payload.path`, `payload.body_hash`, `signature`, ... */
  readonly differs: readonly string[];
  /** True where a hypothesis explains something else of it. */
  readonly isPartly: boolean;
}

export interface Explanation {
  readonly hypotheses: readonly Hypothesis[];
  readonly unexplained: readonly Unexplained[];
}

/** What a mistake would do: whether it would break this piece of evidence. */
export interface Candidate<Item> {
  readonly id: string;
  readonly sentence: string;
  /** The slip that it is of. */
  readonly cause?: SlipId;
  /** The observed pieces that it accounts for. */
  readonly explains: ReadonlySet<Item>;
  /** How many it predicts that were not observed. */
  readonly contradicted: number;
  /** How much a piece counts: a known mistake is preferred to a bare cause that gathers somewhat more. */
  readonly weight: number;
}

export interface Tolerance {
  /** Failed predictions for each that holds. */
  readonly mostContradicted: number;
  /** What a failed prediction costs of those that hold. */
  readonly penalty: number;
}

/** Predictions that fail may be another mistake's doing, a few at a time. */
const STRICT: Tolerance = { mostContradicted: 0.2, penalty: 2 };

/** The fewest candidates that explain all that they can, the one that explains most first. */
export function cover<Item>(
  observed: Iterable<Item>,
  candidates: readonly Candidate<Item>[],
  { mostContradicted, penalty }: Tolerance = STRICT,
): readonly (readonly [Candidate<Item>, readonly Item[]])[] {
  const open = new Set(observed);
  const chosen: (readonly [Candidate<Item>, readonly Item[]])[] = [];
  while (open.size > 0) {
    let best: Candidate<Item> | undefined;
    let bestScore = 0;
    for (const candidate of candidates) {
      const own = count(candidate.explains, open);
      if (own === 0 || candidate.contradicted > mostContradicted * candidate.explains.size) continue;
      const score = own * candidate.weight - penalty * candidate.contradicted;
      if (best === undefined || score > bestScore) [best, bestScore] = [candidate, score];
    }
    if (best === undefined) break;
    const taken = [...best.explains].filter((item) => open.has(item));
    for (const item of taken) open.delete(item);
    chosen.push([best, taken]);
  }
  return chosen;
}

function count<Item>(items: ReadonlySet<Item>, open: ReadonlySet<Item>): number {
  let found = 0;
  for (const item of items) found += open.has(item) ? 1 : 0;
  return found;
}
