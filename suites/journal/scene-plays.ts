// What is played in the scenes: small pieces of trading on one account, after which its messages show what a checker judges. Set-up
// that fails leaves the check undecided; nothing is judged here.
import { add, toPlainText, toText } from '../../toolkit/decimal/index.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { figureOf } from '../words/figures.js';
import { closeEventOf, openingOn } from '../words/streams/event-of.js';
import { createdPeriod } from '../words/streams/periods.js';
import { deposit } from '../words/trading/deposit.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { sltpOf } from '../words/trading/prices.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

/** Instruments whose prices differ in magnitude and digits, as far as the profile has some. */
const INSTRUMENTS = 4;

/** Orders, a position that opens and closes, a snapshot, and every read. */
export async function trade(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  const { submission } = await t.account.openOrder({}, { events });
  for (const instrument of t.account.instruments.slice(1, INSTRUMENTS)) {
    await t.account.settle(await t.account.submit({ instrument }), events);
  }
  const { result } = await t.account.openPosition({}, { events });
  await t.account.state();
  const positionId = result.event?.positions?.[0]?.id;
  if (positionId !== undefined && t.dialect.has('closePosition')) await t.account.closePosition(positionId);
  await Promise.all([
    t.account.request('account'),
    t.account.request('instruments'),
    t.account.request('limits'),
    t.account.request('conditions', { instrument: t.account.instrument().name }),
    t.account.request('operationStatus', { operationId: submission.operationId }),
  ]);
}

/** How many times the volume of an order is opened, so that neither the closed part nor the rest is half of it. */
const PARTS = 5;

/** A position that is closed in parts, and not whole: a position that has ended may begin again under its id. */
export async function closeInParts(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  const part = String((await t.account.order()).volume);
  const volume = partedVolume(await t.account.conditions(), part, PARTS, 3);
  const opening = await openingOn(t, events, { volume });
  for (let turn = 0; turn < 2; turn += 1) await closeEventOf(t, events, { ...opening, volume: part });
}

/** An order with stop loss and take profit, in event and snapshot. */
export async function protect(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  await t.account.openOrder(await t.account.protection(), { events });
  await t.account.state();
}

/** A position on each of several instruments with an sltp order. */
export async function protectPositions(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  for (const instrument of t.account.instruments.slice(0, INSTRUMENTS)) {
    const { positionId } = await t.account.openPosition({ instrument }, { events });
    await t.account.complete(await sltpOf(t, positionId, t.account, instrument), { events });
  }
}

/** A limit and a stop order that are cancelled before they execute. */
export async function cancel(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  for (const wish of [{}, { type: 'stop', side: 'sell' }] as const) {
    const { orderId } = await t.account.openOrder(wish, { events });
    const submission = await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
    await t.account.settle(submission, events);
  }
}

/** Orders of wrong shapes and contents, and some that trading rules reject; at the end one that must come through. */
export async function refuse(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  const { volumeMax, volumeStep } = await t.account.conditions();
  const [most, step] = [figureOf(volumeMax), figureOf(volumeStep)];
  const price = String((await t.account.order()).price);
  const finer = `${price}${price.includes('.') ? '' : '.'}0001`;
  const submissions = [
    await t.account.submit({}, { body: '{"volume":' }),
    await t.account.submit({ volume: 'many' }),
    await t.account.submit({ price: 'cheap' }),
    await t.account.submit({ price: finer }),
    await t.account.submit({ ...(await t.account.order()), instrument: t.market.unknown }),
    most && step && (await t.account.submit({ volume: toPlainText(add(most, step)) })),
    await placeToBeRejected(t),
  ];
  for (const submission of submissions) if (submission?.accepted) await t.account.settle(submission, events);
  await t.account.openOrder({}, { events });
}

/** Bookings by kind, in units of the smallest amount of the currency: odd ones, so that rounding shows. */
const BOOKINGS = [
  ['balance', 1234n],
  ['swap_fee', -107n],
  ['dividend', 1n],
  ['balance', -13n],
] as const;

/** Deposits, withdrawals and fees of odd amounts. */
export async function book(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  let after = events.snapshot.record;
  for (const [kind, coefficient] of BOOKINGS) {
    const amount = toText({ coefficient, scale: t.account.currencyDigits ?? 0 });
    await deposit(t, amount, { kind });
    after = (await events.next('transaction_event', { after }))?.record ?? after;
  }
}

/** A period comes while the command is on its way, and one after the snapshot, so that an update is there to be judged. */
export async function subscribeWhilePeriodsChange(t: CheckContext): Promise<void> {
  const events = await t.account.events();
  await Promise.all([events.subscribe('hmr', [t.account.instrument().name]), createdPeriod(t)]);
  await createdPeriod(t);
  await events.next('hmr_update');
}

const ORDERS = 6;

/** Orders come while a connection watches; another connection's snapshot then tells what the first one should know. */
export async function watchWhileOrdersCome(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  const submissions: Submission[] = [];
  for (let n = 0; n < ORDERS; n += 1) submissions.push(await t.account.submit({}));
  for (const submission of submissions) await t.account.settle(submission);
  await t.account.state();
  // An honest connection has the events by now or soon; one that lost some is watched as long as they could be late.
  const results = await Promise.all(submissions.map((submission) => events.resultOf(submission)));
  if (results.includes(undefined)) await events.next(() => false, { withinMs: t.timing.eventMs });
  await t.account.state();
}
