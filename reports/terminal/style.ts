// Signs and colours of the terminal renderer. Without colour the words alone carry the meaning.
import type { Verdict } from '../model.js';

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

export const SIGNS: Readonly<Record<Verdict | 'untested', { readonly sign: string; readonly colour: Colour }>> = {
  error: { sign: '!', colour: 'magenta' },
  fail: { sign: '✗', colour: 'red' },
  inconclusive: { sign: '?', colour: 'yellow' },
  'not-run': { sign: '○', colour: 'magenta' },
  pass: { sign: '✓', colour: 'green' },
  'not-applicable': { sign: '–', colour: 'dim' },
  untested: { sign: '·', colour: 'dim' },
};

/** `740 ms`, `4.1 s`, `2 min 05 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
