// Subscription commands are acknowledged (interface 4.5, rule 5, which leaves open how): judged where the dialect says what an
// acknowledgement looks like. Whether it comes before or after the first message of its kind is open.
import type { EventKind } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckId } from '../runner/check-id.js';
import type { Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const COMMANDS: readonly {
  readonly id: CheckId;
  readonly action: 'subscribe' | 'unsubscribe';
  readonly kind: EventKind;
  readonly listed?: true;
  readonly claim?: 'accountStateEvents' | 'instrumentEvents' | 'hmrEvents';
}[] = [
  { id: 'subscriptions.command-answer/transactions', action: 'subscribe', kind: 'transactions' },
  {
    id: 'subscriptions.command-answer/account-state',
    action: 'subscribe',
    kind: 'account_state',
    claim: 'accountStateEvents',
  },
  {
    id: 'subscriptions.command-answer/instruments',
    action: 'subscribe',
    kind: 'instruments',
    listed: true,
    claim: 'instrumentEvents',
  },
  { id: 'subscriptions.command-answer/hmr', action: 'subscribe', kind: 'hmr', listed: true, claim: 'hmrEvents' },
  {
    id: 'subscriptions.command-answer/instruments-unsubscribed',
    action: 'unsubscribe',
    kind: 'instruments',
    listed: true,
    claim: 'instrumentEvents',
  },
  {
    id: 'subscriptions.command-answer/hmr-unsubscribed',
    action: 'unsubscribe',
    kind: 'hmr',
    listed: true,
    claim: 'hmrEvents',
  },
];

for (const { id, action, kind, listed, claim } of COMMANDS) {
  scenario({
    id,
    title: `acknowledges the command to ${action} ${kind}`,
    needs: { ...(claim && { claims: [claim] }), facts: ['commandAccepted'], shared: true, readOnly: true },
    async run(t) {
      const instruments = listed && [t.account.instrument().name];
      const events = await t.account.events();
      if (action === 'unsubscribe') {
        await events.subscribe(kind, instruments);
        await nextAnswer(events, t.timing.answerMs);
      }
      const earlier = events.received.findLast(isAnswer)?.record;
      const command = await events[action](kind, instruments);
      // A command counts as accepted by the snapshot that it owes as well, which may come before its answer.
      const answer = await nextAnswer(events, t.timing.answerMs, earlier);
      if (answer === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
      t.expect.arrived(answer, 'an acknowledgement of the command', {
        evidence: [command],
        withinMs: t.timing.answerMs,
      });
    },
  });
}

function isAnswer({ kind }: Received): boolean {
  return kind === 'command_accepted' || kind === 'command_refused';
}

function nextAnswer(events: Events, withinMs: number, after = 0): Promise<Received | undefined> {
  return events.next(isAnswer, { after, withinMs });
}
