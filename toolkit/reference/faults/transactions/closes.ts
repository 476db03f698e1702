// Faults of closes, whole and partial (interface 1; 3; 6.1): which position, how much of it, what the event shows.
import { always, amended, instead } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const partialCloseVolume = violating('3', ['positions.partial-close-volume', 'transactions.deal-volumes-conserved']);

export const closeFaults: readonly Fault[] = [
  violating('3', [
    'transactions.partial-close-position',
    'positions.partial-close-volume',
    'transactions.deal-volumes-conserved',
  ])('partial-close-volume-unchanged', {
    summary: 'A partial close leaves the volume of the position as it was.',
    volumeAfterClose: amended((answer, open, closed) => (closed < open ? open : answer)),
  }),
  partialCloseVolume('partial-close-one-step-off', {
    summary: 'A partial close takes one step more than was asked for.',
    volumeAfterClose: amended((left) => (left > 1n ? left - 1n : left)),
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
  violating('3', ['positions.closed-not-open', 'transactions.close-position'])('close-takes-the-newest-position', {
    summary: 'A close is of the position that was opened last, whichever it names.',
    closes: instead((named, open) => open.at(-1) ?? named),
  }),
];
