// Delivery and recovery (interface 6.4): nothing is replayed, the new snapshot is the baseline, operation status and history fill in
// what was missed. Outages here are the suite's own disconnections; `stream.drop` cuts from the target's side where it is bound.

import type { Account, CheckContext, Submission } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { itemsOf, type Page, walk } from '../words/pages.js';
import { barrier } from '../words/streams/barrier.js';

interface Outage {
  readonly slug: string;
  readonly words: string;
  readonly control: readonly 'stream.drop'[];
  /** Ends the connection and returns once it has ended. */
  readonly cut: (t: CheckContext, events: Awaited<ReturnType<Account['transactions']>>) => Promise<void>;
}

const OUTAGES: readonly Outage[] = [
  {
    slug: 'closed-by-client',
    words: 'after the client closed its connection',
    control: [],
    cut: (_t, events) => events.close(),
  },
  {
    slug: 'cut-by-target',
    words: 'after the target cut the connection',
    control: ['stream.drop'],
    cut: async (t, events) => {
      await t.control('stream.drop', { account_id: t.account.id });
      await events.closed;
    },
  },
];

/** An order that is placed and finished while no stream is open. */
async function missed(t: CheckContext): Promise<Submission> {
  const submission = await t.account.submit(await t.account.order());
  if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
  const result = await t.account.settle(submission);
  if (result.status !== 'success') t.inconclusive(`the order ended ${result.status}`, [result.record]);
  return submission;
}

for (const { slug, words, control, cut } of OUTAGES) {
  const needs = { control };

  scenario({
    id: `delivery.no-replay/${slug}`,
    title: `does not deliver later what happened ${words}`,
    requirements: ['delivery.no-resume', 'reconnect.no-transactions-in-snapshot'],
    purposes: [53],
    needs,
    async run(t) {
      await cut(t, await t.account.transactions());
      const offline = await missed(t);
      const events = await t.account.transactions();
      await barrier(t, events);
      const replayed = events.of('transaction_event').filter(({ view }) => view.operationId === offline.operationId);
      t.expect.that(replayed.length === 0, {
        expected: 'no event of the order that finished while no stream was open',
        actual: 'the event of that order arrived',
        evidence: [offline.exchange.record, events.snapshot.record, ...replayed.map(({ record }) => record)],
      });
    },
  });

  scenario({
    id: `reconnect.snapshot-is-baseline/${slug}`,
    title: `shows in the new snapshot what finished ${words}`,
    requirements: ['reconnect.subscribes-again'],
    purposes: [55],
    needs,
    async run(t) {
      const before = await t.account.transactions();
      await cut(t, before);
      await missed(t);
      const events = await t.account.transactions();
      t.expect.at(events.snapshot.record, '/view/orders', 'lengthIs', (before.snapshot.view.orders?.length ?? 0) + 1);
    },
  });

  scenario({
    id: `reconnect.subscribes-again/${slug}`,
    title: `serves a new connection ${words}`,
    needs,
    async run(t) {
      await cut(t, await t.account.transactions());
      const events = await t.account.events();
      const { record } = await events.subscribe('transactions');
      const snapshot = await events.next(({ kind }) => kind === 'trading_state_snapshot');
      t.expect.that(snapshot !== undefined, {
        expected: 'a new snapshot',
        actual: 'none',
        evidence: [snapshot?.record ?? record],
      });
      const { submission } = await t.account.openOrder();
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined, {
        expected: 'the event of an order',
        actual: 'none',
        evidence: [submission.exchange.record],
      });
    },
  });

  scenario({
    id: `reconnect.new-connection-silent/${slug}`,
    title: `delivers nothing on a new connection ${words}, until it subscribes`,
    requirements: ['subscriptions.per-connection'],
    purposes: [54],
    needs,
    async run(t) {
      await cut(t, await t.account.transactions());
      const silent = await t.account.events();
      const witness = await t.account.transactions();
      const { submission } = await t.account.openOrder();
      if ((await witness.resultOf(submission)) === undefined)
        return t.inconclusive('the witness saw no event of the order');
      const { record } = await silent.subscribe('transactions');
      const carried = silent.of('transaction_event');
      t.expect.that(carried.length === 0, {
        expected: 'no event of a subscription of the old connection',
        actual: `${carried.length} events`,
        evidence: [record, ...carried.map((event) => event.record)],
      });
    },
  });
}

scenario({
  id: 'reconnect.status-resolves-missed/no-stream',
  title: 'shows in operation status the result of an order whose event nobody saw, and the order in the snapshot',
  requirements: ['reconnect.status-agrees-with-state', 'domain.result-in-status'],
  purposes: [32, 56],
  async run(t) {
    const before = await t.account.state();
    const submission = await t.account.submit(await t.account.order());
    if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
    const result = await t.account.settle(submission);
    t.expect.at(result.record, '/view/state', 'equals', 'success');
    const state = await t.account.state();
    t.expect.at(state.record, '/view/orders', 'lengthIs', (before.orders?.length ?? 0) + 1, {
      requirement: 'reconnect.status-agrees-with-state',
    });
  },
});

