// Where client checks declare themselves.
import type { ClientCheckSpec } from './check-spec.js';
import { importClientChecks } from './client-files.js';

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
  await importClientChecks((place) => {
    loading = place;
  });
  loading = undefined;
  return declared;
}
