// The fault matrix as a document: which fault of the reference service is killed by which check. What `fault-matrix.json` holds and
// `tsi matrix --json` prints. Members may be added, never renamed.
import type { Level } from '../model/model.js';

export const FAULT_MATRIX_FORMAT = 1;

export interface FaultRow {
  readonly id: string;
  readonly section: string;
  readonly requirements: readonly string[];
  readonly summary: string;
  /** At which it must be noticed: should where only warnings are due. */
  readonly level: Level;
  /** The highest at which a check failed on it; absent when it survived. */
  readonly killedAt?: Level;
  /** Whether a must fault is killed by the right requirement at must, and no check fails at must on a should fault. */
  readonly levelHolds: boolean;
  /** Checks that failed on it, those that name a violated requirement first. */
  readonly killedBy: readonly string[];
  /** Whether one of them failed naming a requirement that the fault says it violates. */
  readonly killedByRightRequirement: boolean;
  readonly survived: boolean;
  /** Services started for it: more than one where the fault shows on some occasions only. */
  readonly repetitions: number;
  readonly rate?: number;
  /** The legal differences that the service had beside the fault, when it had any. */
  readonly habits?: readonly string[];
  /** Present when the faulty service did not start. */
  readonly broken?: string;
  /** Where it is not proven: checks of the violated requirements that could not be decided on it. */
  readonly undecided?: readonly NotPassed[];
}

/** A check, what it came to, and why. */
export interface NotPassed {
  readonly id: string;
  readonly verdict: string;
  readonly reason?: string;
}

export interface CheckRow {
  readonly id: string;
  readonly kills: number;
}

export interface FaultMatrix {
  readonly matrix: typeof FAULT_MATRIX_FORMAT;
  readonly seed: string;
  readonly effort: string;
  readonly dialect: string;
  /** Whether every fault and every check took part, so that the counts stand for the whole suite. */
  readonly whole: boolean;
  readonly confidence: number;
  readonly durationMs: number;
  readonly faults: readonly FaultRow[];
  readonly checks: readonly CheckRow[];
  /** Checks that did not pass on the honest service. */
  readonly honest: readonly NotPassed[];
}

export interface MatrixCounts {
  readonly faults: number;
  readonly right: number;
  /** Killed by the right requirement, but as a warning where a failure is due, or as a failure where a warning is. */
  readonly misplaced: number;
  readonly other: number;
  readonly survived: number;
  readonly checks: number;
  readonly idle: number;
}

/** Killed as it must be: by the right requirement, at the right level. */
export function isProven({ killedByRightRequirement, levelHolds }: FaultRow): boolean {
  return killedByRightRequirement && levelHolds;
}

export function countMatrix(matrix: FaultMatrix): MatrixCounts {
  const named = matrix.faults.filter((fault) => fault.killedByRightRequirement);
  const right = named.filter(isProven).length;
  const survived = matrix.faults.filter((fault) => fault.survived).length;
  return {
    faults: matrix.faults.length,
    right,
    misplaced: named.length - right,
    survived,
    other: matrix.faults.length - named.length - survived,
    checks: matrix.checks.length,
    idle: matrix.checks.filter(({ kills }) => kills === 0).length,
  };
}
