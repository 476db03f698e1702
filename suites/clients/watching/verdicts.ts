// Verdicts of a watch, each on one thing that it saw (what is asserted of a client under watch was asserted once, over all of it).
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { PlayedCheck } from '../playing/play.js';
import type { Judged, WatchedId } from './scene.js';

/** What has a place in the journal, most telling first. */
type Evidence = readonly { readonly record?: number }[];

export function requirementIn(id: WatchedId): ClientRequirementId {
  return id.slice(0, id.indexOf('/')) as ClientRequirementId; // the type of the id says so
}

export function failure(id: WatchedId, expected: string, actual: string, evidence: Evidence): PlayedCheck {
  return { ...verdictOf(id, 'fail', evidence), requirement: requirementIn(id), ...said(expected, actual) };
}

/** A warning that rests on no time. */
export function timelessWarning(...found: Parameters<typeof failure>): Judged {
  return { ...failure(...found), level: 'should', timeless: true };
}

export function said(
  expected: string,
  actual: string,
): { readonly reason: string; readonly expected: string; readonly actual: string } {
  return { reason: `expected ${expected}, got ${actual}`, expected, actual };
}

export function undecided(id: WatchedId, reason: string, evidence: Evidence = []): PlayedCheck {
  return { ...verdictOf(id, 'inconclusive', evidence), reason };
}

export function verdictOf(id: WatchedId, verdict: PlayedCheck['verdict'], evidence: Evidence = []): PlayedCheck {
  const indices = evidence.flatMap(({ record }) => record ?? []);
  return { check: id, verdict, durationMs: 0, observed: [], asserted: [], scenes: [], evidence: indices };
}

/** What a verdict says of the client was asserted once, over all that was seen of it. */
export function withAssertion(
  { seen, timeless: _, ...played }: Judged,
  titles: ReadonlyMap<string, string>,
): PlayedCheck {
  const { check, verdict, level, actual } = played;
  if (verdict !== 'pass' && verdict !== 'fail') return played;
  const requirement = requirementIn(check as WatchedId); // every check of a watch has such an id
  const expected = played.expected ?? titles.get(check) ?? '';
  const said = {
    expected,
    ...(actual !== undefined && { actual }),
    ...(level !== undefined && { level }),
    ...(seen !== undefined && { seen }),
  };
  return { ...played, asserted: [{ requirement, holds: verdict === 'pass', ...said }] };
}
