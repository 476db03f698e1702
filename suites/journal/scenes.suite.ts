// Scenes that show what history checkers judge: a small piece of trading, then the checkers over the records of this very check. The
// same checkers judge the whole run in `checkers.suite.ts`; a scene decides where a selection runs little else.
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { CheckSpec } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { requirementOf, scenario } from '../runner/registry.js';
import { assertScene } from '../words/judgement.js';
import { type Collection, missingFrom, pagesWith } from '../words/pages.js';
import {
  book,
  cancel,
  closeInParts,
  protect,
  protectPositions,
  refuse,
  subscribeWhilePeriodsChange,
  trade,
  watchWhileOrdersCome,
} from './scene-plays.js';

interface Scene extends Pick<CheckSpec, 'id' | 'title' | 'requirements' | 'needs'> {
  readonly play: (t: CheckContext) => Promise<void>;
}

/** A play, and then every page of a collection, once what was played shows there. */
function thenWalk(collection: Collection, play: Scene['play']): Scene['play'] {
  return async (t) => {
    await play(t);
    const last = announcedIds(t, collection === 'orderHistory' ? 'orders' : 'deals').slice(-1);
    const pages = await pagesWith(t, collection, last);
    if (play === cancel && missingFrom(pages, last).length > 0)
      t.inconclusive(
        `the cancelled order ${last} does not show in history, which history.closed-orders/cancelled judges`,
        pages,
      );
  };
}

/** Identifiers of the entities in the events of this check, in the order of arrival. */
function announcedIds(t: CheckContext, member: 'orders' | 'deals'): readonly string[] {
  return t
    .records()
    .filter(({ kind }) => kind === 'event')
    .flatMap(({ parsed }) => memberOf(memberOf(parsed, 'view'), member) ?? [])
    .map((entity) => memberOf(entity, 'id'))
    .filter((id) => typeof id === 'string');
}

const SCENES: readonly Scene[] = [
  {
    id: 'numbers.volume-strings-in-events/while-trading',
    title: 'represents volumes, prices, money and date-times as it must, in events, snapshots and reads',
    requirements: [
      'numbers.price-strings-in-events',
      'numbers.money-strings-in-transactions',
      'numbers.volume-strings-in-snapshots',
      'numbers.price-strings-in-snapshots',
      'numbers.money-strings-in-snapshots',
      'numbers.volume-strings-in-conditions',
      'time.format-in-events',
      'time.format-in-snapshots',
      'time.format-in-reads',
    ],
    needs: { claims: ['positions'] },
    play: trade,
  },
  {
    id: 'numbers.price-strings-in-events/with-protection',
    title: 'represents stop loss and take profit prices as decimal strings',
    requirements: ['numbers.price-strings-in-snapshots'],
    needs: { claims: ['sltp'] },
    play: protect,
  },
  {
    id: 'orders.parameters-kept/levels-of-sltp-orders',
    title: 'shows an sltp order with the levels that were asked for',
    requirements: [],
    needs: { claims: ['positions', 'sltp'] },
    play: protectPositions,
  },
  {
    id: 'numbers.volume-strings-in-history/deals',
    title: 'represents volumes, prices, money and date-times of deals in history as it must',
    requirements: [
      'numbers.price-strings-in-history',
      'numbers.money-strings-in-history',
      'time.format-in-history',
      'history.agrees-with-events',
    ],
    needs: { claims: ['positions', 'dealHistory'] },
    play: thenWalk('dealHistory', trade),
  },
  {
    id: 'history.agrees-with-events/cancelled-order',
    title: 'shows a cancelled order in history as its events showed it',
    requirements: ['numbers.volume-strings-in-history', 'numbers.price-strings-in-history', 'time.format-in-history'],
    needs: { claims: ['cancelOrder', 'orderHistory'] },
    play: thenWalk('orderHistory', cancel),
  },
  {
    id: 'time.without-fraction/while-trading',
    title: 'shows whole seconds in date-times of events, snapshots and reads',
    needs: { claims: ['positions'] },
    play: trade,
  },
  {
    id: 'time.without-fraction/in-history',
    title: 'shows whole seconds in date-times of history',
    needs: { claims: ['positions', 'orderHistory'] },
    play: thenWalk('orderHistory', trade),
  },
  {
    id: 'orders.rule-codes-after-ack/refused-and-rejected',
    title: 'keeps codes of trading rules out of refusals, and gives every refusal code and message',
    requirements: ['errors.code-present', 'errors.message-present', 'errors.body-json', 'errors.rejected-statuses'],
    play: refuse,
  },
  {
    id: 'orders.sync-code-400/refused-and-rejected',
    title: 'names listed public errors in refusals and final results, and shows no diagnostics',
    requirements: ['errors.public-name', 'errors.final-code-listed', 'errors.no-diagnostics'],
    play: refuse,
  },
  {
    id: 'errors.sync-before-ack/refused-orders',
    title: 'shows neither events nor orders of requests that were refused at once',
    play: refuse,
  },
  {
    id: 'transactions.balance-arithmetic/odd-amounts',
    title: 'changes the balance by exactly what is booked, whatever the amount and its sign',
    needs: { control: ['account.deposit'] },
    play: book,
  },
  {
    id: 'transactions.operation-id-omitted/bookings',
    title: 'leaves out what a balance transaction does not have, rather than writing it as null',
    requirements: ['transactions.balance-operation-id-omitted', 'transactions.no-error-on-success'],
    needs: { control: ['account.deposit'] },
    play: book,
  },
  {
    id: 'time.format-in-events/of-periods',
    title: 'shows start and end of HMR periods as date-times in UTC, where the profile binds them',
    needs: { claims: ['hmrEvents'], control: ['hmr.upsert', 'hmr.remove'] },
    play: subscribeWhilePeriodsChange,
  },
  {
    id: 'subscriptions.hmr-snapshot-before-updates/while-periods-change',
    title: 'sends the hmr_snapshot before any hmr_update, also when a period changes during the subscription',
    needs: { claims: ['hmrEvents'], control: ['hmr.upsert', 'hmr.remove'] },
    play: subscribeWhilePeriodsChange,
  },
  {
    id: 'transactions.deal-volumes-conserved/closed-in-parts',
    title: 'shows in each deal what was dealt then, and not the volume of the whole position',
    needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
    play: closeInParts,
  },
  {
    id: 'domain.events-lead-to-snapshot/many-orders',
    title: 'shows in a later snapshot what the first one and the events after it add up to',
    requirements: ['transactions.every-change'],
    play: watchWhileOrdersCome,
  },
];

for (const { play, ...spec } of SCENES) {
  scenario({
    ...spec,
    async run(t) {
      await play(t);
      await assertScene(t, [requirementOf(spec.id), ...(spec.requirements ?? [])]);
    },
  });
}
