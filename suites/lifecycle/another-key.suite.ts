// What one API key of an account asked for belongs to the account (interface 1, rules 1 and 2; 5.3, rule 9; 6): connections and reads of
// another key that is permitted for the account are told of it, too. No sentence says so of operation status and of history in as many
// words, so that these are judged as warnings.
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { openingOf } from '../words/calls/calls.js';
import { expectInHistory } from './aftermath/lenient-expectations.js';

const SECOND = { key: 'second' } as const;

for (const { id, words, claims, place } of [
  {
    id: 'subscriptions.all-connections-served/order-of-another-key',
    words: 'an order',
    claims: [],
    place: (t: CheckContext) => t.account.place({}, SECOND),
  },
  {
    id: 'subscriptions.all-connections-served/opening-of-another-key',
    words: 'an opening',
    claims: ['positions'],
    place: async (t: CheckContext) =>
      t.account.place(openingOf(await t.account.order()), { ...SECOND, request: 'openPosition' }),
  },
] as const) {
  scenario({
    id,
    title: `tells a connection of ${words} that another API key of the account asked for`,
    requirements: ['domain.result-as-event', 'operations.readable'],
    needs: { keys: ['second'], claims },
    async run(t) {
      const events = await t.account.transactions();
      const submission = await place(t);
      t.expect.arrived(await events.resultOf(submission), submission, { also: ['domain.result-as-event'] });
      const asked = { operationId: submission.operationId };
      const own = await t.account.request('operationStatus', asked, SECOND);
      if (!isAnswered(own)) return;
      const other = await t.account.request('operationStatus', asked);
      t.expect.accepted(other, { requirement: 'operations.readable', level: 'should' });
    },
  });
}

scenario({
  id: 'domain.open-orders-in-snapshot/order-of-another-key',
  title: 'shows an order in the snapshots of another API key of the account than the one that placed it',
  requirements: ['subscriptions.transactions-snapshot-orders'],
  needs: { keys: ['second'] },
  async run(t) {
    const { orderId } = await t.account.openOrder({}, SECOND);
    t.expect.lists(await t.account.state(), 'orders', orderId, {
      also: ['subscriptions.transactions-snapshot-orders'],
    });
  },
});

scenario({
  id: 'history.closed-orders/order-of-another-key',
  title: 'shows an order that ended in the history that another API key of the account reads',
  level: 'should',
  needs: { keys: ['second'], claims: ['cancelOrder', 'orderHistory'], requests: ['cancelOrder'] },
  async run(t) {
    const { orderId } = await t.account.openOrder({}, SECOND);
    await t.account.complete({ accountId: t.account.id, orderId }, { ...SECOND, request: 'cancelOrder' });
    await expectInHistory(t, 'orderHistory', [orderId], { requirement: 'history.closed-orders' });
  },
});
