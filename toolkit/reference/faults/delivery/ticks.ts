// Faults of the ticks stream (interface 4.6).

import type { DomainEvent } from '../../domain.js';
import { alsoOn, alsoWhere, amended, insteadWhere } from '../algebra/edits.js';
import { type Change, editing, editingMessage, type Fault, on, remove, violating } from '../algebra/index.js';

const carriesTicks = violating('4.6', ['ticks.carries-ticks']);
const pricesNumbers = violating('4.6', ['ticks.prices-numbers']);

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';

/** Delivers what `where` picks at other times; an empty list loses it. */
function timing(where: (event: DomainEvent, sequence: number) => boolean, timesMs: readonly number[]): Change {
  return editing({ deliveryTimesMs: insteadWhere((event, context) => where(event, context.sequence), timesMs) });
}

const TICK_PRICES = 25;

export const tickFaults: readonly Fault[] = [
  carriesTicks('ticks-missing', {
    summary: 'The ticks stream carries nothing.',
    change: timing((event) => event.kind === 'tick', []),
  }),
  carriesTicks('ticks-without-ask', {
    summary: 'Ticks have a bid and no ask.',
    change: editingMessage('tick', 'ask', remove),
  }),
  pricesNumbers('tick-prices-strings', {
    summary: 'Prices of ticks are decimal strings.',
    renderTickPrice: amended((answer) => String(answer)),
  }),
  pricesNumbers('tick-ask-string', {
    summary: 'The ask of a tick is a decimal string, the bid a number.',
    renderTickPrice: amended((answer, _price, _digits, place) => (place.member === 'ask' ? String(answer) : answer)),
  }),
  violating('4.6', ['ticks.no-trading-events'])('ticks-stream-with-transactions', {
    summary: 'Transaction events travel on the ticks stream too.',
    deliversTo: alsoWhere(
      (event, _subscriptions, context) => context.stream === 'ticks' && context.ownAccount && isTransaction(event),
    ),
  }),
  violating('4.6', ['ticks.path-signed'])('ticks-path-unchecked', {
    summary: 'The signed path of a ticks handshake is not compared.',
    acceptsHandshakePath: alsoOn(on('ticksStream')),
  }),
  pricesNumbers('tick-ask-null-once-in-twenty-five', {
    summary: 'The ask of one tick in twenty-five is null.',
    renderTickPrice: (honest) => {
      let asks = 0;
      return (price, digits, place) => {
        asks += place.member === 'ask' ? 1 : 0;
        const isNull = place.member === 'ask' && asks % TICK_PRICES === 0;
        return isNull ? null : honest(price, digits, place);
      };
    },
  }),
];
