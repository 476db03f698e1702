// Deals that Trading History shows were told (interface 2.2; 6, table; 6.4, rule 4): who has listened all along finds no deal there of
// which no event told, whatever the platform did of its own. Which entities the event of an execution of its own has is not listed, so that
// only warnings are due.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { idsOf, pagesWith, walk, walkUntil } from '../words/pages.js';
import { barrier } from '../words/streams/barrier.js';
import type { Transactions } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { partedVolume } from '../words/trading/parted-volume.js';

interface Cause {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  /** What the platform does of its own. */
  readonly act: (t: CheckContext, events: Transactions) => Promise<unknown>;
}

/** Of whatever type and side the check draws, where none is named. */
function executionOf(id: CheckId, type?: 'limit' | 'stop', side?: 'buy' | 'sell'): Cause {
  const wish = type === undefined || side === undefined ? {} : { type, side };
  return {
    id,
    words: type === undefined ? 'a pending order is executed' : `a pending ${type} order to ${side} is executed`,
    needs: { control: ['order.fill'] },
    async act(t, events) {
      const { orderId } = await t.account.openOrder(wish, { events });
      await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
    },
  };
}

const CAUSES: readonly Cause[] = [
  executionOf('transactions.every-change/deal-of-an-execution'),
  executionOf('transactions.every-change/deal-of-an-executed-stop-to-sell', 'stop', 'sell'),
  executionOf('transactions.every-change/deal-of-an-executed-stop-to-buy', 'stop', 'buy'),
  executionOf('transactions.every-change/deal-of-an-executed-limit-to-sell', 'limit', 'sell'),
  executionOf('transactions.every-change/deal-of-an-executed-limit-to-buy', 'limit', 'buy'),
  {
    id: 'transactions.every-change/deal-of-a-close-by-the-platform',
    words: 'the platform closes a position',
    needs: { control: ['position.close'] },
    async act(t, events) {
      const { positionId } = await t.account.openPosition({}, { events });
      await t.control('position.close', { account_id: t.account.id, position_id: positionId });
    },
  },
  {
    id: 'transactions.every-change/deal-of-a-partial-close-by-the-platform',
    words: 'the platform closes a part of a position',
    needs: { claims: ['closePosition'], control: ['position.close'] },
    async act(t, events) {
      const part = String((await t.account.order()).volume);
      const volume = partedVolume(await t.account.conditions(), part, 4, 2);
      const { positionId } = await t.account.openPosition({ volume }, { events });
      await requireDealsOfPartialCloses(t, events, { positionId, part });
      await t.control('position.close', { account_id: t.account.id, position_id: positionId, volume: part });
    },
  },
];

function toldIn(events: Transactions): ReadonlySet<string> {
  const told = events.of('transaction_event').flatMap(({ view }) => view.deals ?? []);
  return new Set(told.flatMap(({ id }) => id ?? []));
}

for (const { id, words, needs, act } of CAUSES) {
  scenario({
    id,
    title: `tells of every deal that history shows after ${words}`,
    level: 'should',
    needs: { ...needs, claims: ['positions', 'dealHistory', ...(needs.claims ?? [])] },
    effort: 'standard',
    async run(t) {
      const events = await t.account.transactions();
      await requireOneName(t, events);
      const before = new Set(idsOf(await walk(t, 'dealHistory')));
      await act(t, events);
      const pages = await walkUntil(t, 'dealHistory', (all) => idsOf(all).some((one) => !before.has(one)));
      const fresh = idsOf(pages).filter((one) => !before.has(one));
      if (fresh.length === 0) t.inconclusive('history shows no deal of it', pages);
      // What history shows was told before it, or is on its way.
      const silent = await eventually(
        t,
        async () => {
          const told = toldIn(events);
          return fresh.filter((one) => !told.has(one));
        },
        (untold) => untold.length === 0,
      );
      t.expect.none(silent, `all ${fresh.length} deals that have come told by events`, {
        evidence: [...pages, ...events.of('transaction_event')],
      });
    },
  });
}

/** A partial close is an event; that it lists a deal is not stated. The close that a client asks for shows what this target lists. */
async function requireDealsOfPartialCloses(
  t: CheckContext,
  events: Transactions,
  { positionId, part }: { readonly positionId: string; readonly part: string },
): Promise<void> {
  const after = lastRecord(events);
  await t.account.closePosition(positionId, part);
  await barrier(t, events);
  const listed = events
    .of('transaction_event', { after })
    .filter(({ view }) => view.positions?.some(({ id }) => id === positionId) === true)
    .flatMap(({ view }) => view.deals ?? []);
  if (listed.length === 0) t.notApplicable('the target lists no deals in events of partial closes, as it may');
}

/** Events and history may name a deal each in its own way. */
async function requireOneName(t: CheckContext, events: Transactions): Promise<void> {
  await t.account.openPosition({}, { events });
  const told = [...toldIn(events)];
  const pages = await pagesWith(t, 'dealHistory', told);
  const shown = idsOf(pages);
  if (!told.some((one) => shown.includes(one))) {
    t.notApplicable('history does not show the deal of an opening under the identifier of its event');
  }
}
