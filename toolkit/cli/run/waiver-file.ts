// Reads the file of `--waivers`: YAML (or JSON, which is YAML), a list of {pattern, reason, expires}.
import { readWaivers, type Waiver } from '../../../suites/runner/plan/waivers.js';
import { argumentFile } from '../argument-file.js';
import { misuse } from '../command.js';

/** Throws `CommandError` that names the file and what is wrong in it. */
export async function loadWaivers(path: string, cwd: string): Promise<readonly Waiver[]> {
  const { parseDocument } = await import('yaml');
  const text = argumentFile({ cwd }, '--waivers', path).toString('utf8');
  try {
    const document = parseDocument(text, { version: '1.2', schema: 'core', stringKeys: true, merge: false });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return readWaivers(document.toJS({ maxAliasCount: 0 }) ?? []);
  } catch (cause) {
    const message = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw misuse(`waivers ${path}: ${message}`, { cause });
  }
}
