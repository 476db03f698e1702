// Changes of instruments in every context (interface 6.3): what is changed and what is removed is announced alike, by name and by the
// wildcard, on every connection, the first time and later, with the conditions whole.
import { equals, parseDecimal, toPlainText } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { ContextTrial, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { doubledVolume } from '../words/contexts/doubled-volume.js';
import { figureOf } from '../words/figures.js';
import { ADD_INSTRUMENTS, type InstrumentEvent, nextInstrumentEvent } from '../words/streams/instrument-events.js';
import { lastRecord } from '../words/streams/last-record.js';

scenario({
  id: 'instruments.full-conditions/in-contexts',
  title: 'announces what becomes of a subscribed instrument with its action and its whole conditions, in every context',
  requirements: ['instruments.action-values', 'instruments.deleted', 'instruments.updated'],
  needs: { ...ADD_INSTRUMENTS, accounts: 0, control: ['instrument.add', 'instrument.remove', 'instrument.update'] },
  contexts: {
    change: ['changed', 'removed'],
    list: 'all',
    connection: 'all',
    use: ['first', 'second'],
    account: 'all',
  },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const { instrument: name } = await t.control('instrument.add', { account_id: account.id });
      if (name === undefined) return t.inconclusive('the control action instrument.add did not name the instrument');
      const remove = t.cleanup(() => t.control('instrument.remove', { account_id: account.id, instrument: name }));
      const { volumeMax, record } = await account.conditions(name);
      const most = toPlainText(
        figureOf(volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal', [record]),
      );
      const change = async (times: number): Promise<void> => {
        const volume_max = doubledVolume(most, times);
        await t.control('instrument.update', { account_id: account.id, instrument: name, volume_max });
      };
      const events = await following(trial, context.list === 'all' ? ['all'] : [name]);
      if (context.use === 'second') {
        await change(1);
        await events.await('instrument_event', { where: ({ view }) => view.instrument === name });
      }
      const after = lastRecord(events);
      if (context.change === 'removed') await remove();
      else await change(2);
      const doubled = doubledVolume(most, 2);
      // The platform may change other members of it meanwhile, and announce that, too.
      const isIt = ({ view }: InstrumentEvent): boolean =>
        context.change === 'removed' ? view.action === 'del' : shows(view.conditions?.volumeMax, doubled);
      const event = t.expect.arrived(
        (await events.next('instrument_event', { where: (one) => one.view.instrument === name && isIt(one), after })) ??
          (await nextInstrumentEvent(events, name, after)),
        `an instrument_event: ${name} ${context.change}`,
        {
          requirement: context.change === 'removed' ? 'instruments.deleted' : 'instruments.updated',
          evidence: [after],
        },
      );
      t.expect.at(event, '/view/action', 'equals', context.change === 'removed' ? 'del' : 'upd', {
        requirement: 'instruments.action-values',
      });
      for (const member of ['volumeMin', 'volumeMax', 'volumeStep', 'pointDigits'] as const) {
        t.expect.at(event, `/view/conditions/${member}`, 'present');
      }
      if (context.change === 'removed') return;
      if (figureOf(event.view.conditions?.volumeMax) !== undefined) {
        t.expect.at(event, '/view/conditions/volumeMax', 'sameDecimal', doubled);
      }
    }),
});

function shows(value: JsonValue | undefined, wanted: string): boolean {
  const figure = figureOf(value);
  return figure !== undefined && equals(figure, parseDecimal(wanted));
}

/** The connection of the context, subscribed to these instruments. */
async function following({ account, context }: ContextTrial, list: readonly string[]): Promise<Events> {
  const first = await account.subscribed('instruments', list);
  if (context.connection === 'second') return account.subscribed('instruments', list);
  if (context.connection === 'reconnected') {
    await first.close();
    return account.subscribed('instruments', list);
  }
  if (context.connection === 'subscribed-again') {
    await first.unsubscribe('instruments', list);
    await first.subscribed('instruments', list);
  }
  return first;
}
