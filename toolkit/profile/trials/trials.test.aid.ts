// The three invented targets of this folder, which share nothing but the interface.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Dialect } from '../dialect/dialect.js';
import { loadDialect } from '../dialect/load-dialect.js';
import { loadProfile } from '../loading/load.js';

const KEY = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const TRIALS = ['compact', 'nested', 'envelope'] as const;
export type Trial = (typeof TRIALS)[number];

const dialects: ReadonlyMap<Trial, Dialect> = new Map(
  await Promise.all(
    TRIALS.map(async (trial) => {
      const path = join(packageRoot(), 'toolkit/profile/trials', `${trial}.yaml`);
      return [trial, await loadDialect(await loadProfile(path, { env: { KEY } }))] as const;
    }),
  ),
);

export function dialectOf(trial: Trial): Dialect {
  const dialect = dialects.get(trial);
  if (dialect === undefined) throw new Error(`no dialect ${trial}`);
  return dialect;
}

/** Reads each target's own spelling of one thing, and expects the same view from all. */
export function readsAlike(
  name: string,
  view: unknown,
  read: (dialect: Dialect, message: JsonValue) => unknown,
  spellings: Readonly<Record<Trial, JsonValue>>,
): void {
  it.each(TRIALS)(`reads ${name} of %s`, (trial) => {
    expect(read(dialectOf(trial), spellings[trial])).toEqual(view);
  });
}

export const T = '2025-01-01T00:00:00+00:00';
export const ACCOUNT: JsonObject = { balance: '10.00', equity: '11.00', used_margin: '1.00' };
export const ACCOUNT_VIEW: JsonObject = { balance: '10.00', equity: '11.00', usedMargin: '1.00' };
export const CONDITIONS: JsonObject = { volume_min: '0.01', volume_max: '10', volume_step: '0.01', point_digits: 5 };
export const CONDITIONS_VIEW: JsonObject = { volumeMin: '0.01', volumeMax: '10', volumeStep: '0.01', pointDigits: 5 };
