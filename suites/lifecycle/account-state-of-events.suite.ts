// The account state inside a transaction event is the one that the transaction left (interface 2.2; 6.1, rule 2): it is among the changed
// entities. How balance and margin are reckoned is the target's own, so only a figure is judged that the snapshots on both sides of the
// event have left behind.
import type { CheckContext, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf } from '../words/figures.js';
import { closeEventOf, openingOn, type TransactionEvent, type Transactions } from '../words/streams/event-of.js';

/** Makes ready, and returns what brings the event about. */
type Cause = (t: CheckContext, events: Transactions, wish: OrderWish) => Promise<() => Promise<TransactionEvent>>;

const opening: Cause = async (t, events, wish) => async () => (await openingOn(t, events, wish)).opened;

const close: Cause = async (t, events, wish) => {
  const position = await openingOn(t, events, wish);
  return () => closeEventOf(t, events, position);
};

/** Without a profit or loss it may be a booking that changed the balance, after the event. */
function hasProfit({ view }: TransactionEvent): boolean {
  return view.deals?.some(({ amount }) => differ('0', amount)) === true;
}

for (const { id, words, figure, claims, cause, isTold } of [
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
] as const) {
  scenario({
    id,
    title: `shows ${words}`,
    level: 'should',
    needs: { claims },
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
