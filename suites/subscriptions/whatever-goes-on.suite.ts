// What is subscribed is told on every connection of the account, whatever else goes on on it, beside it and on the account (interface 6,
// table; 6.2, rule 3; 6.3, rule 1), and what is given up meanwhile is not told any more (6.2, rule 5; 6.3, rule 4). account_state, which
// takes the time of its interval, is judged in `../account-state`.

import { toPlainText } from '../../toolkit/decimal/index.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext, Events, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { doubledVolume } from '../words/contexts/doubled-volume.js';
import { BESIDE_EVENTS, meanwhile } from '../words/contexts/meanwhile.js';
import { figureOf } from '../words/figures.js';
import { likenessOf } from '../words/streams/balance-event.js';
import { unsubscribed } from '../words/streams/commands.js';
import { instrumentEventsOf, nextInstrumentEvent } from '../words/streams/instrument-events.js';
import { lastRecord } from '../words/streams/last-record.js';
import { nextUpsert, upserts } from '../words/streams/periods.js';
import { ofInstrument, ofPeriod } from '../words/streams/searches.js';
import { deposit } from '../words/trading/deposit.js';

const NEEDS: Needs = {
  accounts: 0,
  claims: ['instrumentEvents', 'hmrEvents'],
  control: ['account.deposit', 'instrument.add', 'instrument.remove', 'instrument.update', 'hmr.upsert', 'hmr.remove'],
  streams: 3,
};

scenario({
  id: 'subscriptions.all-connections-served/whatever-goes-on',
  title: 'tells each connection of what it subscribed to, and no more of what it gave up, whatever else goes on',
  requirements: [
    'hmr.incremental-updates',
    'hmr.unsubscribe',
    'instruments.unsubscribe-listed',
    'instruments.updated',
    'transactions.every-change',
  ],
  purposes: [43, 44, 46],
  needs: NEEDS,
  effort: 'standard',
  contexts: { meanwhile: BESIDE_EVENTS },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account } = trial;
      const [instrument, other] = [await addedTo(t, account), account.instrument().name];
      const names = { instruments: [instrument], hmr: [other] };
      const [first, sister, second] = [
        await following(account, names),
        await following(account, names),
        await following(account, names),
      ] as const;
      const end = await meanwhile(t, trial, { all: [first, second], sister, names });
      try {
        await expectTold(t, account, { all: [first, second], names, times: 1 });
        await expectGivenUp(t, account, { names, leaving: first, staying: second });
      } finally {
        await end();
      }
    }),
});

type Names = Readonly<Record<'instruments' | 'hmr', readonly string[]>>;

/** One of two connections gives instruments and hmr up: the other goes on being told of them. */
async function expectGivenUp(
  t: CheckContext,
  account: Account,
  { names, leaving, staying }: { readonly names: Names; readonly leaving: Events; readonly staying: Events },
): Promise<void> {
  const commands = [
    await unsubscribed(t, leaving, 'instruments', names.instruments),
    await unsubscribed(t, leaving, 'hmr', names.hmr),
  ];
  const given = Math.max(lastRecord(leaving), ...commands.map(({ record }) => record));
  const { instrument, period } = await expectTold(t, account, { all: [staying], names, times: 2 });
  // Where commands are not answered, nothing shows when they took effect.
  if (commands.some(({ outcome }) => outcome === 'unknown')) return;
  await expectBooking(t, account, [leaving]);
  t.expect.none(instrumentEventsOf(leaving, instrument, given), `no instrument_event for ${instrument}`, {
    requirement: 'instruments.unsubscribe-listed',
    evidence: commands,
    sought: [ofInstrument(leaving, instrument, given)],
  });
  t.expect.none(leaving.of('hmr_update', { where: upserts(period), after: given }), `no hmr_update of ${period}`, {
    requirement: 'hmr.unsubscribe',
    evidence: commands,
    sought: [ofPeriod(leaving, period, given)],
  });
}

async function following(account: Account, { instruments, hmr }: Names): Promise<Events> {
  const events = await account.transactions();
  await events.subscribed('instruments', instruments);
  await events.subscribed('hmr', hmr);
  return events;
}

async function addedTo(t: CheckContext, { id: account_id }: Account): Promise<string> {
  const { instrument } = await t.control('instrument.add', { account_id });
  if (instrument === undefined) return t.inconclusive('the control action instrument.add did not name the instrument');
  t.cleanup(() => t.control('instrument.remove', { account_id, instrument }));
  return instrument;
}

/** Something of each kind happens, and is told on all of them. */
async function expectTold(
  t: CheckContext,
  account: Account,
  { all, names, times }: { readonly all: readonly Events[]; readonly names: Names; readonly times: number },
): Promise<{ readonly instrument: string; readonly period: string }> {
  const since = new Map(all.map((events) => [events.conn, lastRecord(events)]));
  const after = (events: Events): number => since.get(events.conn) ?? 0;
  const [[instrument = ''], [other = '']] = [names.instruments, names.hmr];
  const account_id = account.id;
  // Read once: what it is doubled from is what it was at first.
  const { volumeMax, record } = await account.conditions(instrument);
  const most = figureOf(volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal', [record]);
  await t.control('instrument.update', { account_id, instrument, volume_max: doubledVolume(toPlainText(most), times) });
  const { period_id: period } = await t.control('hmr.upsert', { account_id, instruments: other });
  if (period === undefined) return t.inconclusive('the control action hmr.upsert did not name the period');
  t.cleanup(() => t.control('hmr.remove', { account_id, period_id: period }));
  await expectBooking(t, account, all);
  for (const events of all) {
    expectCame(
      t,
      events,
      await nextInstrumentEvent(events, instrument, after(events)),
      `an instrument_event: ${instrument} changed`,
      'instruments.updated',
    );
    expectCame(
      t,
      events,
      await nextUpsert(events, period),
      `an hmr_update with period ${period}`,
      'hmr.incremental-updates',
    );
  }
  return { instrument, period };
}

async function expectBooking(t: CheckContext, account: Account, all: readonly Events[]): Promise<void> {
  const since = new Map(all.map((events) => [events.conn, lastRecord(events)]));
  const amount = '13';
  await deposit(t, amount, { account });
  for (const events of all) {
    const event = await events.next('transaction_event', {
      where: (one) => likenessOf(one, { kind: 'balance', amount }) !== 'other',
      after: since.get(events.conn) ?? 0,
    });
    expectCame(t, events, event, 'the event of a booking', 'transactions.every-change');
  }
}

function expectCame(
  t: CheckContext,
  events: Events,
  message: ReceivedOf<'transaction_event' | 'instrument_event' | 'hmr_update'> | undefined,
  expected: string,
  requirement: 'transactions.every-change' | 'instruments.updated' | 'hmr.incremental-updates',
): void {
  if (message === undefined && !events.isOpen) t.notApplicable('a connection has ended, as it may');
  t.expect.arrived(message, expected, {
    requirement,
    also: ['subscriptions.all-connections-served'],
    evidence: [lastRecord(events)],
  });
}
