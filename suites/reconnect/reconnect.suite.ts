// Delivery and recovery (interface 6.4): nothing is replayed, the new snapshot is the baseline, operation status and history fill in
// what was missed. Outages here are the suite's own disconnections; `stream.drop` cuts from the target's side where it is bound.

import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Evidence, ExpectOptions, Recorded, Submission } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { CLOSE } from '../words/calls/endings.js';
import { itemsOf, type Page, walk, walkUntil } from '../words/pages.js';
import { barrier } from '../words/streams/barrier.js';
import { witnessedOrder } from '../words/streams/delivery.js';
import type { Transactions } from '../words/streams/event-of.js';
import { orderIdsIn } from '../words/streams/order-ids.js';
import { ofOperation } from '../words/streams/searches.js';
import { unaskedOn } from '../words/streams/unasked.js';
import { toldOfUnseen } from '../words/streams/unseen.js';
import { newOrders } from '../words/trading/new-orders.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

const OUTAGES: readonly {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  /** Ends the connection and returns once it has ended. */
  readonly cut: (t: CheckContext, events: Transactions) => Promise<unknown>;
}[] = [
  {
    slug: 'closed-by-client',
    words: 'after the client closed its connection',
    needs: {},
    cut: (_t, events) => events.close(),
  },
  {
    slug: 'cut-by-target',
    words: 'after the target cut the connection',
    needs: { control: ['stream.drop'] },
    cut: async (t, { closed }) => {
      await t.control('stream.drop', { account_id: t.account.id });
      await closed;
    },
  },
];

/** What ends without a stream. */
const UNSEEN: readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly prepare?: (t: CheckContext) => Promise<string>;
  readonly happen: (t: CheckContext, id: string) => Promise<Submission>;
}[] = [
  {
    id: 'delivery.no-replay/rejection',
    words: 'the rejection of an order',
    needs: {},
    happen: (t) => placeToBeRejected(t),
  },
  {
    id: 'delivery.no-replay/close',
    words: 'the close of a position',
    needs: CLOSE.needs,
    prepare: async (t) => (await CLOSE.begin(t)).id,
    happen: (t, id) => t.account.place({ accountId: t.account.id, positionId: id }, { request: CLOSE.request }),
  },
];

for (const { id, words, needs, prepare, happen } of UNSEEN) {
  scenario({
    id,
    title: `does not deliver ${words} later that was without a stream`,
    purposes: [53],
    needs,
    async run(t) {
      const { replayed, events, submission } = await toldOfUnseen(t, async (giveTime) => {
        const prepared = (await prepare?.(t)) ?? '';
        await t.account.transactions();
        // Set-up may have one of its own, on which it would be seen.
        await t.account.closeStreams();
        await giveTime();
        const submission = await happen(t, prepared);
        await t.account.settle(submission);
        await giveTime();
        const opened = await t.account.transactions();
        await barrier(t, opened);
        return { replayed: opened.resultsOf(submission), events: opened, submission };
      });
      const sought = ofOperation(events, submission);
      t.expect.none(replayed, `no event of ${words}`, { evidence: [events.snapshot], sought });
    },
  });
}

for (const { slug, words, needs, cut } of OUTAGES) {
  scenario({
    id: `delivery.no-replay/${slug}`,
    title: `does not deliver later what happened ${words}`,
    requirements: ['reconnect.no-transactions-in-snapshot', 'delivery.no-resume'],
    purposes: [53],
    needs,
    async run(t) {
      const { replayed, submission, events } = await toldOfUnseen(t, async (giveTime) => {
        await cut(t, await t.account.transactions());
        await giveTime();
        const completed = await t.account.complete();
        await giveTime();
        const opened = await t.account.transactions();
        await barrier(t, opened);
        return { ...completed, replayed: opened.resultsOf(completed.submission), events: opened };
      });
      t.expect.none(replayed, 'no event of what finished without a stream', {
        evidence: [submission, events.snapshot],
        sought: ofOperation(events, submission),
        also: ['reconnect.no-transactions-in-snapshot'],
      });
      // Key, commands and their identifiers were those of the connection that ended: a client has nothing else to bring.
      t.expect.none(replayed, 'a connection that begins anew', {
        evidence: [events.snapshot],
        sought: ofOperation(events, submission),
        requirement: 'delivery.no-resume',
      });
    },
  });

  scenario({
    id: `reconnect.snapshot-is-baseline/${slug}`,
    title: `shows in the new snapshot what finished ${words}`,
    purposes: [55],
    needs,
    async run(t) {
      const before = await t.account.transactions();
      await cut(t, before);
      const order = await t.account.order();
      const { submission } = await t.account.complete(order);
      const { snapshot } = await t.account.transactions();
      const [first, again] = [recorded(before.snapshot), recorded(snapshot)];
      expectOpened(t, { before: first, after: again, order, cause: submission });
    },
  });

  scenario({
    id: `reconnect.subscribes-again/${slug}`,
    title: `serves a new connection ${words}`,
    needs,
    async run(t) {
      await cut(t, await t.account.transactions());
      const events = await t.account.events();
      const command = await events.subscribe('transactions');
      t.expect.arrived(await events.next('trading_state_snapshot'), 'a new snapshot', { evidence: [command] });
      const { submission } = await t.account.openOrder();
      t.expect.arrived(await events.resultOf(submission), submission);
    },
  });

  scenario({
    id: `reconnect.new-connection-silent/${slug}`,
    title: `delivers nothing on a new connection ${words}, until it subscribes`,
    requirements: ['delivery.no-resume'],
    purposes: [54],
    needs,
    async run(t) {
      await cut(t, await t.account.transactions());
      const silent = await t.account.events();
      const ended = await witnessedOrder(t);
      const command = await silent.subscribe('transactions');
      const carried = unaskedOn(silent, ended).filter(({ kind }) => kind === 'transaction_event');
      t.expect.none(carried, 'no event of a subscription of the old connection', {
        evidence: [command],
        sought: ofOperation(silent, ended),
        also: ['delivery.no-resume'],
      });
    },
  });
}

