// Whatever a program does that was taken for a client, it passes nothing, the run comes to its end, and every check says in one sentence
// why it was not judged.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClientPlanItem, planClient } from '../../../suites/clients/playing/plan.js';
import { playAll } from '../../../suites/clients/playing/play-all.js';
import { type Venue, venueOf } from '../../../suites/clients/playing/testbed.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { grouped } from '../../base/grouped.js';
import { type ClientUnderTest, INTENT_OPERATIONS, startClient } from '../../intents/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { BAD_COMPANY, commandOf } from './bad-company.test.aid.js';

/** Waits for nothing take milliseconds, the ends of programs seconds; the rest is what a machine under load may take. */
const LIMIT_MS = 120_000;
const SIDE_BY_SIDE = 4;

let items: readonly ClientPlanItem[] = [];
let venue: Venue;
beforeAll(async () => {
  const [checks, { byId }] = await Promise.all([loadClientChecks(), loadCatalogue()]);
  const everything = { concurrent: true, accounts: 2 };
  const client = { implementation: '', language: '', capabilities: INTENT_OPERATIONS, claims: everything };
  const plan = planClient(checks.values(), byId, client, { selectors: [], sections: [] });
  // One of each depth.
  const each = grouped(plan.items, ({ check }) => check.spec.depth);
  items = [...each.values()].map(([first]) => first);
  venue = await venueOf('default', 7);
}, LIMIT_MS);

describe('a program that', () => {
  it.concurrent.each(Object.entries(BAD_COMPANY))(
    '%s passes nothing and holds up nothing',
    async (_what, body) => {
      expect(items).toHaveLength(3);
      const { privatePem } = venue;
      const open = (): ReturnType<typeof startClient> =>
        startClient({ command: commandOf(body), secrets: [privatePem] });
      const source = { open, most: SIDE_BY_SIDE, fresh: false };
      const played = await playAll({ items, source, venue, signal: new AbortController().signal });
      expect(played.map(({ check }) => check).toSorted()).toEqual(items.map(({ check }) => check.spec.id).toSorted());
      const judged = played.filter(({ verdict }) => verdict !== 'inconclusive' && verdict !== 'not-applicable');
      // Who says that all is well, and is seen to have done nothing, may fail.
      expect(judged.filter(({ verdict }) => verdict !== 'fail').map(({ check, reason }) => [check, reason])).toEqual(
        [],
      );
      expect(played.filter(({ reason = '' }) => reason.trim() === '' || reason.includes('\n'))).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe('a run with a program that is silent', () => {
  it(
    'gives up on it, and says so',
    async () => {
      const [first] = items;
      if (first === undefined) throw new Error('expected a check, got none');
      const source = { open: () => Promise.resolve(silent()), most: 4, fresh: false };
      const many = Array.from({ length: 60 }, () => first);
      const played = await playAll({ items: many, source, venue, signal: new AbortController().signal });
      expect(played).toHaveLength(60);
      const given = played.filter(({ reason = '' }) => reason.startsWith('the client was silent or gone in 16 checks'));
      expect(given.length).toBeGreaterThanOrEqual(40);
    },
    LIMIT_MS,
  );
});

function silent(): ClientUnderTest {
  return {
    introduction: {
      implementation: 'silent',
      language: 'none',
      capabilities: INTENT_OPERATIONS,
      claims: { patienceMs: 0 },
    },
    ask: () => Promise.resolve({ kind: 'silent', afterMs: 1 }),
    stderr: () => '',
    close: () => Promise.resolve(),
  };
}
