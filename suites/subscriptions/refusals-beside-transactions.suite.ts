// A refused command leaves the subscription to transactions as it was (interface 4.5, rule 3; 6.2, rule 4; 6.3, rule 3), of whichever kind it
// is, and also when it is not the first one.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const REFUSALS = 3;

const COMMANDS: readonly {
  readonly requirement: RequirementId;
  readonly words: string;
  readonly needs: Needs;
  readonly kind: string;
  readonly list: (t: CheckContext) => readonly string[] | undefined;
}[] = [
  {
    requirement: 'instruments.refusal-keeps-existing',
    words: 'subscriptions to instruments',
    needs: { claims: ['instrumentEvents'] },
    kind: 'instruments',
    list: (t) => [t.market.unknown],
  },
  {
    requirement: 'hmr.refusal-keeps-existing',
    words: 'subscriptions to hmr',
    needs: { claims: ['hmrEvents'] },
    kind: 'hmr',
    list: (t) => [t.market.unknown],
  },
  {
    requirement: 'subscriptions.malformed-command-harmless',
    words: 'subscriptions to a kind that does not exist',
    needs: {},
    kind: 'weather',
    list: () => undefined,
  },
];

for (const { requirement, words, needs, kind, list } of COMMANDS) {
  scenario({
    id: `${requirement}/transactions-go-on`,
    title: `goes on delivering transactions after ${REFUSALS} refused ${words} on the connection`,
    needs,
    async run(t) {
      const events = await t.account.transactions();
      let last = events.snapshot.record;
      for (let n = 0; n < REFUSALS && events.isOpen; n += 1) {
        const { outcome, record } = await events.subscribe(kind, list(t));
        if (outcome === 'accepted') t.inconclusive('the subscription to what does not exist was accepted', [record]);
        last = record;
      }
      const submission = await t.account.submit(await t.account.order());
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      // What is no subscription of the interface may end its connection; a refusal for its instruments may not.
      if (!events.isOpen && kind === 'weather') return t.notApplicable('the target ends a connection that asks for it');
      t.expect.that(event !== undefined && events.isOpen, {
        expected: `a transaction_event with operation_id ${submission.operationId}, on the same connection`,
        actual: events.isOpen ? `none within ${t.timing.resultMs} ms` : 'the connection was closed',
        evidence: [event?.record ?? submission.exchange.record, last],
      });
    },
  });
}
