// The self-check of a journal before it is packed into a page: it may not hold what its redaction would take out (private keys,
// SVC-SIGN values, bearer-like strings, named secrets). It says where, never what.
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { createRedactor, type Redactor } from '../../toolkit/journal/redaction.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';

export interface SecretFound {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads the file as a stream, line by line. `secrets` are values that must not appear anywhere, such as the keys of a profile. */
export async function secretsIn(path: string, secrets: readonly string[] = []): Promise<readonly SecretFound[]> {
  const redactor = createRedactor(secrets);
  const found: SecretFound[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    found.push(...inLine(redactor, basename(path), line, number));
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
