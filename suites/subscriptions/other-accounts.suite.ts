// Events and snapshots are of the account in the path (interface 2.4; 6, table; 6.2, rule 2), whatever another account of the same key
// does.

import type { TransactionView } from '../../toolkit/profile/dialect/views.js';
import type { Events, Placed, Search } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { same } from '../words/figures.js';
import { barrier } from '../words/streams/barrier.js';
import { CHANGE_PERIODS, createdPeriod, upserts } from '../words/streams/periods.js';
import { ofPeriod } from '../words/streams/searches.js';
import { deposit } from '../words/trading/deposit.js';
import { doneByOthers } from '../words/trading/done-by-others.js';
import { newOrders } from '../words/trading/new-orders.js';

scenario({
  id: 'subscriptions.own-account-only/two-accounts',
  title: 'delivers nothing of an order on another account of the same key',
  purposes: [47],
  needs: { accounts: 2 },
  async run(t, own, other) {
    const events = await own.transactions();
    const { submission } = await other.openOrder();
    await barrier(t, events, own);
    const leaked = events.of('transaction_event', { where: ({ view }) => isOf(view, submission) });
    const sought = [ofSubmission(events, submission)];
    t.expect.none(leaked, 'no event of the other account', { evidence: [submission], sought });
  },
});

/** In which order the two subscribe, one right after the other, each time on new connections. */
const TOGETHER = ['own first', 'other first', 'own first', 'other first'] as const;

concurrent({
  id: 'subscriptions.own-account-only/subscribed-at-once',
  title: 'delivers nothing of the other account to either of two that subscribe at the same moment',
  purposes: [47],
  needs: { accounts: 2 },
  async run(t, own, other) {
    for (const order of TOGETHER) {
      const accounts = order === 'own first' ? [own, other] : [other, own];
      const opened = await Promise.all(accounts.map(async (account) => ({ account, events: await account.events() })));
      await Promise.all(opened.map(({ events }) => events.subscribed('transactions')));
      const placed = await Promise.all(opened.map(async (one) => ({ ...one, order: await one.account.place() })));
      await Promise.all(opened.map(({ events, account }) => barrier(t, events, account)));
      for (const { account, events } of opened) {
        const foreign = placed.filter((one) => one.account !== account).map((one) => one.order);
        const leaked = events.of('transaction_event', { where: ({ view }) => foreign.some((one) => isOf(view, one)) });
        const sought = foreign.map((one) => ofSubmission(events, one));
        t.expect.none(leaked, 'no event of the other account', { evidence: foreign, sought });
      }
      await Promise.all(opened.map(({ events }) => events.close()));
    }
  },
});

/** By its key, since operations of two accounts may share an identifier. */
function isOf({ clientRequestId, operationId }: TransactionView, submission: Placed): boolean {
  return clientRequestId === undefined ? operationId === submission.operationId : clientRequestId === submission.key;
}

/** One that names no key may be of this account. */
function ofSubmission(on: Events, { key }: Placed): Search {
  return { on, kind: 'transaction_event', where: [['/view/clientRequestId', 'equals', key]] };
}

scenario({
  id: 'subscriptions.own-account-only/snapshot',
  title: 'shows nothing of another account in the snapshot',
  purposes: [47],
  needs: { accounts: 2 },
  async run(t, own, other) {
    const before = await own.state();
    const order = await other.order();
    const { submission } = await other.complete(order);
    const after = await own.state();
    // Others may trade on the account too.
    const theirs = doneByOthers(t, own, before).orders;
    const leaked = newOrders(before, after, order).flatMap(({ id = 'an order' }) => (theirs.has(id) ? [] : [id]));
    t.expect.none(leaked, 'no order of the other account', { evidence: [after, before, submission] });
  },
});

const AMOUNT = '3';

scenario({
  id: 'subscriptions.own-account-only/deposit-on-another-account',
  title: 'delivers nothing of a deposit on another account of the same key',
  purposes: [47],
  needs: { accounts: 2, control: ['account.deposit'] },
  async run(t, own, other) {
    const events = await own.transactions();
    const witness = await other.transactions();
    await deposit(t, AMOUNT, { account: other });
    const booking = await witness.await('transaction_event', { after: witness.snapshot.record });
    await barrier(t, events, own);
    // The platform may book something on this account too, and deals of two accounts may share an identifier.
    const booked = new Set(witness.of('transaction_event').flatMap(({ view }) => bookingsOf(view)));
    const leaked = events.of('transaction_event', {
      where: ({ view }) => bookingsOf(view).some((id) => booked.has(id)),
    });
    t.expect.none(leaked, 'no event of the other account', {
      actual: `${leaked.length} events with its deals`,
      evidence: [booking],
    });
  },
});

scenario({
  id: 'subscriptions.own-account-only/hmr-period-of-another-account',
  title: 'brings no update of a period that another account alone has',
  needs: { ...CHANGE_PERIODS, accounts: 2 },
  async run(t, own, other) {
    const list = [own.instrument().name];
    const events = await own.subscribed('hmr', list);
    const foreign = await other.subscribed('hmr', list);
    const { id } = await createdPeriod(t, list);
    await events.await('hmr_update', { where: upserts(id) });
    // The snapshot of a later subscription shows whether the other account has the period, and what came before is in.
    const later = await other.subscribed('hmr', list);
    const snapshot = await later.await('hmr_snapshot');
    if (snapshot.view.periods?.some((one) => one.id === id) === true) {
      t.notApplicable('the control action makes periods of every account');
    }
    await barrier(t, foreign, other);
    const leaked = foreign.of('hmr_update', { where: upserts(id) });
    t.expect.none(leaked, `no update with period ${id}, which the account does not have`, {
      evidence: [snapshot],
      sought: [ofPeriod(foreign, id)],
    });
  },
});

/** Identifiers of the deals of the deposit. */
function bookingsOf({ deals = [] }: TransactionView): readonly string[] {
  return deals.flatMap(({ id, amount }) => (id !== undefined && same(amount, AMOUNT) ? [id] : []));
}
