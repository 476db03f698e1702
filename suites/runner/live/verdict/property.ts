// Properties over fast-check: search, confirm, then shrink inside a fixed budget of executions, past which the predicate returns
// without touching the target. Every execution has an account of its own. fast-check's own timeouts cancel no work, so stopping is
// ours: the execution under way is awaited, and a property that is interrupted before it found anything is undecided.
import type fc from 'fast-check';
import type { Effort } from '../../check.js';
import { AssertionFailed } from '../../check-end.js';
import type { FastCheck, PropertyOptions, Trial } from '../../context.js';
import { shorten } from './shorten.js';
import type { PropertyEvidence } from './tally.js';

export interface PropertyHost {
  readonly seed: number;
  readonly effort: Effort;
  readonly signal: AbortSignal;
  /** Executions that leave the other checks their share of what the run may spend. */
  mayShrink(): number;
  /** Leases an account for one execution. */
  withTrial(shared: boolean, fastCheck: FastCheck, use: (trial: Trial) => Promise<void>): Promise<void>;
  report(evidence: PropertyEvidence): void;
  /** A false assertion, when it is found. */
  failed(failure: AssertionFailed): void;
}

const RUNS = 20;
const SCALE: Readonly<Record<Effort, number>> = { quick: 0.25, standard: 1, thorough: 5 };
/** Executions that shrinking may spend. */
const SHRINKS: Readonly<Record<Effort, number>> = { quick: 20, standard: 60, thorough: 300 };
/** The time that shrinking may spend: a smaller case is worth less than the checks that wait meanwhile. */
const SHRINK_MS: Readonly<Record<Effort, number>> = { quick: 3_000, standard: 8_000, thorough: 60_000 };
const LONGEST_CASE = 1000;

export async function runProperty<Values extends readonly unknown[]>(
  host: PropertyHost,
  arbitraries: (fc: FastCheck) => { readonly [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  execute: (trial: Trial, ...values: Values) => Promise<void>,
  { runs = RUNS, shared = false, examples = [] }: PropertyOptions,
): Promise<void> {
  const fastCheck = await import('fast-check');
  // TypeScript cannot infer a tuple of values from a mapped type of arbitraries; `Values` is what the tuple yields.
  const cases = fastCheck.tuple(...(arbitraries(fastCheck) as readonly fc.Arbitrary<unknown>[]));
  const trials = new Trials(host, (values) =>
    host.withTrial(shared, fastCheck, (trial) => execute(trial, ...(values as unknown as Values))),
  );
  const search = await fastCheck.check(
    fastCheck.asyncProperty(cases, (values) => trials.holds(values)),
    {
      seed: host.seed,
      numRuns: Math.max(1, Math.ceil(runs * SCALE[host.effort])),
      endOnFailure: true,
      examples: examples.map((one): [unknown[]] => [[...one]]),
    },
  );
  trials.throwEnd();
  const { failure } = trials;
  const path = search.counterexamplePath ?? '';
  const found = search.counterexample?.[0];
  if (failure === undefined || found === undefined) {
    host.report({ seed: host.seed, runs: trials.executed });
    return;
  }

  const isSteady = !(await trials.holds(found));
  let smallest = { path, values: found };
  if (isSteady) {
    trials.left = Math.min(SHRINKS[host.effort], host.mayShrink());
    trials.untilMs = performance.now() + SHRINK_MS[host.effort];
    const bounded = fastCheck.asyncProperty(cases, (values) => trials.holds(values));
    const shrunk = await fastCheck.check(bounded, { seed: host.seed, path, numRuns: 1 });
    const values = shrunk.counterexample?.[0];
    if (values !== undefined) smallest = { path: shrunk.counterexamplePath ?? path, values };
  }
  const counterexample = shorten(fastCheck.stringify(smallest.values), LONGEST_CASE);
  host.report({ seed: host.seed, path: smallest.path, runs: trials.executed, counterexample });
  const told = (trials.failure ?? failure).failure;
  const note = isSteady ? '' : '; it held when the same case was repeated';
  throw new AssertionFailed({ ...told, message: `${told.message} for ${counterexample}${note}` });
}

/** Executions of one property: what they found, and when to stop. */
class Trials {
  readonly #host: PropertyHost;
  readonly #execute: (values: readonly unknown[]) => Promise<void>;
  executed = 0;
  /** Executions that may still touch the target. */
  left: number = Number.POSITIVE_INFINITY;
  /** None starts after this. */
  untilMs: number = Number.POSITIVE_INFINITY;
  /** The latest false assertion, which belongs to the smallest case so far. */
  failure: AssertionFailed | undefined;
  #end: { readonly error: unknown } | undefined;

  constructor(host: PropertyHost, execute: (values: readonly unknown[]) => Promise<void>) {
    this.#host = host;
    this.#execute = execute;
  }

  /** Only a false assertion is a counterexample; anything else that is thrown ends the check as it would outside a property. */
  async holds(values: readonly unknown[]): Promise<boolean> {
    if (this.#end !== undefined || this.#host.signal.aborted || this.left <= 0) return true;
    if (performance.now() > this.untilMs) return true;
    this.executed += 1;
    this.left -= 1;
    try {
      await this.#execute(values);
    } catch (error) {
      if (error instanceof AssertionFailed) {
        this.failure = error;
        this.#host.failed(error);
        return false;
      }
      this.#end = { error };
    }
    return true;
  }

  /** A failure that was found stands, whatever came after it. */
  throwEnd(): void {
    if (this.failure !== undefined) return;
    this.#host.signal.throwIfAborted();
    if (this.#end !== undefined) throw this.#end.error;
  }
}
