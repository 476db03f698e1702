// The run inside the worker thread: opens the journal, builds each target when its first check starts, runs checks
// when the engine says so, and reports every step over the channel. Knows nothing of vitest.

import { setMaxListeners } from 'node:events';
import { messageOf } from '../../../toolkit/base/message-of.js';
import { settingsOf } from '../../../toolkit/checkers/settings.js';
import { createStamp } from '../../../toolkit/journal/stamp.js';
import { JournalWriter } from '../../../toolkit/journal/writer.js';
import { secretsOf } from '../../../toolkit/profile/loading/secrets.js';
import type { CheckSpec } from '../check.js';
import type { Outcome, RunItem } from '../live/outcome.js';
import { runCheck } from '../live/run-check.js';
import type { RunSink } from '../live/target/target-journal.js';
import { registeredChecks } from '../registry.js';
import { loadOwnSuites } from '../suite-files.js';
import type { FromWorker } from './channel.js';
import { RunFindings } from './run-findings-record.js';
import type { RunSpec } from './run-spec.js';
import { TargetRun } from './target-run.js';
import { Turns, turnsFor } from './turns.js';

export interface WorkerRun {
  readonly items: readonly RunItem[];
  /** How many records there are so far. */
  records(): number;
  execute(item: RunItem): Promise<void>;
  close(): Promise<void>;
}

export interface WorkerRunParts {
  readonly spec: RunSpec;
  /** Loads a file of a user's suite, which may be TypeScript. */
  readonly importOwn: (file: string) => Promise<unknown>;
  readonly post: (message: FromWorker) => void;
  /** Aborts when the main thread stops the run. */
  readonly stop: { readonly signal: AbortSignal };
}

export async function startWorkerRun({ spec, importOwn, post, stop }: WorkerRunParts): Promise<WorkerRun> {
  setMaxListeners(0, stop.signal);
  await loadOwnSuites(spec.suiteFolders, importOwn);
  const writer = openJournal(spec);
  const sink = writer ?? forgetfulSink(spec.run);
  const found = new RunFindings();
  const targets = new Map(
    spec.targets.map((target, index) => [
      target.id,
      new TargetRun({
        spec: target,
        run: spec,
        sink,
        specs: specsOf(spec, target.id),
        connPrefix: spec.targets.length === 1 ? 'ws' : `ws${index + 1}`,
        stop: stop.signal,
        onPreflight: (report) => say({ type: 'preflight', target: target.id, report }),
        onLeaks: (leaks) => say({ type: 'leaks', target: target.id, leaks }),
        onFindings: (findings) => say({ type: 'findings', target: target.id, findings }),
      }),
    ]),
  );
  const rates = spec.targets.map(({ profile }) => profile.limits.requestsPerSecond);
  const turns = new Turns(spec.atOnce ?? Math.max(2, ...rates.map(turnsFor)));
  post({ type: 'ready', items: spec.items.length });

  return {
    items: spec.items,
    records: () => sink.records,
    execute(item) {
      const target = targets.get(item.target);
      const check = registeredChecks().get(item.check)?.spec;
      if (target === undefined || check === undefined) {
        throw new RangeError(`item: expected a known target and check, got ${item.target}, ${item.check}`);
      }
      const take = (): Promise<void> => turns.take(check, () => executeOn(target, check, item));
      return target.comesLate(check) ? target.enter(check).then(take) : take();
    },
    async close() {
      await Promise.all([...targets.values()].map((target) => target.close()));
      writer?.append(found.record());
      writer?.close(stop.signal.aborted ? 'interrupted' : 'finished');
      post({
        type: 'end',
        end: {
          records: writer?.records ?? 0,
          ...(writer?.failure !== undefined && { journalFailure: writer.failure.message }),
          secretsIn: writer?.secretsIn ?? [],
          echoesIn: writer?.echoesIn ?? [],
        },
      });
    },
  };

  function say(message: FromWorker): void {
    const clean = writer?.cleaned(message) ?? message;
    found.take(clean);
    post(clean);
  }

  async function executeOn(target: TargetRun, check: CheckSpec, item: RunItem): Promise<void> {
    if (stop.signal.aborted || target.isStopped) {
      const reason = stop.signal.aborted ? `the run was stopped (${String(stop.signal.reason)})` : target.stopReason;
      report(say, notRun(item, reason));
      await target.ended(check, undefined);
      return;
    }
    post({ type: 'started', target: item.target, check: item.check });
    const outcome = await outcomeOn(target, check).catch((error: unknown) => withoutOutcome(item, error));
    report(say, target.isStopped && outcome.verdict === 'inconclusive' ? notRun(item, target.stopReason) : outcome);
    await target.ended(check, outcome);
  }

  async function outcomeOn(target: TargetRun, check: CheckSpec): Promise<Outcome> {
    const live = await target.live();
    return runCheck({
      spec: check,
      target: live,
      tag: spec.targets.length === 1 ? check.id : `${check.id}@${live.id}`,
      levels: spec.levels,
      verdictsOnly: spec.verdictsOnly === true,
      signal: target.signal,
    });
  }
}

function report(post: (message: FromWorker) => void, outcome: Outcome): void {
  try {
    post({ type: 'ended', outcome });
  } catch (error) {
    post({
      type: 'ended',
      outcome: withoutOutcome(outcome, `the outcome could not be handed over: ${messageOf(error)}`),
    });
  }
}

function notRun(item: RunItem, reason: string): Outcome {
  return bare(item, 'not-run', reason);
}

/** The run goes on: who waits for all checks of a target counts this one, too. */
function withoutOutcome(item: RunItem, error: unknown): Outcome {
  return bare(item, 'error', messageOf(error));
}

function bare({ target, check }: RunItem, verdict: Outcome['verdict'], reason: string): Outcome {
  return { target, check, verdict, reason, evidence: [], durationMs: 0, observations: [], findings: [] };
}

function specsOf(spec: RunSpec, target: string): readonly CheckSpec[] {
  return spec.items
    .filter((item) => item.target === target)
    .flatMap((item) => registeredChecks().get(item.check)?.spec ?? []);
}

function openJournal(spec: RunSpec): JournalWriter | undefined {
  if (spec.journal === undefined) return undefined;
  const { file, suite, profile, plan } = spec.journal;
  return JournalWriter.open(file, {
    run: spec.run,
    seed: spec.seed,
    suite,
    profile,
    settings: {
      effort: spec.effort,
      targets: spec.targets.map((target) => target.id),
      // What must end with a verdict: a killed run shows by it what it lost.
      checks: [...new Set(spec.items.map((item) => item.check))],
      ...(plan !== undefined && { plan }),
      checkers: settingsOf(spec.targets.map((target) => target.profile)),
    },
    secrets: spec.targets.flatMap((target) => secretsOf(target.profile)),
  });
}

/** For runs that leave no journal: indices are still needed as evidence inside the run. */
function forgetfulSink(run: string): RunSink & { readonly records: number } {
  const stamp = createStamp(run);
  return {
    get records() {
      return stamp.count;
    },
    keep: (draft) => stamp.record(draft),
  };
}
