// One attempt of a check on accounts of its own: leases them, gives the context to the check's function, bounds it in time, undoes, cleans
// up, decides. What is wrong with an attempt, and whether there is another, is judged by the files beside this one.

import { type RecordDraft, RUN_AGAIN } from '../../../../toolkit/journal/record.js';
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';
import { SEVERAL_DOCUMENTS } from '../../../../toolkit/wire/streams/read-frame.js';
import type { CheckSpec, Level } from '../../check.js';
import { isCheckEnd, Undecided } from '../../check-end.js';
import { type Decision, decide, type Ending, isDialectFailure, MISREAD } from '../../decision.js';
import { checkSeed } from '../../seed.js';
import { LiveAccount } from '../account/account.js';
import { cleanUp } from '../account/clean-up.js';
import { saysExhausted } from '../account/exhaustion.js';
import { beginsOccupied, occupy } from '../account/occupied.js';
import { type UsualOrder, usualOrder } from '../account/usual-order.js';
import { LiveContext } from '../context-live.js';
import { Deadline } from '../deadline.js';
import { changedConditions } from '../market/changed-conditions.js';
import { type Hindrance, hindranceOf } from '../market/hindrance.js';
import { CheckScope } from '../scope.js';
import type { Lease } from '../sharing/leases.js';
import type { LiveTarget } from '../target/target.js';
import type { CheckJournal } from '../target/target-journal.js';
import { outOfForm } from '../verdict/out-of-form.js';
import { CheckTally } from '../verdict/tally.js';

export interface CheckRun {
  readonly spec: CheckSpec;
  readonly target: LiveTarget;
  /** The id in the journal. */
  readonly tag: string;
  readonly levels: Readonly<Record<string, Level>>;
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
  /** Failures are not explained. */
  readonly verdictsOnly?: boolean;
  /** On accounts where nobody else has traded so far, if the pool has such. */
  readonly isApart?: boolean;
  /** What orders look like of which the check says nothing; drawn from its seed when left out. */
  readonly usual?: UsualOrder;
}

export interface Attempt {
  readonly scope: CheckScope;
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  readonly decision: Decision;
  readonly hindrance: Hindrance | undefined;
  readonly spentMs: number;
}

/** Whether a pause, another market or another account might change the verdict. */
export function isOpen({ verdict }: Decision): boolean {
  return verdict === 'fail' || verdict === 'inconclusive';
}

/** What the attempt of this journal has asserted does not count: whoever judges the run again must know. */
export function setAside(journal: CheckJournal, reason: string, evidence: readonly number[] = []): void {
  const { attempt } = journal;
  journal.note('resolve', { by: RUN_AGAIN, attempt, reason, evidence: [...evidence] }, evidence[0] ?? null);
}

/** `controlWaitMs`: the pause after each control action. */
export async function attemptOnce(run: CheckRun, controlWaitMs: number): Promise<Attempt> {
  const { spec, target, tag, signal } = run;
  const journal = target.journal.open(tag);
  const tally = new CheckTally(spec);
  const deadline = new Deadline(deadlineMs(run), signal);
  const usual = run.usual ?? usualOrder(checkSeed(target.seed, `${spec.id} orders`));
  const scope = new CheckScope({ target, spec, journal, tally, usual, signal: deadline.signal });
  scope.controls.waitMs = Math.max(controlWaitMs, target.controlPace.waitMs);
  // Nothing that it still waits for could be read.
  target.journal.onMisread(tag, (record) => deadline.stop(new Undecided(MISREAD, [record])));
  target.intake.begin(tag, (what) => deadline.stop(new Undecided(what)));
  scope.offTheClock = (waiting) => deadline.outside(waiting);
  const { ending, hindrance } = await executed(scope, deadline, run.isApart === true);
  deadline.clear();
  target.intake.end(tag);
  readJournal(scope, ending);
  return { scope, journal, tally, decision: decide(spec, ending, tally), hindrance, spentMs: deadline.spentMs };
}

/** What the records of the check say about how far it could be decided. */
function readJournal({ target, spec, journal, tally, hasTraded, streams }: CheckScope, ending: Ending): void {
  tally.full = streams.roomless;
  tally.misread = journal.indicesOf((record) => target.journal.isMisread(record));
  const isOfSeveral = ({ error }: RecordDraft): boolean => error?.code === SEVERAL_DOCUMENTS;
  if (journal.indicesOf(isOfSeveral).length > 0) tally.misreadNeeds = ['dialect frames.documents'];
  if (ending.by === 'throw' && isDialectFailure(ending.error)) {
    const last = journal.records().at(-1)?.i;
    const evidence = last === undefined ? [] : [last];
    tally.findings.push({ kind: 'dialect', message: ending.error.message, evidence });
  }
  if (ending.by === 'throw' && !isCheckEnd(ending.error)) {
    tally.outOfForm = outOfForm(spec.kind === 'history' ? journal.history() : journal.records());
  }
  if (!hasTraded) return;
  tally.exhausted = journal.indicesOf(saysExhausted);
  const records = tally.exhausted.flatMap((index) => journal.at(index) ?? []);
  tally.full ??= target.fullAccounts.reasonFor(records, tally.exhausted);
}

