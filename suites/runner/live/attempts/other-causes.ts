// What stayed open for a cause that lies outside of the check: the target is gone, a part is not built yet,
// the record of a key may have expired, the market did not let it.

import { PART_NAMES } from '../../../../toolkit/profile/parts.js';
import { pause } from '../../../../toolkit/wire/pause.js';
import type { Decision } from '../../decision.js';
import type { Hindrance } from '../market/hindrance.js';
import { type Attempt, type CheckRun, isOpen } from './attempt.js';

/** What basic checks that run beside it may take before they know which parts are there. */
const BASICS_MS = 15_000;

/** What was open when the target ended says nothing about it. */
export async function withoutTarget({ target, spec }: CheckRun, { decision }: Attempt): Promise<Decision | undefined> {
  // The journal of the others is still there.
  if (!isOpen(decision) || spec.kind === 'history') return undefined;
  if ((await target.preflight).outcome === 'unreachable') return undefined;
  const reason = await target.presence.gone();
  return reason === undefined ? undefined : { verdict: 'inconclusive', reason, evidence: decision.evidence };
}

/** What failed or stayed open because a part is not built yet is undecided for that; that it is missing, basic checks say. */
export async function absentPart(
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

/** What is concluded from the answer to a repeat, when the record of its key may have expired. */
export function expiredKey({ decision, scope }: Attempt): Decision | undefined {
  const { late } = scope.keyUses;
  const [first] = late;
  if (decision.verdict !== 'fail' || first === undefined) return undefined;
  const isAbout = ABOUT_KEYS.test(decision.requirement ?? '') || decision.evidence.some((one) => late.includes(one));
  if (!isAbout) return undefined;
  const reason = `a key was repeated so long after its first use that its record may have expired, after which: ${decision.reason}`;
  return { verdict: 'inconclusive', reason, evidence: [first, ...decision.evidence] };
}

/** Statements of what a repeat leads to. */
const ABOUT_KEYS = /^idempotency\.|^positions\.duplicate/;

/** What the market did is no failure of the target, and the cause of what stays undecided. */
export function hindered(decision: Decision, hindrance: Hindrance | undefined): Decision {
  if (hindrance === undefined || hindrance.isDoubtful || !isOpen(decision)) return decision;
  const { cause, evidence } = hindrance;
  const { reason: found } = decision;
  const reason = found === undefined || found === cause ? cause : `${cause}, after which: ${found}`;
  return { verdict: 'inconclusive', reason, evidence: [...evidence, ...decision.evidence] };
}
