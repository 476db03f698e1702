// The text of a vector file: JSON with one test, note or key to a line, so that a change of one test is one changed line.
import type { JsonValue } from '../payload/json.js';

/** Members whose items stand on lines of their own; every other value is one line. */
const OPENED = new Set(['header', 'notes', 'registry', 'observations', 'testGroups', 'tests']);

export function vectorText(content: object): string {
  return `${opened(content, '')}\n`;
}

function opened(value: object, indent: string): string {
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(([name, member]: [string, JsonValue]) => {
    const isOpened =
      member !== null && typeof member === 'object' && (OPENED.has(name) || (isList && 'tests' in member));
    const text = isOpened ? opened(member, inner) : JSON.stringify(member);
    return isList ? inner + text : `${inner}${JSON.stringify(name)}: ${text}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
