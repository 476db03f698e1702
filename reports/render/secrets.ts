// The self-check of a journal before it is packed into a page: it may not hold what its redaction would take out (private keys,
// SVC-SIGN values, bearer-like strings, named secrets). It says where, never what.

import { basename } from 'node:path';
import { splitLines } from '../../toolkit/journal/lines.js';
import { openJournal } from '../../toolkit/journal/open-journal.js';
import { createRedactor, type Redactor } from '../../toolkit/journal/redaction.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';

export interface SecretFound {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** No line of ours is longer, and what cannot be searched must not be handed on. */
const MOST_LINE_BYTES = 1 << 28;

/** Reads the file as a stream, line by line. `secrets` are values that must not appear anywhere, such as the keys of a profile. */
export async function secretsIn(path: string, secrets: readonly string[] = []): Promise<readonly SecretFound[]> {
  const redactor = createRedactor(secrets);
  const found: SecretFound[] = [];
  for await (const { number, text, defect } of splitLines(openJournal(path), MOST_LINE_BYTES)) {
    if (defect !== undefined) {
      const why = defect === 'too-long' ? 'is too long' : 'is not UTF-8';
      throw new ProtocolError(
        'secret-found',
        `${basename(path)} line ${number} ${why}, and cannot be searched for secrets`,
      );
    }
    found.push(...inLine(redactor, basename(path), text, number));
  }
  return found;
}

function inLine(redactor: Redactor, file: string, line: string, number: number): readonly SecretFound[] {
  const clean = redactor.redact(line);
  if (clean === line) return [];
  let column = 0;
  while (line[column] === clean[column]) column += 1;
  return [{ file, line: number, column: column + 1 }];
}

export function secretError(found: readonly SecretFound[]): ProtocolError {
  const places = found.slice(0, 5).map(({ file, line, column }) => `${file} line ${line} column ${column}`);
  const more = found.length > places.length ? ` and ${found.length - places.length} more places` : '';
  return new ProtocolError(
    'secret-found',
    `the report would hold what looks like a secret (${places.join(', ')}${more}); these files were left out; ` +
      'keep keys and tokens out of the profile and of what the target answers, and delete the journal if it holds one',
  );
}
