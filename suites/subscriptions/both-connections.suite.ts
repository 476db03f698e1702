// Instrument and HMR events reach each connection of the account that subscribed to them (interface 6, table; 6.2; 6.3).

import type { CheckContext, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CHANGE_INSTRUMENTS, changeInstrument, nextInstrumentEvent } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { CHANGE_PERIODS, createdPeriod, nextUpsert } from '../words/streams/periods.js';
import { shownToCome } from '../words/streams/shown-to-come.js';

/** Subscribes on two connections, brings something about, and judges that its event comes on both. */
async function expectOnBoth(
  t: CheckContext,
  kind: 'instruments' | 'hmr',
  list: readonly string[],
  cause: () => Promise<(events: Events) => Promise<Received | undefined>>,
): Promise<void> {
  const both = [await t.account.subscribed(kind, list), await t.account.subscribed(kind, list)];
  const nextOn = await cause();
  const seen = await Promise.all(both.map(nextOn));
  const missing = seen.filter((event) => event === undefined).length;
  if (missing === both.length) t.inconclusive('neither connection received an event');
  if (both.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', seen);
  t.expect.that(missing === 0, {
    expected: 'the event on both connections',
    actual: 'it on one of them',
    evidence: seen,
    shown: shownToCome(seen),
  });
}

scenario({
  id: 'instruments.event-per-instrument/on-two-connections',
  title: 'sends the event of a changed instrument to each of two connections that subscribed to it',
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const name = await instrumentToChange(t);
    await expectOnBoth(t, 'instruments', [name], async () => {
      await changeInstrument(t, name);
      return (events) => nextInstrumentEvent(events, name);
    });
  },
});

scenario({
  id: 'hmr.incremental-updates/on-two-connections',
  title: 'sends the update of a new period to each of two connections that subscribed to hmr',
  needs: CHANGE_PERIODS,
  async run(t) {
    await expectOnBoth(t, 'hmr', [t.account.instrument().name], async () => {
      const { id } = await createdPeriod(t);
      return (events) => nextUpsert(events, id);
    });
  },
});
