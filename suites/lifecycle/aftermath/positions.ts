// The routine of positions: one of each side opened, repeated, contradicted, closed in part and then whole; snapshots and history in
// between (interface 3; 4.2; 6.1, rule 2). One after the other, since a target may net its positions.

import { compare, parseDecimal } from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { ProfileInstrument } from '../../../toolkit/profile/profile.js';
import type { CheckContext, Events, ReceivedOf, Submission } from '../../runner/context.js';
import { openingOf } from '../../words/calls/calls.js';
import { expectSameOperation } from '../../words/calls/same-operation.js';
import { figureOf } from '../../words/figures.js';
import { partedVolume } from '../../words/trading/parted-volume.js';
import { expectVolume, restOf } from '../../words/trading/position-volume.js';
import { oneStepMore, sltpOf } from '../../words/trading/prices.js';
import { expectInHistory, expectTold } from './lenient-expectations.js';
import type { Routine } from './routine.js';
import { expectToldInStatus } from './told-in-status.js';

type Event = ReceivedOf<'transaction_event'>;

/** Sends it, and judges that its event comes and that status says the same. */
async function told(
  t: CheckContext,
  events: Events,
  params: RequestParams,
  request: 'openPosition' | 'closePosition',
): Promise<{ readonly submission: Submission; readonly event: Event }> {
  const submission = await t.account.submit(params, { request });
  if (!submission.accepted && params.instrument !== undefined && params.instrument !== t.account.instrument().name) {
    t.inconclusive('an opening on another instrument was not accepted', [submission]);
  }
  if (request === 'openPosition') t.expect.accepted(submission, { requirement: 'positions.open-accepted' });
  if (!submission.accepted) t.inconclusive('the close was not accepted', [submission]);
  const event = await expectTold(t, events, submission, {
    requirement: request === 'openPosition' ? 'transactions.emitted-for-opening' : 'transactions.every-change',
  });
  await expectToldInStatus(t, submission, event, { requirement: 'operations.agrees-with-event' });
  if (event.view.status !== 'success') t.inconclusive(`the ${request} ended ${event.view.status}`, [event]);
  return { submission, event };
}

/** An sltp order on the position, and the same once more. */
async function expectProtected(t: CheckContext, events: Events, positionId: string): Promise<void> {
  const order = await sltpOf(t, positionId);
  const submission = await t.account.submit(order);
  if (!submission.accepted) return;
  const event = await expectTold(t, events, submission, {
    requirement: 'domain.result-as-event',
  });
  await expectToldInStatus(t, submission, event, { requirement: 'operations.agrees-with-event' });
  const repeat = await t.account.submit(order, { idempotencyKey: submission.key });
  expectSameOperation(t, submission, repeat, {
    accepted: 'idempotency.duplicate-accepted',
    same: 'idempotency.duplicate-same-operation',
  });
}

async function openedAndClosed(
  t: CheckContext,
  events: Events,
  { side, instrument }: { readonly side: 'buy' | 'sell'; readonly instrument: ProfileInstrument },
): Promise<readonly Event[]> {
  const order = await t.account.order({ side, instrument });
  const part = String(order.volume);
  const conditions = await t.account.conditions(order.instrument);
  const params = { ...openingOf(order), volume: partedVolume(conditions, part, 6, 3) };
  const opening = await told(t, events, params, 'openPosition');
  const again = { request: 'openPosition', idempotencyKey: opening.submission.key } as const;
  expectSameOperation(t, opening.submission, await t.account.submit(params, again), {
    accepted: 'idempotency.duplicate-accepted',
    same: 'positions.duplicate-same-operation',
  });
  const more = oneStepMore(params.volume, conditions);
  if (more !== undefined) {
    const conflict = await t.account.submit({ ...params, volume: more }, again);
    t.expect.refused(conflict, { requirement: 'positions.conflict-refused' });
  }
  const positionId = opening.event.view.positions?.[0]?.id;
  // A target that nets may have closed what was open instead.
  const opened = figureOf(opening.event.view.positions?.[0]?.volume);
  if (positionId === undefined || opened === undefined || opened.coefficient === 0n) return [opening.event];
  t.expect.lists(await t.account.state(), 'positions', positionId, {
    requirement: 'subscriptions.transactions-snapshot-positions',
  });
  const close = { accountId: t.account.id, positionId };
  const partly = await told(t, events, { ...close, volume: part }, 'closePosition');
  if (compare(opened, parseDecimal(part)) > 0) {
    const left = { positionId, ...restOf(opened, parseDecimal(part)) };
    expectVolume(t, await t.account.state(), left, { requirement: 'positions.partial-close-volume' });
  }
  if (t.dialect.has('placeOrder')) await expectProtected(t, events, positionId);
  const whole = await told(t, events, close, 'closePosition');
  t.expect.listsNot(await t.account.state(), 'positions', positionId, { requirement: 'positions.closed-not-open' });
  return [opening.event, partly.event, whole.event];
}

export const POSITIONS: Routine = {
  word: 'positions',
  words: 'opens and closes positions',
  needs: { claims: ['positions', 'closePosition', 'sltp', 'dealHistory'], requests: ['closePosition'] },
  requirements: [
    'transactions.emitted-for-opening',
    'positions.open-accepted',
    'operations.agrees-with-event',
    'idempotency.duplicate-accepted',
    'idempotency.duplicate-same-operation',
    'domain.result-as-event',
    'positions.duplicate-same-operation',
    'positions.partial-close-volume',
    'positions.conflict-refused',
    'subscriptions.transactions-snapshot-positions',
    'transactions.every-change',
    'positions.closed-not-open',
    'history.deals',
  ],
  checkers: [
    'positions.ack-client-request-id',
    'positions.ack-status-202',
    'ack.operation-id-unique',
    'transactions.client-request-id-echo',
    'operations.client-request-id-echo',
    'operations.final-result-stays',
    'transactions.one-outcome',
    'transactions.market-order',
    'transactions.market-deal',
    'transactions.market-position',
    'transactions.market-account-state',
    'transactions.close-order',
    'transactions.close-deal',
    'transactions.close-position',
    'transactions.close-account-state',
    'transactions.partial-close-position',
    'history.agrees-with-events',
    'numbers.volume-strings-in-events',
    'numbers.price-strings-in-events',
    'numbers.money-strings-in-transactions',
    'numbers.volume-strings-in-history',
    'numbers.money-strings-in-history',
    'time.format-in-events',
    'time.format-in-history',
  ],
  async play(t) {
    const events = await t.account.transactions();
    const any = t.account.instrument(t.randomInt(t.account.instruments.length));
    const announced = [
      ...(await openedAndClosed(t, events, { side: 'buy', instrument: any })),
      ...(await openedAndClosed(t, events, { side: 'sell', instrument: t.account.instrument() })),
    ];
    // What is booked beside the trade need not be a deal of its own there.
    const trades = announced
      .flatMap(({ view }) => view.deals ?? [])
      .filter(({ balanceKind }) => (balanceKind ?? null) === null);
    const deals = trades.flatMap(({ id }) => id ?? []);
    await expectInHistory(t, 'dealHistory', deals, { requirement: 'history.deals' });
  },
};
