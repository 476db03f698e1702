// Sequences of commands at random against a model of the account (interface 1, 2.2, 3, 6, 8): placements, openings, cancellations,
// closes, repeats, conflicts, rejections and reconnections. Each sequence draws from a random subset of them (swarm testing), since a
// fault that needs many of one kind seldom shows among all of them.

import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import { property } from '../runner/registry.js';
import { Client, type CommandKind, ON_ALL, ON_ORDERS } from './client.js';

const PLAYS: readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly kinds: readonly CommandKind[];
  readonly needs: Needs;
}[] = [
  { id: 'domain.open-orders-in-snapshot/orders-at-random', words: 'the orders', kinds: ON_ORDERS, needs: {} },
  {
    id: 'domain.open-orders-in-snapshot/orders-and-positions-at-random',
    words: 'the orders and the volume',
    kinds: ON_ALL,
    needs: { claims: ['positions', 'cancelOrder', 'closePosition'], requests: ['cancelOrder', 'closePosition'] },
  },
];

for (const { id, words, kinds, needs } of PLAYS) {
  property({
    id,
    title: `shows ${words} that the results of random commands add up to`,
    requirements: [
      'domain.closed-not-in-snapshot',
      'domain.open-positions-in-snapshot',
      'idempotency.duplicate-not-executed',
      'idempotency.duplicate-same-operation',
      'idempotency.conflict-refused',
    ],
    purposes: [36],
    needs: { ...needs, accounts: 0 },
    async run(t) {
      await t.property(
        (fc) => [
          fc.subarray<CommandKind>([...kinds], { minLength: 2 }).chain((swarm) => {
            const kind = fc.constantFrom<CommandKind>('place', ...swarm);
            return fc.array(fc.record({ kind, pick: fc.nat({ max: 20 }) }), { minLength: 2, maxLength: 10 });
          }),
        ],
        async ({ account }, commands) => {
          const client = new Client(t, account, await account.transactions());
          for (const command of commands) await client.give(command);
          await client.end();
        },
        // Each kind once, so that every run judges by every statement.
        { runs: 8, examples: [[[{ kind: 'place', pick: 0 }, ...kinds.map((kind) => ({ kind, pick: 0 }))]]] },
      );
    },
  });
}
