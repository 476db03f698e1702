// Where client checks declare themselves, and how their files are found: every `*.client` module of the folders beside this one.
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ClientCheckSpec } from './check-spec.js';

export interface ClientCheck {
  readonly spec: ClientCheckSpec;
  /** The folder of its file, such as `placing`. */
  readonly area: string;
  /** Relative to the package. */
  readonly source: string;
}

const ID = /^[a-z0-9]+(?:[.-][a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;
const declared = new Map<string, ClientCheck>();
let loading: Omit<ClientCheck, 'spec'> | undefined;

export function declare(spec: ClientCheckSpec): void {
  if (!ID.test(spec.id)) throw new TypeError(`client check id: expected <requirement>/<slug>, got ${spec.id}`);
  if (declared.has(spec.id)) throw new TypeError(`${spec.id}: this check id is declared twice`);
  declared.set(spec.id, { spec, ...(loading ?? { area: 'own', source: '' }) });
}

let loaded: Promise<ReadonlyMap<string, ClientCheck>> | undefined;

/** All checks of clients, loaded once per thread, in the order of their files. */
export function loadClientChecks(): Promise<ReadonlyMap<string, ClientCheck>> {
  loaded ??= loadAll();
  return loaded;
}

async function loadAll(): Promise<ReadonlyMap<string, ClientCheck>> {
  const own = fileURLToPath(import.meta.url);
  const end = own.endsWith('.ts') ? '.client.ts' : '.client.js';
  const folder = dirname(dirname(own));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(end));
  for (const name of files.sort()) {
    const file = join(folder, name);
    const source = relative(dirname(dirname(folder)), file)
      .replaceAll('\\', '/')
      .replace(/\.js$/, '.ts');
    loading = { area: name.split(/[\\/]/)[0] ?? 'own', source };
    await import(pathToFileURL(file).href);
  }
  loading = undefined;
  return declared;
}
