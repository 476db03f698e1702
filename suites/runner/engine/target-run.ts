// One target inside the worker: built when its first check starts, closed when its last one has ended, stopped early when the run's
// policy says that nothing more is to be learned about it.
import { setMaxListeners } from 'node:events';
import type { CheckSpec } from '../check.js';
import { findLeaks } from '../live/account/leaks.js';
import type { Outcome } from '../live/outcome.js';
import { Phases, phaseOf } from '../live/phases.js';
import { paceFindings } from '../live/resilience/pace-findings.js';
import { type BuiltTarget, buildTarget } from '../live/target/build-target.js';
import type { PreflightReport } from '../live/target/preflight-report.js';
import type { LiveTarget } from '../live/target/target.js';
import { type RunSink, TargetJournal } from '../live/target/target-journal.js';
import type { CheckFinding } from '../live/verdict/tally.js';
import type { RunSpec, TargetSpec } from './run-spec.js';

export interface TargetRunParts {
  readonly spec: TargetSpec;
  readonly run: RunSpec;
  readonly sink: RunSink;
  /** The checks that will run on it. */
  readonly specs: readonly CheckSpec[];
  readonly connPrefix: string;
  readonly stop: AbortSignal;
  readonly onPreflight: (report: PreflightReport) => void;
  readonly onLeaks: (leaks: readonly string[]) => void;
  readonly onFindings: (findings: readonly CheckFinding[]) => void;
}

export class TargetRun {
  readonly #parts: TargetRunParts;
  readonly #stop = new AbortController();
  readonly #phases: Phases;
  readonly stopReason: string;
  #left: number;
  /** Basic checks that have not ended. */
  #basic: number;
  #built: Promise<BuiltTarget> | undefined;

  constructor(parts: TargetRunParts) {
    this.#parts = parts;
    this.#left = parts.specs.length;
    this.#basic = parts.specs.filter(isBasic).length;
    this.#phases = new Phases(parts.spec.profile, parts.specs);
    this.stopReason = `${parts.spec.id} is decided: a check of the watched requirements has failed`;
    setMaxListeners(0, this.#stop.signal);
    const give = (): void => this.#stop.abort(parts.stop.reason);
    if (parts.stop.aborted) give();
    else parts.stop.addEventListener('abort', give, { once: true });
  }

  /** Aborts when the run is stopped, or this target alone. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether this target alone is stopped. */
  get isStopped(): boolean {
    return this.#stop.signal.aborted && !this.#parts.stop.aborted;
  }

  /** Whether the check waits for others before it starts, and so takes no turn while it does. */
  comesLate(spec: CheckSpec): boolean {
    return phaseOf(spec, this.#parts.spec.profile) !== 'together';
  }

  /** Resolves when the check may start beside those that run. */
  enter(spec: CheckSpec): Promise<void> {
    return this.#phases.enter(spec);
  }

  async live(): Promise<LiveTarget> {
    this.#built ??= this.#build();
    return (await this.#built).target;
  }

  /** Called once per check; closes the target after the last. */
  async ended(spec: CheckSpec, outcome: Outcome | undefined): Promise<void> {
    this.#left -= 1;
    if (isBasic(spec)) this.#basic -= 1;
    try {
      if (this.#basic === 0) (await this.#built)?.target.parts.basicsEnded();
    } finally {
      // Others wait for its end, whatever became of the target.
      this.#phases.ended(spec);
    }
    const { stopWhenFailed: watched = [], stopLevel = outcome?.level } = this.#parts.spec;
    const isFailure = outcome?.verdict === 'fail' && outcome.level === stopLevel;
    if (isFailure && watched.includes(outcome.requirement ?? '')) this.#stop.abort(this.stopReason);
    if (this.#left === 0) await this.close();
  }

  async close(): Promise<void> {
    const building = this.#built;
    this.#built = undefined;
    const built = await building;
    if (built === undefined) return;
    const leaks = await findLeaks(built.target);
    if (leaks.length > 0) this.#parts.onLeaks(leaks);
    const { journal, pace, controlPace } = built.target;
    const findings = [...journal.frames.findings(), ...paceFindings(pace), ...controlPace.findings()];
    if (findings.length > 0) this.#parts.onFindings(findings);
    await built.close();
  }

  async #build(): Promise<BuiltTarget> {
    const { spec, run, sink, specs, connPrefix, onPreflight } = this.#parts;
    const built = await buildTarget({
      id: spec.id,
      profile: spec.profile,
      ...(spec.hasManyStreams && { hasManyStreams: true }),
      seed: run.seed,
      effort: run.effort,
      journal: new TargetJournal(
        sink,
        specs.some((one) => one.kind === 'history'),
      ),
      connPrefix,
      // Checks carry their own signals; what is left open is closed with the target.
      signal: new AbortController().signal,
    });
    void built.target.preflight.then(onPreflight);
    if (this.#basic === 0) built.target.parts.basicsEnded();
    return built;
  }
}

/** Journal checkers wait for all others, and tell nothing about what is there. */
function isBasic({ basic, kind }: CheckSpec): boolean {
  return basic === true && kind !== 'history';
}
