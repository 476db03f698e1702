// The line of a document that states the numbers of the last whole matrix: generated between two marks, never typed.
import { readFile, writeFile } from 'node:fs/promises';
import { misuse } from '../command.js';
import { betweenMarks } from '../derived/marked.js';

type BadgeName = 'fault matrix' | 'habit matrix' | 'lapse matrix';

/** The text with a headline between the marks of that name; undefined when it has none. */
export function withBadge(text: string, name: BadgeName, headline: string): string | undefined {
  return betweenMarks(text, name, `**${headline}.**`);
}

export async function writeBadge(file: string, name: BadgeName, headline: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw misuse(`${file}: expected a file to write the numbers into, it cannot be read`, {
      cause,
    });
  });
  const changed = withBadge(text, name, headline);
  if (changed === undefined) throw misuse(`${file}: expected the marks of the section "${name}"`);
  await writeFile(file, changed);
}
