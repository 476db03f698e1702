// What follows a frame that is no command, or one that is refused, on the same connection (interface 4.5, rule 2; 6, table): a command is a
// command, whatever came before it. A target may end the connection over such a frame.
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { unsubscribed } from '../words/streams/commands.js';
import { expectDelivered } from '../words/streams/delivery.js';
import { HMR_EVENTS } from '../words/streams/periods.js';
import { ofOperation } from '../words/streams/searches.js';

const NO_COMMANDS: readonly string[] = ['{', '[]', 'null', '{}', '{"event":{"event":[]}}'];

scenario({
  id: 'subscriptions.transactions-snapshot/behind-malformed-frames',
  title: 'sends the snapshots of kinds that are subscribed behind frames that are no commands',
  requirements: ['subscriptions.hmr-snapshot'],
  purposes: [40, 64],
  needs: HMR_EVENTS,
  effort: 'standard',
  async run(t) {
    const list = [t.account.instrument().name];
    for (const text of NO_COMMANDS) {
      const events = await t.account.events();
      events.sendRaw(text);
      // The answer to the frame may be taken for the one to the command, so that the snapshot alone tells.
      const command = await events.subscribe('transactions');
      requireOpen(t, events);
      expectDelivered(t, events, await events.next('trading_state_snapshot'), 'a trading_state_snapshot', [command]);
      events.sendRaw(text);
      const other = await events.subscribe('hmr', list);
      requireOpen(t, events);
      const snapshot = await events.next('hmr_snapshot');
      if (snapshot === undefined) requireOpen(t, events);
      t.expect.arrived(snapshot, 'an hmr_snapshot', {
        requirement: 'subscriptions.hmr-snapshot',
        evidence: [other],
      });
      await events.close();
    }
  },
});

scenario({
  id: 'subscriptions.unsubscribed-silent/behind-a-refusal',
  title: 'ends a subscription that is given up right after a command on its connection was refused',
  purposes: [44, 64],
  needs: { claims: ['instrumentEvents'] },
  effort: 'standard',
  async run(t) {
    const witness = await t.account.transactions();
    for (const list of [undefined, [t.market.unknown]]) {
      const events = await t.account.transactions();
      const refused = await events.subscribe(list === undefined ? 'weather' : 'instruments', list);
      if (refused.outcome === 'accepted') t.inconclusive('what does not exist was subscribed', [refused]);
      requireOpen(t, events);
      const given = await unsubscribed(t, events, 'transactions');
      if (given.outcome === 'unknown') t.notApplicable('the target leaves commands unanswered, as it may');
      const submission = await t.account.place();
      await witness.awaitResultOf(submission);
      const again = await events.subscribe('transactions');
      t.expect.none(events.resultsOf(submission), 'no event of an order placed after unsubscribing', {
        evidence: [given, again],
        sought: ofOperation(events, submission),
      });
      await events.close();
    }
  },
});

function requireOpen(t: CheckContext, { isOpen }: Events): void {
  if (!isOpen) t.notApplicable('the target ends a connection over what is no command, as it may');
}
