// The routine of pending orders: both types on both sides and on several instruments at once, repeats, conflicts, wrong ones,
// cancellations, a snapshot, history (interface 1; 4.1; 6.1; 7.1, rule 1; 8).
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { JudgedId } from '../../runner/check-id.js';
import type { CheckContext, Events, OrderWish, ReceivedOf, Submission } from '../../runner/context.js';
import { expectSameOperation } from '../../words/calls/same-operation.js';
import { countFrom } from '../../words/trading/executions.js';
import { mainOrderIndex } from '../../words/trading/main-order.js';
import { ORDER_KINDS } from '../../words/trading/order-kinds.js';
import { digitsOf, withDigits } from '../../words/trading/price-digits.js';
import { expectRefused } from '../../words/trading/refusal.js';
import { volumesOf } from '../../words/trading/volumes.js';
import { expectInHistory, expectTold, stillOpen } from './lenient-expectations.js';
import type { Routine } from './routine.js';
import { expectToldInStatus } from './told-in-status.js';

/** The length of keys: longer than whatever a service may cut them to. */
const LONG_KEY = 128;
const INSTRUMENTS = 5;
/** How many of the orders are repeated, contradicted and cancelled. */
const SOME = 4;
/** How many orders stay on an account that turned out to be full. */
const KEPT = 2;

interface Placed {
  readonly order: RequestParams;
  readonly submission: Submission;
  readonly event: ReceivedOf<'transaction_event'>;
}

interface Wrong {
  readonly requirement: JudgedId;
  readonly params: Partial<RequestParams>;
}

async function placed(t: CheckContext, events: Events): Promise<readonly Placed[]> {
  const wishes: readonly OrderWish[] = [
    ...ORDER_KINDS,
    ...t.account.instruments.slice(1, INSTRUMENTS).map((instrument) => ({ instrument })),
  ];
  const orders: RequestParams[] = [];
  for (const wish of wishes) orders.push(await t.account.order(wish));
  const submissions = await Promise.all(
    orders.map((order, turn) => {
      const idempotencyKey = turn % 2 === 0 ? t.freshKey() : t.freshKey().padEnd(LONG_KEY, '7');
      return t.account.submit(order, { idempotencyKey });
    }),
  );
  const told = await Promise.all(
    orders.map(async (order, turn) => {
      const submission = submissions[turn] ?? t.inconclusive('an order was not sent');
      // The market of another instrument may be closed.
      if (!submission.accepted && order.instrument !== t.account.instrument().name) return [];
      t.expect.accepted(submission, { requirement: 'domain.mutations-acknowledged' });
      const event = await expectTold(t, events, submission);
      await expectToldInStatus(t, submission, event, { requirement: 'operations.agrees-with-event' });
      return [{ order, submission, event }];
    }),
  );
  return told.flat();
}

async function expectRepeatsKnown(t: CheckContext, some: readonly Placed[]): Promise<void> {
  for (const { order, submission } of some) {
    const repeat = await t.account.submit(order, { idempotencyKey: submission.key });
    expectSameOperation(t, submission, repeat, {
      accepted: 'idempotency.duplicate-accepted',
      same: 'idempotency.duplicate-same-operation',
    });
    const { type, side, instrument } = order;
    const wish = { ...(type && { type }), ...(side && { side }), ...(instrument && { instrument }) };
    const { price } = await t.account.order(wish as OrderWish); // The members of an order that was made of a wish.
    const conflict = await t.account.submit(
      { ...order, ...(price !== undefined && { price }) },
      { idempotencyKey: submission.key },
    );
    t.expect.refused(conflict, { requirement: 'idempotency.conflict-refused' });
  }
}

/** Orders that no target may execute, on either side and of either type. */
async function expectWrongOnesRefused(t: CheckContext, before: Events): Promise<void> {
  let events = before;
  const conditions = await t.account.conditions();
  const volumes = volumesOf(conditions);
  const digits = digitsOf(conditions);
  for (const { type, side } of [
    { type: 'limit', side: 'buy' },
    { type: 'stop', side: 'sell' },
  ] as const) {
    const order = await t.account.order({ type, side });
    const wrong: readonly (Wrong | undefined | '')[] = [
      volumes && { requirement: 'orders.volume-below-minimum', params: { volume: volumes.below } },
      volumes?.aboveOnStep && { requirement: 'orders.volume-above-maximum', params: { volume: volumes.aboveOnStep } },
      volumes?.offStep && { requirement: 'orders.volume-off-step', params: { volume: volumes.offStep } },
      digits === undefined
        ? undefined
        : { requirement: 'orders.price-digits-refused', params: { price: withDigits(order.price, digits + 1) } },
    ];
    for (const one of wrong) {
      if (one === undefined || one === '') continue;
      events = await stillOpen(t, events);
      const submission = await t.account.submit({ ...order, ...one.params });
      if (!submission.accepted) {
        expectRefused(t, { submission }, { requirement: one.requirement });
        continue;
      }
      const event = await expectTold(t, events, submission, {
        requirement: 'transactions.negative-results-delivered',
      });
      const { status } = event.view;
      t.expect.that(
        status !== 'success',
        {
          expected: 'a rejected or failed result',
          actual: `result ${status}`,
          evidence: [event, submission],
          shown: [[event, '/view/status', 'notEquals', 'success']],
        },
        { requirement: one.requirement },
      );
      await expectToldInStatus(t, submission, event, { requirement: 'operations.agrees-with-event' });
    }
  }
}

