// Build step: validates the YAML of the catalogue and writes it as JSON beside the compiled suites, so that a run starts without a
// YAML parser. Runs by itself as `node build/toolkit/requirements/compile.js`.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledFile } from './catalogue.js';
import { validSources } from './validate.js';
import { catalogueFolder } from './yaml-files.js';

/** Writes the compiled catalogue and returns the number of its requirements. Throws, naming every defect, when it is wrong. */
export async function compileCatalogue(folder: string, file: string): Promise<number> {
  const sources = await validSources(folder);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(sources)}\n`);
  return sources.requirements.length;
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(import.meta.url))) {
  await compileCatalogue(catalogueFolder(), compiledFile());
}
