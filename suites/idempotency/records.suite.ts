// The life of an idempotency record where the interface leaves room (7.1, 8): refusals before it, its expiry, another API key, other
// spellings of the payload. Each outcome is reported; judged is that the target executes exactly the operations that it acknowledged.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom, type Executions } from '../words/trading/executions.js';

/** Judges that as many orders came to be as operations were acknowledged and ended in success. */
async function expectAsAcknowledged(
  t: CheckContext,
  executions: Executions,
  submissions: readonly Submission[],
  requirement: RequirementId,
): Promise<void> {
  const operations = new Map(submissions.flatMap((one) => (one.accepted ? [[one.operationId, one] as const] : [])));
  const results = await Promise.all([...operations.values()].map((one) => t.account.settle(one)));
  await executions.expect({ orders: results.filter(({ status }) => status === 'success').length }, { requirement });
}

function wordFor(first: Submission, again: Submission): string {
  if (!again.accepted) return 'refused';
  return again.operationId === first.operationId ? 'same operation' : 'new operation';
}

interface Way {
  readonly words: string;
  /** A target may also acknowledge it first, and reject it afterwards. */
  readonly refuse: (t: CheckContext, idempotencyKey: string) => Promise<Submission>;
}

const WAYS: readonly Way[] = [
  {
    words: 'for its broken body',
    refuse: async (t, idempotencyKey) =>
      t.account.submit(await t.account.order(), { idempotencyKey, body: '{"volume":' }),
  },
  {
    words: 'for its price',
    refuse: async (t, idempotencyKey) =>
      t.account.submit({ ...(await t.account.order()), price: '0.00000000001' }, { idempotencyKey }),
  },
  {
    words: 'for its signature',
    refuse: async (t, idempotencyKey) =>
      t.account.submit(await t.account.order(), {
        idempotencyKey,
        damage: {
          name: 'one bit of the signature changed',
          encodeSignature: (bytes) =>
            Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))).toString('base64url'),
        },
      }),
  },
];

const UNAVAILABLE: Way = {
  words: 'because the service was unavailable',
  refuse: async (t, idempotencyKey) => {
    const account_id = t.account.id;
    const end = async (): Promise<void> =>
      void (await t.control('service.maintenance', { account_id, enabled: 'false' }));
    t.cleanup(end);
    await t.control('service.maintenance', { account_id, enabled: 'true' });
    const refused = await t.account.submit(await t.account.order(), { idempotencyKey });
    await end();
    return refused;
  },
};

for (const { slug, words, ways, needs, purposes } of [
  { slug: 'used-again', words: 'before its ACK', ways: WAYS, needs: {}, purposes: [11, 12] },
  {
    slug: 'used-again-after-maintenance',
    words: 'before its ACK, be it for lack of service',
    ways: [...WAYS, UNAVAILABLE],
    needs: { control: ['service.maintenance'] },
    purposes: [13],
  },
] satisfies readonly {
  slug: string;
  words: string;
  ways: readonly Way[];
  needs: Needs;
  purposes: readonly number[];
}[]) {
  scenario({
    id: `errors.sync-before-ack/key-${slug}`,
    title: `executes nothing of a request that it refused ${words}, whatever it does with the same key afterwards`,
    requirements: ['idempotency.key-after-refusal'],
    purposes,
    needs,
    async run(t) {
      const events = await t.account.transactions();
      const executions = await countFrom(t);
      const submissions: Submission[] = [];
      const keys = new Set<string>();
      for (const way of ways) {
        const idempotencyKey = t.freshKey();
        keys.add(idempotencyKey);
        const refused = await way.refuse(t, idempotencyKey);
        if (refused.accepted) {
          submissions.push(refused);
          continue;
        }
        const again = await t.account.submit(await t.account.order(), { idempotencyKey });
        submissions.push(again);
        // Each way is reported by the check that is about it.
        if (ways !== WAYS && way !== UNAVAILABLE) continue;
        t.observe(`key of a request refused ${way.words}`, again.accepted ? 'free again' : 'used up', {
          section: '8',
          evidence: [again.exchange.record, refused.exchange.record],
        });
      }
      await expectAsAcknowledged(t, executions, submissions, 'errors.sync-before-ack');
      const acknowledged = new Set(submissions.map(({ operationId }) => operationId));
      const others = events
        .of('transaction_event')
        .filter(({ view }) => keys.has(String(view.clientRequestId)) && !acknowledged.has(String(view.operationId)));
      t.expect.that(others.length === 0, {
        expected: 'events of acknowledged operations alone',
        actual: `${others.length} events under the keys of refused requests`,
        evidence: others.map(({ record }) => record),
      });
    },
  });
}