scenario({
  id: 'reconnect.status-resolves-missed/dropped-before-the-event',
  title: 'resolves through operation status an order whose stream was cut between ACK and event',
  requirements: ['reconnect.status-agrees-with-state'],
  purposes: [56],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const events = await t.account.transactions();
    const release = async (): Promise<void> => {
      await t.control('operation.release', { account_id: t.account.id });
    };
    t.cleanup(release);
    await t.control('operation.hold', { account_id: t.account.id });
    const submission = await t.account.submit(await t.account.order());
    if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
    await events.close();
    await release();
    const result = await t.account.settle(submission);
    t.expect.at(result.record, '/view/state', 'equals', 'success');
    const again = await t.account.transactions();
    await barrier(t, again);
    const replayed = again.of('transaction_event').filter(({ view }) => view.operationId === submission.operationId);
    t.expect.that(
      replayed.length === 0,
      {
        expected: 'no event of the outage',
        actual: 'the event arrived later',
        evidence: [again.snapshot.record, ...replayed.map(({ record }) => record)],
      },
      { requirement: 'delivery.no-replay' },
    );
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
    const unseen = (pages: readonly Page[]): number => itemsOf(pages).filter(({ id }) => !known.has(id)).length;
    const pages = await eventually(
      t,
      () => walk(t, 'dealHistory'),
      (all) => unseen(all) > 0,
    );
    t.expect.that(unseen(pages) > 0, {
      expected: 'a deal that was not there before',
      actual: 'none',
      evidence: [pages.at(-1)?.record ?? 0, submission.exchange.record],
    });
  },
  requirements: ['history.deals'],
});

concurrent({
  id: 'reconnect.snapshot-is-baseline/during-a-burst',
  title: 'converges after reconnecting during a burst of orders',
  purposes: [58, 59],
  async run(t) {
    const first = await t.account.transactions();
    const orders = await Promise.all(Array.from({ length: 6 }, () => t.account.order()));
    const burst = Promise.all(orders.map((order) => t.account.submit(order)));
    // What ends the burst early ends the check when it is awaited below.
    burst.catch(() => undefined);
    await first.close();
    const second = await t.account.transactions();
    const submissions = await burst;
    const accepted = submissions.filter((submission) => submission.accepted);
    await Promise.all(accepted.map((submission) => t.account.settle(submission)));
    await barrier(t, second);
    const known = new Set<string | undefined>();
    for (const message of [second.snapshot, ...second.of('transaction_event')])
      for (const { id } of message.view.orders ?? []) known.add(id);
    const final = await t.account.state();
    const open = (final.orders ?? []).map(({ id }) => id);
    if (accepted.length === 0 || open.includes(undefined))
      return t.inconclusive('no open orders with identifiers to follow', [final.record]);
    const unknown = open.filter((id) => !known.has(id));
    t.expect.that(unknown.length === 0, {
      expected: 'every open order in the new snapshot or in an event after it',
      actual: `${unknown.length} of ${open.length} in neither`,
      evidence: [final.record, second.snapshot.record],
    });
  },
});

scenario({
  id: 'delivery.overflow-no-replay/stalled-reader',
  title: 'replays nothing after a stall: a stalled connection ends or goes on, and a new one starts from its snapshot',
  purposes: [48],
  needs: { control: ['stream.stall', 'stream.resume'] },
  async run(t) {
    const stalled = await t.account.transactions();
    const resume = async (): Promise<void> => {
      await t.control('stream.resume', { account_id: t.account.id });
    };
    t.cleanup(resume);
    await t.control('stream.stall', { account_id: t.account.id });
    const offline = await missed(t);
    await stalled.close();
    await resume();
    const events = await t.account.transactions();
    await barrier(t, events);
    const replayed = events.of('transaction_event').filter(({ view }) => view.operationId === offline.operationId);
    t.expect.that(replayed.length === 0, {
      expected: 'no event from before the new subscription',
      actual: 'the event of an earlier order arrived',
      evidence: [offline.exchange.record, ...replayed.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'delivery.slow-reader-isolated/another-account',
  title: 'delivers the event of an order while the reader of another account is stalled',
  purposes: [48],
  needs: { accounts: 2, control: ['stream.stall', 'stream.resume'] },
  async run(t) {
    const [own, slow] = t.accounts;
    if (own === undefined || slow === undefined) return t.inconclusive('two accounts are needed');
    const events = await own.transactions();
    await slow.transactions();
    t.cleanup(async () => {
      await t.control('stream.resume', { account_id: slow.id });
    });
    await t.control('stream.stall', { account_id: slow.id });
    const submission = await own.submit(await own.order());
    if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
    const event = await events.resultOf(submission);
    t.expect.that(event !== undefined, {
      expected: 'the event of the order',
      actual: `none within ${t.timing.resultMs} ms`,
      evidence: [submission.exchange.record, event?.record ?? events.snapshot.record],
    });
  },
});
