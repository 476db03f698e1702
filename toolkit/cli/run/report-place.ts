// Where the report of a run goes, so that a whole one is never overwritten by something smaller: a run of a part writes beside it, into
// `conformance-report/partial/<what>`.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PARTS_FOLDER } from '../../../reports/model/manifest.js';
import { readResults } from '../../../reports/model/results-json.js';
import { DEFAULT_FOLDER } from '../report/folder.js';
import { outFolder } from '../report/out-folder.js';
import type { RunSelection } from './run-options.js';

export interface PlaceWish {
  readonly cwd: string;
  /** What `--out` says. */
  readonly out: string | undefined;
  readonly wish: Pick<RunSelection, 'selection' | 'shard' | 'effort' | 'name'>;
  readonly bail: boolean;
  /** Checks that this run was asked to judge. */
  readonly checks: number;
}

/** An absolute path, without a link at its end. Throws `CommandError` where it would lead into another report. */
export async function reportPlace({ cwd, out, wish, bail, checks }: PlaceWish): Promise<string> {
  const folder = outFolder(resolve(cwd, out ?? DEFAULT_FOLDER));
  const part = partName(wish);
  const isQuick = wish.effort === 'quick';
  if (part === undefined && !bail && !isQuick) return folder;
  const parts = outFolder(join(folder, PARTS_FOLDER));
  const beside = outFolder(join(parts, part ?? (isQuick ? 'quick' : 'bail')));
  // Of everything at quick effort, or until a failure: a whole report, unless a larger one is there.
  if (out === undefined && part !== undefined) return beside;
  return (await checksIn(folder)) > checks - (bail ? 1 : 0) ? beside : folder;
}

/** Of what the run is limited to, as a name of a folder; undefined for a whole run. */
function partName({ selection, shard, name: called }: PlaceWish['wish']): string | undefined {
  const words = [
    ...(called === undefined ? selection.selectors : [called]),
    ...selection.sections.map((section) => `section-${section}`),
    ...(shard === undefined ? [] : [`shard-${shard.index}-of-${shard.of}`]),
  ];
  if (words.length === 0) return undefined;
  const text = words.join('+');
  const name = text.replaceAll('*', 'all').replace(/[^\w.+-]+/g, '_');
  return name.length <= 100
    ? name
    : `${name.slice(0, 80)}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

/** How many checks the report there was asked to judge; what cannot be read is no report. */
async function checksIn(folder: string): Promise<number> {
  const path = join(folder, 'results.json');
  if (!existsSync(path)) return 0;
  try {
    return (await readResults(path)).checks.filter(({ verdict }) => verdict !== 'left-out').length;
  } catch {
    return 0;
  }
}
