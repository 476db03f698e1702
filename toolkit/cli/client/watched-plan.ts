// The plan of a watch: everything that it judges, of a client that says nothing of itself and so has nothing in its way.
import { type ClientPlan, planClient } from '../../../suites/clients/playing/plan.js';
import { asTold } from '../../../suites/clients/situations/operations.js';
import type { ClientCheck } from '../../../suites/clients/stage/registry.js';
import { watchedChecks } from '../../../suites/clients/watching/watch.js';
import type { ClientIntroduction } from '../../intents/index.js';

export function watchedPlan(
  byId: Parameters<typeof planClient>[1],
  client: ClientIntroduction,
  selection: Parameters<typeof planClient>[3],
): { readonly plan: ClientPlan; readonly checks: readonly ClientCheck[] } {
  const checks = watchedChecks().map(asClientCheck);
  const plan = planClient(checks, byId, client, selection);
  return { plan: { ...plan, items: plan.items.map(({ obstacle: _, ...item }) => item) }, checks };
}

/** A check of a watch is played by none of its own. */
function asClientCheck({ id, title }: ReturnType<typeof watchedChecks>[number]): ClientCheck {
  const run = (): Promise<void> => Promise.resolve();
  const spec = { id, title, depth: 'wire', situation: asTold, needs: { operations: [] }, run } as const;
  return { spec, area: 'watching', source: 'suites/clients/watching/programme.ts' };
}
