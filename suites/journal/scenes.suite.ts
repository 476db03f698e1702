// Scenes that show everything that a history checker judges: a small piece of trading, then the checkers over the records of this
// very check. The same checkers judge the whole run in `checkers.suite.ts`; a scene decides where a selection runs little else.
import type { Needs } from '../runner/check.js';
import type { CheckContext, Events } from '../runner/context.js';
import { walk } from '../runner/pages.js';
import { scenario } from '../runner/registry.js';
import { submitToBeRejected } from '../runner/rejected-order.js';
import { assertScene } from './judgement.js';

interface Scene {
  readonly id: string;
  readonly title: string;
  readonly requirements?: readonly string[];
  readonly checkers: readonly string[];
  readonly needs?: Needs;
  readonly play: (t: CheckContext) => Promise<void>;
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
    checkers: ['numbers', 'date-times'],
    needs: { claims: ['positions'] },
    play: trade,
  },
  {
    id: 'numbers.price-strings-in-events/with-protection',
    title: 'represents stop loss and take profit prices as decimal strings',
    requirements: ['numbers.price-strings-in-snapshots'],
    checkers: ['numbers'],
    needs: { claims: ['sltp'] },
    async play(t) {
      const events = await t.account.transactions();
      await t.account.openOrder(await t.account.protection(), { events });
      await t.account.state();
    },
  },
  {
    id: 'numbers.price-strings-in-events/above-a-thousand',
    title: 'represents prices above a thousand as plain decimal strings',
    requirements: ['numbers.price-strings-in-snapshots'],
    checkers: ['numbers'],
    async play(t) {
      const instrument = t.account.instruments.find(({ restingBuyLimit }) => Number(restingBuyLimit) >= 1000);
      if (instrument === undefined) return t.notApplicable('no instrument of the profile has a price above a thousand');
      const events = await t.account.transactions();
      await t.account.openOrder({ instrument }, { events });
      await t.account.state();
    },
  },
  {
    id: 'numbers.money-strings-in-transactions/large-amounts',
    title: 'represents amounts of ten digits as plain decimal strings',
    requirements: ['numbers.money-strings-in-snapshots'],
    checkers: ['numbers'],
    needs: { control: ['account.deposit'] },
    async play(t) {
      const { snapshot, ...events } = await openTransactions(t);
      await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '1234567890' });
      await events.next(({ kind }) => kind === 'transaction_event', { after: snapshot });
      await t.account.state();
    },
  },
  {
    id: 'numbers.volume-strings-in-history/after-trading',
    title: 'represents volumes, prices, money and date-times of deals in history as it must',
    requirements: [
      'numbers.price-strings-in-history',
      'numbers.money-strings-in-history',
      'time.format-in-history',
      'history.agrees-with-events',
    ],
    checkers: ['numbers', 'date-times', 'history-entities'],
    needs: { claims: ['positions', 'dealHistory'] },
    async play(t) {
      await trade(t);
      await walk(t, 'dealHistory');
    },
  },
  {
    id: 'history.agrees-with-events/cancelled-order',
    title: 'shows a cancelled order in history as its events showed it',
    requirements: ['numbers.price-strings-in-history', 'time.format-in-history'],
    checkers: ['history-entities', 'numbers', 'date-times'],
    needs: { claims: ['cancelOrder', 'orderHistory'] },
    async play(t) {
      const events = await t.account.transactions();
      const { orderId, result } = await t.account.openOrder({}, { events });
      if (orderId === undefined) return t.inconclusive('the order shows no identifier', [result.record]);
      const submission = await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
      await t.account.settle(submission, events);
      await walk(t, 'orderHistory');
    },
  },
  {
    id: 'time.without-fraction/while-trading',
    title: 'shows whole seconds in date-times of events, snapshots and reads',
    checkers: ['date-time-fractions'],
    needs: { claims: ['positions'] },
    play: trade,
  },
  {
    id: 'time.without-fraction/in-history',
    title: 'shows whole seconds in date-times of history',
    checkers: ['date-time-fractions'],
    needs: { claims: ['positions', 'orderHistory'] },
    async play(t) {
      await trade(t);
      await walk(t, 'orderHistory');
    },
  },
  {
    id: 'orders.rule-codes-after-ack/refused-and-rejected',
    title: 'keeps codes of trading rules out of refusals, and gives every refusal code and message',
    requirements: ['errors.code-present', 'errors.message-present', 'errors.body-json', 'errors.rejected-statuses'],
    checkers: ['placement-phases', 'error-form'],
    play: refuse,
  },
  {
    id: 'orders.sync-code-400/refused-and-rejected',
    title: 'names listed public errors in refusals and final results, and shows no diagnostics',
    requirements: ['errors.public-name', 'errors.final-code-listed', 'errors.no-diagnostics'],
    checkers: ['listed-names', 'diagnostics'],
    play: refuse,
  },
  {
    id: 'transactions.operation-id-omitted/deposit',
    title: 'leaves out what a balance transaction does not have, rather than writing it as null',
    requirements: ['transactions.balance-operation-id-omitted', 'transactions.no-error-on-success'],
    checkers: ['event-manners'],
    needs: { control: ['account.deposit'] },
    async play(t) {
      const { snapshot, ...events } = await openTransactions(t);
      await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '10.00' });
      await events.next(({ kind }) => kind === 'transaction_event', { after: snapshot });
    },
  },
  {
    id: 'subscriptions.hmr-snapshot-before-updates/while-periods-change',
    title: 'sends the hmr_snapshot before any hmr_update, also when a period changes during the subscription',
    checkers: ['snapshot-first'],
    needs: { claims: ['hmrEvents'], control: ['hmr.upsert', 'hmr.remove'] },
    play: subscribeWhilePeriodsChange,
  },
  {
    id: 'domain.events-lead-to-snapshot/many-orders',
    title: 'shows in a later snapshot what the first one and the events after it add up to',
    requirements: ['transactions.every-change'],
    checkers: ['snapshots'],
    play: watchWhileOrdersComeAndGo,
  },
];

