// The areas of the suite side by side: most checks are of signing, and a total would hide a service that cannot trade.
import { grouped } from '../../toolkit/base/grouped.js';
import type { Results } from './model.js';
import { countWords, type Word } from './words.js';

export interface AreaRow {
  readonly area: string;
  readonly counts: Readonly<Record<Word, number>>;
  /** Checks that apply and were asked for. */
  readonly applies: number;
  /** Of these, those that say something about the target. */
  readonly judged: number;
  /** The worst that is to be seen in it. */
  readonly worst: Word;
}

const BY_SEVERITY: readonly Word[] = ['fail', 'suite error', 'undecided', 'not run', 'warning', 'waived', 'pass'];

/** Worst first, then by name. */
export function areaRows({ checks, run }: Results): readonly AreaRow[] {
  return [...grouped(checks, ({ area }) => area)]
    .map(([area, own]): AreaRow => {
      const counts = countWords(own, run.level);
      const applies = own.length - counts['not applicable'] - counts['left out'];
      const judged = counts.pass + counts.fail + counts.warning + counts.waived;
      return { area, counts, applies, judged, worst: worstOf(counts) };
    })
    .sort((a, b) => severity(a) - severity(b) || (a.area < b.area ? -1 : 1));
}

function worstOf(counts: AreaRow['counts']): Word {
  return BY_SEVERITY.find((word) => counts[word] > 0) ?? (counts['left out'] > 0 ? 'left out' : 'not applicable');
}

function severity({ worst }: AreaRow): number {
  const place = BY_SEVERITY.indexOf(worst);
  return place === -1 ? BY_SEVERITY.length : place;
}
