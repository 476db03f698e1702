// Positions that the market closes by their levels, in every context (interface 1, rule 2; 3; 4.1): whatever a position has been through
// and whichever levels it has, once an event has told its close it is in no snapshot, and history has what the event told. That levels
// close a position is nowhere said in words: where the same levels close one beside it and not this one, it weighs less.
import type { OrderView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { CheckContext, ContextTrial } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { deedOf } from '../words/contexts/deed.js';
import { instrumentOf } from '../words/contexts/place.js';
import { stateBy } from '../words/contexts/state-by.js';
import { eventually } from '../words/eventually.js';
import { figureOf } from '../words/figures.js';
import { itemsOf, missingFrom, pagesWith, shownItems } from '../words/pages.js';
import type { TransactionEvent, Transactions } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { shownLevels, withLevelsOf } from '../words/trading/levels.js';
import { sltpOf } from '../words/trading/prices.js';
import { beyond, oddQuotes, quote } from '../words/trading/quotes.js';

scenario({
  id: 'domain.closed-not-in-snapshot/by-levels-in-contexts',
  title: 'shows no position that its levels closed, and history has the close as its event told it, in every context',
  requirements: [
    'orders.sltp-accepted',
    'domain.events-lead-to-snapshot',
    'history.deals',
    'history.closed-orders',
    'history.agrees-with-events',
  ],
  needs: { accounts: 0, claims: ['positions', 'sltp'], control: ['market.price'] },
  contexts: {
    side: 'all',
    state: ['untouched', 'partly-closed', 'filled'],
    protection: ['stop-loss', 'take-profit', 'both'],
    told: ['snapshot', 'resource', 'history'],
    instrument: ['first', 'second'],
  },
  effort: 'standard',
  waitMs: 2500,
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      const [, , middle = ''] = await oddQuotes(t, account, instrument);
      await quote(t, account, instrument, middle);
      const events = await account.transactions();
      const { positionId: twin } = await account.openPosition({ side: context.side, instrument }, { events });
      const { params, subject } = await deedOf(t, { account, context: { ...context, operation: 'sltp' } }, instrument);
      const id = subject?.id ?? t.inconclusive('there is no position to protect');
      if (id === twin) t.notApplicable('the target keeps one position for an instrument');
      await account.complete(withLevelsOf(context, await sltpOf(t, twin, account, instrument)), { events });
      await account.complete(withLevelsOf(context, params), { events });
      await expectShown(t, trial, { id, twin });
      const after = lastRecord(events);
      const level = String(context.protection === 'take-profit' ? params.takeProfitPrice : params.stopLossPrice);
      t.cleanup(() => quote(t, account, instrument, middle));
      await quote(t, account, instrument, beyond(level, middle));
      await expectClosed(t, trial, events, { id, twin, after, instrument });
    }),
});

interface Protected {
  readonly id: string;
  readonly twin: string;
}

/** Where they are shown is open (6.1, rule 3), on the position or by an sltp order; what is shown of one position is shown of the other. */
async function expectShown(t: CheckContext, trial: ContextTrial, { id, twin }: Protected): Promise<void> {
  const isEither = (state: TradingStateView): boolean =>
    shownLevels(state, twin).length === 0 || shownLevels(state, id).length > 0;
  const first = await stateBy(t, trial, isEither);
  // A snapshot of a stream may be that of a moment before.
  const state = isEither(first) ? first : await eventually(t, () => trial.account.state(), isEither);
  t.expect.that(
    isEither(state),
    {
      expected: `levels of position ${id}, as of ${twin}`,
      actual: `levels of ${twin} alone`,
      evidence: [state],
    },
    { requirement: 'domain.events-lead-to-snapshot' },
  );
}

interface Closed extends Protected {
  readonly after: number;
  readonly instrument: ProfileInstrument;
}

async function expectClosed(t: CheckContext, trial: ContextTrial, events: Transactions, of: Closed): Promise<void> {
  const { id, twin, after } = of;
  const ofTwin = await endOf(events, twin, after);
  if (ofTwin === undefined) t.notApplicable('the target closes no position at this level, or not by its market');
  const told = await endOf(events, id, after);
  if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [ofTwin]);
  t.expect.that(
    told !== undefined,
    {
      expected: `position ${id} closed, as ${twin} was by the same levels`,
      actual: 'no event of its close',
      evidence: [ofTwin],
    },
    { requirement: 'orders.sltp-accepted', level: 'should' },
  );
  if (told === undefined) return;
  const state = await stateBy(t, trial, ({ positions = [] }) => !positions.some((one) => one.id === id));
  const shown = state.positions?.find((one) => one.id === id);
  t.expect.that(shown === undefined || isNothing(shown.volume), {
    expected: `no position ${id}, which was closed`,
    actual: `position ${id} of ${String(shown?.volume)}`,
    evidence: [state, told],
  });
  if (trial.context.told === 'history') await expectInHistory(t, trial, told);
}

/** The event by which nothing is left of the position, where it says so by its volume. */
function endOf(events: Transactions, id: string, after: number): Promise<TransactionEvent | undefined> {
  return events.next('transaction_event', {
    where: ({ view }) =>
      (view.deals ?? []).length > 0 && view.positions?.some((one) => one.id === id && isNothing(one.volume)) === true,
    after,
  });
}

function isNothing(volume: unknown): boolean {
  return figureOf(volume)?.coefficient === 0n;
}

/** The deals of the close, and its executed order under the type that the event gave it. */
async function expectInHistory(t: CheckContext, { account }: ContextTrial, told: TransactionEvent): Promise<void> {
  const deals = (told.view.deals ?? []).flatMap(({ id }) => id ?? []);
  const dealPages = await pagesWith(t, 'dealHistory', deals, account);
  t.expect.none(missingFrom(dealPages, deals), `deals ${deals.join(', ')} in history`, {
    shown: shownItems(dealPages, deals),
    evidence: [...dealPages, told],
    requirement: 'history.deals',
  });
  const isFilled = ({ state }: OrderView): boolean => t.dialect.meaning('orderState', state ?? null) === 'filled';
  const orders = (told.view.orders ?? []).filter(isFilled);
  const ids = orders.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const pages = await pagesWith(t, 'orderHistory', ids, account);
  t.expect.none(missingFrom(pages, ids), `orders ${ids.join(', ')} in history`, {
    shown: shownItems(pages, ids),
    evidence: [...pages, told],
    requirement: 'history.closed-orders',
  });
  const rows = itemsOf(pages);
  const differing = orders.flatMap((order) => {
    const row = rows.find((one): one is OrderView => one.id === order.id);
    const [then, now] = [order, row].map((one) => t.dialect.meaning('orderType', one?.type ?? null));
    return then === undefined || now === undefined || then === now
      ? []
      : [`order ${order.id} as ${now}, told as ${then}`];
  });
  t.expect.none(differing, 'each order of the type that its event gave it', {
    evidence: [...pages, told],
    requirement: 'history.agrees-with-events',
  });
}
