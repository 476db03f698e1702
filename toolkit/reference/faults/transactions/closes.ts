// Faults of closes, whole and partial (interface 1; 3; 6.1): which position, how much of it, what the event shows.
import type { Side } from '../../domain.js';
import { always, amended, instead } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const partialCloseVolume = violating('3', ['positions.partial-close-volume', 'transactions.deal-volumes-conserved']);

const AT_ONCE_MS = 1000;

type Lacking = 'orders' | 'deals' | 'positions' | 'accountState';

/** The event of a close that no request asked for lacks something. */
function protectionLacking(lacking: Lacking): Change {
  return sharing(
    () => ({ isByLevel: false }),
    (memory) => ({
      // Told before the rest of the same event.
      ordersOf: amended((orders, { kind }, { requested }) => {
        memory.isByLevel = kind === 'close' && !requested && orders.some(({ type }) => type === 'sltp');
        return memory.isByLevel && lacking === 'orders' ? [] : orders;
      }),
      dealsOf: amended((deals) => (memory.isByLevel && lacking === 'deals' ? [] : deals)),
      positionsOf: amended((positions) => (memory.isByLevel && lacking === 'positions' ? [] : positions)),
      accountStateOf: amended((state) => (memory.isByLevel && lacking === 'accountState' ? undefined : state)),
    }),
  );
}

/** Snapshots leave out open positions of the instrument of a closed one, if they are of the side that it hides. */
function hiddenByClose(hides: (closed: Side) => Side): Change {
  return sharing(
    () => new Set<string>(),
    (hidden) => ({
      positionsOf: amended((positions, transaction, { accountId }) => {
        if (transaction.kind === 'close') {
          for (const { instrument, side } of positions) hidden.add(`${accountId} ${instrument} ${hides(side)}`);
        }
        return positions;
      }),
      snapshotOf: amended((shown, _state, { accountId }) => ({
        ...shown,
        positions: shown.positions.filter(({ instrument, side }) => !hidden.has(`${accountId} ${instrument} ${side}`)),
      })),
    }),
  );
}

