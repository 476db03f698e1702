// Runs one check on one target from preflight to verdict: leases accounts, gives the context to the check's function,
// bounds it in time, undoes, cleans up, decides, and journals the verdict. Never throws.

import type { JournalRecord } from '../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import { PART_NAMES } from '../../../toolkit/profile/parts.js';
import { pause } from '../../../toolkit/wire/pause.js';
import type { CheckSpec, Level } from '../check.js';
import { isCheckEnd, Undecided } from '../check-end.js';
import { type Decision, decide, type Ending, isDialectFailure, MISREAD } from '../decision.js';
import { lowestOf } from '../level.js';
import { LiveAccount } from './account/account.js';
import { cleanUp } from './account/clean-up.js';
import { saysExhausted } from './account/exhaustion.js';
import { LiveContext } from './context-live.js';
import { Deadline } from './deadline.js';
import { type Hindrance, hindranceOf } from './market/hindrance.js';
import type { Outcome } from './outcome.js';
import { CheckScope } from './scope.js';
import type { Lease } from './sharing/leases.js';
import type { LiveTarget } from './target/target.js';
import type { CheckJournal } from './target/target-journal.js';
import { withAnswer } from './verdict/answer-words.js';
import type { SignatureExplanation } from './verdict/explain-signature.js';
import { outOfForm } from './verdict/out-of-form.js';
import { shorten } from './verdict/shorten.js';
import { type CheckFinding, CheckTally } from './verdict/tally.js';
import { cutStream } from './weather/cut-streams.js';
import { LOCKED } from './weather/lock-outs.js';

export interface CheckRun {
  readonly spec: CheckSpec;
  readonly target: LiveTarget;
  /** The id in the journal. */
  readonly tag: string;
  readonly levels: Readonly<Record<string, Level>>;
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
}

/** Tries that what passes by itself may spoil. One that showed where the market of an instrument stands is free, as the next knows it. */
const MOST_TRIES = 4;

export async function runCheck(run: CheckRun): Promise<Outcome> {
  const { target, tag } = run;
  const first = await unhindered(run);
  const attempt = first.decision.verdict === 'pass' ? first : await withControlInEffect(run, first);
  const { scope, journal, tally, hindrance } = attempt;
  const absent = (await withoutTarget(run, attempt)) ?? (await absentPart(run, attempt));
  if (absent !== undefined) setAside(journal, absent.reason ?? '', absent.evidence);
  const made = withAnswer(absent ?? hindered(attempt.decision, hindrance), tally, journal);
  const level = levelOf(run, made);
  const signature = made.verdict === 'fail' ? await explained(scope, made.evidence) : undefined;
  const outcome = {
    ...outcomeOf(run, { ...made, level }, tally, attempt.spentMs),
    ...(signature !== undefined && { signature }),
  };
  journal.note('verdict', {
    verdict: made.verdict,
    reason: shorten(made.reason ?? ''),
    evidence: [...outcome.evidence],
    ...(level !== undefined && { level }),
    told: toldOf(outcome),
  });
  target.journal.release(tag);
  return outcome;
}

interface Attempt {
  readonly scope: CheckScope;
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  readonly decision: Decision;
  readonly hindrance: Hindrance | undefined;
  readonly spentMs: number;
}

/** Tries again what the market spoilt. */
async function unhindered(run: CheckRun, controlWaitMs: number = 0): Promise<Attempt> {
  const findings: CheckFinding[] = [];
  let spentMs = 0;
  let free = run.target.profile.market.instruments.length;
  for (let tries = 1; ; ) {
    const attempt = await attempted(run, controlWaitMs);
    const { decision, hindrance, journal, tally } = attempt;
    spentMs += attempt.spentMs;
    const isSpoilt = hindrance !== undefined && isOpen(decision);
    if (isSpoilt) setAside(journal, hindrance.cause, hindrance.evidence);
    if (!isSpoilt || tries === MOST_TRIES || run.signal.aborted) {
      tally.findings.unshift(...findings);
      return { ...attempt, spentMs };
    }
    findings.push(...tally.findings);
    if (hindrance.instrument === undefined || free === 0) tries += 1;
    else free -= 1;
  }
}

