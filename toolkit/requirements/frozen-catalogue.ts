// Catalogues as they were released: which checks each demands, and at which level. A gate that names one (`--catalogue 1`) judges by the
// same checks after an update of the suite; the present catalogue is the newest of them, or on the way to the next. Files are written by
// `npm run freeze` before a release, and never again afterwards.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';

export interface FrozenCatalogue {
  /** A whole number, from 1. */
  readonly catalogue: string;
  /** The version of the package that was released with it first. */
  readonly suite: string;
  /** By id of the check; of no later suite is it `must` where it is `should` here. */
  readonly checks: Readonly<Record<string, 'must' | 'should'>>;
  /** Those that a later suite has no more, each with the reason. The one member that is added to afterwards. */
  readonly retired?: Readonly<Record<string, string>>;
}

const FILE = /^(\d+)\.json$/;

/** Oldest first. */
export function frozenVersions(folder: string = frozenFolder()): readonly string[] {
  return readdirSync(folder)
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .sort((one, other) => Number(one) - Number(other));
}

/** Undefined where no catalogue of this version was released. */
export function frozenCatalogue(version: string, folder: string = frozenFolder()): FrozenCatalogue | undefined {
  if (!frozenVersions(folder).includes(version)) return undefined;
  return JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as FrozenCatalogue; // written by `freeze.ts`
}

/** What the catalogue of these checks is called: `2`, or `2+` where it has gone on since. */
export function catalogueVersionOf(checks: Iterable<string>, folder: string = frozenFolder()): string {
  const newest = frozenVersions(folder).at(-1);
  const frozen = newest === undefined ? undefined : frozenCatalogue(newest, folder);
  if (newest === undefined || frozen === undefined) return '0+';
  const ids = [...checks];
  const due = Object.keys(frozen.checks).filter((id) => frozen.retired?.[id] === undefined);
  return ids.length === due.length && ids.every((id) => Object.hasOwn(frozen.checks, id)) ? newest : `${newest}+`;
}

/** Where the files lie. */
export function frozenFolder(): string {
  return join(packageRoot(), 'toolkit', 'requirements', 'frozen');
}
