// The line of a document that states the numbers of the last whole matrix: generated between two marks, never typed.
import { readFile, writeFile } from 'node:fs/promises';
import { matrixHeadline } from '../../../reports/render/fault-matrix.js';
import type { FaultMatrix } from '../../../reports/render/fault-matrix-model.js';
import { misuse } from '../command.js';
import { betweenMarks } from '../derived/marked.js';

/** The text with the numbers of the matrix between its marks; undefined when it has no marks. */
export function withBadge(text: string, matrix: FaultMatrix): string | undefined {
  return betweenMarks(text, 'fault matrix', `**${matrixHeadline(matrix)}.**`);
}

export async function writeBadge(file: string, matrix: FaultMatrix): Promise<void> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw misuse(`${file}: expected a file to write the numbers into, it cannot be read`, {
      cause,
    });
  });
  const changed = withBadge(text, matrix);
  if (changed === undefined) throw misuse(`${file}: expected the marks of the section "fault matrix"`);
  await writeFile(file, changed);
}
