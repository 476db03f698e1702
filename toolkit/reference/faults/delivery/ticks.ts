// Faults of the ticks stream (interface 4.6).
import { kept } from '../../../base/kept.js';
import type { JsonValue } from '../../../payload/json.js';
import type { DomainEvent } from '../../domain.js';
import { alsoOn, alsoWhere, amended, insteadWhere } from '../algebra/edits.js';
import { editAt, editingMessage, type Fault, on, remove, violating } from '../algebra/index.js';
import { atEvery } from '../algebra/memory.js';

const carriesTicks = violating('4.6', ['ticks.carries-ticks']);
const pricesNumbers = violating('4.6', ['ticks.prices-numbers']);

const isTransaction = (event: DomainEvent): boolean => event.kind === 'transaction_event';

export const tickFaults: readonly Fault[] = [
  carriesTicks('ticks-missing', {
    summary: 'The ticks stream carries nothing.',
    deliveryTimesMs: insteadWhere((event) => event.kind === 'tick', []),
  }),
  ...(
    [
      [5, 'five'],
      [20, 'twenty'],
    ] as const
  ).map(([count, word]) =>
    carriesTicks(`ticks-end-after-${word}`, {
      summary: `After ${count} ticks a stream carries none any more.`,
      deliveryTimesMs: insteadWhere((event, { sequence }) => event.kind === 'tick' && sequence >= count, []),
    }),
  ),
  carriesTicks('ticks-without-ask', {
    summary: 'Ticks have a bid and no ask.',
    // A market may have one side for a while.
    level: 'should',
    change: editingMessage('tick', 'ask', remove),
  }),
  carriesTicks('ticks-of-one-instrument-on-later-streams', {
    summary: 'A later ticks stream of an account carries the instrument of its first tick alone.',
    needs: 'market.price',
    deliversTo: (honest) => {
      const first = new Map<string, string>();
      return (event, subscriptions, context) => {
        const delivers = honest(event, subscriptions, context);
        if (!delivers || event.kind !== 'tick' || context.ordinal < 2) return delivers;
        return kept(first, context.id, () => event.instrument) === event.instrument;
      };
    },
  }),
  carriesTicks('ticks-of-later-streams-with-their-first-bid', {
    summary: 'A later ticks stream shows the first bid of each instrument for good.',
    needs: 'market.price',
    amendMessage: (honest) => {
      const first = new Map<string, JsonValue>();
      return (message, event, { accountId, ordinal }) => {
        const sent = honest(message, event, { accountId, ordinal });
        if (event.kind !== 'tick' || ordinal < 2) return sent;
        const name = `${accountId} ${ordinal} ${event.instrument}`;
        const keep = (bid: JsonValue): JsonValue => kept(first, name, () => bid);
        return editAt(editAt(sent, ['payload', 'bid'], keep), ['bid'], keep);
      };
    },
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
  violating('4.6', ['ticks.path-signed'])('ticks-path-of-any-account', {
    summary: 'A ticks handshake may be signed for the ticks stream of another account.',
    acceptsHandshakePath: (honest) => (signed, target, context) =>
      honest(signed, target, context) || (/\/ticks$/.test(String(signed)) && /\/ticks$/.test(target)),
  }),
  pricesNumbers('tick-ask-text-once-in-twenty-five', {
    summary: 'The ask of one tick in twenty-five is a text.',
    renderTickPrice: atEvery(25, 'none', (_price, _digits, { member }) => member === 'ask'),
  }),
];
