// Counts of verdicts as one stacked bar; what it says stands in words beside it.
import type { JSX } from 'preact';
import { WORDS, type Word } from '../model/words.js';
import { toneOf } from './verdict.js';

const WIDTH = 1000;

export function Bar({
  counts,
  total,
}: {
  readonly counts: Readonly<Record<Word, number>>;
  readonly total: number;
}): JSX.Element {
  let x = 0;
  const segments = WORDS.filter((word) => counts[word] > 0).map((word) => {
    const width = (counts[word] / Math.max(1, total)) * WIDTH;
    const segment = (
      <rect key={word} class={`fill ${toneOf(word)}`} x={x} y="0" width={Math.max(width, 8)} height="10" />
    );
    x += width;
    return segment;
  });
  return (
    <svg class="bar" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      {segments}
    </svg>
  );
}
