// One run as the main thread sees it: hands it to the worker, follows its messages, accounts for every planned item. What was planned
// and not reported is lost, and the run says so: vitest's own opinion is never asked.
import { deferred } from '../deferred.js';
import type { Outcome, RunItem } from '../live/outcome.js';
import type { PreflightReport } from '../live/target/preflight-report.js';
import type { CheckFinding } from '../live/verdict/tally.js';
import type { FromWorker, RunEnd } from './channel.js';
import type { RunSpec } from './run-spec.js';

export type RunEvent = Exclude<FromWorker, { readonly type: 'end' | 'waiting' }>;

export interface RunOptions {
  readonly onEvent?: (event: RunEvent) => void;
  /** Stops the run in order: checks under way end undecided, the rest is not run. */
  readonly signal?: AbortSignal;
}

/** The worker as its run needs it. */
export interface EngineWorker {
  /** Resolves, when the worker is done, to what went wrong outside of every check. */
  work(spec: RunSpec, onMessage: (message: FromWorker) => void): Promise<readonly string[]>;
  /** Asks it to end in order. */
  stop(reason: string): void;
  /** Gives up one that does not heed the channel. */
  cancel(): Promise<void>;
}

export interface RunReport {
  /** In the order of ending. */
  readonly outcomes: readonly Outcome[];
  readonly preflights: ReadonlyMap<string, PreflightReport>;
  /** What the run left behind, by target, a sentence each. */
  readonly leaks: ReadonlyMap<string, readonly string[]>;
  /** What the run found out about each profile as a whole. */
  readonly findings: ReadonlyMap<string, readonly CheckFinding[]>;
  /** Planned, and never reported. */
  readonly lost: readonly RunItem[];
  /** What went wrong outside of every check. */
  readonly problems: readonly string[];
  /** Absent when the worker did not come to its end. */
  readonly end?: RunEnd;
}

/** How long a stopped worker may take to end in order. */
const STOP_MS = 8_000;
/** How long the last messages may be under way after the engine is done. */
const LAST_MESSAGES_MS = 1_000;

export async function followRun(worker: EngineWorker, spec: RunSpec, options: RunOptions = {}): Promise<RunReport> {
  const planned = new Map(spec.items.map((item) => [nameOf(item), item]));
  if (planned.size !== spec.items.length) throw new RangeError('items: expected each check once per target');
  const outcomes = new Map<string, Outcome>();
  const preflights = new Map<string, PreflightReport>();
  const leaks = new Map<string, readonly string[]>();
  const findings = new Map<string, readonly CheckFinding[]>();
  const problems: string[] = [];
  const ended = deferred<RunEnd | undefined>();
  const listen = (message: FromWorker): void => {
    if (message.type === 'waiting') return;
    if (message.type === 'end') {
      ended.resolve(message.end);
      return;
    }
    if (message.type === 'preflight') preflights.set(message.target, message.report);
    if (message.type === 'leaks') leaks.set(message.target, message.leaks);
    if (message.type === 'findings') findings.set(message.target, message.findings);
    if (message.type === 'ended') take(message.outcome);
    try {
      options.onEvent?.(message);
    } catch (error) {
      problems.push(
        `a listener of the run failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  };
  const take = (outcome: Outcome): void => {
    const name = nameOf(outcome);
    if (!planned.has(name)) problems.push(`an outcome was reported that was never planned: ${name}`);
    else if (outcomes.has(name)) problems.push(`an outcome was reported twice: ${name}`);
    else outcomes.set(name, outcome);
  };

  const stop = stopper(worker, options.signal);
  try {
    problems.push(...(await Promise.race([worker.work(spec, listen), stop.gaveUp])));
    const end = await within(LAST_MESSAGES_MS, ended.promise);
    if (end === undefined) problems.push('the worker ended without its last message');
    return {
      outcomes: [...outcomes.values()],
      preflights,
      leaks,
      findings,
      lost: spec.items.filter((item) => !outcomes.has(nameOf(item))),
      problems,
      ...(end !== undefined && { end }),
    };
  } finally {
    stop.clear();
  }
}

function nameOf({ check, target }: RunItem): string {
  return `${check}@${target}`;
}

/** Asks the worker to stop, and gives it up when it does not. */
function stopper(
  worker: EngineWorker,
  signal: AbortSignal | undefined,
): { readonly gaveUp: Promise<readonly string[]>; clear(): void } {
  const gaveUp = deferred<readonly string[]>();
  let timer: NodeJS.Timeout | undefined;
  const give = (): void => {
    worker.stop(String(signal?.reason));
    timer = setTimeout(() => {
      void worker.cancel().catch(() => undefined);
      gaveUp.resolve([`the worker did not stop within ${STOP_MS} ms`]);
    }, STOP_MS);
  };
  if (signal?.aborted === true) give();
  else signal?.addEventListener('abort', give, { once: true });
  return {
    gaveUp: gaveUp.promise,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', give);
    },
  };
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