/** So often a check is made again without a pause: which comes first, the effect or what is judged, is a race. */
const AT_ONCE_AGAIN = 3;

/**
 * A control action may answer before it takes effect. A check that failed behind one is tried with a pause after each, and a longer one;
 * where it passes then, and fails once more without, the target is known for it, and every later check waits.
 */
async function withControlInEffect(run: CheckRun, failed: Attempt): Promise<Attempt> {
  const { controlPace } = run.target;
  const waitedMs = failed.scope.controlWaitMs;
  const isKnown = (): boolean => controlPace.waitMs > waitedMs;
  if (!failed.scope.hasControlled || run.signal.aborted) return failed;
  // What did not fail may have other causes: it is tried again only where the target is known to be late.
  if (failed.decision.verdict !== 'fail' && !isKnown()) return failed;
  const longer = await controlPace.tryLonger(waitedMs, async (waitMs) => {
    const patient = await unhindered(run, waitMs);
    if (patient.decision.verdict !== 'pass' || isKnown()) return patient;
    let { spentMs } = patient;
    let again = patient;
    for (let turn = 0; turn < AT_ONCE_AGAIN && again.decision.verdict !== 'fail'; turn += 1) {
      again = await unhindered(run, waitedMs);
      spentMs += again.spentMs;
      if (isKnown()) return { ...patient, spentMs }; // found out by another check meanwhile
    }
    if (again.decision.verdict !== 'fail') return { ...failed, spentMs };
    controlPace.waitMs = waitMs;
    const cause = 'the control actions of the target take effect after their answers';
    setAside(again.journal, cause, again.decision.evidence);
    const made = await unhindered(run, waitMs);
    return { ...made, spentMs: spentMs + made.spentMs };
  });
  if (longer === undefined) return failed;
  const spentMs = failed.spentMs + longer.spentMs;
  if (longer.decision.verdict === 'pass' || longer.scope === failed.scope) return { ...longer, spentMs };
  // Its own failure is told, unless a still longer pause ends it.
  const longest = await withControlInEffect(run, longer);
  return { ...(longest.decision.verdict === 'pass' ? longest : failed), spentMs: failed.spentMs + longest.spentMs };
}

/** What was asserted so far does not count: whoever judges the journal again must know. */
function setAside(journal: CheckJournal, reason: string, evidence: readonly number[] = []): void {
  journal.note('resolve', { by: 'run again', reason, evidence: [...evidence] }, evidence[0] ?? null);
}

/** So often a check is made again that a lock may have spoilt. */
const AGAIN = 3;
/** So often one whose stream was cut; what comes of it again each time is the target's. */
const AFTER_CUTS = 2;

/** The check on accounts of its own, as often as locks of the target fall on it or its streams are cut. */
async function attempted(run: CheckRun, controlWaitMs: number): Promise<Attempt> {
  const { lockOuts } = run.target;
  let cuts = 0;
  for (let again = 0; ; again += 1) {
    const startedMs = performance.now();
    const locks = lockOuts.met;
    const attempt = await once(run, controlWaitMs);
    const { decision, journal } = attempt;
    // The first lock falls before anybody looks out for one; later ones are told from refusals at once.
    const isSpoilt = isOpen(decision) || (locks === 0 && decision.verdict !== 'error');
    const mayRepeat = again < AGAIN && !run.signal.aborted;
    const cut = mayRepeat && cuts < AFTER_CUTS && isOpen(decision) ? cutStream(journal.records()) : undefined;
    if (cut !== undefined) {
      cuts += 1;
      setAside(journal, 'a stream of the check had been cut', [cut]);
      continue;
    }
    if (mayRepeat && isOpen(decision) && journal.records().some(mayBeLocked)) await lockOuts.look(run.signal);
    if (!mayRepeat || !isSpoilt || !lockOuts.overlaps(startedMs, performance.now())) return attempt;
    setAside(journal, 'the target had locked the key or the address');
  }
}

function mayBeLocked({ kind, parsed }: JournalRecord): boolean {
  return kind === 'ok' && LOCKED.includes(memberOf(parsed, 'status'));
}

