// What a key is worth after its request was refused before the ACK (interface 7.1, 8): that is left open and reported. Executed is only
// what was acknowledged.
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { expectAsAcknowledged } from './as-acknowledged.js';

interface Way {
  readonly words: string;
  /** A target may also acknowledge it first, and reject it afterwards. */
  readonly refuse: (t: CheckContext, idempotencyKey: string) => Promise<Submission>;
}

const WAYS: readonly Way[] = [
  {
    words: 'for its broken body',
    refuse: (t, idempotencyKey) => t.account.submit({}, { idempotencyKey, body: '{"volume":' }),
  },
  {
    words: 'for its price',
    refuse: (t, idempotencyKey) => t.account.submit({ price: '0.00000000001' }, { idempotencyKey }),
  },
  {
    words: 'for its signature',
    refuse: (t, idempotencyKey) => t.account.submit({}, { idempotencyKey, damage: damageOf('sign-bit-in-s').damage }),
  },
];

const UNAVAILABLE: Way = {
  words: 'because the service was unavailable',
  refuse: async (t, idempotencyKey) => {
    const end = await t.under('maintenance');
    const refused = await t.account.submit({}, { idempotencyKey });
    await end();
    return refused;
  },
};

interface Case {
  readonly id: CheckId;
  readonly words: string;
  readonly ways: readonly Way[];
  /** Each way is reported by the check that is about it. */
  readonly reported: readonly Way[];
  readonly needs: Needs;
  readonly purposes: readonly number[];
}

const CASES: readonly Case[] = [
  {
    id: 'errors.sync-before-ack/key-used-again',
    words: 'before its ACK',
    ways: WAYS,
    reported: WAYS,
    needs: {},
    purposes: [11, 12],
  },
  {
    id: 'errors.sync-before-ack/key-used-again-after-maintenance',
    words: 'before its ACK, be it for lack of service',
    ways: [...WAYS, UNAVAILABLE],
    reported: [UNAVAILABLE],
    needs: { control: ['service.maintenance'] },
    purposes: [13],
  },
];

for (const { id, words, ways, reported, needs, purposes } of CASES) {
  scenario({
    id,
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
        const again = refused.accepted ? undefined : await t.account.submit({}, { idempotencyKey });
        submissions.push(again ?? refused);
        if (again === undefined || !reported.includes(way)) continue;
        t.observe(`key of a request refused ${way.words}`, again.accepted ? 'free again' : 'used up', {
          section: '8',
          evidence: [again.record, refused.record],
          requirement: 'idempotency.key-after-refusal',
        });
      }
      await expectAsAcknowledged(t, executions, submissions, 'errors.sync-before-ack');
      const acknowledged = new Set(submissions.map(({ operationId }) => operationId));
      const others = events.of('transaction_event', {
        where: ({ view }) => keys.has(String(view.clientRequestId)) && !acknowledged.has(String(view.operationId)),
      });
      t.expect.none(others, 'events of acknowledged operations alone, under the keys of refused requests', {
        evidence: submissions,
      });
    },
  });
}
