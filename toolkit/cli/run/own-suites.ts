// Users' own suites (`--suites DIR`): loaded, and held to what their compiler says where types are checked. Vitest takes the types
// away, so an id of a requirement that does not exist would otherwise judge nothing and pass.
import { closeSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { registeredChecks, requirementOf } from '../../../suites/runner/registry.js';
import { loadOwnSuites, ownSuiteFiles } from '../../../suites/runner/suite-files.js';
import { messageOf } from '../../base/message-of.js';
import { didYouMean } from '../../base/nearest.js';
import { whileLoading } from '../../base/while-loading.js';
import { whyUnreadable } from '../../base/why-unreadable.js';
import { openRegularFile } from '../../journal/regular-file.js';
import type { Catalogue } from '../../requirements/catalogue.js';
import { CommandError, misuse } from '../command.js';

/** Ids of requirements that users state themselves begin with it. */
const OWN_PREFIX = 'own.';

/** Throws `CommandError`: a folder without suites, a file that does not load, a requirement that nobody stated. */
export async function loadOwnFolders(
  folders: readonly string[],
  load: (file: string) => Promise<unknown>,
  catalogue: Catalogue,
): Promise<void> {
  const files = new Set(folders.flatMap(suitesIn));
  await loadOwnSuites(folders, async (file) => {
    try {
      await whileLoading(file, () => load(file));
    } catch (cause) {
      throw refusal(`${file}: ${stripVTControlCharacters(messageOf(cause))}`, cause);
    }
  }).catch((cause: unknown) => {
    throw cause instanceof CommandError ? cause : refusal(messageOf(cause), cause);
  });
  refuseUnknownRequirements(files, catalogue);
}

function suitesIn(folder: string): readonly string[] {
  let files: readonly string[];
  try {
    files = ownSuiteFiles(folder);
  } catch (cause) {
    throw refusal(`${folder}: expected a folder that can be read`, cause);
  }
  if (files.length === 0) throw refusal(`${folder}: expected *.suite.ts files (or .mts, .js, .mjs), found none`);
  for (const file of files) demandFile(file);
  return files;
}

/** Whatever loads it would wait for a pipe to speak, and could not be ended while it does. */
function demandFile(file: string): void {
  try {
    closeSync(openRegularFile(file));
  } catch (cause) {
    throw refusal(`${file}: expected a file that can be read, got ${whyUnreadable(cause)}`, cause);
  }
}

function refuseUnknownRequirements(files: ReadonlySet<string>, { byId }: Catalogue): void {
  for (const { spec, source = '' } of registeredChecks().values()) {
    if (!files.has(source)) continue;
    for (const id of [requirementOf(spec.id), ...(spec.requirements ?? [])]) {
      if (id.startsWith(OWN_PREFIX) || byId.has(id)) continue;
      const hint = didYouMean(id, byId.keys()) || `; ids of your own begin with ${OWN_PREFIX}`;
      throw refusal(`${spec.id}: no requirement is ${id}${hint}`);
    }
  }
}

function refusal(message: string, cause?: unknown): CommandError {
  return misuse(`--suites: ${message}`, { cause });
}
