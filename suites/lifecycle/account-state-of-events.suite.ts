// The account state inside a transaction event is the one that the transaction left (interface 2.2; 6.1, rule 2): it is among the changed
// entities. How balance and margin are reckoned is the target's own, so only a figure is judged that the snapshots on both sides of the
// event have left behind.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf } from '../words/figures.js';
import { closeEventOf, openingOn, type TransactionEvent, type Transactions } from '../words/streams/event-of.js';
import { partedVolume } from '../words/trading/parted-volume.js';

/** Makes ready, and returns what brings the event about. */
type Cause = (t: CheckContext, events: Transactions, wish: OrderWish) => Promise<() => Promise<TransactionEvent>>;

const opening: Cause = async (t, events, wish) => async () => (await openingOn(t, events, wish)).opened;

const close: Cause = async (t, events, wish) => {
  const position = await openingOn(t, events, wish);
  return () => closeEventOf(t, events, position);
};

/** As before, for the third time. */
const thirdClose: Cause = async (t, events, wish) => {
  for (let time = 0; time < 2; time += 1) await (await close(t, events, wish))();
  return close(t, events, wish);
};

/** Enough to close a part of, and to need a margin that is not rounded to nothing. */
const PARTS = 20;

const closeOfAPart: Cause = async (t, events, wish) => {
  const part = String((await t.account.order(wish)).volume);
  const name = typeof wish.instrument === 'string' ? wish.instrument : wish.instrument?.name;
  const volume = partedVolume(await t.account.conditions(name), part, PARTS, 3);
  const position = await openingOn(t, events, { ...wish, volume });
  return () => closeEventOf(t, events, { ...position, volume: part });
};

const execution: Cause = async (t, events, wish) => {
  const { orderId, result } = await t.account.openOrder(wish, { events });
  return async () => {
    await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
    return events.await('transaction_event', {
      where: ({ view: { orders = [], deals = [] } }) => deals.length > 0 && orders.some(({ id }) => id === orderId),
      after: result.record,
    });
  };
};

/** Without a profit or loss it may be a booking that changed the balance, after the event. */
function hasProfit({ view }: TransactionEvent): boolean {
  return view.deals?.some(({ amount }) => differ('0', amount)) === true;
}

interface Told {
  readonly id: CheckId;
  readonly words: string;
  readonly figure: 'balance' | 'usedMargin';
  readonly claims: NonNullable<Needs['claims']>;
  readonly control?: NonNullable<Needs['control']>;
  readonly cause: Cause;
  readonly isTold: (event: TransactionEvent) => boolean;
}

const TOLD: readonly Told[] = [
  {
    id: 'domain.events-lead-to-snapshot/margin-of-an-opening',
    words: 'used_margin with the position in the event of its opening',
    figure: 'usedMargin',
    claims: ['positions'],
    cause: opening,
    isTold: () => true,
  },
  {
    id: 'domain.events-lead-to-snapshot/balance-of-a-close',
    words: 'the balance with its profit or loss in the event of a close',
    figure: 'balance',
    claims: ['positions', 'closePosition'],
    cause: close,
    isTold: hasProfit,
  },
  {
    id: 'domain.events-lead-to-snapshot/balance-of-a-third-close',
    words: 'the balance with its profit or loss in the event of the third close in a row',
    figure: 'balance',
    claims: ['positions', 'closePosition'],
    cause: thirdClose,
    isTold: hasProfit,
  },
  {
    id: 'domain.events-lead-to-snapshot/margin-of-a-close',
    words: 'used_margin without the position in the event of its close',
    figure: 'usedMargin',
    claims: ['positions', 'closePosition'],
    cause: close,
    isTold: () => true,
  },
  {
    id: 'domain.events-lead-to-snapshot/margin-of-a-partial-close',
    words: 'used_margin of what is left in the event of a partial close',
    figure: 'usedMargin',
    claims: ['positions', 'closePosition'],
    cause: closeOfAPart,
    isTold: () => true,
  },
  {
    id: 'domain.events-lead-to-snapshot/balance-of-a-partial-close',
    words: 'the balance with the profit or loss of a part in the event of its close',
    figure: 'balance',
    claims: ['positions', 'closePosition'],
    cause: closeOfAPart,
    isTold: hasProfit,
  },
  {
    id: 'domain.events-lead-to-snapshot/margin-of-an-execution',
    words: 'used_margin with the position in the event of a pending order that is executed',
    figure: 'usedMargin',
    claims: ['positions'],
    control: ['order.fill'],
    cause: execution,
    isTold: () => true,
  },
];

for (const { id, words, figure, claims, control, cause, isTold } of TOLD) {
  scenario({
    id,
    title: `shows ${words}`,
    level: 'should',
    needs: { claims, ...(control && { control }) },
    async run(t) {
      const events = await t.account.transactions();
      // What the smallest volume of a cheap instrument needs or costs may round to nothing.
      for (const instrument of t.account.instruments) {
        const act = await cause(t, events, { instrument });
        const before = await t.account.state();
        const event = await act();
        const after = await t.account.state();
        const [earlier, later] = [before.accountState?.[figure], after.accountState?.[figure]];
        if (!isTold(event) || !differ(earlier, later)) continue;
        const shown = event.view.accountState?.[figure];
        if (figureOf(shown) === undefined) {
          t.inconclusive('the event shows no such figure as a decimal string', [event]);
        }
        return t.expect.that(differ(earlier, shown), {
          expected: `a figure with the change, as in the snapshot: ${String(later)}`,
          actual: `${String(shown)}, as before`,
          evidence: [event, before, after],
        });
      }
      t.notApplicable('the snapshots show the same figure before and after, as they may');
    },
  });
}
