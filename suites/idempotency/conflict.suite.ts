// The same key with another payload is refused and executes nothing (interface 7.1, rule 1; section 8). Which status and code say
// so is left open, and so is what counts as the same payload beyond identical bytes: the payloads here differ in a value.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { CALLS, type Call } from '../words/calls/calls.js';
import { expectSameOperation } from '../words/calls/same-operation.js';
import { countFrom } from '../words/trading/executions.js';
import { oneStepMore, protectedOrder } from '../words/trading/prices.js';

interface Change {
  readonly slug: string;
  readonly calls: readonly Call['word'][];
  readonly needs?: Needs;
  /** The same request with one value changed, valid by itself. */
  readonly make: (t: CheckContext, params: RequestParams) => Promise<RequestParams>;
}

const CHANGES: readonly Change[] = [
  { slug: 'other-volume', calls: ['order', 'opening'], make: withLargerVolume },
  { slug: 'other-price', calls: ['order'], make: withOtherPrice },
  { slug: 'added-stop-loss', calls: ['order'], make: withLevel('stopLossPrice') },
  { slug: 'added-take-profit', calls: ['order'], make: withLevel('takeProfitPrice') },
  {
    slug: 'other-side',
    calls: ['opening'],
    make: async (_t, params) => ({ ...params, side: params.side === 'buy' ? 'sell' : 'buy' }),
  },
  {
    slug: 'other-instrument',
    calls: ['order', 'opening'],
    needs: { instruments: 2 },
    make: async (t, params) => ({ ...params, instrument: t.account.instrument(1).name }),
  },
  { slug: 'added-stop-loss', calls: ['opening'], needs: { claims: ['sltp'] }, make: withLevel('stopLossPrice') },
  { slug: 'added-take-profit', calls: ['opening'], needs: { claims: ['sltp'] }, make: withLevel('takeProfitPrice') },
];

async function withLargerVolume(t: CheckContext, params: RequestParams): Promise<RequestParams> {
  const conditions = await t.account.conditions(params.instrument);
  const volume = oneStepMore(String(params.volume), conditions);
  return { ...params, volume: volume ?? t.inconclusive('the conditions leave no second valid volume', [conditions]) };
}

async function withOtherPrice(t: CheckContext, params: RequestParams): Promise<RequestParams> {
  return { ...params, price: (await t.account.order()).price ?? null };
}

function withLevel(member: 'stopLossPrice' | 'takeProfitPrice'): Change['make'] {
  return async (t, params) => {
    const isOpening = params.type === undefined;
    const { [member]: level } = await t.account.protection(isOpening ? { ...params, type: 'market' } : params);
    const changed = { ...params, [member]: level };
    requireBound(t, isOpening ? 'openPosition' : 'placeOrder', params, changed);
    return changed;
  };
}

/** The request that won a race, with its place among them. The race is repeated where the market or a quota let nobody win. */
async function raceWon(
  t: CheckContext,
  hold: () => Promise<readonly Submission[]>,
): Promise<{ readonly race: readonly Submission[]; readonly winners: readonly (readonly [number, Submission])[] }> {
  for (let left = RACES; ; left -= 1) {
    const race = await hold();
    const winners = [...race.entries()].filter(([, { accepted }]) => accepted);
    if (winners.length > 0) return { race, winners };
    if (left === 1) t.inconclusive(`none of the racing requests was accepted in ${RACES} races`, race);
  }
}

const RACES = 3;

/** Whether the body has such a member at all is the dialect's to say (interface 4.1; 4.2). */
function requireBound(
  t: CheckContext,
  request: 'openPosition' | 'placeOrder',
  params: RequestParams,
  changed: RequestParams,
): void {
  const [plain, added] = [params, changed].map((one) => t.account.spec(request, one).body);
  if (plain === added) t.notApplicable('the dialect writes both requests alike');
}

function joined(one: Needs, other: Needs = {}): Needs {
  return { ...one, ...other, claims: [...(one.claims ?? []), ...(other.claims ?? [])] };
}

