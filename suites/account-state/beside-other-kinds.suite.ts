// What else happens on its connection does not end account_state (interface 6, table; 4.5, rule 4; 6.3, rule 3): commands for other
// kinds, and a refused one.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const INTERVAL_MS = 2000;
const PATIENCE_MS = 3 * INTERVAL_MS;

const isBeat = ({ kind }: Received): boolean => kind === 'account_state_event';

const CAUSES: readonly {
  readonly slug: string;
  readonly words: string;
  readonly requirement: RequirementId;
  readonly cause: (t: CheckContext, events: Events) => Promise<unknown>;
}[] = [
  {
    slug: 'transactions-comes-and-goes',
    words: 'transactions were subscribed and unsubscribed',
    requirement: 'subscriptions.any-order',
    cause: async (_t, events) => {
      await events.subscribe('transactions');
      await events.unsubscribe('transactions');
    },
  },
  {
    slug: 'after-a-refusal',
    words: 'a subscription to instruments was refused',
    requirement: 'instruments.refusal-keeps-existing',
    cause: async (t, events) => {
      const { outcome, record } = await events.subscribe('instruments', [t.market.unknown]);
      if (outcome === 'accepted') t.inconclusive('the subscription to an unknown instrument was accepted', [record]);
    },
  },
];

for (const { slug, words, requirement, cause } of CAUSES) {
  scenario({
    id: `account-state.periodic/${slug}`,
    title: `goes on sending account_state_event after ${words} on its connection`,
    requirements: [requirement],
    needs: {
      claims: ['accountStateEvents', ...(slug === 'after-a-refusal' ? (['instrumentEvents'] as const) : [])],
      shared: true,
      readOnly: true,
    },
    waitMs: 2 * INTERVAL_MS,
    async run(t) {
      const events = await t.account.events();
      await events.subscribed('account_state');
      const first = await events.next(isBeat, { withinMs: PATIENCE_MS });
      if (first === undefined) return t.inconclusive('no account_state_event came beforehand');
      await cause(t, events);
      const last = events.received.at(-1)?.record ?? first.record;
      const beat = await events.next(isBeat, { withinMs: PATIENCE_MS, after: last });
      if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [last]);
      t.expect.that(beat !== undefined, {
        expected: 'account_state_event as before',
        actual: `none within ${PATIENCE_MS} ms`,
        evidence: [beat?.record ?? last, first.record],
      });
    },
  });
}
