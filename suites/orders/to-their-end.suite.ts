// Pending orders from their placement to their end (interface 1, rule 2; 6; 6.1, rule 2): of either type and side, cancelled by a client or
// by the operator or executed, told by an event, gone from the state, kept in history as the event told it.
import type { OrderView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { Needs } from '../runner/check.js';
import type { CheckId, JudgedId } from '../runner/check-id.js';
import type { CheckContext, ContextTrial, Fact } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { instrumentOf, listening } from '../words/contexts/place.js';
import { stateBy, surfacesOf } from '../words/contexts/state-by.js';
import { figureOf } from '../words/figures.js';
import { itemsOf, missingFrom, pagesWith, shownItem, shownItems } from '../words/pages.js';
import { nextEndOfOrder } from '../words/streams/end-of-order.js';
import type { TransactionEvent } from '../words/streams/event-of.js';
import { typeOf } from '../words/trading/main-order.js';

interface End {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  /** Judged of what an execution leaves. */
  readonly executed?: readonly JudgedId[];
  readonly bring: (t: CheckContext, trial: ContextTrial, orderId: string) => Promise<unknown>;
}

const ENDS: readonly End[] = [
  {
    id: 'transactions.every-change/cancelled-to-the-end',
    words: 'is cancelled',
    needs: { claims: ['orderHistory', 'cancelOrder'], requests: ['cancelOrder'] },
    bring: (_t, { account }, orderId) =>
      account.complete({ accountId: account.id, orderId }, { request: 'cancelOrder' }),
  },
  {
    id: 'transactions.every-change/cancelled-by-the-operator-to-the-end',
    words: 'the operator cancels',
    needs: { claims: ['orderHistory'], control: ['order.cancel'] },
    bring: (t, { account }, orderId) => t.control('order.cancel', { account_id: account.id, order_id: orderId }),
  },
  {
    id: 'transactions.every-change/executed-to-the-end',
    words: 'is executed',
    needs: { claims: ['orderHistory', 'dealHistory', 'positions'], control: ['order.fill'] },
    executed: ['domain.open-positions-in-snapshot', 'history.deals'],
    bring: (t, { account }, orderId) => t.control('order.fill', { account_id: account.id, order_id: orderId }),
  },
];

for (const { id, words, needs, executed = [], bring } of ENDS) {
  scenario({
    id,
    title: `tells alike, wherever it shows it, of a pending order that ${words}`,
    requirements: ['domain.closed-not-in-snapshot', 'history.agrees-with-events', 'history.closed-orders', ...executed],
    needs: { ...needs, accounts: 0 },
    contexts: {
      orderType: 'all',
      side: 'all',
      instrument: ['first', 'second'],
      connection: ['first', 'second', 'subscribed-again'],
    },
    run: (t) =>
      t.inContexts(async (trial) => {
        const { account, context } = trial;
        const { orderType: type, side } = context;
        const instrument = await instrumentOf(t, trial);
        const events = await listening(trial);
        const { orderId, result } = await account.openOrder({ type, side, instrument }, { events });
        await bring(t, trial, orderId);
        const names = ({ view }: TransactionEvent): boolean => view.orders?.some((one) => one.id === orderId) === true;
        const end = await nextEndOfOrder(t, events, orderId, result.record);
        if (end === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [result]);
        t.expect.arrived(end, `a transaction_event that names order ${orderId}, which ${words}`, {
          evidence: [result],
        });
        for (const told of surfacesOf(t)) {
          const state = await stateBy(t, { account, context: { ...context, told } }, isWithout(orderId));
          t.expect.listsNot(state, 'orders', orderId, { requirement: 'domain.closed-not-in-snapshot' });
        }
        // It may be executed by and by: what its last event shows is what became of it.
        const told = events.of('transaction_event', { where: names, after: result.record });
        if (executed.length > 0) {
          // With positions that are there the executed order may be netted.
          if (events.snapshot.view.positions?.length === 0) await expectPosition(t, trial, told);
          await expectDeals(t, trial, told);
        }
        await expectRow(t, trial, orderId, told.at(-1));
      }),
  });
}

function isWithout(orderId: string): (state: TradingStateView) => boolean {
  return ({ orders = [] }) => orders.every(({ id }) => id !== orderId);
}

/** What an execution opened is there. */
async function expectPosition(
  t: CheckContext,
  trial: ContextTrial,
  events: readonly TransactionEvent[],
): Promise<void> {
  const position = events.at(-1)?.view.positions?.[0];
  const volume = figureOf(position?.volume);
  const { id } = position ?? {};
  if (id === undefined || volume === undefined || volume.coefficient === 0n) return;
  const { account, context } = trial;
  for (const told of surfacesOf(t)) {
    const isThere = ({ positions = [] }: TradingStateView): boolean => positions.some((one) => one.id === id);
    const state = await stateBy(t, { account, context: { ...context, told } }, isThere);
    t.expect.lists(state, 'positions', id, { requirement: 'domain.open-positions-in-snapshot' });
  }
}

async function expectDeals(
  t: CheckContext,
  { account }: ContextTrial,
  events: readonly TransactionEvent[],
): Promise<void> {
  const deals = events.flatMap(({ view }) => view.deals ?? []);
  const ids = deals.filter(({ balanceKind }) => (balanceKind ?? null) === null).flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const pages = await pagesWith(t, 'dealHistory', ids, account);
  t.expect.none(missingFrom(pages, ids), `${ids.join(', ')} in history`, {
    shown: shownItems(pages, ids),
    evidence: [...events, ...pages],
    requirement: 'history.deals',
  });
}

const FINAL: readonly (string | undefined)[] = ['filled', 'cancelled', 'expired'];

/** Its row shows the end that the event told, and is of its type and side. */
async function expectRow(
  t: CheckContext,
  { account }: ContextTrial,
  orderId: string,
  event: TransactionEvent | undefined,
): Promise<void> {
  const pages = await pagesWith(t, 'orderHistory', [orderId], account);
  t.expect.none(missingFrom(pages, [orderId]), `order ${orderId} in history`, {
    shown: shownItems(pages, [orderId]),
    evidence: pages,
    requirement: 'history.closed-orders',
  });
  const row: OrderView | undefined = itemsOf(pages).find(({ id }) => id === orderId);
  const order = event?.view.orders?.find(({ id }) => id === orderId);
  if (row === undefined || order === undefined || event === undefined) return;
  const stateOf = (one: OrderView): string | undefined => t.dialect.meaning('orderState', one.state ?? null);
  const sideOf = (one: OrderView): string | undefined => t.dialect.meaning('side', one.side ?? null);
  for (const [member, was, is] of [
    ['state', stateOf(order), stateOf(row)],
    ['type', typeOf(t, order), typeOf(t, row)],
    ['side', sideOf(order), sideOf(row)],
  ] as const) {
    // What ends in between, or in a word that the dialect does not know, is not compared.
    if (was === undefined || is === undefined || (member === 'state' && !(FINAL.includes(was) && FINAL.includes(is)))) {
      continue;
    }
    const claim = { expected: `${member} ${was}, as its event showed`, actual: `${member} ${is}` };
    // Both spelled alike; where a dialect has several words for one, only the suite knows that they are one.
    const shown: readonly Fact[] = [
      [event, `/view/orders/${event.view.orders?.indexOf(order) ?? 0}/${member}`, 'equals', order[member]],
      ...shownItem(pages, orderId, member, order[member]),
    ];
    t.expect.that(
      was === is,
      { ...claim, evidence: [event, ...pages], shown },
      { requirement: 'history.agrees-with-events', level: 'should' },
    );
  }
}