/** The order that an event shows as placed; undefined where it shows none, or has executed at once. */
function orderIdIn(t: CheckContext, { event: { view } }: Placed): string | undefined {
  if (view.status !== 'success' || (view.deals?.length ?? 0) > 0) return undefined;
  return view.orders?.[mainOrderIndex(t, view.orders)]?.id;
}

/** Judges that a fresh snapshot shows what was placed, and tells their identifiers. */
async function expectListed(t: CheckContext, placements: readonly Placed[]): Promise<readonly string[]> {
  const ids = placements.flatMap((one) => orderIdIn(t, one) ?? []);
  const state = await t.account.state();
  for (const id of ids) {
    t.expect.lists(state, 'orders', id, { requirement: 'subscriptions.transactions-snapshot-orders' });
  }
  return ids;
}

async function expectCancelled(t: CheckContext, events: Events, orderId: string): Promise<boolean> {
  const submission = await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
  if (!submission.accepted) return false;
  const event = await events.resultOf(submission);
  if (event === undefined) {
    if (!events.isOpen) return false;
    const ended = await t.account.settle(submission);
    if (ended.status !== 'success') return false;
  }
  const { view } = t.expect.arrived(event, submission, { requirement: 'transactions.every-change' });
  return view.status === 'success';
}

/** Where the account did not take all of them it is full (interface 8: how many it takes is not shown): ends some, to go on. */
async function withRoom(t: CheckContext, events: Events, all: readonly Placed[]): Promise<readonly Placed[]> {
  const resting = all.filter((one) => orderIdIn(t, one) !== undefined);
  if (all.every(({ event }) => event.view.status === 'success')) return all;
  const given = resting.slice(KEPT);
  for (const one of given) await expectCancelled(t, events, orderIdIn(t, one) ?? '');
  return all.filter((one) => !given.includes(one));
}

export const ORDERS: Routine = {
  word: 'orders',
  words: 'places, repeats, refuses and cancels orders',
  needs: { claims: ['cancelOrder', 'orderHistory'], requests: ['cancelOrder'] },
  requirements: [
    'domain.result-as-event',
    'domain.mutations-acknowledged',
    'operations.agrees-with-event',
    'idempotency.duplicate-accepted',
    'idempotency.duplicate-same-operation',
    'idempotency.duplicate-not-executed',
    'transactions.rejected-changes-nothing',
    'idempotency.conflict-refused',
    'orders.volume-below-minimum',
    'orders.volume-above-maximum',
    'orders.volume-off-step',
    'orders.price-digits-refused',
    'transactions.negative-results-delivered',
    'subscriptions.transactions-snapshot-orders',
    'transactions.every-change',
    'history.closed-orders',
  ],
  checkers: [
    'ack.status-202',
    'ack.operation-id-present',
    'ack.operation-id-unique',
    'ack.client-request-id-echo',
    'transactions.client-request-id-echo',
    'operations.client-request-id-echo',
    'operations.final-result-stays',
    'operations.error-agrees-with-event',
    'transactions.one-outcome',
    'transactions.placement-order',
    'transactions.placement-account-state',
    'transactions.placement-nothing-else',
    'transactions.error-code-on-rejected',
    'transactions.error-message-on-rejected',
    'numbers.volume-strings-in-events',
    'numbers.price-strings-in-events',
    'numbers.money-strings-in-transactions',
    'numbers.volume-strings-in-snapshots',
    'time.format-in-events',
    'time.format-in-snapshots',
    'errors.message-present',
  ],
  async play(t) {
    const events = await t.account.transactions();
    const executions = await countFrom(t);
    const some = await placed(t, events);
    // Before anything else is placed, so that what a snapshot leaves out at its end is one of these.
    await expectListed(t, some);
    const all = await withRoom(t, await stillOpen(t, events), some);
    await expectRepeatsKnown(t, all.slice(0, SOME));
    await expectWrongOnesRefused(t, events);
    const successes = all.filter(
      ({ event }) => event.view.status === 'success' && (event.view.deals?.length ?? 0) === 0,
    );
    await executions.expect(
      { orders: successes.length },
      { requirement: 'idempotency.duplicate-not-executed', also: ['transactions.rejected-changes-nothing'] },
    );
    const ended: string[] = [];
    for (const id of await expectListed(t, all.slice(0, SOME)))
      if (await expectCancelled(t, await stillOpen(t, events), id)) ended.push(id);
    await expectInHistory(t, 'orderHistory', ended, { requirement: 'history.closed-orders' });
    await t.account.state();
  },
};
