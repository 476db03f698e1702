// The life of an idempotency record where the interface leaves room (7.1, 8): its expiry, another API key, other spellings of the payload,
// the form of answers. Each outcome is reported; judged is that the target executes exactly the operations that it acknowledged.
import type { Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { membersReversed, placementBody } from '../words/calls/placement-body.js';
import { expectSameOperation } from '../words/calls/same-operation.js';
import { countFrom } from '../words/trading/executions.js';
import { expectAsAcknowledged } from './as-acknowledged.js';

function wordFor(first: Submission, again: Submission): string {
  if (!again.accepted) return 'refused';
  return again.operationId === first.operationId ? 'same operation' : 'new operation';
}

scenario({
  id: 'idempotency.duplicate-same-operation/both-sides-of-expiry',
  title: 'takes a repeat for one before its record has expired, and executes what it acknowledges after',
  requirements: ['idempotency.record-expiry', 'idempotency.duplicate-not-executed'],
  purposes: [20],
  needs: { control: ['idempotency.expire'] },
  async run(t) {
    const order = await t.account.order();
    const executions = await countFrom(t);
    const original = await t.account.place(order);
    const before = await t.account.submit(order, { idempotencyKey: original.key });
    expectSameOperation(t, original, before);
    await t.control('idempotency.expire', { account_id: t.account.id });
    const after = await t.account.submit(order, { idempotencyKey: original.key });
    t.observe('repeat after its record expired', wordFor(original, after), {
      section: '8',
      evidence: [after.record],
      requirement: 'idempotency.record-expiry',
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
    const order = await t.account.order();
    const executions = await countFrom(t);
    const original = await t.account.place(order);
    const other = await t.account.submit(order, { idempotencyKey: original.key, key: 'second' });
    t.observe('same key and payload through a second API key', wordFor(original, other), {
      section: '8',
      evidence: [other.record, original.record],
      requirement: 'idempotency.second-api-key',
    });
    await expectAsAcknowledged(t, executions, [original, other], 'idempotency.duplicate-not-executed');
  },
});

/** Other spellings of one JSON value; a number stands in text as decimals do (interface 1, rule 6). */
const SPELLINGS: readonly { readonly words: string; readonly write: (body: string, volume: string) => string }[] = [
  { words: 'white space', write: (body) => JSON.stringify(JSON.parse(body), null, 1) },
  { words: 'member order', write: membersReversed },
  { words: 'escapes', write: (body) => body.replace('"volume"', '"\\u0076olume"') },
  {
    words: 'zeros of a decimal',
    write: (body, volume) => body.replace(`"${volume}"`, `"${volume.includes('.') ? volume : `${volume}.`}0"`),
  },
];

scenario({
  id: 'idempotency.key-to-operation/other-spellings',
  title: 'takes a repeat in another spelling for the same payload or for another, and never for a new operation',
  requirements: ['idempotency.payload-equality', 'idempotency.duplicate-not-executed'],
  purposes: [15],
  async run(t) {
    const executions = await countFrom(t);
    const rule: Record<string, string> = {};
    const originals: Submission[] = [];
    for (const { words, write } of SPELLINGS) {
      const order = await t.account.order();
      const body = placementBody(t, order);
      const respelled = write(body, String(order.volume));
      if (respelled === body) continue;
      const original = await t.account.place(order);
      const repeat = await t.account.submit(order, { idempotencyKey: original.key, body: respelled });
      originals.push(original);
      if (repeat.accepted) expectSameOperation(t, original, repeat);
      else t.expect.refused(repeat);
      rule[words] = repeat.accepted ? 'same payload' : 'another payload';
    }
    t.observe('payloads that differ only in', rule, {
      section: '8',
      evidence: originals.map(({ record }) => record),
      requirement: 'idempotency.payload-equality',
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
    const order = await t.account.order();
    const { key: idempotencyKey } = await t.account.place(order);
    const repeat = await t.account.submit(order, { idempotencyKey });
    t.expect.accepted(repeat, { requirement: 'idempotency.duplicate-accepted' });
    t.observe('status of a repeat', repeat.exchange.answer?.status ?? null, {
      section: '8',
      evidence: [repeat.record],
    });
    const conflict = await t.account.submit(await t.account.order(), { idempotencyKey });
    t.expect.refused(conflict);
    const { code = null, message = null } = conflict.error ?? {};
    const status = conflict.exchange.answer?.status ?? null;
    t.observe('key conflict', { status, code, message }, { section: '7.1', evidence: [conflict.record] });
  },
});
