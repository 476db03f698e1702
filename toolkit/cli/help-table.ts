// Two columns of a help text, the second wrapped to the width of the terminal.
import { wrap } from '../../reports/terminal/wrap.js';

export function table(rows: readonly (readonly [string, string])[], columns: number): string[] {
  const indent = 2;
  const width = Math.min(34, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) => {
    const text = wrap(right, Math.max(30, columns - indent - width - 2));
    const pad = ' '.repeat(indent + width + 2);
    const fits = left.length <= width;
    const head = `${' '.repeat(indent)}${left}`;
    const first = fits ? [head.padEnd(indent + width + 2) + (text[0] ?? '')] : [head, pad + (text[0] ?? '')];
    return [...first, ...text.slice(1).map((line) => pad + line)];
  });
}
