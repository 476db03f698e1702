// A refused command leaves the subscription to transactions as it was (interface 4.5, rule 3; 6.2, rule 4; 6.3, rule 3), of whichever kind
// it is, and also when it is not the first one.
import { scenario } from '../runner/registry.js';

const REFUSALS = 3;

for (const { id, words, kind, claims } of [
  {
    id: 'instruments.refusal-keeps-existing/transactions-go-on',
    words: 'subscriptions to instruments',
    kind: 'instruments',
    claims: ['instrumentEvents'],
  },
  {
    id: 'hmr.refusal-keeps-existing/transactions-go-on',
    words: 'subscriptions to hmr',
    kind: 'hmr',
    claims: ['hmrEvents'],
  },
  {
    id: 'subscriptions.malformed-command-harmless/transactions-go-on',
    words: 'subscriptions to a kind that does not exist',
    kind: 'weather',
    claims: [],
  },
] as const) {
  scenario({
    id,
    title: `goes on delivering transactions after ${REFUSALS} refused ${words} on the connection`,
    needs: { claims },
    async run(t) {
      const events = await t.account.transactions();
      let last: { readonly record: number } = events.snapshot;
      for (let n = 0; n < REFUSALS && events.isOpen; n += 1) {
        const command = await events.subscribe(kind, kind === 'weather' ? undefined : [t.market.unknown]);
        if (command.outcome === 'accepted') {
          t.inconclusive('the subscription to what does not exist was accepted', [command]);
        }
        last = command;
      }
      const submission = await t.account.place();
      const event = await events.resultOf(submission);
      // What is no subscription of the interface may end its connection; a refusal for its instruments may not.
      if (!events.isOpen && kind === 'weather') t.notApplicable('the target ends a connection that asks for it');
      t.expect.arrived(event, submission, { on: events, evidence: [last] });
    },
  });
}
