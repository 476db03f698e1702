// What is changed back to what it was (interface 6.2, rule 3; 6.3, rules 1 and 2): is a change like any other. Who leaves out what was told
// before, in the belief that nothing is new, leaves clients with the change in between.
import { equals, parseDecimal, toPlainText } from '../../toolkit/decimal/index.js';
import { scenario } from '../runner/registry.js';
import { doubledVolume } from '../words/contexts/doubled-volume.js';
import { figureOf } from '../words/figures.js';
import { CHANGE_INSTRUMENTS, type InstrumentEvent } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';
import { createdPeriod, hmr, nextListing, pointerTo, REVISE_PERIODS } from '../words/streams/periods.js';

const TURNS = [1, 2, 1, 2] as const;

scenario({
  id: 'instruments.updated/changed-back',
  title: 'announces each change of an instrument that goes back and forth between two values',
  needs: { ...CHANGE_INSTRUMENTS, streams: 2 },
  effort: 'standard',
  async run(t) {
    const instrument = await instrumentToChange(t);
    const { volumeMax, record } = await t.account.conditions(instrument);
    const most = figureOf(volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal', [record]);
    const all = [
      await t.account.subscribed('instruments', [instrument]),
      await t.account.subscribed('instruments', [instrument]),
    ];
    for (const times of TURNS) {
      const volume_max = doubledVolume(toPlainText(most), times);
      const since = all.map(lastRecord);
      await t.control('instrument.update', { account_id: t.account.id, instrument, volume_max });
      const shows = ({ view }: InstrumentEvent): boolean => {
        const shown = figureOf(view.conditions?.volumeMax);
        return view.instrument === instrument && shown !== undefined && equals(shown, parseDecimal(volume_max));
      };
      for (const [n, events] of all.entries()) {
        const after = since[n] ?? 0;
        const event = await events.next('instrument_event', { where: shows, after });
        if (event === undefined && !events.isOpen) {
          t.inconclusive('the connection has ended, as it may', [events.command]);
        }
        t.expect.arrived(event, `an instrument_event: ${instrument} with volume_max ${volume_max}`, {
          evidence: [events.command, after],
        });
      }
    }
  },
});

scenario({
  id: 'hmr.update-upserted/changed-back',
  title: 'announces each change of a period that goes back and forth between two lists of instruments',
  needs: { ...REVISE_PERIODS, instruments: 2 },
  effort: 'standard',
  async run(t) {
    const [first = '', second = ''] = t.account.instruments.map(({ name }) => name);
    const events = await hmr(t, [first, second]);
    const period = await createdPeriod(t, [first]);
    for (const list of [[first, second], [first], [first, second], [first]]) {
      const after = lastRecord(events);
      await period.change(list);
      const update = await nextListing(events, period.id, list, after);
      if (update === undefined && !events.isOpen) {
        t.inconclusive('the connection has ended, as it may', [events.snapshot]);
      }
      const shown = t.expect.arrived(update, `an hmr_update with period ${period.id} on ${list.join(' and ')}`, {
        evidence: [events.snapshot, after],
      });
      for (const name of list) t.expect.at(shown, `${pointerTo(shown, period.id)}/instruments`, 'includes', name);
    }
  },
});
