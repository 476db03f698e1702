// Changes of instruments and the events that announce them: what the checks of this folder share.
import { parseDecimal, toText } from '../../../toolkit/decimal/index.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext, CommandOutcome, Events, ReceivedOf } from '../../runner/context.js';
import { figureOf } from '../figures.js';

export const CLAIMED: Needs = { claims: ['instrumentEvents'] };
export const ADD: Needs = { ...CLAIMED, control: ['instrument.add', 'instrument.remove'] };
export const CHANGE: Needs = { ...CLAIMED, control: ['instrument.update'] };

export type InstrumentEvent = ReceivedOf<'instrument_event'>;

/** Doubles volume_max as it is now: a change to the same value would be none, of which no event need come. */
export async function change(t: CheckContext, instrument: string): Promise<void> {
  const { answer } = await t.account.request('conditions', { instrument });
  const volumeMax = answer?.body === undefined ? undefined : t.dialect.readConditions(answer.body).volumeMax;
  const max = figureOf(volumeMax);
  const more = max ?? parseDecimal('100');
  await t.control('instrument.update', {
    account_id: t.account.id,
    instrument,
    volume_max: toText({ ...more, coefficient: more.coefficient * 2n }),
  });
}

/** The event of an instrument, past or future. */
export function eventOn(
  events: Events,
  instrument: string,
  action?: string,
  after = 0,
): Promise<InstrumentEvent | undefined> {
  return events.next('instrument_event', { where: (event) => isOn(event, instrument, action), after });
}

function isOn({ view }: InstrumentEvent, instrument: string, action: string | undefined): boolean {
  return view.instrument === instrument && (action === undefined || view.action === action);
}

/** Changes the instrument and waits for its event. */
export async function updateOf(t: CheckContext, events: Events, instrument: string): Promise<InstrumentEvent> {
  await change(t, instrument);
  return events.await('instrument_event', {
    where: (event) => isOn(event, instrument, undefined),
    what: `instrument_event after the change of ${instrument}`,
  });
}

/** Judges that the event came; `command`: the subscription that owes it. */
export function expectArrived(
  t: CheckContext,
  event: InstrumentEvent | undefined,
  what: string,
  command: CommandOutcome,
): InstrumentEvent {
  return t.expect.arrived(event, `an instrument_event: ${what}`, { evidence: [command] });
}

/** Judges that none came after that record; the caller has passed a barrier. */
export function expectSilent(t: CheckContext, events: Events, instrument: string, after: number): void {
  const late = events.of('instrument_event', { where: ({ view }) => view.instrument === instrument, after });
  t.expect.none(late, `no instrument_event for ${instrument}`, { evidence: [after] });
}
