// Closes that no request asks for (interface 3; 6.1, rule 2): where the market reaches the stop loss or the take profit of a position, the
// event of its close holds order, deal, position and account state like that of any other close. That levels close is not judged here.
import type { TransactionView } from '../../toolkit/profile/dialect/views.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { isBooking, type TransactionEvent } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { sltpOf } from '../words/trading/prices.js';
import { beyond, oddQuotes, quote } from '../words/trading/quotes.js';

const PARTS: readonly {
  readonly requirement: RequirementId;
  readonly words: string;
  readonly isIn: (view: TransactionView) => boolean;
}[] = [
  { requirement: 'transactions.close-order', words: 'an order', isIn: ({ orders = [] }) => orders.length > 0 },
  { requirement: 'transactions.close-deal', words: 'a deal', isIn: ({ deals = [] }) => deals.length > 0 },
  {
    requirement: 'transactions.close-position',
    words: 'the position',
    isIn: ({ positions = [] }) => positions.length > 0,
  },
  {
    requirement: 'transactions.close-account-state',
    words: 'the account state',
    isIn: ({ accountState }) => (accountState ?? null) !== null,
  },
];

for (const { id, level, side, words } of [
  { id: 'transactions.close-order/by-stop-loss', level: 'stopLossPrice', side: 'buy', words: 'stop loss' },
  { id: 'transactions.close-deal/by-take-profit', level: 'takeProfitPrice', side: 'buy', words: 'take profit' },
  { id: 'transactions.close-position/by-stop-loss', level: 'stopLossPrice', side: 'sell', words: 'stop loss' },
  {
    id: 'transactions.close-account-state/by-take-profit',
    level: 'takeProfitPrice',
    side: 'sell',
    words: 'take profit',
  },
] as const) {
  scenario({
    id,
    title: `shows order, deal, position and account state in the event of a close by the ${words} of a position to ${side}`,
    requirements: PARTS.map(({ requirement }) => requirement).filter((one) => !id.startsWith(`${one}/`)),
    purposes: [38],
    needs: { claims: ['positions', 'sltp'], control: ['market.price'] },
    async run(t) {
      const instrument = t.account.instrument();
      const [, , middle = ''] = await oddQuotes(t, t.account, instrument);
      await quote(t, t.account, instrument, middle);
      const events = await t.account.transactions();
      const { positionId } = await t.account.openPosition({ side, instrument }, { events });
      const params = await sltpOf(t, positionId);
      await t.account.complete(params, { events });
      const after = lastRecord(events);
      t.cleanup(() => quote(t, t.account, instrument, middle));
      await quote(t, t.account, instrument, beyond(String(params[level]), String(middle)));
      const state = await eventually(
        t,
        () => t.account.state(),
        ({ positions = [] }) => !positions.some((one) => one.id === positionId),
      );
      if (state.positions?.some((one) => one.id === positionId)) {
        t.notApplicable('the target closes no position at this level, or not by the price of the control action');
      }
      const told = closeOf(t, await closesAfter(t, after, events, positionId));
      for (const { requirement, words: what, isIn } of PARTS) {
        t.expect.that(
          isIn(told.view),
          { expected: `${what} in the event of the close`, actual: `no such thing`, evidence: [told, state] },
          id.startsWith(`${requirement}/`) ? {} : { requirement },
        );
      }
    },
  });
}

type Streamed = Awaited<ReturnType<CheckContext['account']['transactions']>>;

/** The events since the price has moved that may be that of the close: those that name the position, or else those that name no other. */
async function closesAfter(
  t: CheckContext,
  after: number,
  events: Streamed,
  positionId: string,
): Promise<readonly TransactionEvent[]> {
  const isClose = ({ view }: TransactionEvent): boolean => namesIn(view).includes(positionId);
  // The levels' own event names the position as well, and may be told again after the price has moved: a close has a deal.
  await events.next('transaction_event', {
    where: (event) => isClose(event) && (event.view.deals ?? []).length > 0,
    after,
  });
  const since = events.of('transaction_event', { after });
  const naming = since.filter(isClose);
  if (naming.length > 0) return naming;
  const others = since.filter((event) => !isBooking(event) && namesIn(event.view).length === 0);
  return others.length > 0 ? others : t.inconclusive('no transaction_event tells of the close', since);
}

function namesIn({ orders = [], deals = [], positions = [] }: TransactionView): readonly string[] {
  const ids = [...positions.map(({ id }) => id), ...[...orders, ...deals].map((one) => one.positionId)];
  return ids.flatMap((id) => (id === undefined || id === '' ? [] : [id]));
}

/** A close may be told by and by: the event that holds the most is the one that is judged. */
function closeOf(t: CheckContext, events: readonly TransactionEvent[]): TransactionEvent {
  const countOf = ({ view }: TransactionEvent): number => PARTS.filter(({ isIn }) => isIn(view)).length;
  const [best] = [...events].sort((one, other) => countOf(other) - countOf(one));
  return best ?? t.inconclusive('no transaction_event tells of the close');
}
