// Subscribing and unsubscribing in any order (interface 4.5, 6): what is subscribed in the end is what is delivered. What a second
// subscription to a kind does, and whether something unsubscribed may be refused, is open, so the state of a kind is known only after
// commands whose effect is not.

import type { EventKind } from '../../toolkit/profile/dialect/dialect.js';
import type { Events } from '../runner/context.js';
import { property, scenario } from '../runner/registry.js';
import { ofOperation } from '../words/streams/searches.js';

/** `unknown`: the last command on the kind was one whose effect is left open. */
type State = 'on' | 'on, perhaps twice' | 'off' | 'unknown';

interface Command {
  readonly action: 'subscribe' | 'unsubscribe';
  readonly event: EventKind;
}

const ON: Command = { action: 'subscribe', event: 'transactions' };
const OFF: Command = { action: 'unsubscribe', event: 'transactions' };

function listFor(kind: EventKind, instrument: string): readonly string[] | undefined {
  return kind === 'instruments' || kind === 'hmr' ? [instrument] : undefined;
}

function isOn(state: State): boolean {
  return state === 'on' || state === 'on, perhaps twice';
}

/** The state of transactions after the command. */
async function give(events: Events, { action, event }: Command, before: State, instrument: string): Promise<State> {
  const { outcome } = await events[action](event, listFor(event, instrument));
  if (event !== 'transactions') return before;
  if (action === 'subscribe') {
    if (isOn(before)) return 'on, perhaps twice';
    if (outcome !== 'accepted') return 'unknown';
    return before === 'off' ? 'on' : 'on, perhaps twice';
  }
  // What a second subscription adds is open: it may take a second command to end it.
  if (outcome === 'accepted') return before === 'on' || before === 'off' ? 'off' : 'unknown';
  // A refusal leaves it as it was; an unsubscription that nothing answers may still be under way.
  return outcome === 'refused' ? before : 'unknown';
}

const JUDGED = 'it was known whether transactions were subscribed in the end';

property({
  id: 'subscriptions.any-order/transactions-among-others',
  title: 'delivers transactions if and only if they are subscribed in the end, in whatever order commands came',
  requirements: ['subscriptions.unsubscribed-silent'],
  purposes: [43, 44],
  needs: { accounts: 0, streams: 3 },
  sometimes: [JUDGED],
  async run(t) {
    await t.property(
      (fc) => [
        fc.array(
          fc.record({
            action: fc.constantFrom<Command['action']>('subscribe', 'unsubscribe'),
            event: fc.oneof(
              { weight: 3, arbitrary: fc.constant<EventKind>('transactions') },
              { weight: 2, arbitrary: fc.constantFrom<EventKind>('account_state', 'instruments', 'hmr') },
            ),
          }),
          { minLength: 1, maxLength: 8 },
        ),
      ],
      async ({ account }, commands) => {
        const events = await account.events();
        let state: State = 'off';
        for (const command of commands) state = await give(events, command, state, account.instrument().name);
        // A target may end a connection over a command that it takes for wrong.
        if (!events.isOpen || state === 'unknown') return;
        t.occurred(JUDGED);
        const witness = await account.transactions();
        const submission = await account.place();
        await witness.awaitResultOf(submission);
        if (isOn(state)) return void t.expect.arrived(await events.resultOf(submission), submission);
        // Its snapshot comes after whatever had been put on the connection before.
        const last = await events.subscribe('transactions');
        if (last.outcome !== 'accepted') t.inconclusive(`subscribing in the end was ${last.outcome}`, [last]);
        t.expect.none(events.resultsOf(submission), 'no event of an order', {
          evidence: [last],
          sought: ofOperation(events, submission),
          requirement: 'subscriptions.unsubscribed-silent',
        });
      },
      { runs: 8, examples: [[[ON, ON]], [[ON, OFF]]] },
    );
  },
});

for (const { id, words, kinds } of [
  {
    id: 'subscriptions.any-order/transactions-last',
    words: 'after',
    kinds: ['hmr', 'instruments', 'account_state', 'transactions'],
  },
  {
    id: 'subscriptions.any-order/transactions-first',
    words: 'before',
    kinds: ['transactions', 'account_state', 'instruments', 'hmr'],
  },
] as const) {
  scenario({
    id,
    title: `delivers transactions that were subscribed ${words} every other kind`,
    purposes: [43],
    needs: { claims: ['accountStateEvents', 'instrumentEvents', 'hmrEvents'] },
    async run(t) {
      const events = await t.account.events();
      for (const kind of kinds) await events.subscribed(kind, listFor(kind, t.account.instrument().name));
      const submission = await t.account.place();
      t.expect.arrived(await events.resultOf(submission), submission);
    },
  });
}

/** The second command leaves before the first is answered: whoever works on commands side by side may end with the first. */
for (const { id, words, commands, isOn: endsOn } of [
  {
    id: 'subscriptions.unsubscribed-silent/right-after-subscribing',
    words: 'delivers no transactions that were subscribed and unsubscribed at once',
    commands: [ON, OFF],
    isOn: false,
  },
  {
    id: 'subscriptions.any-order/right-after-unsubscribing',
    words: 'delivers transactions that were unsubscribed and subscribed at once',
    commands: [OFF, ON],
    isOn: true,
  },
] as const) {
  scenario({
    id,
    title: words,
    // That commands of one connection take effect in their order is said nowhere in as many words.
    level: 'should',
    needs: { streams: 2 },
    async run(t) {
      const events = await (endsOn ? t.account.transactions() : t.account.events());
      const [, last] = await Promise.all(commands.map(({ action, event }) => events[action](event)));
      if (last?.outcome !== 'accepted') return t.inconclusive('the second command was not accepted', [last]);
      const witness = await t.account.transactions();
      const submission = await t.account.place();
      await witness.awaitResultOf(submission);
      if (endsOn) return void t.expect.arrived(await events.resultOf(submission), submission);
      // Its snapshot comes after whatever had been put on the connection before.
      const snapshots = await events.subscribe('transactions');
      if (snapshots.outcome !== 'accepted') {
        t.inconclusive(`subscribing in the end was ${snapshots.outcome}`, [snapshots]);
      }
      t.expect.none(events.resultsOf(submission), 'no event of an order', {
        evidence: [snapshots],
        sought: ofOperation(events, submission),
      });
    },
  });
}