async function once(run: CheckRun, controlWaitMs: number): Promise<Attempt> {
  const { spec, target, tag, signal } = run;
  const journal = target.journal.open(tag);
  const tally = new CheckTally(spec);
  const deadline = new Deadline(deadlineMs(run), signal);
  const scope = new CheckScope(target, spec, journal, tally, deadline.signal);
  scope.controlWaitMs = Math.max(controlWaitMs, target.controlPace.waitMs);
  // Nothing that it still waits for could be read.
  target.journal.onMisread(tag, (record) => deadline.stop(new Undecided(MISREAD, [record])));
  target.intake.begin(tag, (what) => deadline.stop(new Undecided(what)));
  scope.offTheClock = (waiting) => deadline.outside(waiting);
  const { ending, hindrance } = await executed(scope, deadline);
  deadline.clear();
  target.intake.end(tag);
  readJournal(scope, ending);
  return { scope, journal, tally, decision: decide(spec, ending, tally), hindrance, spentMs: deadline.spentMs };
}

/** What basic checks that run beside it may take before they know which parts are there. */
const BASICS_MS = 15_000;

/** What was open when the target ended says nothing about it. */
async function withoutTarget({ target, spec }: CheckRun, { decision }: Attempt): Promise<Decision | undefined> {
  // The journal of the others is still there.
  if (!isOpen(decision) || spec.kind === 'history') return undefined;
  if ((await target.preflight).outcome === 'unreachable') return undefined;
  const reason = await target.presence.gone();
  return reason === undefined ? undefined : { verdict: 'inconclusive', reason, evidence: decision.evidence };
}

/** What failed or stayed open because a part is not built yet is undecided for that; that it is missing, basic checks say. */
async function absentPart(
  { spec, target, signal }: CheckRun,
  { decision, scope }: Attempt,
): Promise<Decision | undefined> {
  const { notFound } = scope;
  if (!isOpen(decision) || spec.basic === true || notFound.size === 0) return undefined;
  await Promise.race([target.parts.known, pause(BASICS_MS, signal)]).catch(() => undefined);
  const absent = PART_NAMES.filter((part) => notFound.has(part)).flatMap((part) => target.parts.absence(part) ?? []);
  // It knows its cause already, which may be another part than the one that it met first.
  if (decision.needs !== undefined && absent.some(({ needs }) => needs[0] === decision.needs?.[0])) return undefined;
  const decisive = absent.find(({ part }) => notFound.get(part)?.some((record) => decision.evidence.includes(record)));
  const cause = decisive ?? absent[0];
  if (cause === undefined) return undefined;
  const { message: reason, evidence, needs } = cause;
  return { verdict: 'inconclusive', reason, evidence, needs };
}

/** What the market may have spoilt. */
function isOpen({ verdict }: Decision): boolean {
  return verdict === 'fail' || verdict === 'inconclusive';
}

/** What the market did is no failure of the target, and the cause of what stays undecided. */
function hindered(decision: Decision, hindrance: Hindrance | undefined): Decision {
  if (hindrance === undefined || !isOpen(decision)) return decision;
  const { cause, evidence } = hindrance;
  const reason = decision.reason === undefined ? cause : `${cause}, after which: ${decision.reason}`;
  return { verdict: 'inconclusive', reason, evidence: [...evidence, ...decision.evidence] };
}

/** The doctor is loaded by the first failure that needs it. That it fails itself must not cost a verdict. */
async function explained(
  { sent, target }: CheckScope,
  evidence: readonly number[],
): Promise<SignatureExplanation | undefined> {
  const request = sent.among(evidence);
  if (request === undefined) return undefined;
  const { explainSignature } = await import('./verdict/explain-signature.js');
  try {
    return explainSignature(request, {
      error: target.read.error(request.exchange),
      keys: target.profile.keys,
      signedPath: (path) => target.dialect.signedPath(path),
    });
  } catch {
    return undefined;
  }
}

