// Trials of one check in the contexts that were chosen for it: a few at once, each on an account of its own. The first failure stands
// and names its context, one that weighs less only where no other one follows: a warning hides no failure. A context that does not exist
// on the target is left out; what cannot be decided in one leaves the check undecided, after all others were judged.
import { AssertionFailed, NotApplicable, Undecided } from '../../check-end.js';
import type { ContextTrial } from '../../context.js';
import { wordsOf } from '../../contexts/choose.js';
import type { Context } from '../../contexts/context.js';
import { OF_INSTRUMENT, OF_MOMENT } from '../market/not-possible-now.js';

/** Contexts that one check tries at once, so that waits overlap and the other checks have their share. */
export const LANES = 4;

export interface ContextsHost {
  readonly signal: AbortSignal;
  readonly lanes: number;
  /** Leases an account for one context. */
  withTrial(context: Context, use: (trial: ContextTrial) => Promise<void>): Promise<void>;
  report(runs: number, counterexample?: string): void;
  /** A false assertion, when it is found. */
  failed(failure: AssertionFailed): void;
}

export async function runInContexts(
  host: ContextsHost,
  contexts: readonly Context[],
  judge: (trial: ContextTrial) => Promise<void>,
): Promise<void> {
  const left = [...contexts];
  const ends: { readonly context: Context; readonly error: unknown }[] = [];
  let failure: AssertionFailed | undefined;
  let runs = 0;
  const lane = async (): Promise<void> => {
    for (let context = left.shift(); context !== undefined; context = left.shift()) {
      runs += 1;
      try {
        await host.withTrial(context, judge);
      } catch (error) {
        if (error instanceof AssertionFailed) {
          if (failure === undefined || (weighsLess(failure) && !weighsLess(error))) failure = inContext(error, context);
          host.failed(failure);
        } else ends.push({ context, error });
      }
      if ((failure !== undefined && !weighsLess(failure)) || host.signal.aborted) left.length = 0;
    }
  };
  await Promise.all(Array.from({ length: host.lanes }, lane));
  if (failure !== undefined) {
    host.report(runs, failure.message.slice(failure.message.lastIndexOf(IN) + IN.length));
    throw failure;
  }
  host.report(runs);
  host.signal.throwIfAborted();
  throwOpen(ends, contexts.length);
}

function weighsLess({ failure }: AssertionFailed): boolean {
  return failure.level === 'should';
}

const IN = ' in the context: ';

function inContext({ failure }: AssertionFailed, context: Context): AssertionFailed {
  return new AssertionFailed({ ...failure, message: `${failure.message}${IN}${wordsOf(context)}` });
}

const NOT_NOW = new RegExp(
  `\\b(?:${[...OF_INSTRUMENT, ...OF_MOMENT, 'TRADING_RULE_INVALID_PRICE_LEVEL'].join('|')})\\b`,
);

/** What is no end of a check is an error of the suite; then what is undecided; nothing to judge anywhere comes last. */
function throwOpen(ends: readonly { readonly context: Context; readonly error: unknown }[], all: number): void {
  const stray = ends.find(({ error }) => !(error instanceof Undecided || error instanceof NotApplicable));
  if (stray !== undefined) throw stray.error;
  // Where the market did not let some of them happen, the others have been judged.
  const isJudgedElsewhere = ends.length < all;
  const open = ends.filter(
    ({ error }) => error instanceof Undecided && !(isJudgedElsewhere && NOT_NOW.test(error.message)),
  );
  const [first] = open;
  if (first !== undefined && first.error instanceof Undecided) {
    const { message, evidence, needs } = first.error;
    const where = `${open.length} of ${all} contexts undecided, the first (${wordsOf(first.context)})`;
    throw new Undecided(`${message}; ${where}`, evidence, needs);
  }
  const [absent] = ends;
  if (ends.length === all && absent !== undefined) throw absent.error;
  if (all === 0) throw new NotApplicable('the target has none of the contexts in which this could be judged');
}
