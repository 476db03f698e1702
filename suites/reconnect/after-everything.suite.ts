// A new connection begins with nothing (interface 6.4, rules 1 and 2): of no kind that the one before had subscribed to, and with nothing
// of what happened meanwhile, whatever it was.

import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CANCELLATION, CLOSE } from '../words/calls/endings.js';
import { eventually } from '../words/eventually.js';
import { likenessOf } from '../words/streams/balance-event.js';
import { barrier } from '../words/streams/barrier.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';
import { changeInstrument } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { announcedPeriod, CHANGE_PERIODS, createdPeriod, hmr } from '../words/streams/periods.js';
import { ofUnasked } from '../words/streams/searches.js';
import { dataOn, unaskedOn } from '../words/streams/unasked.js';
import { toldOfUnseen } from '../words/streams/unseen.js';
import { deposit } from '../words/trading/deposit.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { placeToBeRejected, placeToFail } from '../words/trading/rejected-order.js';

/** Connections that end with subscriptions to every kind, before each of which one is silent. */
const ENDED = 2;

scenario({
  id: 'reconnect.new-connection-silent/after-every-kind',
  title: `delivers nothing of any kind on a new connection, after ${ENDED} that had subscribed to lists and ended`,
  requirements: ['subscriptions.per-connection'],
  purposes: [54],
  needs: {
    claims: ['instrumentEvents', 'hmrEvents'],
    control: ['instrument.update', 'hmr.upsert', 'hmr.remove'],
  },
  effort: 'standard',
  async run(t) {
    const name = await instrumentToChange(t);
    let connection = await t.account.events();
    for (let turn = 0; turn < ENDED; turn += 1) {
      await connection.subscribed('transactions');
      await connection.subscribed('instruments', [name]);
      await connection.subscribed('hmr', [t.account.instrument().name]);
      await connection.close();
      connection = await t.account.events();
      await changeInstrument(t, name);
      await createdPeriod(t);
      const ended = await t.account.place();
      await t.account.settle(ended);
      const command = await connection.subscribe('transactions');
      t.expect.none(unaskedOn(connection, ended), 'nothing but the snapshot that was asked for at the end', {
        actual: dataOn(connection)
          .map(({ kind }) => kind)
          .join(', '),
        evidence: [command],
        sought: ofUnasked(connection, ended),
        also: ['subscriptions.per-connection'],
      });
    }
  },
});

scenario({
  id: 'reconnect.new-connection-silent/after-account-state',
  title: `sends no account_state_event on a new connection, after ${ENDED} that had subscribed to it and ended`,
  requirements: ['subscriptions.per-connection'],
  purposes: [54],
  needs: { claims: ['accountStateEvents'], shared: true, readOnly: true },
  waitMs: 2.5 * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const silent = [];
    for (let turn = 0; turn < ENDED; turn += 1) {
      await (await t.account.subscribed('account_state')).close();
      silent.push(await t.account.events());
    }
    const witness = await t.account.subscribed('account_state');
    const first = await awaitBeat(t, witness);
    const beat = await awaitBeat(t, witness, first.record);
    const unasked = silent.flatMap((events) => events.of('account_state_event'));
    t.expect.none(unasked, 'no account_state_event on a connection that did not subscribe', {
      evidence: [first, beat],
      sought: silent.map((on) => ({ on, kind: 'account_state_event' as const })),
      also: ['subscriptions.per-connection'],
    });
  },
});

const AMOUNT = '19';

type Stream = Awaited<ReturnType<typeof hmr>>;

scenario({
  id: 'delivery.no-replay/day-of-trading',
  title: 'delivers nothing later of a day of trading that was without a stream',
  requirements: ['reconnect.no-transactions-in-snapshot'],
  purposes: [53],
  needs: {
    claims: ['positions', 'closePosition', 'cancelOrder'],
    requests: ['closePosition', 'cancelOrder'],
    control: ['account.deposit', 'operation.fail'],
  },
  effort: 'standard',
  async run(t) {
    const isBooking = (event: Parameters<typeof likenessOf>[0]): boolean =>
      likenessOf(event, { kind: 'balance', amount: AMOUNT }) === 'same';
    const { replayed, events } = await toldOfUnseen(t, async (giveTime) => {
      await (await t.account.transactions()).close();
      await giveTime();
      const submissions = await dayOfTrading(t);
      await deposit(t, AMOUNT);
      for (const one of submissions) await t.account.settle(one);
      await giveTime();
      const opened = await t.account.transactions();
      await barrier(t, opened);
      const results = submissions.flatMap((one) => opened.resultsOf(one));
      return { replayed: [...results, ...opened.of('transaction_event', { where: isBooking })], events: opened };
    });
    t.expect.none(replayed, 'no event of what finished without a stream', {
      evidence: [events.snapshot],
      also: ['reconnect.no-transactions-in-snapshot'],
    });
  },
});

/** One of everything that a client may ask for. */
async function dayOfTrading(t: CheckContext): Promise<readonly Submission[]> {
  const part = String((await t.account.order({ type: 'market' })).volume);
  const volume = partedVolume(await t.account.conditions(), part, 2);
  const opened = await t.account.openPosition({ volume });
  const accountId = t.account.id;
  const partly = { accountId, positionId: opened.positionId, volume: part };
  const { orderId, submission } = await t.account.openOrder();
  return [
    opened.submission,
    submission,
    await t.account.place(partly, { request: CLOSE.request }),
    await t.account.place({ accountId, orderId }, { request: CANCELLATION.request }),
    await placeToBeRejected(t),
    await placeToFail(t),
  ];
}

scenario({
  id: 'delivery.no-replay/hmr-periods',
  title: 'delivers no hmr_update later of periods that were created, changed and removed without a stream',
  purposes: [53],
  needs: CHANGE_PERIODS,
  effort: 'standard',
  async run(t) {
    const before = await hmr(t);
    const goes = await announcedPeriod(t, before);
    await before.close();
    await goes.remove();
    const stays = await createdPeriod(t);
    const knows = ({ snapshot: { view } }: Stream): boolean => {
      const ids = view.periods?.map(({ id }) => id) ?? [];
      return ids.includes(stays.id) && !ids.includes(goes.id);
    };
    // The stream that counts is one whose snapshot shows both changes already.
    let events = await hmr(t);
    await eventually(
      t,
      async () => {
        if (knows(events)) return events;
        await events.close();
        events = await hmr(t);
        return events;
      },
      knows,
    );
    if (!knows(events)) t.inconclusive('the snapshot does not show what changed without a stream', [events.snapshot]);
    // What would come by itself has come before the update of a further period.
    const { update } = await announcedPeriod(t, events);
    const ids: readonly string[] = [stays.id, goes.id];
    const replayed = events.of('hmr_update', {
      where: ({ view }) =>
        view.upserted?.some(({ id }) => id !== undefined && ids.includes(id)) === true ||
        view.removedIds?.some((id) => ids.includes(id)) === true,
    });
    t.expect.none(replayed, 'no hmr_update of what changed without a stream', { evidence: [events.snapshot, update] });
  },
});
