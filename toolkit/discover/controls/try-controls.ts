// Tries every control action that a profile binds, and every read that the interface does not show, once on the live target, undoing what
// it did: so that nothing is tried for the first time in a run.
import { isSuccessful } from '../../base/is-successful.js';
import { messageOf } from '../../base/message-of.js';
import type { ControlActionName } from '../../profile/control/actions.js';
import { CONTROL_NAMES } from '../../profile/control/build.js';
import type { Profile } from '../../profile/profile.js';
import { Bench, NotTried } from './bench.js';
import { TRIALS } from './trials.js';

export type TrialOutcome = 'works' | 'refused' | 'no visible effect' | 'not tried';

export interface TrialReport {
  /** A control action or a request. */
  readonly name: string;
  readonly outcome: TrialOutcome;
  readonly why?: string;
  /** How long after the answer of the action its effect was seen, where it was. */
  readonly effectMs?: number;
  /** How long after its answer the effect was not there yet. */
  readonly unseenMs?: number;
}

export interface TrialOptions {
  /** Whether what nothing takes back is tried, too. */
  readonly withLasting: boolean;
  readonly signal: AbortSignal;
  readonly onReport?: (report: TrialReport) => void;
}

export async function tryControls(
  profile: Profile,
  { withLasting, signal, onReport }: TrialOptions,
): Promise<readonly TrialReport[]> {
  const bench = await Bench.on(profile, signal);
  const reports: TrialReport[] = [];
  const tell = (report: TrialReport): void => {
    reports.push(report);
    onReport?.(report);
  };
  try {
    // Its answer shows the target's clock, by which what follows is signed (interface 5.3, rule 8).
    await bench.send('account');
    for (const name of READS) if (bench.dialect.has(name)) tell(await tryRead(bench, name));
    for (const name of CONTROL_NAMES) {
      if (!bench.control.has(name) || signal.aborted) continue;
      tell(await tryAction(bench, name, withLasting));
    }
  } finally {
    await bench.tidy().catch(() => undefined);
    await bench.close();
  }
  return reports;
}

const READS = ['snapshot', 'orderHistory', 'dealHistory', 'limits'] as const;

async function tryRead(bench: Bench, name: (typeof READS)[number]): Promise<TrialReport> {
  const { answer, error } = await bench.send(name);
  if (answer === undefined) return { name, outcome: 'refused', why: error?.message ?? 'no answer' };
  if (!isSuccessful(answer.status) || answer.body === undefined) {
    return { name, outcome: 'refused', why: `HTTP ${answer.status}` };
  }
  const { dialect } = bench;
  const read = {
    snapshot: () => dialect.readSnapshot(answer.body ?? null).accountState,
    orderHistory: () => dialect.readOrderHistory(answer.body ?? null).items,
    dealHistory: () => dialect.readDealHistory(answer.body ?? null).items,
    limits: () => dialect.readQuota(answer.body ?? null)?.limit,
  };
  return read[name]() === undefined
    ? {
        name,
        outcome: 'no visible effect',
        why: `the dialect finds nothing in it; look at bodies.${name} and emptyValues`,
      }
    : { name, outcome: 'works' };
}

async function tryAction(bench: Bench, name: ControlActionName, withLasting: boolean): Promise<TrialReport> {
  const { inverse, isLasting, run } = TRIALS[name];
  if (inverse !== undefined && !bench.control.has(inverse)) {
    return { name, outcome: 'not tried', why: `${inverse}, which takes it back, is not bound` };
  }
  const first = Object.entries(TRIALS).find(([, trial]) => trial.inverse === name)?.[0];
  if (first !== undefined && !CONTROL_NAMES.some((one) => one === first && bench.control.has(one))) {
    return { name, outcome: 'not tried', why: `${first}, which it takes back, is not bound` };
  }
  if (isLasting === true && !withLasting) {
    return { name, outcome: 'not tried', why: 'nothing takes it back; --all tries it' };
  }
  bench.effects.beginTrial();
  try {
    if (!(await run(bench))) return { name, outcome: 'no visible effect' };
    const { effectMs, unseenMs } = bench.effects;
    return {
      name,
      outcome: 'works',
      ...(effectMs !== undefined && { effectMs }),
      ...(unseenMs !== undefined && { unseenMs }),
    };
  } catch (error) {
    return { name, outcome: error instanceof NotTried ? 'not tried' : 'refused', why: messageOf(error) };
  } finally {
    await bench.tidy().catch(() => undefined);
  }
}
