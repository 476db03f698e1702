// The checks of clients as a whole: each names catalogued duties, none passes a client that does nothing, and a lapse
// fails where the honest client passes. That every lapse is found is proven by `tsi client matrix`.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../toolkit/requirements/catalogue.js';
import { clientThat, WAYS } from './client-without-conduct.test.aid.js';
import { planClient, requirementsOf } from './playing/plan.js';
import type { PlayedCheck } from './playing/play.js';
import { playAll } from './playing/play-all.js';
import { type Venue, venueOf } from './playing/testbed.js';
import { SITUATIONS } from './situations/index.js';
import { type ClientCheck, loadClientChecks } from './stage/registry.js';

let checks: readonly ClientCheck[];
let venue: Venue;

beforeAll(async () => {
  checks = [...(await loadClientChecks()).values()];
  venue = await venueOf('default', 7);
});

async function played(way: (typeof WAYS)[string]): Promise<readonly PlayedCheck[]> {
  const client = clientThat(way);
  const { byId } = await loadCatalogue();
  const { items } = planClient(checks, byId, client.introduction, { selectors: [], sections: [] });
  const source = { open: () => Promise.resolve(client), most: 40, fresh: true };
  return playAll({ items, source, venue, signal: new AbortController().signal });
}

describe('the checks of clients', () => {
  it('name catalogued duties of clients only', async () => {
    const { byId } = await loadCatalogue();
    const named = checks.flatMap(({ spec }) => requirementsOf(spec));
    expect(named.filter((id) => byId.get(id)?.subject !== 'client')).toEqual([]);
  });

  it('judge every duty of clients, or the catalogue says why not', async () => {
    const { requirements } = await loadCatalogue();
    const named = new Set<string>(checks.flatMap(({ spec }) => requirementsOf(spec)));
    const left = requirements.filter(
      ({ id, subject, untestable }) => subject === 'client' && untestable === undefined && !named.has(id),
    );
    expect(left.map(({ id }) => id)).toEqual([]);
  });

  it.each(Object.entries(WAYS))(
    'pass nothing of a client that %s',
    async (_, way) => {
      const results = await played(way);
      expect(results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check)).toEqual([]);
      expect(results.filter(({ verdict }) => verdict === 'error').map(({ check, reason }) => [check, reason])).toEqual(
        [],
      );
    },
    120_000,
  );
});

describe('the situations', () => {
  it('have names of their own', () => {
    const ids = SITUATIONS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('are listed as far as a check plays them', () => {
    const listed = new Set(SITUATIONS);
    const played = new Set(checks.map(({ spec }) => spec.situation));
    expect([...played].filter((one) => !listed.has(one)).map(({ id }) => id)).toEqual([]);
  });
});
