// Positions that stand while something else happens on the account, and others that are over (interface 1, rule 2; 3): what no event has
// changed is open still with the volume that it had, and what was closed does not come back.
import { equals } from '../../../toolkit/decimal/index.js';
import type { CheckContext, ExpectOptions } from '../../runner/context.js';
import { figureOf } from '../../words/figures.js';
import type { Transactions } from '../../words/streams/event-of.js';
import { closeEventOf, openingOn } from '../../words/streams/event-of.js';

interface OpenPosition {
  readonly positionId: string;
  readonly volume: string;
  readonly told: number;
}

export interface KnownPositions {
  readonly open: OpenPosition;
  readonly closedId: string;
}

/** A position that is open, and one that was closed before it. */
export async function openAndClosedPositions(t: CheckContext, events: Transactions): Promise<KnownPositions> {
  const over = await openingOn(t, events);
  await closeEventOf(t, events, over);
  const { positionId, opened } = await openingOn(t, events);
  const { positions, record } = await t.account.state();
  const shown = positions?.find(({ id }) => id === positionId)?.volume;
  if (typeof shown !== 'string' || figureOf(shown) === undefined) {
    return t.inconclusive('the snapshot does not show the position with its volume', [record, opened]);
  }
  // A target that nets may keep one position for ever, under one identifier.
  if (over.positionId === positionId) t.notApplicable('the target opens a position again that was closed');
  return { open: { positionId, volume: shown, told: opened.record }, closedId: over.positionId };
}

/** Judges that a fresh snapshot shows the one as it was, and not the other. */
export async function expectPositionsKept(
  t: CheckContext,
  events: Transactions,
  { open, closedId }: KnownPositions,
  options: ExpectOptions = {},
): Promise<void> {
  const { positionId, volume, told } = open;
  const state = await t.account.state();
  t.expect.listsNot(state, 'positions', closedId, { requirement: 'domain.closed-not-in-snapshot' });
  const index = state.positions?.findIndex(({ id }) => id === positionId) ?? -1;
  const later = events.of('transaction_event', { after: told });
  const now = figureOf(state.positions?.[index]?.volume);
  const was = figureOf(volume);
  const isSame = now !== undefined && was !== undefined && equals(now, was);
  if (!isSame && later.some(({ view }) => view.positions?.some(({ id }) => id === positionId))) {
    t.inconclusive('an event tells of another change of the position', later);
  }
  // Whoever closes it while nobody listens may be the market.
  if (!isSame && !events.isOpen) t.inconclusive('the connection has ended, and nobody heard of the position', [state]);
  t.expect.lists(state, 'positions', positionId, options);
  t.expect.at(state, `/view/positions/${index}/volume`, 'sameDecimal', volume, options);
}
