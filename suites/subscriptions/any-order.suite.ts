// Subscribing and unsubscribing in any order (interface 4.5, 6): what is subscribed in the end is what is delivered. What a second
// subscription to a kind does, and whether something unsubscribed may be refused, is open, so the state of a kind is known only after
// commands whose effect is not.
import type { EventKind } from '../../toolkit/profile/dialect/dialect.js';
import type { Events } from '../runner/context.js';
import { property, scenario } from '../runner/registry.js';

/** `unknown`: the last command on the kind was one whose effect is left open. */
type State = 'on' | 'off' | 'unknown';

interface Command {
  readonly action: 'subscribe' | 'unsubscribe';
  readonly event: EventKind;
}

const LISTED: ReadonlySet<string> = new Set(['instruments', 'hmr']);

/** The state of transactions after the command. */
async function give(events: Events, command: Command, before: State, instrument: string): Promise<State> {
  const { action, event } = command;
  const { outcome } = await events[action](event, LISTED.has(event) ? [instrument] : undefined);
  if (event !== 'transactions') return before;
  if (action === 'subscribe') return outcome === 'accepted' ? 'on' : before === 'on' ? 'on' : 'unknown';
  if (outcome === 'accepted') return 'off';
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
              { weight: 3, arbitrary: fc.constant<Command['event']>('transactions') },
              { weight: 2, arbitrary: fc.constantFrom<Command['event']>('account_state', 'instruments', 'hmr') },
            ),
          }),
          { minLength: 1, maxLength: 8 },
        ),
      ],
      async ({ account }, commands) => {
        const events = await account.events();
        const instrument = account.instrument().name;
        let state: State = 'off';
        for (const command of commands) state = await give(events, command, state, instrument);
        // A target may end a connection over a command that it takes for wrong.
        if (!events.isOpen || state === 'unknown') return;
        t.occurred(JUDGED);
        const witness = await account.transactions();
        const submission = await account.submit(await account.order());
        if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
        if ((await witness.resultOf(submission)) === undefined)
          return t.inconclusive('the witness saw no event of the order', [submission.exchange.record]);
        if (state === 'on') {
          const event = await events.resultOf(submission);
          t.expect.that(event !== undefined, {
            expected: 'the event of an order',
            actual: `none within ${t.timing.resultMs} ms`,
            evidence: [submission.exchange.record],
          });
          return;
        }
        // Its snapshot comes after whatever had been put on the connection before.
        const { record, outcome } = await events.subscribe('transactions');
        if (outcome !== 'accepted') t.inconclusive(`subscribing in the end was ${outcome}`, [record]);
        const late = events.of('transaction_event').filter(({ view }) => view.operationId === submission.operationId);
        t.expect.that(
          late.length === 0,
          {
            expected: 'no event',
            actual: 'the event of an order',
            evidence: [record, ...late.map((one) => one.record)],
          },
          { requirement: 'subscriptions.unsubscribed-silent' },
        );
      },
      {
        runs: 8,
        examples: [
          [
            [
              { action: 'subscribe', event: 'transactions' },
              { action: 'subscribe', event: 'transactions' },
            ],
          ],
          [
            [
              { action: 'subscribe', event: 'transactions' },
              { action: 'unsubscribe', event: 'transactions' },
            ],
          ],
        ],
      },
    );
  },
});

for (const { slug, title, kinds } of [
  {
    slug: 'transactions-last',
    title: 'delivers transactions that were subscribed after every other kind',
    kinds: ['hmr', 'instruments', 'account_state', 'transactions'],
  },
  {
    slug: 'transactions-first',
    title: 'delivers transactions that were subscribed before every other kind',
    kinds: ['transactions', 'account_state', 'instruments', 'hmr'],
  },
]) {
  scenario({
    id: `subscriptions.any-order/${slug}`,
    title,
    purposes: [43],
    needs: { claims: ['accountStateEvents', 'instrumentEvents', 'hmrEvents'] },
    async run(t) {
      const events = await t.account.events();
      for (const kind of kinds) {
        const outcome = await events.subscribe(kind, LISTED.has(kind) ? [t.account.instrument().name] : undefined);
        if (outcome.outcome === 'refused') t.inconclusive(`the subscription to ${kind} was refused`, [outcome.record]);
      }
      const submission = await t.account.submit(await t.account.order());
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined, {
        expected: 'the event of an order',
        actual: `none within ${t.timing.resultMs} ms`,
        evidence: [submission.exchange.record, event?.record ?? 0],
      });
    },
  });
}