/** What the records of the check say about how far it could be decided. */
function readJournal({ target, spec, journal, tally, hasTraded, roomless }: CheckScope, ending: Ending): void {
  tally.full = roomless;
  tally.misread = journal.indicesOf((record) => target.journal.isMisread(record));
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
): Promise<{ readonly ending: Ending; readonly hindrance: Hindrance | undefined }> {
  let lease: Lease | undefined;
  let accounts: readonly LiveAccount[] = [];
  let ending: Ending = { by: 'return' };
  try {
    await ready(scope);
    const { accounts: count = 1, shared = false } = scope.spec.needs ?? {};
    const leases = await scope.target.leases;
    lease = await scope.offTheClock(leases.lease(count, shared, scope.signal));
    if (lease.refused !== undefined) {
      scope.tally.findings.push({ kind: 'control', message: lease.refused, evidence: [] });
    }
    if (lease.fresh || shared) for (const { id } of lease.accounts) scope.untended.add(id);
    accounts = lease.accounts.map((account) => new LiveAccount(account, scope));
    const context = new LiveContext(scope, accounts);
    await deadline.race(scope.spec.run(context, ...context.accounts));
  } catch (error) {
    ending = { by: 'throw', error: deadline.signal.aborted ? (scope.tally.failure ?? deadline.reason) : error };
  }
  try {
    const hindrance = await deadline.race(hindranceOf(scope, ending, accounts)).catch(() => undefined);
    return { ending: await finished(ending, scope), hindrance };
  } finally {
    lease?.release();
  }
}

/** Undoes and cleans up, whatever the check did; what goes wrong here never changes a failure into something else. */
async function finished(ending: Ending, scope: CheckScope): Promise<Ending> {
  // A run that is being stopped still tidies up, within this time.
  const isStopped = scope.signal.aborted;
  const tidying = new Deadline(TIDYING_MS, isStopped ? undefined : scope.signal);
  scope.beginTidying(tidying.signal);
  const outside = scope.offTheClock;
  if (!isStopped) scope.offTheClock = (waiting) => outside(tidying.outside(waiting));
  let result = ending;
  for (const undo of scope.undo.reverse()) {
    try {
      await tidying.race(undo());
    } catch (error) {
      // A control action that failed is a finding already; it takes nothing from what the check has judged.
      if (result.by === 'return' && !isCheckEnd(error)) result = { by: 'throw', error };
    }
  }
  await tidying.race(Promise.all([...scope.traded].map((account) => cleanUp(account, scope)))).catch(() => undefined);
  await scope.close();
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

/** What undoing and cleaning up may take, also when the run was stopped. */
const TIDYING_MS = 5_000;
const LEAST_MS = 30_000;
const EFFORT: Readonly<Record<LiveTarget['effort'], number>> = { quick: 1, standard: 2, thorough: 8 };

/** A backstop: every wait inside a check has a bound of its own. */
function deadlineMs({ spec, target }: CheckRun): number {
  const { timing } = target.profile;
  const waits = Math.max(LEAST_MS, 4 * (timing.answerMs + timing.resultMs + timing.eventMs));
  return (waits + 3 * (spec.waitMs ?? 0)) * EFFORT[target.effort];
}

/** Undefined where no assertion failed. */
function levelOf({ spec, levels }: CheckRun, { requirement, level }: Decision): Level | undefined {
  return requirement === undefined ? undefined : lowestOf(spec.level, level, levels[requirement]);
}

/** What results say of a check besides, so that nobody changes it unseen. */
function toldOf({ expected, actual, needs, durationMs, property, signature }: Outcome): JsonValue {
  const told = { expected, actual, needs, durationMs, property, signature };
  return JSON.parse(JSON.stringify(told)) as JsonValue; // plain data; members that are undefined vanish here
}

function outcomeOf(
  run: CheckRun,
  { level, ...decision }: Omit<Decision, 'level'> & { readonly level: Level | undefined },
  tally: CheckTally,
  durationMs: number,
): Outcome {
  const { reason, evidence } = decision;
  return {
    target: run.target.id,
    check: run.spec.id,
    ...decision,
    ...(reason !== undefined && { reason: shorten(reason) }),
    ...(level !== undefined && { level }),
    evidence: evidence.slice(0, 20),
    durationMs: Math.round(durationMs * 10) / 10,
    ...(tally.property !== undefined && { property: tally.property }),
    observations: tally.observations,
    findings: tally.findings,
  };
}
