// A text with placeholders backwards: finds the constants in order and gives what lies between them. One pass, no backtracking: the first
// place where a constant fits counts, the last one stands at the end.
import type { Part } from '../writing/template.js';
import type { Found } from './found.js';
import { placeholderReader, type Spoken } from './placeholder.js';

export interface TextReader {
  /** Whether the text can come of the template; what it holds goes to `found`, as a value or as a hint. */
  read(text: string, found: Found, weight: 'take' | 'hint'): boolean;
  /** Whether the text can come of the template, and every word in it is one of its vocabulary. */
  fits(text: string): boolean;
  readonly isConstant: boolean;
  readonly names: readonly string[];
}

export function textReader(parts: readonly Part[], spoken: Spoken): TextReader {
  const readers = parts.map((part) => (typeof part === 'string' ? part : placeholderReader(part, spoken)));
  const names = readers.flatMap((reader) => (typeof reader === 'string' ? [] : [reader.name]));
  return {
    names,
    isConstant: names.length === 0,
    fits: (text) => {
      const between = cut(parts, text);
      return readers.every((reader, index) => typeof reader === 'string' || reader.isWord(between?.[index]));
    },
    read: (text, found, weight) => {
      const between = cut(parts, text);
      if (between === undefined) return false;
      readers.forEach((reader, index) => {
        const value = between[index];
        if (typeof reader !== 'string' && value !== undefined) found[weight](reader.name, reader.fromText(value));
      });
      return true;
    },
  };
}

/** The text of each part; of two placeholders side by side the first has all, since nothing tells them apart. */
function cut(parts: readonly Part[], text: string): readonly string[] | undefined {
  const pieces: string[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (!text.startsWith(part, at)) return undefined;
      at += part.length;
      pieces.push(part);
      continue;
    }
    const end = endOf(parts, index, text, at);
    if (end < at) return undefined;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return at === text.length ? pieces : undefined;
}

function endOf(parts: readonly Part[], index: number, text: string, from: number): number {
  const next = parts[index + 1];
  if (next === undefined) return text.length;
  if (typeof next !== 'string') return from;
  return index + 2 === parts.length && text.endsWith(next) ? text.length - next.length : text.indexOf(next, from);
}
