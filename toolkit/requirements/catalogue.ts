// The catalogue of requirements as programs use it. A run reads the compiled JSON; without it (or when a YAML file is newer, as in
// a checkout under work) the YAML itself. What the entries mean is in `requirement.ts`.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';
import type { OpenPoint, Purpose, Requirement } from './requirement.js';
import { validSources } from './validate.js';
import { type CatalogueSources, catalogueFolder, newestChangeMs } from './yaml-files.js';

export interface Catalogue {
  /** In the order of the interface. */
  readonly requirements: readonly Requirement[];
  readonly byId: ReadonlyMap<string, Requirement>;
  readonly open: readonly OpenPoint[];
  readonly purposes: readonly Purpose[];
  /** Hex SHA-256 over the requirements: results made with one catalogue are comparable. */
  readonly digest: string;
}

/** Where the build puts the compiled catalogue. */
export function compiledFile(): string {
  return join(packageRoot(), 'dist', 'toolkit', 'requirements', 'catalogue.json');
}

/** Throws when the YAML is wrong, naming every defect. */
export async function loadCatalogue(): Promise<Catalogue> {
  const folder = catalogueFolder();
  return makeCatalogue(readCompiled(compiledFile(), folder) ?? (await validSources(folder)));
}

export function makeCatalogue(sources: CatalogueSources): Catalogue {
  // Files sort by name, sections by number: 4-endpoints-reads.yaml comes before 4-endpoints-trading.yaml.
  const requirements = [...sources.requirements].sort((a, b) => bySection(a) - bySection(b));
  return {
    requirements,
    byId: new Map(requirements.map((requirement) => [requirement.id, requirement])),
    open: sources.open,
    purposes: sources.purposes,
    digest: createHash('sha256').update(JSON.stringify(requirements)).digest('hex'),
  };
}

function bySection({ section, rule = 0 }: Requirement): number {
  return Number(section) * 1000 + rule;
}

function readCompiled(file: string, folder: string): CatalogueSources | undefined {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changed === undefined || changed < newestChangeMs(folder)) return undefined;
  // Written by `compile.ts` from validated sources of this very package.
  return JSON.parse(readFileSync(file, 'utf8')) as CatalogueSources;
}
