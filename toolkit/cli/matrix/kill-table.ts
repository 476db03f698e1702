// From outcomes to the matrix: which checks failed on which fault, and whether one of them named a violated requirement. Pure.
import { type CheckRow, type FaultRow, isProven, type NotPassed } from '../../../reports/render/fault-matrix-model.js';
import type { Level } from '../../../suites/runner/check.js';
import { grouped } from '../../base/grouped.js';

/** What the table needs of a fault. */
export interface FaultFacts {
  readonly id: string;
  readonly section: string;
  readonly requirements: readonly string[];
  readonly summary: string;
  readonly rate?: number;
  readonly trigger?: string;
  /** Where a must requirement is violated, and yet only warnings are due. */
  readonly level?: 'should';
}

export interface TriedFault {
  readonly fault: FaultFacts;
  /** Names of the targets that were started for it. */
  readonly targets: readonly string[];
  /** Those of the first target. */
  readonly habits?: readonly string[];
  readonly broken?: string;
}

/** What is needed of an outcome, of a check of services or of clients. */
export interface Kill {
  readonly check: string;
  readonly target: string;
  readonly verdict: string;
  /** The one that the failed assertion names. */
  readonly requirement?: string;
  readonly level?: Level;
  readonly reason?: string;
  /** Of a failure over the journal: the checks that wrote what it rests on. */
  readonly writtenBy?: readonly string[];
}

/** `lowered`: the requirements that are no must. */
export function faultRows(
  tried: readonly TriedFault[],
  outcomes: readonly Kill[],
  lowered: Readonly<Record<string, Level>>,
): readonly FaultRow[] {
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const failures = grouped(failed, ({ target }) => target);
  return tried.map(({ fault, targets, habits = [], broken }) => {
    const kills = targets.flatMap((target) => failures.get(target) ?? []);
    const isRight = ({ requirement }: Kill): boolean =>
      requirement !== undefined && fault.requirements.includes(requirement);
    const rightly = kills.filter(isRight);
    const right = new Set(rightly.map(({ check }) => check));
    const other = new Set(kills.map(({ check }) => check).filter((check) => !right.has(check)));
    const level = fault.level ?? levelDue(fault, lowered);
    const levelHolds = level === 'must' ? rightly.some(binds) : !kills.some(binds);
    const { id, section, requirements, summary, rate } = fault;
    return {
      id,
      section,
      requirements,
      summary,
      level,
      ...(kills.length > 0 && { killedAt: kills.some(binds) ? ('must' as const) : ('should' as const) }),
      levelHolds,
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

/** Tells of the faults that are not proven which of the checks that judge them could not be decided. */
export function withUndecided(
  rows: readonly FaultRow[],
  tried: readonly TriedFault[],
  judged: readonly Kill[],
): readonly FaultRow[] {
  const open = grouped(
    judged.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'error'),
    ({ target }) => target,
  );
  return rows.map((row, index) => {
    const undecided = (tried[index]?.targets ?? []).flatMap((target) => open.get(target) ?? []);
    return isProven(row) || undecided.length === 0 ? row : { ...row, undecided: undecided.map(notPassed) };
  });
}

export function notPassed({ check, verdict, reason }: Kill): NotPassed {
  return { id: check, verdict, ...(reason !== undefined && { reason }) };
}

/** A fault that violates nothing but suggestions is due a warning. */
export function levelDue({ requirements }: FaultFacts, lowered: Readonly<Record<string, Level>>): Level {
  return requirements.every((id) => lowered[id] === 'should') ? 'should' : 'must';
}

function binds({ level }: Kill): boolean {
  return level !== 'should';
}

/** Every check with the number of faults that it kills. */
export function checkRows(
  checks: readonly string[],
  faults: readonly Pick<FaultRow, 'killedBy'>[],
): readonly CheckRow[] {
  const kills = new Map(checks.map((id) => [id, 0]));
  for (const { killedBy } of faults) for (const check of killedBy) kills.set(check, (kills.get(check) ?? 0) + 1);
  return [...kills].map(([id, count]) => ({ id, kills: count }));
}
