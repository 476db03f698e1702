// The line of a document that states the numbers of the last whole matrix: generated between two marks, never typed.
import { realpathSync } from 'node:fs';
import { readRegularFile } from '../../journal/regular-file.js';
import { replaceFile } from '../../journal/replace-file.js';
import { misuse } from '../command.js';
import { betweenMarks } from '../derived/marked.js';

type BadgeName = 'fault matrix' | 'habit matrix' | 'lapse matrix';

/** The text with a headline between the marks of that name; undefined when it has none. */
export function withBadge(text: string, name: BadgeName, headline: string): string | undefined {
  return betweenMarks(text, name, `**${headline}.**`);
}

/**
 * Writes a headline into that document, if any; what keeps it from being written is told now, before a matrix is run for it. A matrix that
 * is stopped by the signal states nothing.
 */
export async function badgeWriter(
  file: string | undefined,
  name: BadgeName,
  signal: AbortSignal,
): Promise<(headline: string) => Promise<void>> {
  if (file === undefined) return async () => undefined;
  stated(file, name, '');
  return async (headline) => {
    // A link is followed: what stands there has the marks, and nothing else of it changes.
    if (!signal.aborted) replaceFile(realpathSync(file), stated(file, name, headline));
  };
}

function stated(file: string, name: BadgeName, headline: string): string {
  let text: string;
  try {
    text = readRegularFile(file).toString('utf8');
  } catch (cause) {
    throw misuse(`${file}: expected a file to write the numbers into, it cannot be read`, { cause });
  }
  return withBadge(text, name, headline) ?? misused(`${file}: expected the marks of the section "${name}"`);
}

function misused(message: string): never {
  throw misuse(message);
}
