// Secrets that were found among the letters and digits of a text, taken out of it. Safe inside JSON. Runs in a browser too.
import { endOfUnit, type Squeezed } from './squeezed.js';

export type Kind = 'signature' | 'key';

/** Some of the letters and digits of a text. */
export interface Hit {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  /** How many more characters of the spelling may stand before and behind them: no letters, or left open. */
  readonly before: number;
  readonly behind: number;
}

/** What is split, with fewer different characters, may be the numbers of any list. */
const LEAST_VARIETY = 8;
const IS_SIGN = /[_+/-]/;
const IN_SPELLING = /[A-Za-z0-9_+/-]/;
const NOT_IN_SPELLING = /[^A-Za-z0-9_+/-]/g;

export function mark(kind: Kind, value: string): string {
  if (kind === 'key') return '[redacted private key]';
  return `[signature of ${value.length} characters: ${value.slice(0, 6)}...${value.slice(-2)}]`;
}

/** Each of them replaced; of those that overlap the first. */
export function withoutHits(text: string, letters: Squeezed, hits: readonly Hit[]): string {
  let clean = '';
  let done = 0;
  for (const hit of [...hits].sort((left, right) => left.start - right.start)) {
    let first = letters.places[hit.start] ?? 0;
    let last = endOfUnit(text, letters.places[hit.end - 1] ?? first);
    const isSplit = last - first > hit.end - hit.start;
    if (first < done || (isSplit && varietyOf(letters, hit) < LEAST_VARIETY)) continue;
    for (let left = hit.before; left > 0 && first > done && IS_SIGN.test(text[first - 1] ?? ''); left -= 1) first -= 1;
    for (let left = hit.behind; left > 0 && IN_SPELLING.test(text[last] ?? ''); left -= 1) last += 1;
    const stretch = text.slice(first, last);
    const marked = mark(hit.kind, stretch.replace(NOT_IN_SPELLING, '').replaceAll('+', '-').replaceAll('/', '_'));
    clean += text.slice(done, first) + (stretch.includes('"') ? betweenPieces(text, letters, hit, marked) : marked);
    done = last;
  }
  return done === 0 ? text : clean + text.slice(done);
}

/** The mark in the place of the first character, and all that stands between the others: it may be brackets that end elsewhere. */
function betweenPieces(text: string, { places }: Squeezed, { start, end }: Hit, marked: string): string {
  let clean = '';
  let done = places[start] ?? 0;
  for (let index = start; index < end; index += 1) {
    const place = places[index] ?? done;
    const behind = endOfUnit(text, place);
    // A digit alone may be a number of a list, which has to stay one.
    const isAlone = /[[,:\s]/.test(text[place - 1] ?? '') && /[\],}\s]/.test(text[behind] ?? '');
    const instead = index === start ? marked : '';
    clean += text.slice(done, place) + (isAlone ? '0' : instead);
    done = behind;
  }
  return clean;
}

function varietyOf({ codes }: Squeezed, { start, end }: Hit): number {
  return new Set(codes.subarray(start, end)).size;
}
