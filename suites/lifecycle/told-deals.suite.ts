// Deals that Trading History shows were told (interface 2.2; 6, table; 6.4, rule 4): who has listened all along finds no deal there of
// which no event told, whatever the platform did of its own. Which entities the event of an execution of its own has is not listed, so that
// only warnings are due.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { idsOf, pagesWith, walk, walkUntil } from '../words/pages.js';
import { barrier } from '../words/streams/barrier.js';
import type { Transactions } from '../words/streams/event-of.js';
import { partedVolume } from '../words/trading/parted-volume.js';

interface Cause {
  readonly id: CheckId;
  readonly words: string;
  readonly control: NonNullable<Needs['control']>;
  /** What the platform does of its own. */
  readonly act: (t: CheckContext, events: Transactions) => Promise<unknown>;
}

/** Of whatever type and side the check draws, where none is named. */
function executionOf(id: CheckId, type?: 'limit' | 'stop', side?: 'buy' | 'sell'): Cause {
  const wish = type === undefined || side === undefined ? {} : { type, side };
  return {
    id,
    words: type === undefined ? 'a pending order is executed' : `a pending ${type} order to ${side} is executed`,
    control: ['order.fill'],
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
    control: ['position.close'],
    async act(t, events) {
      const { positionId } = await t.account.openPosition({}, { events });
      await t.control('position.close', { account_id: t.account.id, position_id: positionId });
    },
  },
  {
    id: 'transactions.every-change/deal-of-a-partial-close-by-the-platform',
    words: 'the platform closes a part of a position',
    control: ['position.close'],
    async act(t, events) {
      const part = String((await t.account.order()).volume);
      const volume = partedVolume(await t.account.conditions(), part, 3);
      const { positionId } = await t.account.openPosition({ volume }, { events });
      await t.control('position.close', { account_id: t.account.id, position_id: positionId, volume: part });
    },
  },
];

function toldIn(events: Transactions): ReadonlySet<string> {
  const told = events.of('transaction_event').flatMap(({ view }) => view.deals ?? []);
  return new Set(told.flatMap(({ id }) => id ?? []));
}

for (const { id, words, control, act } of CAUSES) {
  scenario({
    id,
    title: `tells of every deal that history shows after ${words}`,
    level: 'should',
    needs: { claims: ['positions', 'dealHistory'], control },
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
      await barrier(t, events);
      const told = toldIn(events);
      const silent = fresh.filter((one) => !told.has(one));
      t.expect.none(silent, `all ${fresh.length} deals that have come told by events`, {
        evidence: [...pages, ...events.of('transaction_event')],
      });
    },
  });
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
