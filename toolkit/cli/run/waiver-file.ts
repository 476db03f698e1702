// Reads the file of `--waivers`: YAML (or JSON, which is YAML), a list of {pattern, reason, expires}.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readWaivers, type Waiver } from '../../../suites/runner/waivers.js';
import { CommandError } from '../command.js';
import { EXIT } from '../exit-codes.js';

/** Throws `CommandError` that names the file and what is wrong in it. */
export async function loadWaivers(path: string, cwd: string): Promise<readonly Waiver[]> {
  const { parseDocument } = await import('yaml');
  try {
    const text = readFileSync(resolve(cwd, path), 'utf8');
    const document = parseDocument(text, { version: '1.2', schema: 'core', stringKeys: true, merge: false });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return readWaivers(document.toJS({ maxAliasCount: 0 }) ?? []);
  } catch (cause) {
    const message = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw new CommandError(EXIT.usage, `waivers ${path}: ${message}`, { cause });
  }
}
