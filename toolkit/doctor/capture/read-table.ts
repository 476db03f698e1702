// A request that a database or a spreadsheet holds: a row of names with those of the signed headers among them, and a row of values below.
import type { JsonValue } from '../../payload/json.js';
import { isSvcName } from './header-names.js';

const SEPARATORS = [',', ';', '\t', '|'];
/** Larger texts are no row or two that somebody copied. */
const MOST_CHARACTERS = 400_000;
const MOST_ROWS = 200;

/** The first row that has a signature, as an object of its columns; undefined when the text is no such table. */
export function fromTable(text: string): JsonValue | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const by = SEPARATORS.find((mark) => cells(head, mark)[0]?.filter((name) => isSvcName(name.trim())).length === 6);
  if (by === undefined) return undefined;
  const [names = [], ...rows] = cells(text, by);
  const at = names.findIndex((name) => /^\s*svc[-_]sign\s*$/i.test(name));
  const row = rows.find((one) => one.length === names.length && (one[at] ?? '').trim() !== '');
  if (row === undefined) return undefined;
  return Object.fromEntries(names.map((name, column) => [name.trim(), row[column] ?? '']));
}

/** By RFC 4180: within quotation marks a doubled one stands for itself, and a line break for itself as well. */
function cells(text: string, by: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${by === '|' ? '\\|' : by}\r\n]*))(${by === '|' ? '\\|' : by}|\r?\n|$)`,
    'gy',
  );
  while (rows.length <= MOST_ROWS && cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) return rows;
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] !== by) rows.push([]);
  }
  return rows;
}
