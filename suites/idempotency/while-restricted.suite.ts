// Keys while the account is restricted (interface 3; 7.1, rule 1; 8). Whether a guard or the key is asked first is open where the guard
// speaks of the call; where it does not, a repeat is the operation that it repeats. Executed a second time it is never.
import { scenario } from '../runner/registry.js';
import { OPENING } from '../words/calls/calls.js';
import { expectSameOperation } from '../words/calls/same-operation.js';
import { countFrom } from '../words/trading/executions.js';
import { sltpOf } from '../words/trading/prices.js';

scenario({
  id: 'idempotency.duplicate-same-operation/levels-while-close-only',
  title:
    'takes a repeat of an sltp order for the same operation while the account is close only, which leaves such orders available',
  requirements: ['idempotency.duplicate-accepted'],
  needs: { claims: ['positions', 'sltp'], control: ['account.restrict'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const levels = await sltpOf(t, positionId);
    const { submission } = await t.account.complete(levels);
    const lift = await t.under('close-only');
    const repeat = await t.account.submit(levels, { idempotencyKey: submission.key });
    await lift();
    expectSameOperation(t, submission, repeat, { accepted: 'idempotency.duplicate-accepted' });
  },
});

for (const { id, guard, words } of [
  {
    id: 'positions.duplicate-not-executed/while-close-only',
    guard: 'close-only',
    words: 'the account is close only',
  },
  {
    id: 'positions.duplicate-not-executed/while-disabled',
    guard: 'trading-disabled',
    words: 'trading on the account is disabled',
  },
] as const) {
  scenario({
    id,
    title: `executes an opening once that is repeated while ${words} and when that is over`,
    requirements: ['positions.duplicate-same-operation'],
    needs: { ...OPENING.needs, control: ['account.restrict'] },
    async run(t) {
      const executions = await countFrom(t);
      const params = await OPENING.params(t.account);
      const original = await OPENING.place(t.account, params);
      await t.account.settle(original);
      const lift = await t.under(guard);
      const again = await OPENING.submit(t.account, params, { idempotencyKey: original.key });
      // A target may hold openings back as well, before it looks at the key.
      if (again.accepted) await t.account.settle(again);
      await lift();
      const later = await OPENING.submit(t.account, params, { idempotencyKey: original.key });
      expectSameOperation(t, original, later, { same: 'positions.duplicate-same-operation' });
      await executions.expect(OPENING.effect(params, 1));
    },
  });
}
