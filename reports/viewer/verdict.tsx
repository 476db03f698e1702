// Verdicts as signs: shape, word and colour say the same, so that none of them is needed alone. The words are those of the terminal.
import type { JSX } from 'preact';
import { COVERAGE, type Coverage } from '../model/sections.js';
import type { Word } from '../model/words.js';
import { signOfWord } from '../terminal/style.js';

const CLASSES: Readonly<Record<Word, string>> = {
  'suite error': 'error',
  fail: 'fail',
  warning: 'warning',
  waived: 'waived',
  undecided: 'inconclusive',
  'not run': 'not-run',
  pass: 'pass',
  'not applicable': 'not-applicable',
  'left out': 'left-out',
};

/** The tone of the style sheet. */
export function toneOf(word: Word): string {
  return CLASSES[word];
}

export function Badge({ word }: { readonly word: Word }): JSX.Element {
  return (
    <span class={`badge ${toneOf(word)}`}>
      <span aria-hidden="true">{signOfWord(word).sign}</span> {word}
    </span>
  );
}

/** Of a requirement. */
export function CoverageBadge({ coverage }: { readonly coverage: Coverage }): JSX.Element {
  return (
    <span class={`badge ${coverage}`}>
      <span aria-hidden="true">{COVERAGE[coverage].sign}</span> {COVERAGE[coverage].word}
    </span>
  );
}
