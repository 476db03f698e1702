// The account state inside a transaction event is the one that the transaction left (interface 2.2; 6.1, rule 2): it is among the changed
// entities. How balance and margin are reckoned is the target's own, so only a figure is judged that the snapshots on both sides of the
// event have left behind.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf } from '../words/figures.js';
import { closeEventOf, type TransactionEvent, type Transactions } from '../words/streams/event-of.js';

type Figure = 'balance' | 'usedMargin';

async function figures(
  t: CheckContext,
): Promise<{ readonly of: Readonly<Partial<Record<Figure, JsonValue>>>; readonly record: number }> {
  const { accountState, record } = await t.account.state();
  return { of: accountState ?? {}, record };
}

async function opening(
  t: CheckContext,
  events: Transactions,
  instrument: ProfileInstrument,
): Promise<{ event: TransactionEvent; positionId: string }> {
  const { submission, positionId } = await t.account.openPosition({ instrument });
  const event = await events.awaitResultOf(submission, 'success');
  return positionId === undefined
    ? t.inconclusive('the opened position shows no identifier; bind it in the dialect', [event.record])
    : { event, positionId };
}

const CASES: readonly {
  readonly slug: string;
  readonly words: string;
  readonly figure: Figure;
  readonly needs: Needs;
  readonly cause: (
    t: CheckContext,
    events: Transactions,
    instrument: ProfileInstrument,
  ) => Promise<() => Promise<TransactionEvent>>;
}[] = [
  {
    slug: 'margin-of-an-opening',
    words: 'used_margin with the position in the event of its opening',
    figure: 'usedMargin',
    needs: { claims: ['positions'] },
    cause: async (t, events, instrument) => async () => (await opening(t, events, instrument)).event,
  },
  {
    slug: 'balance-of-a-close',
    words: 'the balance with its profit or loss in the event of a close',
    figure: 'balance',
    needs: { claims: ['positions', 'closePosition'] },
    cause: async (t, events, instrument) => {
      const { event, positionId } = await opening(t, events, instrument);
      return () => closeEventOf(t, events, { opened: event, positionId });
    },
  },
];

for (const { slug, words, figure, needs, cause } of CASES) {
  scenario({
    id: `domain.events-lead-to-snapshot/${slug}`,
    title: `shows ${words}`,
    level: 'should',
    needs,
    async run(t) {
      const events = await t.account.transactions();
      // What the smallest volume of a cheap instrument needs or costs may round to nothing.
      for (const instrument of t.account.instruments) {
        const act = await cause(t, events, instrument);
        const before = await figures(t);
        const event = await act();
        const after = await figures(t);
        // Without a profit or loss it may be a booking that changed the balance, after the event.
        const isOwn = figure !== 'balance' || event.view.deals?.some(({ amount }) => differ('0', amount)) === true;
        if (!isOwn || !differ(before.of[figure], after.of[figure])) continue;
        const shown = event.view.accountState?.[figure];
        if (figureOf(shown) === undefined)
          return t.inconclusive('the event shows no such figure as a decimal string', [event.record]);
        return t.expect.that(differ(before.of[figure], shown), {
          expected: `a figure with the change, as in the snapshot: ${String(after.of[figure])}`,
          actual: `${String(shown)}, as before`,
          evidence: [event.record, before.record, after.record],
        });
      }
      t.notApplicable('the snapshots show the same figure before and after, as they may');
    },
  });
}
