// Changes of instruments and the events that announce them: what the checks of this folder share.
import { parseDecimal, readDecimal, toText } from '../../../toolkit/decimal/index.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext, CommandOutcome, Events, Received } from '../../runner/context.js';

export const CLAIMED: Needs = { claims: ['instrumentEvents'] };
export const ADD: Needs = { ...CLAIMED, control: ['instrument.add', 'instrument.remove'] };
export const CHANGE: Needs = { ...CLAIMED, control: ['instrument.update'] };

export type InstrumentEvent = Extract<Received, { readonly kind: 'instrument_event' }>;

/** Doubles volume_max as it is now: a change to the same value would be none, of which no event need come. */
export async function change(t: CheckContext, instrument: string): Promise<void> {
  const { answer } = await t.account.request('conditions', { instrument });
  const volumeMax = answer?.body === undefined ? undefined : t.dialect.readConditions(answer.body).volumeMax;
  const max = typeof volumeMax === 'string' ? readDecimal(volumeMax) : undefined;
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
  after?: number,
): Promise<Received | undefined> {
  return events.next(
    (message) =>
      message.kind === 'instrument_event' &&
      message.view.instrument === instrument &&
      (action === undefined || message.view.action === action),
    after === undefined ? {} : { after },
  );
}

/** Changes the instrument and waits for its event. */
export async function updateOf(t: CheckContext, events: Events, instrument: string): Promise<InstrumentEvent> {
  await change(t, instrument);
  const event = await eventOn(events, instrument);
  return event?.kind === 'instrument_event'
    ? event
    : t.inconclusive(`no instrument_event followed the change of ${instrument}`);
}

/** Judges that the event came; `command`: the subscription that owes it. */
export function expectArrived(
  t: CheckContext,
  event: Received | undefined,
  what: string,
  command: CommandOutcome,
): void {
  t.expect.that(event !== undefined, {
    expected: `an instrument_event: ${what}`,
    actual: `none within ${t.timing.eventMs} ms`,
    evidence: [event?.record ?? command.record],
  });
}

/** Judges that none came after that record; the caller has passed a barrier. */
export function expectSilent(t: CheckContext, events: Events, instrument: string, after: number): void {
  const late = events
    .of('instrument_event')
    .filter((event) => event.view.instrument === instrument && event.record > after);
  t.expect.that(late.length === 0, {
    expected: `no instrument_event for ${instrument}`,
    actual: `${late.length} of them`,
    evidence: [after, ...late.map(({ record }) => record)],
  });
}
