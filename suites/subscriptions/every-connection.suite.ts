// Every connection of an account that subscribed to transactions is told (interface 6, table; 6.1), whichever was
// opened first, and whatever it is about: what was asked for or came by itself, what succeeded and what did not.

import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CANCELLATION, CLOSE, type Ending } from '../words/calls/endings.js';
import { likenessOf } from '../words/streams/balance-event.js';
import type { TransactionEvent, Transactions } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { shownToCome } from '../words/streams/shown-to-come.js';
import { deposit } from '../words/trading/deposit.js';
import { placeToBeRejected, placeToFail } from '../words/trading/rejected-order.js';

/** How the event of what was brought about is found on a connection. */
type Find = (events: Transactions) => Promise<TransactionEvent | undefined>;

interface Cause {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  /** `told`: a connection on which set-up may wait. */
  readonly bring: (t: CheckContext, all: readonly Transactions[], told: Transactions) => Promise<Find>;
}

const CONNECTIONS = 3;
const AMOUNT = '13';

function ofSubmission(submission: Submission): Find {
  return (events) => events.resultOf(submission);
}

async function ended(t: CheckContext, { request, member, begin }: Ending): Promise<Find> {
  const { id } = await begin(t);
  return ofSubmission(await t.account.place({ accountId: t.account.id, [member]: id }, { request }));
}

/** The next event on each connection that fits, from now on. */
async function fromNowOn(
  all: readonly Transactions[],
  fits: (event: TransactionEvent) => boolean,
  happen: () => Promise<unknown>,
): Promise<Find> {
  const since = new Map(all.map((events) => [events.conn, lastRecord(events)]));
  await happen();
  return (events) => events.next('transaction_event', { after: since.get(events.conn) ?? 0, where: fits });
}

const CAUSES: readonly Cause[] = [
  {
    id: 'subscriptions.all-connections-served/booking',
    words: 'a booking',
    needs: { control: ['account.deposit'] },
    bring: (t, all) =>
      fromNowOn(
        all,
        (event) => likenessOf(event, { kind: 'balance', amount: AMOUNT }) !== 'other',
        () => deposit(t, AMOUNT),
      ),
  },
  {
    id: 'subscriptions.all-connections-served/fill',
    words: 'the execution of a pending order',
    needs: { claims: ['positions'], control: ['order.fill'] },
    async bring(t, all, told) {
      const { orderId } = await t.account.openOrder({}, { events: told });
      // Its placement has come wherever it comes; the event of its execution has a deal.
      const isFill = ({ view }: TransactionEvent): boolean =>
        view.orders?.some(({ id }) => id === orderId) === true && (view.deals?.length ?? 0) > 0;
      return fromNowOn(all, isFill, () => t.control('order.fill', { account_id: t.account.id, order_id: orderId }));
    },
  },
  {
    id: 'subscriptions.all-connections-served/rejection',
    words: 'a rejected order',
    needs: {},
    bring: async (t) => ofSubmission(await placeToBeRejected(t)),
  },
  {
    id: 'subscriptions.all-connections-served/failure',
    words: 'an order that failed',
    needs: { control: ['operation.fail'] },
    bring: async (t) => ofSubmission(await placeToFail(t)),
  },
  {
    id: 'subscriptions.all-connections-served/cancellation',
    words: 'a cancellation',
    needs: CANCELLATION.needs,
    bring: (t) => ended(t, CANCELLATION),
  },
  {
    id: 'subscriptions.all-connections-served/close',
    words: 'the close of a position',
    needs: CLOSE.needs,
    bring: (t) => ended(t, CLOSE),
  },
];

for (const { id, words, needs, bring } of CAUSES) {
  scenario({
    id,
    title: `tells each of ${CONNECTIONS} connections of ${words}`,
    purposes: [46],
    needs,
    effort: 'standard',
    async run(t) {
      const told = await t.account.transactions();
      const all = [told, ...(await Promise.all([t.account.transactions(), t.account.transactions()]))];
      const find = await bring(t, all, told);
      const received = await Promise.all(all.map(find));
      if (all.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', received);
      const missing = received.filter((event) => event === undefined).length;
      if (missing === all.length)
        t.inconclusive(
          'none of the connections was told',
          all.map(({ snapshot }) => snapshot),
        );
      t.expect.that(missing === 0, {
        expected: `the event of ${words} on all ${all.length} connections`,
        actual: `missing on ${missing}`,
        evidence: received,
        shown: shownToCome(received),
      });
    },
  });
}
