// A statement of the catalogue as reports carry it: what it says, how much it weighs, and why nothing judges it, if nothing does.
import type { Requirement } from './requirement.js';

/** `judgedBy` is told of a duty that the run cannot judge, since somebody else is under test. */
export type ReportedRequirement = Pick<
  Requirement,
  'id' | 'section' | 'level' | 'statement' | 'untestable' | 'judgedBy'
>;

/** As a run against a service reports it. */
export function asReported(requirement: Requirement): ReportedRequirement {
  const { id, section, level, statement, untestable, judgedBy } = requirement;
  return {
    id,
    section,
    level,
    statement,
    ...(untestable !== undefined && { untestable }),
    ...(judgedBy !== undefined && { judgedBy }),
  };
}
