// The surfaces on which figures and moments are shown (interface 1), and the words for them in summaries.
import type { DomainEvent, Operation } from '../../domain.js';
import type { Place } from '../../rules/telling/rendering.js';

export type Surface = 'events' | 'snapshots' | 'history' | 'reads';

const SURFACES: Readonly<Partial<Record<DomainEvent['kind'] | Operation, Surface>>> = {
  transaction_event: 'events',
  account_state_event: 'events',
  instrument_event: 'events',
  tick: 'events',
  trading_state_snapshot: 'snapshots',
  snapshot: 'snapshots',
  orderHistory: 'history',
  dealHistory: 'history',
  operationStatus: 'reads',
  account: 'reads',
};

export const WORDS: Readonly<Record<Surface, string>> = {
  events: 'events',
  snapshots: 'snapshots',
  history: 'history',
  reads: 'the answers of reads',
};

/** The places of a figure or a moment on one surface. */
export function on(surface: Surface): (place: Place) => boolean {
  return (place) => SURFACES[place.in] === surface;
}
