// One run as the main thread sees it: hands it to the worker, follows its messages, accounts for every planned item. What was planned
// and not reported is lost, and the run says so: vitest's own opinion is never asked.
import { deferred } from '../deferred.js';
import type { Outcome, RunItem } from '../live/outcome.js';
import type { PreflightReport } from '../live/target/preflight-report.js';
import type { CheckFinding } from '../live/verdict/tally.js';
import type { FromWorker, RunEnd } from './channel.js';
import type { RunSpec } from './run-spec.js';

export type RunEvent = Exclude<FromWorker, { readonly type: 'end' | 'waiting' | 'alive' }>;

export interface RunOptions {
  readonly onEvent?: (event: RunEvent) => void;
  /** Stops the run in order: checks under way end undecided, the rest is not run. */
  readonly signal?: AbortSignal;
  /** Gives up a worker that is being stopped, without waiting for its end. */
  readonly hurry?: AbortSignal;
}

/** The worker as its run needs it. */
export interface EngineWorker {
  /** Resolves, when the worker is done, to what went wrong outside of every check. */
  work(spec: RunSpec, onMessage: (message: FromWorker) => void): Promise<readonly string[]>;
  /** Asks it to end in order. */
  stop(reason: string): void;
  /** Gives up a worker that does not react to the channel. */
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
/** A worker that is silent for this long hangs: something in it never returns. */
const STUCK_MS = 120_000;
/** Longer than any check waits for a clock: a run in which nothing crosses the wire and nothing ends for so long waits for itself. */
const IDLE_MS = 20 * 60_000;
const LOOK_MS = 5_000;
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
  let latest = 'none';
  let records = -1;
  const listen = (message: FromWorker): void => {
    const hasMoved = message.type !== 'alive' || message.records !== records;
    if (message.type === 'alive') records = message.records;
    stop.heard(hasMoved);
    if (message.type === 'waiting' || message.type === 'alive') return;
    if (message.type === 'started') latest = message.check;
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

  const open = (): readonly string[] => spec.items.map(nameOf).filter((name) => !outcomes.has(name));
  const stop = stopper(worker, options, { latest: () => latest, open });
  try {
    const work = worker.work(spec, listen);
    const gaveUp = await Promise.race([work.then((found) => void problems.push(...found)), stop.gaveUp]);
    const end = gaveUp === undefined ? await within(LAST_MESSAGES_MS, ended.promise) : undefined;
    if (gaveUp !== undefined) {
      problems.push(...gaveUp.problems);
      for (const item of spec.items) if (!outcomes.has(nameOf(item))) take(notEnded(item, gaveUp.reason));
    } else if (end === undefined) problems.push('the worker ended without its last message');
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

interface GivenUp {
  /** For each check that had not ended. */
  readonly reason: string;
  readonly problems: readonly string[];
}

/** Asks the worker to stop, and gives it up when it does not, or when nothing is heard of it any more. */
function stopper(
  worker: EngineWorker,
  { signal, hurry }: RunOptions,
  run: { readonly latest: () => string; readonly open: () => readonly string[] },
): { readonly gaveUp: Promise<GivenUp>; heard(hasMoved: boolean): void; clear(): void } {
  const gaveUp = deferred<GivenUp>();
  let timer: NodeJS.Timeout | undefined;
  let heardMs = performance.now();
  let movedMs = heardMs;
  const leave = (reason: string, ...problems: string[]): void => {
    void worker.cancel().catch(() => undefined);
    gaveUp.resolve({ reason, problems });
  };
  const stopped = (): string => `the run was stopped (${String(signal?.reason)}) before the check had ended`;
  const give = (): void => {
    worker.stop(String(signal?.reason));
    timer = setTimeout(() => leave(stopped(), `the worker did not stop within ${STOP_MS} ms`), STOP_MS);
  };
  const rush = (): void => leave(stopped());
  const watch = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs - heardMs >= STUCK_MS) {
      const what = `nothing was heard of the worker for ${STUCK_MS / 1000} s; the last check that began is ${run.latest()}`;
      leave(what, what);
    } else if (nowMs - movedMs >= IDLE_MS) {
      const [first = 'none', ...more] = run.open();
      const what = `nothing was sent, received or ended for ${IDLE_MS / 60_000} minutes; not ended: ${first} and ${more.length} more`;
      leave(what, what);
    }
  }, LOOK_MS);
  if (signal?.aborted === true) give();
  else signal?.addEventListener('abort', give, { once: true });
  hurry?.addEventListener('abort', rush, { once: true });
  return {
    gaveUp: gaveUp.promise,
    heard: (hasMoved) => {
      heardMs = performance.now();
      if (hasMoved) movedMs = heardMs;
    },
    clear: () => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', give);
      hurry?.removeEventListener('abort', rush);
    },
  };
}

function notEnded(item: RunItem, reason: string): Outcome {
  return { ...item, verdict: 'not-run', reason, evidence: [], durationMs: 0, observations: [], findings: [] };
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
