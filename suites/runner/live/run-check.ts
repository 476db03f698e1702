// Runs one check on one target from preflight to verdict, as often as it takes (`attempts/`), and journals the verdict. Never throws.

import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { Level } from '../check.js';
import type { Decision } from '../decision.js';
import { lowestOf } from '../level.js';
import { type CheckRun, setAside } from './attempts/attempt.js';
import { confirmedInEffect, withControlInEffect } from './attempts/in-effect.js';
import { absentPart, expiredKey, hindered, withoutTarget } from './attempts/other-causes.js';
import { plainly } from './attempts/plainly.js';
import type { Outcome } from './outcome.js';
import type { CheckScope } from './scope.js';
import type { LiveTarget } from './target/target.js';
import type { CheckJournal } from './target/target-journal.js';
import { withAnswer } from './verdict/answer-words.js';
import type { SignatureExplanation } from './verdict/explain-signature.js';
import { shorten } from './verdict/shorten.js';
import type { CheckTally } from './verdict/tally.js';
import { writtenBy } from './verdict/written-by.js';

export async function runCheck(run: CheckRun): Promise<Outcome> {
  const startedMs = performance.now();
  try {
    return await judged(run);
  } catch (error) {
    return brokenOff(run, error, performance.now() - startedMs);
  }
}

/** What went wrong around the attempts of a check: the others still have their turn. */
function brokenOff({ spec, target, tag, signal }: CheckRun, error: unknown, durationMs: number): Outcome {
  const verdict = signal.aborted ? 'inconclusive' : 'error';
  const thrown = error instanceof Error ? (error.stack ?? error.message) : `thrown: ${String(error)}`;
  const reason = shorten(signal.aborted ? `the run was stopped (${String(signal.reason)})` : thrown);
  // An attempt that asserted nothing, so that the verdict rests on none of those before.
  const journal = target.journal.open(tag);
  journal.note('verdict', { verdict, reason, evidence: [], ...attemptOf(target, tag, journal), told: { durationMs } });
  target.journal.release(tag);
  const { id } = target;
  return { target: id, check: spec.id, verdict, reason, evidence: [], durationMs, observations: [], findings: [] };
}

async function judged(run: CheckRun): Promise<Outcome> {
  const { target, tag, verdictsOnly = false } = run;
  const first = await plainly(run);
  const attempt = await (first.decision.verdict === 'pass' ? confirmedInEffect : withControlInEffect)(run, first);
  const { scope, journal, tally, hindrance } = attempt;
  const absent = (await withoutTarget(run, attempt)) ?? (await absentPart(run, attempt)) ?? expiredKey(attempt);
  if (absent !== undefined) setAside(journal, absent.reason ?? '', absent.evidence);
  const made = withAnswer(absent ?? hindered(attempt.decision, hindrance), tally, journal);
  // Whoever judges the journal again would take it for a failure.
  const isOpen = made.verdict === 'inconclusive' || made.verdict === 'not-applicable';
  if (isOpen && target.journal.holdsFalse(tag, journal.attempt)) setAside(journal, made.reason ?? '', made.evidence);
  const level = levelOf(run, made);
  const signature = made.verdict === 'fail' && !verdictsOnly ? await explained(scope, made.evidence) : undefined;
  const outcome = {
    ...outcomeOf(run, { ...made, level }, tally, attempt.spentMs),
    ...(signature !== undefined && { signature }),
  };
  journal.note('verdict', {
    verdict: made.verdict,
    reason: shorten(made.reason ?? ''),
    evidence: [...outcome.evidence],
    ...attemptOf(target, tag, journal),
    ...(level !== undefined && { level }),
    told: toldOf(outcome),
  });
  target.journal.release(tag);
  return outcome;
}

/** Which attempt a verdict rests on, where there were several. */
function attemptOf({ journal }: LiveTarget, tag: string, { attempt }: CheckJournal): { readonly attempt?: number } {
  return journal.attemptsOf(tag) > 1 ? { attempt } : {};
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
  { level, isAbsence: _, ...decision }: Omit<Decision, 'level'> & { readonly level: Level | undefined },
  tally: CheckTally,
  durationMs: number,
): Outcome {
  const { reason, evidence } = decision;
  const isOverJournal = run.spec.kind === 'history' && decision.verdict === 'fail';
  return {
    target: run.target.id,
    check: run.spec.id,
    ...decision,
    ...(reason !== undefined && { reason: shorten(reason) }),
    ...(level !== undefined && { level }),
    evidence: evidence.slice(0, 20),
    durationMs: Math.round(durationMs * 10) / 10,
    ...(tally.property !== undefined && { property: tally.property }),
    ...(isOverJournal && { writtenBy: writtenBy(run, evidence) }),
    observations: tally.observations,
    findings: tally.findings,
  };
}
