// Signs and colours of the terminal renderer. Without colour the words alone carry the meaning.
import { COVERAGE, type Coverage } from '../model/sections.js';
import type { Word } from '../model/words.js';

type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'magenta' | 'dim' | 'bold';

const CODES: Readonly<Record<Colour, readonly [open: number, close: number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  magenta: [35, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export type Paint = (colour: Colour, text: string) => string;

export function paintFor(color: boolean): Paint {
  if (!color) return (_colour, text) => text;
  return (colour, text) => {
    const [open, close] = CODES[colour];
    return `\u001b[${open}m${text}\u001b[${close}m`;
  };
}

const COLOURS: Readonly<Record<Coverage, Colour>> = {
  error: 'magenta',
  fail: 'red',
  warning: 'yellow',
  inconclusive: 'yellow',
  'not-run': 'magenta',
  untested: 'yellow',
  pass: 'green',
  'not-applicable': 'dim',
  'left-out': 'dim',
  'of-clients': 'dim',
  untestable: 'dim',
};

/** Sign and colour of a verdict, or of how far a requirement is covered. */
export function signOf(coverage: Coverage): { readonly sign: string; readonly colour: Colour } {
  return { sign: COVERAGE[coverage].sign, colour: COLOURS[coverage] };
}

const BY_WORD: Readonly<Record<Word, Coverage>> = {
  'suite error': 'error',
  fail: 'fail',
  warning: 'fail',
  waived: 'fail',
  undecided: 'inconclusive',
  'not run': 'not-run',
  pass: 'pass',
  'not applicable': 'not-applicable',
  'left out': 'left-out',
};

export function signOfWord(word: Word): { readonly sign: string; readonly colour: Colour } {
  if (word === 'warning') return { sign: '!', colour: 'yellow' };
  if (word === 'waived') return { sign: '~', colour: 'yellow' };
  return signOf(BY_WORD[word]);
}

/** `740 ms`, `4.1 s`, `2 min 05 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