for (const call of CALLS) {
  for (const change of CHANGES.filter(({ calls }) => calls.includes(call.word))) {
    scenario({
      id: `${call.requirements.conflict}/${call.word}-${change.slug}`,
      title: `refuses the key of an ${call.word} with ${change.slug.replaceAll('-', ' ')}, and executes the original alone`,
      requirements: ['idempotency.conflict-not-executed'],
      purposes: [14],
      needs: joined(call.needs, change.needs),
      async run(t) {
        const params = await call.params(t.account);
        const changed = await change.make(t, params);
        const executions = await countFrom(t);
        const original = await call.place(t.account, params);
        t.expect.refused(await call.submit(t.account, changed, { idempotencyKey: original.key }));
        await executions.expect(call.effect(params, 1), { requirement: 'idempotency.conflict-not-executed' });
      },
    });
  }

  concurrent({
    id: `${call.requirements.conflictRace}/${call.word}-race`,
    title: `accepts exactly one of four ${call.word} requests that race under one key with different volumes`,
    purposes: [7],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const larger = await withLargerVolume(t, params);
      const { race, winners } = await raceWon(t, () => {
        const idempotencyKey = t.freshKey();
        return Promise.all(
          [params, larger, params, larger].map((each) => call.submit(t.account, each, { idempotencyKey })),
        );
      });
      const payloads = new Set(winners.map(([index]) => index % 2));
      const operations = new Set(winners.map(([, { operationId }]) => operationId));
      t.expect.that(payloads.size === 1 && operations.size === 1, {
        expected: 'one of the two payloads accepted, under one operation_id',
        actual: `${payloads.size} payloads accepted, under ${operations.size} operation_ids`,
        evidence: race,
      });
    },
  });
}

for (const { id, words, left } of [
  { id: 'idempotency.conflict-any-member/stop-loss-left-out', words: 'stop loss', left: 'stopLossPrice' },
  { id: 'idempotency.conflict-any-member/take-profit-left-out', words: 'take profit', left: 'takeProfitPrice' },
] as const) {
  scenario({
    id,
    title: `refuses the key of an order with its ${words} left out, and executes the original alone`,
    requirements: ['idempotency.conflict-not-executed'],
    purposes: [14],
    needs: { claims: ['sltp'] },
    async run(t) {
      const order = await protectedOrder(t.account);
      const { [left]: _, ...rest } = order;
      const executions = await countFrom(t);
      const original = await t.account.place(order);
      t.expect.refused(await t.account.submit(rest, { idempotencyKey: original.key }));
      await executions.expect({ orders: 1 }, { requirement: 'idempotency.conflict-not-executed' });
    },
  });
}

scenario({
  id: 'idempotency.conflict-refused/order-unfinished',
  title: 'refuses the key of an unfinished order with another payload, and executes the original alone',
  requirements: ['idempotency.duplicate-not-executed'],
  purposes: [8, 14],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const executions = await countFrom(t);
    const release = await t.under('operations-held');
    const original = await t.account.place();
    t.expect.refused(await t.account.submit(await t.account.order(), { idempotencyKey: original.key }));
    await release();
    await t.account.settle(original);
    await executions.expect({ orders: 1 }, { requirement: 'idempotency.duplicate-not-executed' });
  },
});

scenario({
  id: 'idempotency.conflict-keeps-original/repeat-after-conflict',
  title: 'still answers a repeat with the original operation after a conflicting request',
  requirements: ['idempotency.conflict-refused'],
  purposes: [14],
  async run(t) {
    const order = await t.account.order();
    const original = await t.account.place(order);
    const conflict = await t.account.submit(await withOtherPrice(t, order), { idempotencyKey: original.key });
    t.expect.refused(conflict, { requirement: 'idempotency.conflict-refused' });
    expectSameOperation(t, original, await t.account.submit(order, { idempotencyKey: original.key }));
  },
});
