// Results beside commands (interface 1, rule 1; 6): a connection that is subscribed to transactions is told of each result, also of those
// that come while it subscribes to another kind, gives one up, or is refused.
import type { CheckContext, CommandOutcome, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

/** In turn, so that each of them meets a result; none of them waits for it. */
const TIMES = 4;

async function expectResultsBeside(
  t: CheckContext,
  command: (events: Events, turn: number) => Promise<CommandOutcome>,
): Promise<void> {
  const events = await t.account.transactions();
  for (const [turn, order] of (await t.account.orders(TIMES)).entries()) {
    const [sent, submission] = await Promise.all([command(events, turn), t.account.submit(order)]);
    if (!submission.accepted) t.inconclusive('the order was not acknowledged', [submission]);
    const event = await events.resultOf(submission);
    if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [sent]);
    t.expect.arrived(event, submission, { on: events, evidence: [sent] });
  }
}

scenario({
  id: 'domain.result-as-event/beside-accepted-commands',
  title: 'tells a connection of results that come while it subscribes to account_state and gives it up again',
  needs: { claims: ['accountStateEvents'] },
  run: (t) =>
    expectResultsBeside(t, (events, turn) =>
      turn % 2 === 0 ? events.subscribe('account_state') : events.unsubscribe('account_state'),
    ),
});

scenario({
  id: 'domain.result-as-event/beside-refused-commands',
  title: 'tells a connection of results that come while subscriptions to an unknown instrument are refused on it',
  needs: { claims: ['instrumentEvents'] },
  run: (t) => expectResultsBeside(t, (events) => events.subscribe('instruments', [t.market.unknown])),
});
