// The matrix of habits as a document: which legal ways of a correct service the suite spares, and what it says that it should not.
// What `habit-matrix.json` holds and `tsi matrix --habits --json` prints. Members may be added, never renamed.

export const HABIT_MATRIX_FORMAT = 1;

/** What a check said of a correct service, without a habit that makes it so. */
export interface Alarm {
  readonly set: string;
  readonly dialect: string;
  /** The habits of the service; the smallest set that still brings it about, once that was looked for. */
  readonly habits: readonly string[];
  readonly check: string;
  /** `warning` is a failure of level should. */
  readonly said: string;
  readonly reason: string;
  /** Whether it came again on another service with these habits; absent while nobody tried. */
  readonly again?: boolean;
}

export interface HabitRow {
  readonly id: string;
  readonly choice: string;
  readonly section: string;
  readonly points: readonly string[];
  readonly summary: string;
  /** Services that had it. */
  readonly services: number;
  /** Checks that it declares to be undecided, not applicable or a warning there. */
  readonly costs: number;
  /** No alarm on any of these services names it. */
  readonly spared: boolean;
}

export interface HabitMatrix {
  readonly matrix: typeof HABIT_MATRIX_FORMAT;
  readonly seed: string;
  readonly effort: string;
  /** Whether every habit took part, so that the counts stand for all. */
  readonly whole: boolean;
  readonly durationMs: number;
  readonly sets: readonly { readonly id: string; readonly dialect: string; readonly habits: readonly string[] }[];
  /** How many checks were judged on all services together. */
  readonly judged: number;
  readonly habits: readonly HabitRow[];
  readonly alarms: readonly Alarm[];
}

/** How many habits were spared. */
export function countSpared({ habits }: HabitMatrix): number {
  return habits.filter(({ spared }) => spared).length;
}
