// Verdicts as signs: shape, word and colour say the same, so that none of them is needed alone.
import type { JSX } from 'preact';
import { COVERAGE, type Coverage } from '../model/sections.js';

export function Badge({
  verdict,
  note,
}: {
  readonly verdict: Coverage;
  readonly note?: string | undefined;
}): JSX.Element {
  return (
    <span class={`badge ${verdict}`}>
      <span aria-hidden="true">{COVERAGE[verdict].sign}</span> {COVERAGE[verdict].word}
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
