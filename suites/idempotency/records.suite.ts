// The life of an idempotency record where the interface leaves room (7.1, 8): refusals before it, its expiry, another API key, other
// spellings of the payload. Each outcome is reported; judged is that the target executes exactly the operations that it acknowledged.
import type { Needs } from '../runner/check.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { countFrom, type Executions } from '../runner/executions.js';
import { scenario } from '../runner/registry.js';

/** Judges that as many orders came to be as operations were acknowledged and ended in success. */
async function expectAsAcknowledged(
  t: CheckContext,
  executions: Executions,
  submissions: readonly Submission[],
  requirement: string,
): Promise<void> {
  const operations = new Map(submissions.flatMap((one) => (one.accepted ? [[one.operationId, one] as const] : [])));
  const results = await Promise.all([...operations.values()].map((one) => t.account.settle(one)));
  await executions.expect({ orders: results.filter(({ status }) => status === 'success').length }, { requirement });
}

function wordFor(first: Submission, again: Submission): string {
  if (!again.accepted) return 'refused';
  return again.operationId === first.operationId ? 'same operation' : 'new operation';
}

interface Refusal {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  /** Brings the refusal about; what it returns lets requests through again. */
  readonly refuse: (t: CheckContext, key: string) => Promise<Submission>;
}

const REFUSALS: readonly Refusal[] = [
  {
    slug: 'broken-body',
    words: 'for its broken body',
    needs: {},
    refuse: async (t, idempotencyKey) =>
      t.account.submit(await t.account.order(), { idempotencyKey, body: '{"volume":' }),
  },
  {
    slug: 'bad-signature',
    words: 'for its signature',
    needs: {},
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
  {
    slug: 'maintenance',
    words: 'because the service was unavailable',
    needs: { control: ['service.maintenance'] },
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
  },
];

for (const { slug, words, needs, refuse } of REFUSALS) {
  scenario({
    id: `errors.sync-before-ack/key-refused-${slug}`,
    title: `executes nothing of a request that it refused ${words}, whatever it does with the same key afterwards`,
    requirements: ['idempotency.key-after-refusal'],
    purposes: slug === 'bad-signature' ? [12] : slug === 'maintenance' ? [13] : [11],
    needs,
    async run(t) {
      const executions = await countFrom(t);
      const key = t.freshKey();
      const refused = await refuse(t, key);
      if (refused.accepted)
        return t.notApplicable('the target acknowledges this request first, and rejects it afterwards');
      const again = await t.account.submit(await t.account.order(), { idempotencyKey: key });
      t.observe(`key of a request refused ${words}`, again.accepted ? 'free again' : 'used up', {
        section: '8',
        evidence: [again.exchange.record, refused.exchange.record],
      });
      await expectAsAcknowledged(t, executions, [again], 'errors.sync-before-ack');
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
