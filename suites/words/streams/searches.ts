// What is looked for on a stream and must not have come, as data: so that whoever reads the journal can look for it again.
import { SERVER_EVENTS } from '../../../toolkit/profile/dialect/views.js';
import type { Events, Search, Submission } from '../../runner/context.js';

/** The events of an operation; one that names no operation is known by its key, as `resultOf` knows it. */
export function ofOperation(on: Events, { ack, key }: Submission, after = 0): readonly Search[] {
  const kind = 'transaction_event';
  const operationId = ack?.operationId ?? undefined;
  const byKey = ['/view/clientRequestId', 'equals', key] as const;
  if (operationId === undefined) return [{ on, after, kind, where: [byKey] }];
  return [
    { on, after, kind, where: [['/view/operationId', 'equals', operationId]] },
    { on, after, kind, where: [['/view/operationId', 'absentOrNull'], byKey] },
  ];
}

/** Updates that create or change the period. */
export function ofPeriod(on: Events, id: string, after = 0): Search {
  const upserted = { member: 'id', predicate: 'equals', expected: id };
  return { on, after, kind: 'hmr_update', where: [['/view/upserted', 'some', upserted]] };
}

export function ofInstrument(on: Events, name: string, after = 0): Search {
  return { on, after, kind: 'instrument_event', where: [['/view/instrument', 'equals', name]] };
}

/** What comes of subscriptions, but for a snapshot of trading and what others do behind it; of that, the operation. */
export function ofUnasked(on: Events, ended: Submission): readonly Search[] {
  const others = SERVER_EVENTS.filter((kind) => kind !== 'trading_state_snapshot' && kind !== 'transaction_event');
  return [{ on, where: [['/kind', 'oneOf', others]] }, ...ofOperation(on, ended)];
}
