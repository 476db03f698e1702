// What a run tells whoever shows its progress.
import type { CheckResult, Results } from '../model/model.js';

export interface Progress {
  /** How many checks will report. */
  plan(total: number): void;
  /** The target answers: what follows is about it. */
  ready(): void;
  started(id: string): void;
  finished(check: CheckResult): void;
  /** A remark about the run, printed at once. */
  note(text: string): void;
  /** The run is over; `files` are the paths of the report that was written. */
  end(results: Results, files?: readonly string[]): void;
}