export const closeFaults: readonly Fault[] = [
  ...(
    [
      ['orders', 'order'],
      ['deals', 'deal'],
      ['positions', 'position'],
      ['accountState', 'account-state'],
    ] as const
  ).map(([lacking, word]) =>
    violating('6.1', [`transactions.close-${word}`])(`close-by-a-level-without-${word}`, {
      summary: `The event of a close by stop loss or take profit shows no ${word.replace('-', ' ')}.`,
      needs: 'market.price',
      change: protectionLacking(lacking),
    }),
  ),
  violating('3', [
    'transactions.partial-close-position',
    'positions.partial-close-volume',
    'transactions.deal-volumes-conserved',
  ])('partial-close-volume-unchanged', {
    summary: 'A partial close leaves the volume of the position as it was.',
    volumeAfterClose: amended((answer, open, closed) => (closed < open ? open : answer)),
  }),
  partialCloseVolume('partial-close-leaves-the-larger-part', {
    summary: 'A partial close leaves whichever is more, what was closed or what was not.',
    volumeAfterClose: amended((left, _open, closed) => (left > 0n && closed > left ? closed : left)),
  }),
  partialCloseVolume('partial-close-one-step-off', {
    summary: 'A partial close takes one step more than was asked for.',
    volumeAfterClose: amended((left) => (left > 1n ? left - 1n : left)),
  }),
  violating('6.1', ['transactions.deal-volumes-conserved'])('partial-close-deal-of-what-is-left', {
    summary: 'The deal of a partial close shows the volume that is left of the position.',
    dealsOf: amended((deals, { kind, positions: [position] }) =>
      kind === 'partial-close' && position !== undefined
        ? deals.map((deal) => ({ ...deal, volume: position.volume }))
        : deals,
    ),
  }),
  violating('3', ['positions.partial-close-stays-open', 'transactions.partial-close-position'])(
    'partial-close-closes-all',
    { summary: 'A partial close closes the whole position.', volumeAfterClose: always(0n) },
  ),
  violating('6.1', ['transactions.partial-close-position'])('partial-close-event-with-old-volume', {
    summary: 'The event of a partial close shows the position as it was before.',
    positionsOf: amended((answer, transaction) =>
      transaction.kind === 'partial-close'
        ? answer.map((position) => ({
            ...position,
            volume: {
              coefficient: position.volume.coefficient + (transaction.deals[0]?.volume?.coefficient ?? 0n),
              scale: position.volume.scale,
            },
          }))
        : answer,
    ),
  }),
  violating('3', ['positions.closed-not-open', 'domain.closed-not-in-snapshot'])('close-leaves-position-open', {
    summary: 'A position that was closed in full stays open with no volume.',
    staysOpen: always(true),
  }),
  violating('1', ['numbers.volume-precision-by-instrument', 'positions.partial-close-volume'])(
    'partial-close-rounds-to-even-steps',
    {
      summary: 'What a partial close leaves is rounded down to an even number of steps.',
      volumeAfterClose: amended((answer) => (answer / 2n) * 2n),
    },
  ),
  violating('3', ['positions.partial-close-volume'])('closes-at-once-measured-against-the-volume-before', {
    summary: 'A close that follows another one at once may take what the position had before that.',
    coversClose: (honest) => {
      const before = new Map<string, { readonly openUnits: bigint; readonly atMs: number }>();
      return (closedUnits, openUnits, positionId) => {
        const earlier = before.get(positionId);
        const atMs = performance.now();
        const isAtOnce = earlier !== undefined && atMs - earlier.atMs < AT_ONCE_MS;
        // An operation may be decided more than once.
        if (!isAtOnce) before.set(positionId, { openUnits, atMs });
        return honest(closedUnits, openUnits, positionId) || (isAtOnce && closedUnits <= earlier.openUnits);
      };
    },
    volumeAfterClose: amended((left) => (left < 0n ? 0n : left)),
  }),
  violating('3', ['positions.closed-not-open', 'transactions.close-position'])('close-takes-the-newest-position', {
    summary: 'A close is of the position that was opened last, whichever it names.',
    closes: instead((named, open) => open.at(-1) ?? named),
  }),
  violating('3', ['positions.closed-not-open', 'domain.open-positions-in-snapshot'])(
    'close-takes-the-oldest-of-its-instrument',
    {
      summary: 'A close is of the oldest position on the instrument of the one that it names.',
      closes: amended((named, _named, open) => open.find(({ instrument }) => instrument === named.instrument) ?? named),
    },
  ),
  violating('1', ['domain.open-positions-in-snapshot', 'positions.closed-not-open'])('close-hides-its-instrument', {
    summary: 'Once a position was closed, snapshots leave out those of the same instrument and side that are open.',
    change: hiddenByClose((side) => side),
  }),
  violating('1', ['domain.open-positions-in-snapshot', 'positions.closed-not-open'])('close-hides-the-opposite-side', {
    summary: 'Once a position was closed, snapshots leave out those of the opposite side of the same instrument.',
    change: hiddenByClose((side) => (side === 'buy' ? 'sell' : 'buy')),
  }),
  violating('1', ['domain.open-orders-in-snapshot'])('cancellation-hides-orders-alike', {
    summary:
      'Once an order was cancelled, snapshots leave out those of the same instrument, type and side that were there.',
    change: sharing(
      () => new Map<string, ReadonlySet<string>>(),
      (hidden) => ({
        ordersOf: amended((orders, transaction, { accountId, openOrders }) => {
          const [cancelled] = orders;
          if (transaction.kind === 'cancel' && cancelled !== undefined) {
            const alike = openOrders().filter(
              ({ instrument, type, side }) =>
                instrument === cancelled.instrument && type === cancelled.type && side === cancelled.side,
            );
            hidden.set(accountId, new Set([...(hidden.get(accountId) ?? []), ...alike.map(({ id }) => id)]));
          }
          return orders;
        }),
        snapshotOf: amended((shown, _state, { accountId }) => ({
          ...shown,
          orders: shown.orders.filter(({ id }) => hidden.get(accountId)?.has(id) !== true),
        })),
      }),
    ),
  }),
];
