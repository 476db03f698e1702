// How executions come about at a correct service (interface 4.2; 6.1): in parts, which may have events of their own, and with what is
// charged for them told as deals beside them.
import { add, compare, type Decimal, equals, magnitude, rescale, subtract } from '../../../decimal/index.js';
import type { Conditions, Deal, DomainEvent, TransactionEvent } from '../../domain.js';
import { always, amended, instead } from '../../faults/algebra/edits.js';
import { among, type Habit, speakingOf, without } from '../algebra/index.js';

const executions = among('executions', '4.2', ['event-multiplicity']);
const closes = among('close-bookings', '6.1', ['partial-close-content']);
const charges = among('charges', '2.2', ['entity-fields']);

const margins = among('margins', '2.3', []);

/** Longer than a run listens for what may still come. */
const PARTS_APART_MS = 1_300;

/** Not to be looked for in history. */
const UNNAMED_CHARGES = speakingOf('deal', (deal) =>
  ['price', 'levels', 'balance_kind', 'booked_as'].some((name) => name in deal) ? deal : without(deal, 'deal_id', 'no'),
);

export const executionHabits: readonly Habit[] = [
  margins('positions-without-margin', {
    summary: 'Accounts are cash accounts, whose positions use no margin.',
    rules: { marginOf: always(0n) },
    costs: [
      { checks: '*', verdict: 'not-applicable', because: 'use no margin' },
      { checks: '*', verdict: 'not-applicable', because: 'the same figure before and after' },
      { checks: '*', verdict: 'not-applicable', because: 'which it may' },
    ],
  }),
  executions('openings-announced-twice', {
    summary: 'An opening has two events: that it is taken, without entities, and what came of it.',
    rules: { announcements: amended((events) => events.flatMap(announcedFirst)) },
  }),
  executions('openings-filled-in-parts', {
    summary: 'An opening has an event for each half of it, with a deal of that half.',
    rules: { executedIn: instead(halvesOf), announcements: amended((events) => events.flatMap(dealByDeal)) },
  }),
  executions('openings-filled-over-time', {
    summary: 'An opening has an event for each half of it, the second more than a second after the first.',
    rules: {
      executedIn: instead(halvesOf),
      announcements: amended((events) => events.flatMap(dealByDeal)),
      deliveryTimesMs: amended((times, event) => (isFurtherPart(event) ? [PARTS_APART_MS] : times)),
    },
    alone: true,
  }),
  executions('openings-filled-in-part', {
    summary: 'The market takes half of what an opening asks for, where that is enough.',
    rules: { executedIn: instead((asked, conditions) => halvesOf(asked, conditions).slice(0, 1)) },
  }),
  executions('openings-of-two-deals', {
    summary: 'An opening is executed by two deals in one event.',
    rules: { executedIn: instead(halvesOf) },
  }),
  closes('swap-booked-with-the-close', {
    summary: 'The event of a close holds a balance-type deal for the swap beside its own.',
    rules: { announcements: amended((events) => events.map(withSwap)) },
  }),
  charges('commission-in-deals-of-its-own', {
    summary: 'Beside each trade the event has a deal of its commission, without volume and price.',
    rules: { announcements: amended((events) => events.map((event) => charged(event, undefined))) },
    speech: UNNAMED_CHARGES,
  }),
  charges('commission-in-deals-with-its-volume', {
    summary: 'Beside each trade the event has a deal of its commission, with the volume that it is charged for.',
    rules: { announcements: amended((events) => events.map((event) => charged(event, 'volume'))) },
    speech: UNNAMED_CHARGES,
  }),
];

function isOpening({ clientRequestId, payload }: TransactionEvent): boolean {
  return (
    clientRequestId !== undefined &&
    payload.deals.length > 0 &&
    payload.positions.every(({ state }) => state === 'open') &&
    payload.orders.some(({ type }) => type === 'market') &&
    !payload.deals.some(({ amount }) => amount.coefficient !== 0n)
  );
}

function announcedFirst(event: TransactionEvent): readonly TransactionEvent[] {
  if (!isOpening(event)) return [event];
  return [{ ...event, payload: { orders: [], deals: [], positions: [], accountState: undefined } }, event];
}

/** Position and deal as they grow. */
function dealByDeal(event: TransactionEvent): readonly TransactionEvent[] {
  const { deals, positions } = event.payload;
  if (!isOpening(event) || deals.length < 2) return [event];
  return deals.map((deal, at) => {
    const volume = deals
      .slice(0, at + 1)
      .flatMap((one) => one.volume ?? [])
      .map(magnitude)
      .reduce(add);
    const grown = positions.map((position) => ({ ...position, volume }));
    return { ...event, payload: { ...event.payload, deals: [deal], positions: grown } };
  });
}

/** A swap of nothing, so that history and balance need not know of it. */
function withSwap(event: TransactionEvent): TransactionEvent {
  const [deal] = event.payload.deals;
  const isClose = event.payload.orders.some(({ type }) => type === 'market') && !isOpening(event);
  if (deal === undefined || !isClose || event.clientRequestId === undefined) return event;
  const swap: Deal = {
    ...deal,
    id: `${deal.id}s`,
    balanceKind: 'swap_fee',
    orderId: undefined,
    instrument: undefined,
    side: undefined,
    volume: undefined,
    price: undefined,
    amount: { ...deal.amount, coefficient: 0n },
  };
  return { ...event, payload: { ...event.payload, deals: [...event.payload.deals, swap] } };
}

/** Two halves on the grid, or the whole where one would be too small. */
function halvesOf(asked: Decimal, { volumeMin, volumeStep }: Conditions): readonly Decimal[] {
  const { scale } = asked;
  const step = rescale(volumeStep, scale);
  const half = { coefficient: (asked.coefficient / 2n / step) * step, scale };
  return compare(half, volumeMin) >= 0 ? [half, subtract(asked, half)] : [asked];
}

/** What an event tells of an opening that an earlier one has begun to tell. */
function isFurtherPart(event: DomainEvent): boolean {
  if (event.kind !== 'transaction_event' || !isOpening(event)) return false;
  const [[position], [deal]] = [event.payload.positions, event.payload.deals];
  return position !== undefined && deal?.volume !== undefined && !equals(position.volume, magnitude(deal.volume));
}

/** A commission of nothing, so that history and balance need not know of it. */
function charged(event: TransactionEvent, shown: 'volume' | undefined): TransactionEvent {
  const { deals } = event.payload;
  const charge = (deal: Deal): Deal => ({
    ...deal,
    id: `${deal.id}c`,
    side: undefined,
    volume: shown === 'volume' ? deal.volume : undefined,
    price: undefined,
    amount: { ...deal.amount, coefficient: 0n },
  });
  const withCharges = deals.flatMap((deal) => (deal.balanceKind === undefined ? [deal, charge(deal)] : [deal]));
  return { ...event, payload: { ...event.payload, deals: withCharges } };
}
