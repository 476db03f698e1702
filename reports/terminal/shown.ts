// How the final block is shown: colours, width, and whether the log of a CI folds its parts.
import type { Paint } from './style.js';

export interface Shown {
  readonly paint: Paint;
  readonly columns: number;
  /** Whether the log folds what stands between `::group::` and `::endgroup::`. */
  readonly folds: boolean;
}

/** Under a title, which a CI folds. */
export function folded(title: string, text: string, { paint, folds }: Shown): string {
  return folds ? `::group::${title}\n${text}::endgroup::\n` : `\n${paint('bold', title)}\n${text}`;
}
