// Verdicts as signs: shape, word and colour say the same, so that none of them is needed alone.
import type { JSX } from 'preact';
import type { Coverage } from '../sections.js';

export const SIGNS: Readonly<Record<Coverage, string>> = {
  error: '!',
  fail: '✗',
  inconclusive: '?',
  'not-run': '○',
  pass: '✓',
  'not-applicable': '–',
  untested: '·',
};

export const WORDS: Readonly<Record<Coverage, string>> = {
  error: 'suite error',
  fail: 'fail',
  inconclusive: 'undecided',
  'not-run': 'not run',
  pass: 'pass',
  'not-applicable': 'not applicable',
  untested: 'untested',
};

export function Badge({
  verdict,
  note,
}: {
  readonly verdict: Coverage;
  readonly note?: string | undefined;
}): JSX.Element {
  return (
    <span class={`badge ${verdict}`}>
      <span aria-hidden="true">{SIGNS[verdict]}</span> {WORDS[verdict]}
      {note === undefined ? null : <span class="note"> {note}</span>}
    </span>
  );
}

/** What makes a failure less than decisive. */
export function noteOf(check: {
  readonly waiver?: unknown;
  readonly level: string;
  readonly verdict: string;
}): string | undefined {
  if (check.waiver !== undefined) return 'waived';
  return check.verdict === 'fail' && check.level === 'should' ? 'warning' : undefined;
}
