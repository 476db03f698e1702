// Every check with what it says of itself, for plans, results and lists. In the built package this is a table that the build wrote, so
// that nobody loads a thousand bodies to name them; elsewhere the suites are loaded. Users' own suites come on top.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeFolder } from '../../toolkit/base/package-root.js';
import { type DeclaredCheck, registeredChecks, sourceOf } from './registry.js';
import { loadSuites } from './suite-files.js';

/** Where the build writes the table, relative to the folder of what runs. */
export const CHECKS_TABLE: string = join('suites', 'checks.json');

/** By id. Own suites are among them once they are loaded. */
export async function declaredChecks(): Promise<ReadonlyMap<string, DeclaredCheck>> {
  const table = join(codeFolder(), CHECKS_TABLE);
  if (existsSync(table)) {
    written ??= JSON.parse(readFileSync(table, 'utf8')) as readonly DeclaredCheck[]; // the build wrote it
    return merged(written, registeredChecks().values());
  }
  await loadSuites();
  return registeredChecks();
}

let written: readonly DeclaredCheck[] | undefined;

/** A check of one's own with the id of another is a mistake here as it is where bodies are loaded. */
function merged(table: readonly DeclaredCheck[], own: Iterable<DeclaredCheck>): ReadonlyMap<string, DeclaredCheck> {
  const all = new Map<string, DeclaredCheck>(table.map((check) => [check.spec.id, check]));
  for (const check of own) {
    const first = all.get(check.spec.id);
    if (first !== undefined) {
      throw new TypeError(`${check.spec.id}: this check id is declared twice, first at ${first.source}:${first.line}`);
    }
    all.set(check.spec.id, check);
  }
  return all;
}

/** The table, from suites that are loaded. */
export function checksTable(): string {
  const rows = [...registeredChecks().values()].map((check): DeclaredCheck => {
    const { run: _, ...spec } = check.spec;
    return { spec, area: check.area, ...sourceOf(check) };
  });
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}
