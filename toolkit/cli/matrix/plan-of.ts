// The plan of a matrix run: every check, with what stands in its way on that service.
import type { Effort } from '../../../suites/runner/check.js';
import { makePlan, type PlanItem } from '../../../suites/runner/plan/plan.js';
import { registeredChecks } from '../../../suites/runner/registry.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { Profile } from '../../profile/profile.js';
import type { Catalogue } from '../../requirements/catalogue.js';

/** The suites must have been loaded. */
export async function planOf(
  effort: Effort,
  profile: Profile,
  { byId }: Pick<Catalogue, 'byId'>,
): Promise<readonly PlanItem[]> {
  const { items } = makePlan({
    checks: registeredChecks().values(),
    requirements: byId,
    target: { profile, dialect: await loadDialect(profile), effort },
    selection: { selectors: [], sections: [] },
  });
  return items;
}
