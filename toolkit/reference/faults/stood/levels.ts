// Faults of stop loss and take profit of what is open (interface 3; 6.1, rules 2 and 3; 6, table): something else that happens to the
// position, or to the account, takes them away or exchanges them in the snapshots, and no event tells of it.
import type { Decimal, Order, Position, Side, TradingState, TransactionEvent } from '../../domain.js';
import type { EventSurroundings, SnapshotContext } from '../../rules/telling/events.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const leads = violating('1', ['domain.events-lead-to-snapshot']);

type Entity = Order | Position;
type Hit = (event: TransactionEvent, surroundings: EventSurroundings) => readonly string[];
type Levels = Pick<Order, 'stopLossPrice' | 'takeProfitPrice'>;

/** The identifier of what an order protects, or of what it is itself. */
function ownerOf(one: Entity): string {
  return 'type' in one ? (one.positionId ?? one.parentOrderId ?? one.id) : one.id;
}

interface Spoilt {
  /** By what event, the nth time. */
  readonly by: Hit;
  readonly nth?: number;
  readonly where?: (context: SnapshotContext) => boolean;
}

/** Snapshots show other levels of what was hit. */
function spoiling({ by, nth = 1, where = () => true }: Spoilt, levels: (had: Levels) => Partial<Levels>): Change {
  return sharing(
    () => new Map<string, number>(),
    (hits) => ({
      announcements: (honest) => (event, surroundings) => {
        for (const id of by(event, surroundings)) hits.set(id, (hits.get(id) ?? 0) + 1);
        return honest(event, surroundings);
      },
      snapshotOf: amended((shown: TradingState, _state, context) => {
        const spoilt = <One extends Entity>(one: One): One =>
          where(context) && (hits.get(ownerOf(one)) ?? 0) >= nth ? { ...one, ...levels(one) } : one;
        const isLeft = ({ type, stopLossPrice, takeProfitPrice }: Order): boolean =>
          type !== 'sltp' || stopLossPrice !== undefined || takeProfitPrice !== undefined;
        return { ...shown, orders: shown.orders.map(spoilt).filter(isLeft), positions: shown.positions.map(spoilt) };
      }),
    }),
  );
}

const lost = (): Levels => ({ stopLossPrice: undefined, takeProfitPrice: undefined });
const exchanged = (had: Levels): Levels => ({ stopLossPrice: had.takeProfitPrice, takeProfitPrice: had.stopLossPrice });

/** The position that an event shows as closed in part. */
const partlyClosed: Hit = ({ payload: { orders, deals, positions } }) => {
  const [position] = positions;
  const isClosing = orders.some(({ type, side }) => type === 'market' && side !== position?.side);
  return isClosing && deals.length > 0 && position?.state === 'open' ? [position.id] : [];
};
const cancels = ({ payload }: TransactionEvent): boolean =>
  payload.deals.length === 0 && payload.orders.some(({ state }) => state === 'cancelled');
const closes = ({ payload }: TransactionEvent): boolean => payload.positions.some(({ state }) => state === 'closed');
const everyOrder = ({ openOrders }: EventSurroundings): readonly string[] =>
  openOrders()
    .filter(({ type }) => type !== 'sltp')
    .map(({ id }) => id);

/** An order for both levels sets one of them at sold positions. */
const bothAtSold = violating('4.1', ['orders.sltp-accepted']);

