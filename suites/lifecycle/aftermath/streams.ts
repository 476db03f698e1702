// The routine of streams: every kind subscribed, told of, given up and subscribed again (interface 6, table; 6.2; 6.3).
import type { CheckContext } from '../../runner/context.js';
import { unsubscribed } from '../../words/streams/commands.js';
import { witnessedOrder } from '../../words/streams/delivery.js';
import { expectChangeEvent } from '../../words/streams/instrument-events.js';
import { instrumentToChange } from '../../words/streams/instrument-to-change.js';
import { createdPeriod, nextRemoval, nextUpsert } from '../../words/streams/periods.js';
import { ofOperation } from '../../words/streams/searches.js';
import type { Routine } from './routine.js';

async function expectPeriodsTold(t: CheckContext, name: string): Promise<void> {
  const early = await createdPeriod(t, [name]);
  const events = await t.account.events();
  const command = await events.subscribed('hmr', [name]);
  const snapshot = t.expect.arrived(await events.next('hmr_snapshot'), 'an hmr_snapshot', {
    evidence: [command],
    requirement: 'subscriptions.hmr-snapshot',
  });
  t.expect.lists(snapshot, 'periods', early.id, { requirement: 'hmr.snapshot-complete' });
  const { id, remove } = await createdPeriod(t, [name]);
  t.expect.arrived(await nextUpsert(events, id), `an hmr_update with period ${id}`, {
    evidence: [snapshot],
    requirement: 'hmr.incremental-updates',
  });
  await remove();
  t.expect.arrived(await nextRemoval(events, id), `an hmr_update that removes period ${id}`, {
    evidence: [snapshot],
    requirement: 'hmr.update-removed',
  });
  await events.close();
}

export const STREAMS: Routine = {
  word: 'streams',
  words: 'subscribes, is told, gives up and subscribes again',
  needs: {
    streams: 5,
    claims: ['instrumentEvents', 'hmrEvents'],
    control: ['instrument.update', 'hmr.upsert', 'hmr.remove'],
  },
  requirements: [
    'instruments.event-per-instrument',
    'subscriptions.hmr-snapshot',
    'hmr.snapshot-complete',
    'hmr.incremental-updates',
    'hmr.update-removed',
    'subscriptions.unsubscribed-silent',
    'subscriptions.transactions-snapshot',
    'subscriptions.transactions-snapshot-orders',
    'transactions.every-change',
  ],
  checkers: ['transactions.client-request-id-echo', 'time.format-in-events', 'time.format-in-snapshots'],
  async play(t) {
    const name = await instrumentToChange(t);
    const events = await t.account.transactions();
    for (let turn = 0; turn < 2; turn += 1) {
      const command = await events.subscribed('instruments', [name]);
      await expectChangeEvent(t, events, name, command);
      await unsubscribed(t, events, 'instruments', [name]);
    }
    await expectPeriodsTold(t, t.account.instrument().name);
    const given = await unsubscribed(t, events, 'transactions');
    const unseen = await witnessedOrder(t);
    const again = await events.subscribed('transactions');
    const late = events.resultsOf(unseen);
    t.expect.none(late, 'no event of an order placed after unsubscribing', {
      evidence: [given, again],
      sought: ofOperation(events, unseen),
      requirement: 'subscriptions.unsubscribed-silent',
    });
    const second = await events.next('trading_state_snapshot', { after: given.record });
    // For a subscription to what is subscribed, nothing is said.
    if (second === undefined && given.outcome === 'unknown') {
      t.inconclusive('nothing shows that transactions were unsubscribed', [given]);
    }
    const snapshot = t.expect.arrived(second, 'a second trading_state_snapshot', {
      evidence: [again],
      on: events,
      requirement: 'subscriptions.transactions-snapshot',
    });
    const order = await t.account.openOrder();
    t.expect.arrived(await events.resultOf(order.submission), order.submission, {
      evidence: [snapshot],
      requirement: 'transactions.every-change',
    });
    t.expect.lists(await t.account.state(), 'orders', order.orderId, {
      requirement: 'subscriptions.transactions-snapshot-orders',
    });
  },
};
