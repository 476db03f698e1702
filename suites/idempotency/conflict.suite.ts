// The same key with another payload is refused and executes nothing (interface 7.1, rule 1; section 8). Which status and code say
// so is left open, and so is what counts as the same payload beyond identical bytes: the payloads here differ in a value.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { CALLS, type Call } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';
import { oneStepMore, protectionOf } from '../words/trading/prices.js';

interface Change {
  readonly slug: string;
  readonly calls: readonly Call['word'][];
  readonly needs?: Needs;
  /** The same request with one value changed, valid by itself. */
  readonly make: (params: RequestParams, account: Account, t: CheckContext) => Promise<RequestParams>;
}

const CHANGES: readonly Change[] = [
  { slug: 'other-volume', calls: ['order', 'opening'], make: withLargerVolume },
  {
    slug: 'other-price',
    calls: ['order'],
    make: async (params, account) => ({ ...params, price: (await account.order()).price ?? null }),
  },
  {
    slug: 'added-stop-loss',
    calls: ['order'],
    make: async (params) => ({ ...params, stopLossPrice: protectionOf(params).stopLossPrice }),
  },
  {
    slug: 'added-take-profit',
    calls: ['order'],
    make: async (params) => ({ ...params, takeProfitPrice: protectionOf(params).takeProfitPrice }),
  },
  {
    slug: 'other-side',
    calls: ['opening'],
    make: async (params) => ({ ...params, side: params.side === 'buy' ? 'sell' : 'buy' }),
  },
  {
    slug: 'other-instrument',
    calls: ['order', 'opening'],
    needs: { instruments: 2 },
    make: async (params, account) => ({ ...params, instrument: account.instrument(1).name }),
  },
  ...(['stopLossPrice', 'takeProfitPrice'] as const).map(
    (member): Change => ({
      slug: member === 'stopLossPrice' ? 'added-stop-loss' : 'added-take-profit',
      calls: ['opening'],
      needs: { claims: ['sltp'] },
      make: (params, account, t) => withProtection(params, member, account, t),
    }),
  ),
];

async function withLargerVolume(params: RequestParams, account: Account, t: CheckContext): Promise<RequestParams> {
  const conditions = await account.conditions(params.instrument);
  const volume = oneStepMore(String(params.volume), conditions);
  return {
    ...params,
    volume: volume ?? t.inconclusive('the conditions leave no second valid volume', [conditions.record]),
  };
}

/** Whether the body of an opening has such a member at all is the dialect's to say (interface 4.2). */
async function withProtection(
  params: RequestParams,
  member: 'stopLossPrice' | 'takeProfitPrice',
  account: Account,
  t: CheckContext,
): Promise<RequestParams> {
  const { [member]: level } = await account.protection({ type: 'market', side: params.side ?? 'buy' });
  const changed = { ...params, [member]: level };
  const [plain, protectedOne] = [params, changed].map((one) => account.spec('openPosition', one).body);
  return plain === protectedOne ? t.notApplicable('the dialect binds no such member of an opening') : changed;
}

function joined(one: Needs, other: Needs = {}): Needs {
  return { ...one, ...other, claims: [...(one.claims ?? []), ...(other.claims ?? [])] };
}

for (const call of CALLS) {
  for (const change of CHANGES.filter(({ calls }) => calls.includes(call.word))) {
    const id = call.word === 'order' ? 'idempotency.conflict-any-member' : call.requirements.conflict;
    scenario({
      id: `${id}/${call.word}-${change.slug}`,
      title: `refuses the key of an ${call.word} with ${change.slug.replaceAll('-', ' ')}, and executes the original alone`,
      requirements: ['idempotency.conflict-refused', 'idempotency.conflict-not-executed'],
      purposes: [14],
      needs: joined(call.needs, change.needs),
      async run(t) {
        const params = await call.params(t.account);
        const changed = await change.make(params, t.account, t);
        const executions = await countFrom(t);
        const original = await call.submit(t.account, params);
        if (!original.accepted) t.inconclusive('the original was refused', [original.exchange.record]);
        const conflict = await call.submit(t.account, changed, { idempotencyKey: original.key });
        t.expect.refused(conflict.exchange);
        await executions.expect(call.effect(params, 1), { requirement: 'idempotency.conflict-not-executed' });
      },
    });
  }

  concurrent({
    id: `${call.word === 'order' ? 'idempotency.conflict-one-winner' : call.requirements.conflict}/${call.word}-race`,
    title: `accepts exactly one of four ${call.word} requests that race under one key with different volumes`,
    requirements: ['idempotency.conflict-one-winner'],
    purposes: [7],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const larger = await withLargerVolume(params, t.account, t);
      const key = t.freshKey();
      const race = await Promise.all(
        [params, larger, params, larger].map((each) => call.submit(t.account, each, { idempotencyKey: key })),
      );
      const winners = race.filter(({ accepted }) => accepted);
      const evidence = race.map(({ exchange }) => exchange.record);
      if (winners.length === 0) t.inconclusive('none of the racing requests was accepted', evidence);
      const payloads = new Set(race.flatMap(({ accepted }, index) => (accepted ? [index % 2] : [])));
      const operations = new Set(winners.map(({ operationId }) => operationId));
      t.expect.that(payloads.size === 1 && operations.size === 1, {
        expected: 'one of the two payloads accepted, under one operation_id',
        actual: `${payloads.size} payloads accepted, under ${operations.size} operation_ids`,
        evidence,
      });
    },
  });
}

scenario({
  id: 'idempotency.conflict-keeps-original/repeat-after-conflict',
  title: 'still answers a repeat with the original operation after a conflicting request',
  purposes: [14],
  async run(t) {
    const params = await t.account.order();
    const original = await t.account.submit(params);
    if (!original.accepted) t.inconclusive('the original was refused', [original.exchange.record]);
    const other = { ...params, price: (await t.account.order()).price ?? null };
    const conflict = await t.account.submit(other, { idempotencyKey: original.key });
    t.expect.refused(conflict.exchange, { requirement: 'idempotency.conflict-refused' });
    const repeat = await t.account.submit(params, { idempotencyKey: original.key });
    t.expect.accepted(repeat.exchange);
    t.expect.at(repeat.exchange.record, '/view/operationId', 'equals', original.operationId ?? null);
  },
});

scenario({
  id: 'idempotency.conflict-any-member/levels-exchanged',
  title: 'refuses an order whose stop loss and take profit have exchanged their values under a used key',
  needs: { claims: ['sltp'] },
  async run(t) {
    const order = await t.account.order();
    const params = { ...order, ...protectionOf(order) };
    const { stopLossPrice, takeProfitPrice } = params;
    const original = await t.account.submit(params);
    if (!original.accepted) t.inconclusive('the original was refused', [original.exchange.record]);
    const exchanged = { ...params, stopLossPrice: takeProfitPrice, takeProfitPrice: stopLossPrice };
    const conflict = await t.account.submit(exchanged, { idempotencyKey: original.key });
    t.expect.refused(conflict.exchange);
  },
});