export const lostLevelFaults: readonly Fault[] = [
  ...(
    [
      ['take-profit', { takeProfitPrice: undefined }],
      ['stop-loss', { stopLossPrice: undefined }],
    ] as const
  ).map(([lost, without]) =>
    bothAtSold(`both-levels-of-sold-positions-without-${lost}`, {
      summary: `An sltp order for both levels of a sold position leaves its ${lost.replace('-', ' ')} out.`,
      protectedPosition: amended((shown, { side }, { stopLossPrice, takeProfitPrice }) =>
        side === 'sell' && stopLossPrice !== undefined && takeProfitPrice !== undefined
          ? { ...shown, ...without }
          : shown,
      ),
    }),
  ),
  violating('4.1', ['orders.sltp-accepted'])('take-profit-set-again-unheeded', {
    summary: 'Another sltp order for a position changes its stop loss, and leaves its take profit as it was first.',
    protectedPosition: (honest) => {
      const first = new Map<string, Decimal>();
      return (position, order) => {
        const shown = honest(position, order);
        const name = `${position.id} ${position.instrument} ${position.openedAtMs}`;
        const takeProfitPrice = first.get(name) ?? shown.takeProfitPrice;
        if (takeProfitPrice !== undefined) first.set(name, takeProfitPrice);
        return shown.takeProfitPrice === undefined ? shown : { ...shown, takeProfitPrice };
      };
    },
  }),
  leads('levels-lost-by-a-partial-close', {
    summary: 'A partial close takes the levels of its position out of the snapshots.',
    change: spoiling({ by: partlyClosed }, lost),
  }),
  leads('levels-lost-by-a-second-partial-close', {
    summary: 'The second partial close takes the levels of its position out of the snapshots.',
    change: spoiling({ by: partlyClosed, nth: 2 }, lost),
  }),
  leads('levels-exchanged-by-a-partial-close', {
    summary: 'After a partial close snapshots show the stop loss of its position as take profit, and the reverse.',
    change: spoiling({ by: partlyClosed }, exchanged),
  }),
  leads('stop-loss-lost-by-a-partial-close', {
    summary: 'A partial close takes the stop loss of its position out of the snapshots, the take profit is there.',
    change: spoiling({ by: partlyClosed }, () => ({ stopLossPrice: undefined })),
  }),
  leads('take-profit-lost-by-a-partial-close-in-the-resource', {
    summary: 'After a partial close the snapshot resource lacks the take profit of the position.',
    change: spoiling({ by: partlyClosed, where: ({ surface }) => surface === 'resource' }, () => ({
      takeProfitPrice: undefined,
    })),
  }),
  leads('levels-of-orders-lost-by-a-partial-close', {
    summary: 'A partial close takes the stop losses of pending orders out of the snapshots.',
    change: spoiling(
      { by: (event, surroundings) => (partlyClosed(event, surroundings).length > 0 ? everyOrder(surroundings) : []) },
      () => ({ stopLossPrice: undefined }),
    ),
  }),
  leads('levels-of-orders-lost-by-a-cancellation', {
    summary: 'The cancellation of an order takes the levels of the others out of the snapshots.',
    change: spoiling({ by: (event, surroundings) => (cancels(event) ? everyOrder(surroundings) : []) }, lost),
  }),
  leads('levels-of-positions-lost-by-a-close', {
    summary: 'The close of a position takes the levels of the others out of the snapshots.',
    change: spoiling(
      { by: (event, { openPositions }) => (closes(event) ? openPositions().map(({ id }) => id) : []) },
      lost,
    ),
  }),
  violating('4.1', ['orders.sltp-accepted'])('sltp-refused-beside-a-newer-position-sold', {
    summary:
      'An sltp order is refused while the position opened last was sold and another one was bought, whichever it names.',
    change: sharing(
      () => new Map<string, readonly Side[]>(),
      (sides) => ({
        positionsOf: amended((positions, _transaction, { accountId, openPositions }) => {
          sides.set(
            accountId,
            openPositions().map(({ side }) => side),
          );
          return positions;
        }),
        placementGuard: amended((code, { id }, type) => {
          const open = sides.get(id) ?? [];
          const isOfTheOther = type === 'sltp' && open.at(-1) === 'sell' && open.includes('buy');
          return code ?? (isOfTheOther ? 'TRADING_RULE_INVALID_PRICE_LEVEL' : undefined);
        }),
      }),
    ),
  }),
  ...(
    [
      ['levels-at-the-newest-alike', 'newest position of its instrument and side', true],
      ['levels-at-the-newest-of-the-other-side', 'newest position of its instrument on the other side', false],
    ] as const
  ).map(([id, words, isOfItsSide]) =>
    violating('4.1', ['orders.sltp-accepted'])(id, {
      summary: `Snapshots show the levels of an sltp order at the ${words}, where there is one.`,
      snapshotOf: amended((shown) => ({
        ...shown,
        positions: shown.positions.reduce((all, named) => {
          const newest = all.findLast(
            (one) => one.instrument === named.instrument && (one.side === named.side) === isOfItsSide,
          );
          return newest === undefined || named.stopLossPrice === undefined ? all : withLevelsMoved(all, named, newest);
        }, shown.positions),
        orders: shown.orders.filter(({ type }) => type !== 'sltp'),
      })),
    }),
  ),
];

/** The positions, of which `to` shows the levels of `from`. */
function withLevelsMoved(positions: readonly Position[], from: Position, to: Position): readonly Position[] {
  const { stopLossPrice, takeProfitPrice } = from;
  const moved = positions.map((one) =>
    one.id === from.id ? { ...one, stopLossPrice: undefined, takeProfitPrice: undefined } : one,
  );
  return moved.map((one) => (one.id === to.id ? { ...one, stopLossPrice, takeProfitPrice } : one));
}
