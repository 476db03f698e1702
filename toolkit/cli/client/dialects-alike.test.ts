// How the service spells is nobody's fault: the same client is judged alike in three dialects, check by check, honest or erring.

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { planClient } from '../../../suites/clients/playing/plan.js';
import { playAll } from '../../../suites/clients/playing/play-all.js';
import { type Venue, venueOf } from '../../../suites/clients/playing/testbed.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { packageRoot } from '../../base/package-root.js';
import { HONEST, LAPSES, referenceClient } from '../../client/index.js';
import { loadProfile } from '../../profile/loading/load.js';
import { loadCatalogue } from '../../requirements/catalogue.js';

const LIMIT_MS = 240_000;
/** Every so many checks of the plan: a quick plan that has all areas in it. */
const EVERY = 4;
const MOST_LACKING = 3;
const LAPSING = ['new-key-on-retry', 'ack-means-success', 'hmr-all'] as const;

const venues = new Map<string, Venue>();
beforeAll(async () => {
  const compact = await loadProfile(join(packageRoot(), 'toolkit/profile/trials/compact.yaml'), {
    env: {},
    onMissingSecret: () => undefined,
  });
  for (const dialect of ['default', 'contrary', compact] as const) {
    const venue = await venueOf(dialect, 7);
    venues.set(typeof dialect === 'string' ? dialect : 'compact', venue);
  }
}, LIMIT_MS);

async function judged(lapse: string | undefined, venue: Venue): Promise<Readonly<Record<string, string>>> {
  const [checks, { byId }] = await Promise.all([loadClientChecks(), loadCatalogue()]);
  const erring = LAPSES.find(({ id }) => id === lapse);
  const conduct = { ...HONEST, ...erring?.conduct };
  const open = (): ReturnType<typeof referenceClient> => referenceClient(conduct);
  const { items } = planClient(checks.values(), byId, open().introduction, { selectors: [], sections: [] });
  const broken: readonly string[] = erring?.violates ?? [];
  const quick = items.filter(
    ({ requirements }, index) =>
      (erring === undefined && index % EVERY === 0) || requirements.some((id) => broken.includes(id)),
  );
  const source = { open: () => Promise.resolve(open()), most: 8, fresh: true };
  const played = await playAll({ items: quick, source, venue, signal: new AbortController().signal });
  return Object.fromEntries(played.map(({ check, verdict }) => [check, verdict]).toSorted());
}

describe('the same client', () => {
  it.each([undefined, ...LAPSING])(
    'is judged alike however the service spells: %s',
    async (lapse) => {
      const [verdicts, ...others] = await Promise.all([...venues.values()].map((venue) => judged(lapse, venue)));
      if (verdicts === undefined) throw new Error('expected venues, got none');
      expect(Object.values(verdicts).includes('fail')).toBe(lapse !== undefined);
      expect(Object.keys(verdicts).length).toBeGreaterThan(lapse === undefined ? 30 : 0);
      for (const own of others) {
        // What a venue has no call for nobody can be judged by there.
        const lacking = Object.keys(own).filter((id) => own[id] === 'not-applicable');
        expect(lacking.length).toBeLessThanOrEqual(MOST_LACKING);
        const shared = Object.entries(verdicts).filter(([id]) => !lacking.includes(id));
        expect(own).toMatchObject(Object.fromEntries(shared));
      }
    },
    LIMIT_MS,
  );
});