async function executed(
  scope: CheckScope,
  deadline: Deadline,
  isApart: boolean,
): Promise<{ readonly ending: Ending; readonly hindrance: Hindrance | undefined }> {
  let lease: Lease | undefined;
  let accounts: readonly LiveAccount[] = [];
  let ending: Ending = { by: 'return' };
  try {
    await ready(scope);
    const { accounts: count = 1, shared = false, vacant = false, keys = [] } = scope.spec.needs ?? {};
    const leases = await scope.target.leases;
    const { opened } = scope.target.journal;
    const preference = {
      named: keys.length > 0,
      ...(isApart && { preferred: ({ id }: ProfileAccount) => !opened.tradedOn(id) }),
    };
    lease = await scope.offTheClock(leases.lease(count, shared, scope.signal, preference));
    if (lease.refused !== undefined) {
      scope.tally.findings.push({ kind: 'control', message: lease.refused, evidence: [] });
    }
    if (lease.fresh) for (const { id } of lease.accounts) scope.opened.add(id);
    if (lease.fresh || shared) for (const { id } of lease.accounts) scope.untended.add(id);
    accounts = lease.accounts.map((account) => new LiveAccount(account, scope));
    const context = new LiveContext(scope, accounts);
    if (!shared && !vacant && beginsOccupied(scope)) await deadline.race(Promise.all(accounts.map(occupy)));
    await deadline.race(scope.spec.run(context, ...context.accounts));
  } catch (error) {
    ending = { by: 'throw', error: deadline.signal.aborted ? (scope.tally.failure ?? deadline.reason) : error };
  }
  scope.journal.end();
  try {
    const hindered = async (): Promise<Hindrance | undefined> =>
      (await changedConditions(scope, ending)) ?? hindranceOf(scope, ending, accounts);
    const hindrance = await deadline.race(hindered()).catch(() => undefined);
    return { ending: await finished(ending, scope), hindrance };
  } finally {
    lease?.release();
  }
}

/** Undoes and cleans up, whatever the check did; what goes wrong here never changes a failure into something else. */
async function finished(ending: Ending, scope: CheckScope): Promise<Ending> {
  // A run that is being stopped still tidies up, within this time.
  const isStopped = scope.signal.aborted;
  const tidying = new Deadline(isStopped ? TIDYING_AT_LAST_MS : TIDYING_MS, isStopped ? undefined : scope.signal);
  scope.beginTidying(tidying.signal);
  const outside = scope.offTheClock;
  if (!isStopped) scope.offTheClock = (waiting) => outside(tidying.outside(waiting));
  let result = ending;
  for (const undo of scope.undo.reverse()) {
    try {
      // What a slow moment of the target left undone would be the next check's: a restricted account, a market that stays closed.
      await tidying.race(undo()).catch(() => tidying.race(undo()));
    } catch (error) {
      // A control action that failed is a finding already; it takes nothing from what the check has judged.
      if (result.by === 'return' && !isCheckEnd(error)) result = { by: 'throw', error };
    }
  }
  await tidying.race(Promise.all([...scope.traded].map((account) => cleanUp(account, scope)))).catch(() => undefined);
  await scope.streams.close();
  tidying.clear();
  return result;
}

/** What preflight found bad leaves every check undecided that is not about that very thing. */
async function ready({ target, spec }: CheckScope): Promise<void> {
  const report = await target.preflight;
  if (target.intake.spent !== undefined) throw new Undecided(target.intake.spent);
  if (report.outcome === 'unreachable' || (report.outcome === 'refused' && spec.basic !== true)) {
    throw new Undecided(`preflight: ${report.message ?? report.outcome}`, report.evidence);
  }
}

/** What undoing and cleaning up may take: longer than a control action, and little when the run was stopped. */
const TIDYING_MS = 15_000;
const TIDYING_AT_LAST_MS = 5_000;
const LEAST_MS = 30_000;
const EFFORT: Readonly<Record<LiveTarget['effort'], number>> = { quick: 1, standard: 2, thorough: 8 };

/** A backstop: every wait inside a check has a bound of its own. */
function deadlineMs({ spec, target }: CheckRun): number {
  const { timing } = target.profile;
  const waits = Math.max(LEAST_MS, 4 * (timing.answerMs + timing.resultMs + timing.eventMs));
  return (waits + 3 * (spec.waitMs ?? 0)) * EFFORT[target.effort];
}
