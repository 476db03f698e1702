// The words in which a run speaks of its checks, each meaning one thing in every output: the terminal, the page, the summary, the README
// and `tsi help verdicts`. `results.json` keeps its own: `inconclusive` is undecided, and a warning is a `fail` of level should.
import { isDecisiveFailure } from './conformance.js';
import { type CheckResult, countEach, type Results } from './model.js';

/** Worst first, as everything that counts them shows them. */
export const WORDS = [
  'suite error',
  'fail',
  'warning',
  'waived',
  'undecided',
  'not run',
  'pass',
  'not applicable',
  'left out',
] as const;
export type Word = (typeof WORDS)[number];

/** What each means, in the order in which a reader asks. */
export const MEANINGS: Readonly<Record<Word, string>> = {
  pass: 'judged, and the target does what the interface says',
  fail: 'judged, and it does not: the run ends NOT CONFORMANT',
  warning: 'judged, and it does not do what it should: shown, and a fail only with --level should',
  waived: 'judged and failed, and excused by a waiver until its day',
  undecided: 'applies, and could not be judged: the reason says why, and what would let it be',
  'not applicable': 'the target rightly lacks what it judges, as its profile claims or its answers show',
  'left out': 'applies, and was not asked for: effort quick takes one variant of each requirement',
  'not run': 'planned, and without a verdict: the run was stopped, or lost it',
  'suite error': 'the suite itself is at fault: nothing is said about the target',
};

/** How a whole run is called. */
export const HEADLINES: Readonly<Record<string, string>> = {
  CONFORMANT: 'every check that applies was judged, and none failed',
  'CONFORMANT AS FAR AS JUDGED': 'none failed, and the profile accepts what stayed undecided; the headline names it',
  INCOMPLETE: 'none failed, but more is undecided than the profile accepts: exit code 6',
  'NOT CONFORMANT': 'something failed that must hold: exit code 1',
};

export function wordOf(check: CheckResult, level: Results['run']['level']): Word {
  switch (check.verdict) {
    case 'fail':
      return check.waiver !== undefined ? 'waived' : isDecisiveFailure(check, level) ? 'fail' : 'warning';
    case 'inconclusive':
      return 'undecided';
    case 'error':
      return 'suite error';
    case 'not-run':
      return 'not run';
    case 'not-applicable':
      return 'not applicable';
    case 'left-out':
      return 'left out';
    case 'pass':
      return 'pass';
  }
}

export function countWords(checks: readonly CheckResult[], level: Results['run']['level']): Record<Word, number> {
  return countEach(
    WORDS,
    checks.map((check) => wordOf(check, level)),
  );
}

/** `1 warning`, `2 warnings`; the other words have no plural. */
export function counted(count: number, word: Word): string {
  return `${count} ${word === 'warning' && count !== 1 ? 'warnings' : word}`;
}
