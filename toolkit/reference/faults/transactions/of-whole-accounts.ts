// Faults that show on an account on which much is done (interface 1, rule 2; 4.1; 6.1): what stands beside, what has levels, what was dealt
// often.
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const only = violating('6.1', ['transactions.only-changed-entities']);

export const wholeAccountFaults: readonly Fault[] = [
  only('sltp-event-with-the-other-positions', {
    summary: 'The event of an sltp order holds the other positions of its instrument, too.',
    positionsOf: amended((told, { kind, orders: [order] }, { openPositions }) =>
      kind === 'protection'
        ? [
            ...told,
            ...openPositions().filter(
              ({ id, instrument }) => instrument === order?.instrument && !told.some((one) => one.id === id),
            ),
          ]
        : told,
    ),
  }),
  only('execution-event-with-the-other-orders', {
    summary: 'The event of an executed order holds the other pending orders of its instrument, too.',
    needs: 'order.fill',
    ordersOf: amended((told, { kind }, { openOrders }) =>
      kind === 'fill'
        ? [
            ...told,
            ...openOrders().filter(
              ({ id, instrument }) => instrument === told[0]?.instrument && !told.some((one) => one.id === id),
            ),
          ]
        : told,
    ),
  }),
  violating('6.1', ['transactions.close-deal'])('close-of-protected-positions-without-deal', {
    summary: 'The event of a close of a position that has levels holds no deal.',
    dealsOf: amended((deals, { kind, orders }) =>
      kind === 'close' && orders.some(({ type, state }) => type === 'sltp' && state === 'cancelled') ? [] : deals,
    ),
  }),
  violating('1', ['history.deals'])('fourth-deal-of-a-position-not-in-history', {
    summary: 'Of each position history has the first three deals.',
    recordsDeal: (honest) => {
      const counts = new Map<string, number>();
      return (deal) => {
        const count = (counts.get(deal.positionId ?? '') ?? 0) + 1;
        counts.set(deal.positionId ?? '', count);
        return honest(deal) && (deal.positionId === undefined || count < 4);
      };
    },
  }),
  violating('4.1', ['orders.parameters-kept'])('stop-event-with-one-level-twice', {
    summary: 'The event of a stop order with both levels shows its stop loss as both.',
    ordersOf: amended((told, { kind }) =>
      told.map((one) =>
        kind === 'placement' && one.type === 'stop' && one.takeProfitPrice !== undefined
          ? { ...one, takeProfitPrice: one.stopLossPrice ?? one.takeProfitPrice }
          : one,
      ),
    ),
  }),
];