function recorded({ view, record }: Shown): Recorded<TradingStateView> {
  return { ...view, record };
}

interface Shown {
  readonly view: TradingStateView;
  readonly record: number;
}

interface Opened {
  readonly before: Recorded<TradingStateView>;
  readonly after: Recorded<TradingStateView>;
  readonly order: RequestParams;
  readonly cause: Evidence;
}

/** Judges that the order is among those that have come since; others may have come and gone. */
function expectOpened(t: CheckContext, { before, after, order, cause }: Opened, options?: ExpectOptions): void {
  const found = newOrders(before, after, order).length;
  const claim = {
    expected: `an open order at ${String(order.price)} that was not there before`,
    actual: `none such among ${after.orders?.length ?? 0} open orders`,
    evidence: [after, before, cause],
  };
  t.expect.that(found > 0, claim, options);
}

scenario({
  id: 'reconnect.status-resolves-missed/no-stream',
  title: 'shows in operation status the result of an order whose event nobody saw, and the order in the snapshot',
  requirements: ['reconnect.status-agrees-with-state'],
  purposes: [32, 56],
  async run(t) {
    const before = await t.account.state();
    const order = await t.account.order();
    const result = await t.account.settle(await t.account.place(order));
    t.expect.at(result, '/view/state', 'equals', 'success');
    const after = await t.account.state();
    const options = { requirement: 'reconnect.status-agrees-with-state' } as const;
    expectOpened(t, { before, after, order, cause: result }, options);
  },
});

scenario({
  id: 'reconnect.status-resolves-missed/dropped-before-the-event',
  title: 'resolves through operation status an order whose stream was cut between ACK and event',
  requirements: ['delivery.no-replay'],
  purposes: [56],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const events = await t.account.transactions();
    const release = await t.under('operations-held');
    const submission = await t.account.place();
    await events.close();
    await release();
    t.expect.at(await t.account.settle(submission), '/view/state', 'equals', 'success');
    const again = await t.account.transactions();
    await barrier(t, again);
    t.expect.none(again.resultsOf(submission), 'no event of the outage', {
      evidence: [again.snapshot],
      sought: ofOperation(again, submission),
      requirement: 'delivery.no-replay',
    });
  },
});

scenario({
  id: 'reconnect.history-reconciles/missed-execution',
  title: 'shows in history the deal of a position that was opened while no stream was open',
  purposes: [60],
  needs: { claims: ['positions', 'dealHistory'] },
  async run(t) {
    const known = new Set(itemsOf(await walk(t, 'dealHistory')).map(({ id }) => id));
    const { submission } = await t.account.openPosition();
    await t.account.settle(submission);
    const showsMore = (pages: readonly Page[]): boolean => itemsOf(pages).some(({ id }) => !known.has(id));
    const pages = await walkUntil(t, 'dealHistory', showsMore);
    t.expect.that(showsMore(pages), {
      expected: 'a deal that was not there before',
      actual: 'none',
      evidence: [pages.at(-1), submission],
    });
  },
});

concurrent({
  id: 'reconnect.snapshot-is-baseline/during-a-burst',
  title: 'converges after reconnecting during a burst of orders',
  purposes: [58, 59],
  async run(t) {
    const first = await t.account.transactions();
    const orders = await t.account.orders(6);
    const burst = Promise.all(orders.map((order) => t.account.submit(order)));
    // What ends the burst early ends the check when it is awaited below.
    burst.catch(() => undefined);
    await first.close();
    const second = await t.account.transactions();
    const submissions = await burst;
    const accepted = submissions.filter((submission) => submission.accepted);
    await Promise.all(accepted.map((submission) => t.account.settle(submission)));
    await barrier(t, second);
    const known = orderIdsIn([second.snapshot, ...second.of('transaction_event')]);
    const final = await t.account.state();
    const open = (final.orders ?? []).map(({ id }) => id);
    if (accepted.length === 0 || open.includes(undefined)) {
      return t.inconclusive('no open orders with identifiers to follow', [final]);
    }
    const unknown = open.filter((id) => !known.has(id));
    t.expect.that(unknown.length === 0, {
      expected: 'every open order in the new snapshot or in an event after it',
      actual: `${unknown.length} of ${open.length} in neither`,
      evidence: [final, second.snapshot],
    });
  },
});
