// From outcomes to the matrix: which checks failed on which fault, and whether one of them named a violated requirement. Pure.
import type { CheckRow, FaultRow } from '../../../reports/render/fault-matrix-model.js';
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import { grouped } from '../../payload/grouped.js';

/** What the table needs of a fault. */
export interface FaultFacts {
  readonly id: string;
  readonly section: string;
  readonly requirements: readonly string[];
  readonly summary: string;
  readonly rate?: number;
}

export interface TriedFault {
  readonly fault: FaultFacts;
  /** Names of the targets that were started for it. */
  readonly targets: readonly string[];
  /** Those of the first target. */
  readonly habits?: readonly string[];
  readonly broken?: string;
}

type Kill = Pick<Outcome, 'check' | 'target' | 'verdict' | 'requirement'>;

export function faultRows(tried: readonly TriedFault[], outcomes: readonly Kill[]): readonly FaultRow[] {
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const failures = grouped(failed, ({ target }) => target);
  return tried.map(({ fault, targets, habits = [], broken }) => {
    const kills = targets.flatMap((target) => failures.get(target) ?? []);
    const isRight = ({ requirement }: Kill): boolean =>
      requirement !== undefined && fault.requirements.includes(requirement);
    const right = new Set(kills.filter(isRight).map(({ check }) => check));
    const other = new Set(kills.map(({ check }) => check).filter((check) => !right.has(check)));
    const { id, section, requirements, summary, rate } = fault;
    return {
      id,
      section,
      requirements,
      summary,
      killedBy: [...[...right].sort(), ...[...other].sort()],
      killedByRightRequirement: right.size > 0,
      survived: kills.length === 0,
      repetitions: targets.length,
      ...(habits.length > 0 && { habits }),
      ...(rate !== undefined && { rate }),
      ...(broken !== undefined && { broken }),
    };
  });
}

/** Every check with the number of faults that it kills. */
export function checkRows(checks: readonly string[], faults: readonly FaultRow[]): readonly CheckRow[] {
  const kills = new Map(checks.map((id) => [id, 0]));
  for (const { killedBy } of faults) for (const check of killedBy) kills.set(check, (kills.get(check) ?? 0) + 1);
  return [...kills].map(([id, count]) => ({ id, kills: count }));
}