for (const { id, title, requirements = [], checkers, needs, play } of SCENES) {
  scenario({
    id,
    title,
    requirements,
    ...(needs && { needs }),
    async run(t) {
      await play(t);
      await assertScene(t, checkers, [id.slice(0, id.indexOf('/')), ...requirements]);
    },
  });
}

/** An order, a position that opens and closes, a snapshot, and every read. */
async function trade(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  const { submission } = await t.account.openOrder({}, { events });
  const { positionId } = await t.account.openPosition({}, { events });
  await t.account.state();
  if (positionId !== undefined && t.dialect.has('closePosition')) await t.account.closePosition(positionId);
  await Promise.all([
    t.account.request('account'),
    t.account.request('instruments'),
    t.account.request('limits'),
    t.account.conditions(),
    ...(submission.operationId === undefined
      ? []
      : [t.account.request('operationStatus', { operationId: submission.operationId })]),
  ]);
}

/** An order of a wrong shape, one of wrong content, and one that a trading rule rejects. */
async function refuse(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  await t.account.submit(await t.account.order(), { body: '{"volume":' });
  await t.account.submit(await t.account.order({ volume: 'many' }));
  await t.account.submit({ ...(await t.account.order()), price: 'cheap' });
  await t.account.settle(await submitToBeRejected(t), events);
}

async function openTransactions(
  t: CheckContext,
): Promise<{ readonly next: Events['next']; readonly snapshot: number }> {
  const events = await t.account.transactions();
  return { next: events.next.bind(events), snapshot: events.snapshot.record };
}

/** The period changes once while the command is on its way, and once after the snapshot, so that an update is there to be judged. */
async function subscribeWhilePeriodsChange(t: CheckContext): Promise<void> {
  const instrument = t.account.instrument().name;
  const events = await t.account.events();
  const change = async (): Promise<void> => {
    const { period_id: id } = await t.control('hmr.upsert', { account_id: t.account.id, instruments: instrument });
    if (id !== undefined)
      t.cleanup(async () => void (await t.control('hmr.remove', { account_id: t.account.id, period_id: id })));
  };
  await Promise.all([events.subscribe('hmr', [instrument]), change()]);
  await change();
  await events.next(({ kind }) => kind === 'hmr_update');
}

const ORDERS = 6;

/** Orders come and one goes while a connection watches; another one's snapshot then tells what the first one should know. */
async function watchWhileOrdersComeAndGo(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  const submissions = [];
  for (let n = 0; n < ORDERS; n += 1) submissions.push(await t.account.submit({}));
  for (const submission of submissions) await t.account.settle(submission);
  await t.account.state();
  // An honest connection has the events by now or soon; one that lost some is watched as long as they could be late.
  for (const submission of submissions) await events.resultOf(submission);
}