scenario({
  id: 'idempotency.duplicate-same-operation/both-sides-of-expiry',
  title: 'takes a repeat for one before its record has expired, and executes what it acknowledges after',
  requirements: ['idempotency.record-expiry', 'idempotency.duplicate-not-executed'],
  purposes: [20],
  needs: { control: ['idempotency.expire'] },
  async run(t) {
    const params = await t.account.order();
    const executions = await countFrom(t);
    const original = await t.account.submit(params);
    if (!original.accepted) t.inconclusive('a valid order was refused', [original.exchange.record]);
    const before = await t.account.submit(params, { idempotencyKey: original.key });
    t.expect.accepted(before.exchange);
    t.expect.at(before.exchange.record, '/view/operationId', 'equals', original.operationId ?? null);
    await t.control('idempotency.expire', { account_id: t.account.id });
    const after = await t.account.submit(params, { idempotencyKey: original.key });
    t.observe('repeat after its record expired', wordFor(original, after), {
      section: '8',
      evidence: [after.exchange.record],
    });
    await expectAsAcknowledged(t, executions, [original, before, after], 'idempotency.duplicate-not-executed');
  },
});

scenario({
  id: 'idempotency.duplicate-not-executed/through-a-second-api-key',
  title: 'executes what it acknowledges when a second API key repeats the request of the first',
  requirements: ['idempotency.second-api-key'],
  purposes: [18],
  needs: { keys: ['second'] },
  async run(t) {
    const params = await t.account.order();
    const executions = await countFrom(t);
    const original = await t.account.submit(params);
    if (!original.accepted) t.inconclusive('a valid order was refused', [original.exchange.record]);
    const other = await t.account.submit(params, { idempotencyKey: original.key, key: 'second' });
    t.observe('same key and payload through a second API key', wordFor(original, other), {
      section: '8',
      evidence: [other.exchange.record, original.exchange.record],
    });
    await expectAsAcknowledged(t, executions, [original, other], 'idempotency.duplicate-not-executed');
  },
});

/** Other spellings of one JSON value; a number stands in text as decimals do (interface 1, rule 6). */
const SPELLINGS: readonly { readonly slug: string; readonly write: (body: string, volume: string) => string }[] = [
  { slug: 'white space', write: (body) => JSON.stringify(JSON.parse(body), null, 1) },
  { slug: 'member order', write: (body) => JSON.stringify(reversed(JSON.parse(body))) },
  { slug: 'escapes', write: (body) => body.replace('"volume"', '"\\u0076olume"') },
  {
    slug: 'zeros of a decimal',
    write: (body, volume) => body.replace(`"${volume}"`, `"${volume.includes('.') ? volume : `${volume}.`}0"`),
  },
];

function reversed(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([name, member]) => [name, reversed(member)] as const)
          .reverse(),
      )
    : value;
}

scenario({
  id: 'idempotency.key-to-operation/other-spellings',
  title: 'takes a repeat in another spelling for the same payload or for another, and never for a new operation',
  requirements: ['idempotency.payload-equality', 'idempotency.duplicate-not-executed'],
  purposes: [15],
  async run(t) {
    const executions = await countFrom(t);
    const rule: Record<string, string> = {};
    const originals: Submission[] = [];
    for (const { slug, write } of SPELLINGS) {
      const params = await t.account.order();
      const body = t.account.spec('placeOrder', params).body;
      if (typeof body !== 'string') return t.inconclusive('the dialect writes no body for a placement');
      const respelled = write(body, String(params.volume));
      if (respelled === body) continue;
      const original = await t.account.submit(params);
      if (!original.accepted) t.inconclusive('a valid order was refused', [original.exchange.record]);
      const repeat = await t.account.submit(params, { idempotencyKey: original.key, body: respelled });
      originals.push(original);
      if (!repeat.accepted) t.expect.refused(repeat.exchange);
      else t.expect.at(repeat.exchange.record, '/view/operationId', 'equals', original.operationId ?? null);
      rule[slug] = repeat.accepted ? 'same payload' : 'another payload';
    }
    t.observe('payloads that differ only in', rule, {
      section: '8',
      evidence: originals.map(({ exchange }) => exchange.record),
    });
    await expectAsAcknowledged(t, executions, originals, 'idempotency.duplicate-not-executed');
  },
});

scenario({
  id: 'idempotency.conflict-refused/as-reported',
  title: 'accepts a repeat and refuses a conflict, whose status and code are reported',
  requirements: ['idempotency.duplicate-accepted'],
  purposes: [14],
  async run(t) {
    const params = await t.account.order();
    const original = await t.account.submit(params);
    if (!original.accepted) t.inconclusive('a valid order was refused', [original.exchange.record]);
    const repeat = await t.account.submit(params, { idempotencyKey: original.key });
    t.expect.accepted(repeat.exchange, { requirement: 'idempotency.duplicate-accepted' });
    t.observe('status of a repeat', repeat.exchange.answer?.status ?? null, {
      section: '8',
      evidence: [repeat.exchange.record],
    });
    const conflict = await t.account.submit(await t.account.order(), { idempotencyKey: original.key });
    t.expect.refused(conflict.exchange);
    const { code = null, message = null } = conflict.error ?? {};
    t.observe(
      'key conflict',
      { status: conflict.exchange.answer?.status ?? null, code, message },
      { section: '7.1', evidence: [conflict.exchange.record] },
    );
  },
});
