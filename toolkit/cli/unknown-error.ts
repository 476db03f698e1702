// An error that nobody foresaw, in words for a terminal: whatever was thrown, of whatever its text was made, a target's answer included.
import { printable } from '../../reports/model/sanitize.js';

const MOST = 20_000;

export async function wordsOf(error: unknown): Promise<string> {
  const { redact } = (await import('../journal/redaction.js')).createRedactor();
  return printable(redact(textOf(error).slice(0, MOST)));
}

function textOf(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } catch {
    return 'something that cannot even be written as text';
  }
}
