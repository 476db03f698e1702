// Idempotency keys of many mutations (interface 5.3, rule 7; 8): their grammar, and one for each, over sessions too.
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { amongRequests } from '../stage/grounds.js';
import { keyOf, type SeenRequest } from '../stage/seen.js';
import { expectSent } from '../stage/sent-history.js';
import type { Stage } from '../stage/stage.js';

const MANY = 12;
const AT_ONCE = 24;

for (const [requirement, slug, title] of [
  ['idempotency.client-key-length', 'many-placements', 'makes keys of 5 to 128 characters'],
  ['idempotency.client-key-alphabet', 'many-placements', 'makes keys of letters, digits and the four marks'],
] as const) {
  clientCheck(`${requirement}/${slug}`, { title, depth: 'wire', situation: honest }, async (stage) => {
    await placeMany(stage, MANY);
    expectSent(stage, requirement, 'a mutating call');
  });
}

clientCheck(
  'idempotency.client-key-per-intent/many-placements',
  { title: 'gives each placement a key of its own', depth: 'wire', situation: honest },
  async (stage) => {
    await placeMany(stage, MANY);
    expectKeysOfTheirOwn(stage);
  },
);

clientCheck(
  'idempotency.client-key-per-intent/at-once',
  {
    title: 'gives placements that it is told at once a key each',
    depth: 'wire',
    situation: honest,
    needs: { operations: ['place'], concurrent: true },
  },
  async (stage) => {
    await Promise.all(Array.from({ length: AT_ONCE }, () => stage.place().reply));
    expectKeysOfTheirOwn(stage);
  },
);

clientCheck(
  'idempotency.client-key-alphabet/marked-instrument',
  {
    title: 'makes keys of the same characters for an instrument whose name has others',
    depth: 'wire',
    situation: honest,
    needs: { operations: ['open'] },
  },
  async (stage) => {
    const marked = stage.instruments.find(({ name }) => /[^A-Za-z0-9._~-]/.test(name));
    if (marked === undefined) return stage.notApplicable('all instruments are named by characters of keys alone');
    const { name: instrument, volume = '0.01' } = marked;
    await stage.open({ instrument, volume }).reply;
    expectSent(stage, 'idempotency.client-key-alphabet', 'a mutating call');
  },
);

clientCheck(
  'idempotency.client-key-per-intent/over-sessions',
  { title: 'gives placements of a later session other keys than those before', depth: 'wire', situation: honest },
  async (stage) => {
    await placeMany(stage, 2);
    await stage.tell('end', { account: stage.account });
    await stage.begin();
    await placeMany(stage, 2);
    expectKeysOfTheirOwn(stage);
  },
);

/** Each has a price of its own; a client that fails at one is not told the rest. */
async function placeMany(stage: Stage, count: number): Promise<void> {
  for (let placed = 0; placed < count; placed += 1) {
    const { kind } = await stage.place().reply;
    if (kind !== 'result') return;
  }
}

function expectKeysOfTheirOwn(stage: Stage): void {
  const placements = stage.seen.requests('placeOrder');
  stage.reached('two placements', new Set(placements.map(contentsOf)).size > 1);
  const first = new Map<string, SeenRequest>();
  const doubled = placements.find((placement) => {
    const earlier = first.get(keyOf(placement)) ?? placement;
    first.set(keyOf(placement), earlier);
    return contentsOf(earlier) !== contentsOf(placement);
  });
  const earlier = doubled === undefined ? undefined : first.get(keyOf(doubled));
  stage.expect.that(doubled === undefined, {
    expected: 'keys that no other placement has had',
    actual: `the key ${doubled === undefined ? '' : keyOf(doubled)} for two placements`,
    evidence: [doubled, earlier].filter((one) => one !== undefined),
    grounds: amongRequests(stage.seen, placements, ['placeOrder'], {
      least: 2,
      by: '/key',
      alike: ['/parsed/params/price'],
    }),
  });
}

/** Repeats of one placement have one price, as no other placement has it. */
function contentsOf({ read }: SeenRequest): string {
  return String(read.params['price']);
}
