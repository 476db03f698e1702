// Changes of instruments and the events that announce them (interface 6.3), as set-up unless called `expect`.
import { parseDecimal, toText } from '../../../toolkit/decimal/index.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext, CommandOutcome, Events, ExpectOptions, ReceivedOf } from '../../runner/context.js';
import { figureOf } from '../figures.js';
import { instrumentToChange } from './instrument-to-change.js';
import { lastRecord } from './last-record.js';
import { ofInstrument } from './searches.js';

export const INSTRUMENT_EVENTS: Needs = { claims: ['instrumentEvents'] };
export const ADD_INSTRUMENTS: Needs = { ...INSTRUMENT_EVENTS, control: ['instrument.add', 'instrument.remove'] };
export const CHANGE_INSTRUMENTS: Needs = { ...INSTRUMENT_EVENTS, control: ['instrument.update'] };

export type InstrumentEvent = ReceivedOf<'instrument_event'>;

/** An instrument to change, and a stream subscribed to it. */
export async function followedInstrument(t: CheckContext): Promise<{
  readonly name: string;
  readonly events: Events & { readonly command: CommandOutcome };
}> {
  const name = await instrumentToChange(t);
  return { name, events: await t.account.subscribed('instruments', [name]) };
}

/** Doubles volume_max as it is now: a change to the same value would be none, of which no event need come. */
export async function changeInstrument(t: CheckContext, instrument: string): Promise<void> {
  const { answer } = await t.account.request('conditions', { instrument });
  const shown = answer?.body === undefined ? undefined : t.dialect.readConditions(answer.body).volumeMax;
  const { coefficient, scale } = figureOf(shown) ?? parseDecimal('100');
  const volume_max = toText({ coefficient: coefficient * 2n, scale });
  await t.control('instrument.update', { account_id: t.account.id, instrument, volume_max });
}

/** The event of an instrument, past or future. */
export function nextInstrumentEvent(
  events: Events,
  instrument: string,
  after = 0,
): Promise<InstrumentEvent | undefined> {
  return events.next('instrument_event', { where: isOn(instrument), after });
}

/** Those that have come. */
export function instrumentEventsOf(events: Events, instrument: string, after = 0): readonly InstrumentEvent[] {
  return events.of('instrument_event', { where: isOn(instrument), after });
}

function isOn(instrument: string): (event: InstrumentEvent) => boolean {
  return ({ view }) => view.instrument === instrument;
}

/** Changes the instrument and waits for its event. */
export async function changeEventOf(t: CheckContext, events: Events, instrument: string): Promise<InstrumentEvent> {
  await changeInstrument(t, instrument);
  const what = `instrument_event after the change of ${instrument}`;
  return events.await('instrument_event', { where: isOn(instrument), what });
}

/** Changes the instrument and judges that its event comes; `command`: the one beside which it is owed. */
export async function expectChangeEvent(
  t: CheckContext,
  events: Events,
  instrument: string,
  command: CommandOutcome,
): Promise<InstrumentEvent> {
  const after = Math.max(command.record, lastRecord(events));
  await changeInstrument(t, instrument);
  const event = await nextInstrumentEvent(events, instrument, after);
  return t.expect.arrived(event, `an instrument_event: ${instrument} changed`, {
    evidence: [command],
    shown: event === undefined ? [] : [[event, '/view/instrument', 'equals', instrument]],
  });
}

/** Judges that none came after that record; the caller has passed a barrier. */
export function expectNoInstrumentEvent(
  t: CheckContext,
  events: Events,
  instrument: string,
  after: number,
  options?: ExpectOptions,
): void {
  const late = instrumentEventsOf(events, instrument, after);
  const sought = [ofInstrument(events, instrument, after)];
  t.expect.none(late, `no instrument_event for ${instrument}`, { evidence: [after], sought, ...options });
}
