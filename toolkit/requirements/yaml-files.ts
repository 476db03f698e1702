// Reads the YAML of the catalogue: every file against its JSON Schema, errors with file and line. The run itself reads the compiled
// JSON instead (`catalogue.ts`), so the parsers here are loaded on demand.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';
import { createAjv, readSchema, type SchemaError } from '../payload/ajv.js';
import type { OpenPoint, Purpose, Requirement } from './requirement.js';

export interface CatalogueSources {
  readonly requirements: readonly Requirement[];
  readonly open: readonly OpenPoint[];
  readonly purposes: readonly Purpose[];
}

/** The folder of the YAML files, in sources and in the installed package alike. */
export function catalogueFolder(): string {
  return join(packageRoot(), 'toolkit', 'requirements');
}

/** The newest change of any YAML file, in milliseconds of the Unix epoch. */
export function newestChangeMs(folder: string): number {
  return Math.max(...yamlFiles(folder).map((name) => statSync(join(folder, name)).mtimeMs));
}

/** Throws an error that names file and line when a file is not YAML 1.2 or does not fit its schema. */
export async function readSources(folder: string): Promise<CatalogueSources> {
  const read = await reader(folder);
  const files = yamlFiles(folder).filter((name) => /^\d/.test(name));
  return {
    requirements: files.flatMap((name) => read(name, 'requirements') as readonly Requirement[]),
    open: read('open.yaml', 'open') as readonly OpenPoint[],
    purposes: read('purposes.yaml', 'purposes') as readonly Purpose[],
  };
}

/** Reads the list of a file under the schema of the same name as its member; the caller knows the type that the schema ensures. */
async function reader(folder: string): Promise<(name: string, member: string) => unknown> {
  const { LineCounter, parseDocument } = await import('yaml');
  const ajv = createAjv({ all: false });
  return (name, member) => {
    const lines = new LineCounter();
    const document = parseDocument(readFileSync(join(folder, name), 'utf8'), {
      version: '1.2',
      schema: 'core',
      merge: false,
      stringKeys: true,
      lineCounter: lines,
    });
    const problem = [...document.errors, ...document.warnings][0];
    if (problem !== undefined) throw new Error(`${name}: ${problem.message}`);
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    const fits =
      ajv.getSchema(`${member}.schema.json`) ?? ajv.compile(readSchema(`toolkit/requirements/${member}.schema.json`));
    if (!fits(value)) {
      const defect = fits.errors?.[0];
      const node = document.getIn(steps(defect), true) as { range?: readonly number[] } | undefined;
      const line = lines.linePos(node?.range?.[0] ?? 0).line;
      throw new Error(`${name}:${line}: ${defect?.instancePath ?? ''} ${defect?.message ?? 'does not fit its schema'}`);
    }
    return (value as Record<string, unknown>)[member];
  };
}

function steps(defect: SchemaError | undefined): readonly (string | number)[] {
  const parts = defect?.instancePath.split('/').slice(1) ?? [];
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function yamlFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort();
}
