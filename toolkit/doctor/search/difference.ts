// Where two texts that should be one differ: cut down to the neighbourhood of the difference, whatever their size.
import type { Comparison } from '../diagnosis.js';

const BEFORE = 30;
/** Characters of an excerpt; one of this length goes on in the whole text. */
export const LONGEST_EXCERPT = 160;

/** Both texts around their first difference. */
export function compareTexts(what: string, expected: string, actual: string): Comparison {
  const offset = commonPrefix(expected, actual);
  const from = Math.max(0, offset - BEFORE);
  const tail = commonSuffix(expected, actual, offset);
  return {
    what,
    offset,
    expected: expected.slice(from, from + LONGEST_EXCERPT),
    actual: actual.slice(from, from + LONGEST_EXCERPT),
    startsAt: from,
    expectedEnds: Math.min(expected.length - tail, from + LONGEST_EXCERPT),
    actualEnds: Math.min(actual.length - tail, from + LONGEST_EXCERPT),
  };
}

function commonPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) {
    at += 1;
  }
  return at;
}

function commonSuffix(a: string, b: string, prefix: number): number {
  const most = Math.min(a.length, b.length) - prefix;
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) {
    count += 1;
  }
  return count;
}

/** Two printable lines: the text with every invisible character spelled out, and marks under what differs. */
export function markedLines(
  text: string,
  startsAt: number,
  from: number,
  to: number,
): readonly [text: string, marks: string] {
  let shown = startsAt > 0 ? '…' : '';
  let marks = startsAt > 0 ? ' ' : '';
  for (let at = 0; at < text.length; at += 1) {
    const spelled = visible(text.charAt(at));
    shown += spelled;
    marks += (at + startsAt >= from && at + startsAt < to ? '^' : ' ').repeat(spelled.length);
  }
  // Something is missing here: a mark at the place where it should stand.
  return [shown, marks.includes('^') ? marks.trimEnd() : `${' '.repeat(visibleLength(text, startsAt, from))}^`];
}

function visibleLength(text: string, startsAt: number, from: number): number {
  const before = Array.from(text.slice(0, from - startsAt), visible).join('');
  return before.length + (startsAt > 0 ? 1 : 0);
}

/** Printable characters as they are; others as escapes, so that no terminal acts on them and no reader misses them. */
export function visible(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a1-\u024f\u0370-\u1fff…]/g, (unit) => {
    const named = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[unit];
    return named ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
