// The plan of a matrix run: every check, with what stands in its way on that service.
import type { Effort } from '../../../suites/runner/check.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { makePlan, type PlanItem } from '../../../suites/runner/plan/plan.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { Profile } from '../../profile/profile.js';
import type { Catalogue } from '../../requirements/catalogue.js';

export async function planOf(
  effort: Effort,
  profile: Profile,
  { byId }: Pick<Catalogue, 'byId'>,
): Promise<readonly PlanItem[]> {
  const { items } = makePlan({
    checks: (await declaredChecks()).values(),
    requirements: byId,
    target: { profile, dialect: await loadDialect(profile), effort },
    selection: { selectors: [], sections: [] },
  });
  return items;
}
