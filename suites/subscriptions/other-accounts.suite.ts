// Instrument and HMR events are of the account in the path (interface 2.4; 6.2, rule 2; 6.3, rule 2), and reach each of its connections that
// subscribed to them (6, table).

import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { CHANGE, change, eventOn } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { CLAIMED as HMR, period, UPSERT, upsertOf } from '../words/streams/periods.js';

async function watching(t: CheckContext, kind: 'instruments' | 'hmr', instrument: string): Promise<Events> {
  const events = await t.account.events();
  await events.subscribed(kind, [instrument]);
  return events;
}

scenario({
  id: 'instruments.event-per-instrument/on-two-connections',
  title: 'sends the event of a changed instrument to each of two connections that subscribed to it',
  requirements: ['subscriptions.all-connections-served'],
  needs: CHANGE,
  async run(t) {
    const instrument = await instrumentToChange(t);
    const both = [await watching(t, 'instruments', instrument), await watching(t, 'instruments', instrument)];
    await change(t, instrument);
    const seen = await Promise.all(both.map((events) => eventOn(events, instrument)));
    if (seen.every((event) => event === undefined)) t.inconclusive('neither connection received an event');
    expectOnBoth(t, both, seen);
  },
});

scenario({
  id: 'hmr.incremental-updates/on-two-connections',
  title: 'sends the update of a new period to each of two connections that subscribed to hmr',
  requirements: ['subscriptions.all-connections-served'],
  needs: UPSERT,
  async run(t) {
    const { name } = t.account.instrument();
    const both = [await watching(t, 'hmr', name), await watching(t, 'hmr', name)];
    const { id } = await period(t, [name]);
    const seen = await Promise.all(both.map((events) => upsertOf(events, id)));
    if (seen.every((event) => event === undefined)) t.inconclusive('neither connection received an update');
    expectOnBoth(t, both, seen);
  },
});

scenario({
  id: 'subscriptions.own-account-only/hmr-period-of-another-account',
  title: 'brings no update of a period that another account alone has',
  needs: { ...HMR, ...UPSERT, accounts: 2 },
  async run(t) {
    const [, other] = t.accounts;
    if (other === undefined) return t.inconclusive('two accounts are needed');
    const { name } = t.account.instrument();
    const own = await watching(t, 'hmr', name);
    const foreign = await other.events();
    await foreign.subscribed('hmr', [name]);
    const { id } = await period(t, [name]);
    if ((await upsertOf(own, id)) === undefined) t.inconclusive('the account itself received no update of its period');
    // The snapshot of a later subscription shows whether the other account has the period, and what came before is in.
    const later = await other.events();
    await later.subscribed('hmr', [name]);
    const snapshot = await later.next(({ kind }) => kind === 'hmr_snapshot');
    if (snapshot?.kind !== 'hmr_snapshot') return t.inconclusive('the other account received no hmr_snapshot');
    if (snapshot.view.periods?.some((one) => one.id === id) === true)
      return t.notApplicable('the control action makes periods of every account');
    await barrier(t, foreign, other);
    const leaked = foreign.of('hmr_update').filter(({ view }) => view.upserted?.some((one) => one.id === id));
    t.expect.that(leaked.length === 0, {
      expected: `no update with period ${id}`,
      actual: `${leaked.length} of them, though the account has no such period`,
      evidence: [snapshot.record, ...leaked.map(({ record }) => record)],
    });
  },
});

function expectOnBoth(
  t: CheckContext,
  both: readonly Events[],
  seen: readonly ({ readonly record: number } | undefined)[],
): void {
  const records = seen.flatMap((event) => event?.record ?? []);
  if (both.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', records);
  t.expect.that(!seen.includes(undefined), {
    expected: 'the event on both connections',
    actual: `it on ${records.length} of them`,
    evidence: records,
  });
}
