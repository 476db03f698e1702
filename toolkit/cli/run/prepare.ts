// What `tsi plan` and `tsi run` have in common: suites, catalogue, profile and dialect become a plan. Sends nothing.

import { randomUUID } from 'node:crypto';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { ofCatalogue, ofPackage } from '../../../suites/runner/plan/of-catalogue.js';
import { makePlan, type Plan } from '../../../suites/runner/plan/plan.js';
import type { DeclaredCheck } from '../../../suites/runner/registry.js';
import { newSeed } from '../../../suites/runner/seed.js';
import { didYouMean } from '../../base/nearest.js';
import type { Dialect } from '../../profile/dialect/dialect.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { Profile } from '../../profile/profile.js';
import { type Catalogue, loadCatalogue } from '../../requirements/catalogue.js';
import { catalogueVersionOf } from '../../requirements/frozen-catalogue.js';
import { misuse } from '../command.js';
import { loadOwnFolders } from './own-suites.js';
import type { RunSelection } from './run-options.js';

export const NOTHING_SELECTED = 'nothing selected: the selectors are right, but no check fits all of them';

export interface Prepared {
  /** Unique; also what idempotency keys of the run cannot collide with. */
  readonly run: string;
  readonly seed: string;
  readonly plan: Plan;
  readonly dialect: Dialect;
  readonly catalogue: Catalogue;
  /** Of which the checks are: a released one, or `1+` for what has come since. */
  readonly catalogueVersion: string;
  readonly checks: ReadonlyMap<string, DeclaredCheck>;
}

export interface Preparation {
  readonly profile: Profile;
  readonly wish: RunSelection;
  readonly allowTrading: boolean;
  /** Loads a file of a user's suite, which may be TypeScript. */
  readonly loadOwn: (file: string) => Promise<unknown>;
}

/** Throws `CommandError`: a selector that names nothing, own suites that do not load. */
export async function prepare({ profile, wish, allowTrading, loadOwn }: Preparation): Promise<Prepared> {
  const catalogue = await loadCatalogue();
  await loadOwnFolders(wish.suiteFolders, loadOwn, catalogue);
  const all = await declaredChecks();
  const checks = wish.catalogue === undefined ? all : ofCatalogue(all, wish.catalogue);
  const dialect = await loadDialect(profile);
  const plan = makePlan({
    checks: checks.values(),
    requirements: catalogue.byId,
    target: { profile, dialect, allowTrading, effort: wish.effort },
    selection: wish.selection,
    ...(wish.shard !== undefined && { shard: wish.shard }),
  });
  const [unknown] = plan.unknown;
  if (unknown !== undefined) {
    throw misuse(`no area, requirement, check, kind or section is ${unknown}${didYouMean(unknown, plan.known)}`, {
      hint: 'tsi plan, tsi requirements',
    });
  }
  const catalogueVersion = wish.catalogue ?? catalogueVersionOf(ofPackage(all).keys());
  return { run: randomUUID(), seed: wish.seed ?? newSeed(), plan, dialect, catalogue, catalogueVersion, checks };
}
