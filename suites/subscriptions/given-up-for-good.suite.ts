// What was given up stays silent, whatever there is to tell (interface 6; 6.2, rule 5; 6.3, rule 4): results of every kind, bookings,
// changes and deletions of instruments, periods that come and go, and a change of the flexible status. A connection of one kind is
// told of no other.
import type { Needs } from '../runner/check.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { unsubscribed } from '../words/streams/commands.js';
import { changeEventOf, instrumentEventsOf } from '../words/streams/instrument-events.js';
import { addedInstrument } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';
import { createdPeriod, upserts } from '../words/streams/periods.js';
import { ofInstrument, ofPeriod } from '../words/streams/searches.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

const NEEDS: Needs = {
  claims: ['instrumentEvents', 'hmrEvents'],
  control: ['instrument.add', 'instrument.remove', 'instrument.update', 'hmr.upsert', 'hmr.remove', 'hmr.flexible'],
  streams: 3,
};

scenario({
  id: 'subscriptions.unsubscribed-silent/whatever-there-is-to-tell',
  title:
    'tells a connection nothing of what it gave up, and one of instruments nothing else, whatever there is to tell',
  requirements: ['hmr.unsubscribe', 'instruments.unsubscribe-listed', 'subscriptions.active-only'],
  purposes: [47],
  needs: NEEDS,
  effort: 'standard',
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    const lists = { instruments: [name], hmr: [t.account.instrument().name] };
    const witness = await following(t, lists);
    const leaver = await following(t, lists);
    const alone = await t.account.subscribed('instruments', lists.instruments);
    const commands = [
      await unsubscribed(t, leaver, 'instruments', lists.instruments),
      await unsubscribed(t, leaver, 'hmr', lists.hmr),
      await unsubscribed(t, leaver, 'transactions'),
    ];
    if (commands.some(({ outcome }) => outcome === 'unknown')) {
      t.inconclusive('the target does not answer commands, so nothing shows when they took effect', commands);
    }
    const after = lastRecord(leaver);

    await changeEventOf(t, witness, name);
    const rejected = await placeToBeRejected(t);
    await witness.awaitResultOf(rejected);
    const placed = await t.account.place();
    await witness.awaitResultOf(placed);
    const period = await createdPeriod(t, lists.hmr);
    await witness.await('hmr_update', { where: upserts(period.id) });
    await period.remove();
    await witness.await('hmr_update', { where: ({ view }) => view.removedIds?.includes(period.id) === true });
    await remove();
    await witness.await('instrument_event', { where: ({ view }) => view.instrument === name && view.action === 'del' });
    await (await t.under('flexible-hmr'))();
    await witness.next('hmr_snapshot', { after: lastRecord(alone) });

    // What was put on a connection before is in once the answer to its next command is.
    await leaver.subscribed('account_state');
    await alone.subscribed('account_state');
    const evidence = commands;
    t.expect.none(
      [...leaver.resultsOf(rejected), ...leaver.resultsOf(placed)],
      'no event of an operation that was asked for behind the unsubscribing',
      { evidence },
    );
    t.expect.none(instrumentEventsOf(leaver, name, after), `no instrument_event for ${name}`, {
      requirement: 'instruments.unsubscribe-listed',
      evidence,
      sought: [ofInstrument(leaver, name, after)],
    });
    t.expect.none(
      leaver.of('hmr_update', {
        where: ({ view }) =>
          view.removedIds?.includes(period.id) === true || view.upserted?.some(({ id }) => id === period.id) === true,
        after,
      }),
      `no hmr_update of ${period.id}`,
      { requirement: 'hmr.unsubscribe', evidence, sought: [ofPeriod(leaver, period.id, after)] },
    );
    t.expect.none(leaver.of('hmr_snapshot', { after }), 'no hmr_snapshot', {
      requirement: 'hmr.unsubscribe',
      evidence,
    });
    t.expect.none(
      alone.received.filter(({ kind }) => kind.startsWith('hmr_') || kind.startsWith('tra')),
      'nothing but what the connection subscribed to',
      { requirement: 'subscriptions.active-only', evidence: [alone.command] },
    );
  },
});

async function following(
  t: CheckContext,
  { instruments, hmr }: Readonly<Record<'instruments' | 'hmr', readonly string[]>>,
): Promise<Events> {
  const events = await t.account.transactions();
  await events.subscribed('instruments', instruments);
  await events.subscribed('hmr', hmr);
  return events;
}
