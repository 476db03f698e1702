// A run of letters and digits without the escapes of JSON and of addresses in it, and without what may stand between its parts: line
// breaks, `=` and `:`. Into arrays of the length of the run: whatever it holds, it costs a few times its own size. Runs in a browser too.
import { latin1Of } from '../signing/latin1.js';

export interface Unfolded {
  readonly text: string;
  /** Where in the run a character of the text came from; the end of the run for what lies behind all of them. */
  readonly at: (index: number) => number;
}

const [PERCENT, BACKSLASH, SLASH, LETTER_U] = [0x25, 0x5c, 0x2f, 0x75];
const ASCII = 0x80;
/** What stands between the parts of a spelling and means nothing. */
const BETWEEN = new Set([...'=:\r\n'].map((one) => one.charCodeAt(0)));
const MEANS_NOTHING = new Set([...'nrt'].map((one) => one.charCodeAt(0)));
/** Quoted, in JSON, in JSON once more. */
const MOST_BACKSLASHES = 4;

/** Of ASCII characters; others are left out. */
export function unfolded(run: string): Unfolded {
  const codes = new Uint8Array(run.length);
  const places = new Uint32Array(run.length);
  let length = 0;
  for (let at = 0; at < run.length; ) {
    const code = run.charCodeAt(at);
    const escaped = code === PERCENT || code === BACKSLASH ? escapeAt(run, at) : undefined;
    const plain = escaped === undefined ? code : escaped.code;
    if (plain !== undefined && plain < ASCII && !BETWEEN.has(plain)) {
      codes[length] = plain;
      places[length] = at;
      length += 1;
    }
    at += escaped?.length ?? 1;
  }
  const at = (index: number): number => (index < length ? (places[index] ?? run.length) : run.length);
  return { text: latin1Of(codes.subarray(0, length)), at };
}

interface Escape {
  /** Undefined for what means nothing: a line break, a tab. */
  readonly code: number | undefined;
  readonly length: number;
}

function escapeAt(run: string, at: number): Escape | undefined {
  if (run.charCodeAt(at) === PERCENT) {
    const code = printable(run, at + 1);
    return code === undefined ? undefined : { code, length: 3 };
  }
  let slashes = 1;
  while (slashes < MOST_BACKSLASHES && run.charCodeAt(at + slashes) === BACKSLASH) slashes += 1;
  const letter = run.charCodeAt(at + slashes);
  if (letter === SLASH) return { code: SLASH, length: slashes + 1 };
  if (MEANS_NOTHING.has(letter)) return { code: undefined, length: slashes + 1 };
  if (letter !== LETTER_U || !run.startsWith('00', at + slashes + 1)) return undefined;
  const [digits, length] = [at + slashes + 3, slashes + 5];
  const code = printable(run, digits);
  if (code !== undefined) return { code, length };
  return /^0[AaDd]$/.test(run.slice(digits, digits + 2)) ? { code: undefined, length } : undefined;
}

/** The ASCII character of two hexadecimal digits, from the blank on. */
function printable(run: string, at: number): number | undefined {
  const [high, low] = [digitOf(run.charCodeAt(at)), digitOf(run.charCodeAt(at + 1))];
  return high >= 2 && high <= 7 && low >= 0 ? 16 * high + low : undefined;
}

/** -1 for what is no hexadecimal digit. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
