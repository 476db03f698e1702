// Closing (interface 3; 6.1, rule 2), where the target has a way to do it: a partial close is an event and leaves the position open with
// exactly the rest; what is closed is no longer there to act on.
import {
  compare,
  type Decimal,
  magnitude,
  multiply,
  parseDecimal,
  readDecimal,
  subtract,
  toPlainText,
} from '../../toolkit/decimal/index.js';
import type { TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { expectSameOperation } from '../words/calls/same-operation.js';
import { figureOf } from '../words/figures.js';
import { isBooking, type TransactionEvent } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { executedVolume } from '../words/trading/executed-volume.js';
import { countFrom } from '../words/trading/executions.js';
import { lastDigitVolume, partedVolume, upToStep } from '../words/trading/parted-volume.js';
import { expectVolume, type Rest, restOf } from '../words/trading/position-volume.js';
import { sltpOf } from '../words/trading/prices.js';
import { expectRefused, submitToEnd } from '../words/trading/refusal.js';

const NEEDS = { claims: ['positions', 'closePosition'] } as const;
const BY_REQUEST = { ...NEEDS, requests: ['closePosition'] } as const;

interface Divisible {
  readonly positionId: string;
  readonly whole: Decimal;
  readonly part: string;
  readonly opening: Submission;
  /** What is left when so many parts are closed. */
  readonly rest: (parts: number) => Rest;
}

/** A position that parts of it can be closed of, so many times. Its volume is what its event shows: a target may net its positions. */
async function divisible(t: CheckContext, times = 2): Promise<Divisible> {
  const conditions = await t.account.conditions();
  const part = lastDigitVolume(conditions, String((await t.account.order()).volume));
  const { positionId, result, submission } = await t.account.openPosition({
    // Twice as much, since the market may take a part only.
    volume: partedVolume(conditions, part, 2 * (times + 1), times + 1),
  });
  const whole =
    figureOf(result.event?.positions?.[0]?.volume) ??
    t.inconclusive('the opened position shows no volume; bind it in the dialect', [result]);
  const closed = parseDecimal(part);
  if (compare(whole, multiply(closed, parseDecimal(String(times)))) <= 0) {
    t.inconclusive(`the market took too little to close ${times} parts of it`, [result]);
  }
  const rest = (parts: number): Rest => restOf(whole, ...Array.from({ length: parts }, () => closed));
  return { positionId, whole, part, opening: submission, rest };
}

scenario({
  id: 'positions.partial-close-event/one-third',
  title: 'delivers a partial close as a transaction_event that shows the position',
  requirements: ['positions.partial-close-volume'],
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const { positionId, part, rest, opening } = await divisible(t);
    const after = lastRecord(events);
    await t.account.closePosition(positionId, part);
    // The opening may be told once more.
    const where = ({ view }: TransactionEvent): boolean =>
      view.positions?.some(({ id }) => id === positionId) === true && view.clientRequestId !== opening.key;
    const close = await events.next('transaction_event', { where, after });
    const event = t.expect.arrived(close, `a transaction_event with position ${positionId}`, { evidence: [after] });
    // Of a close that comes in parts the last one shows what is left.
    const last = events.of('transaction_event', { where, after }).at(-1) ?? event;
    const shown = { ...last.view, record: last.record };
    expectVolume(t, shown, { positionId, ...rest(1) }, { requirement: 'positions.partial-close-volume' });
  },
});

scenario({
  id: 'positions.partial-close-volume/in-two-parts',
  title: 'leaves exactly the rest of a position that was closed in part twice',
  needs: NEEDS,
  async run(t) {
    const { positionId, part, rest } = await divisible(t);
    await t.account.closePosition(positionId, part);
    await t.account.closePosition(positionId, part);
    expectVolume(t, await t.account.state(), { positionId, ...rest(2) });
  },
});

scenario({
  id: 'positions.partial-close-volume/all-but-a-part',
  title: 'leaves exactly the rest of a position of which more was closed than is left',
  needs: NEEDS,
  async run(t) {
    const { positionId, whole, part } = await divisible(t);
    // Whole steps from it, so that it is valid whether steps count from nothing or from the minimum.
    const closed = subtract(whole, upToStep(await t.account.conditions(), parseDecimal(part)));
    await t.account.closePosition(positionId, toPlainText(closed));
    expectVolume(t, await t.account.state(), { positionId, ...restOf(whole, closed) });
  },
});

scenario({
  id: 'idempotency.duplicate-in-flight/partial-close-unfinished',
  title: 'takes a repeat for the same partial close while the original is unfinished',
  requirements: ['idempotency.duplicate-not-executed'],
  purposes: [8],
  level: 'should',
  needs: { ...BY_REQUEST, control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const { positionId, part, rest } = await divisible(t);
    const close = { accountId: t.account.id, positionId, volume: part };
    const release = await t.under('operations-held');
    const original = await t.account.place(close, { request: 'closePosition' });
    const repeat = await t.account.submit(close, { request: 'closePosition', idempotencyKey: original.key });
    await release();
    expectSameOperation(t, original, repeat);
    await t.account.settle(original);
    const requirement = 'idempotency.duplicate-not-executed';
    expectVolume(t, await t.account.state(), { positionId, ...rest(1) }, { requirement });
  },
});

concurrent({
  id: 'positions.partial-close-volume/two-at-once',
  title: 'leaves what neither of two partial closes took that were asked for at the same moment',
  needs: BY_REQUEST,
  async run(t) {
    const { positionId, part, rest } = await divisible(t);
    const close = { accountId: t.account.id, positionId, volume: part };
    const both = await Promise.all([close, close].map((each) => t.account.submit(each, { request: 'closePosition' })));
    const taken = both.filter(({ accepted }) => accepted);
    const results = await Promise.all(taken.map((one) => t.account.settle(one)));
    const successes = results.filter(({ status }) => status === 'success').length;
    if (successes === 0) t.inconclusive('neither partial close succeeded', [...both, ...results]);
    expectVolume(t, await t.account.state(), { positionId, ...rest(successes) });
  },
});

concurrent({
  id: 'positions.partial-close-volume/more-than-is-open-at-once',
  title: 'closes no more than is open when two partial closes of the same moment are of more than that together',
  needs: BY_REQUEST,
  async run(t) {
    const events = await t.account.transactions();
    const conditions = await t.account.conditions();
    const volume = partedVolume(
      conditions,
      lastDigitVolume(conditions, String((await t.account.order()).volume)),
      5,
      3,
    );
    const { positionId } = await t.account.openPosition({ volume }, { events });
    const before = await t.account.state();
    const held =
      volumeIn(before, positionId) ?? t.inconclusive('the snapshot shows no volume of the position', [before]);
    const most = magnitude(held);
    const three = upToStep(conditions, multiply(most, parseDecimal('0.6')));
    if (compare(three, most) >= 0) t.inconclusive('the market took too little to close a part of it', [before]);
    const close = { accountId: t.account.id, positionId, volume: toPlainText(three) };
    const both = await Promise.all([close, close].map((each) => t.account.submit(each, { request: 'closePosition' })));
    const taken = both.filter(({ accepted }) => accepted);
    const results = await Promise.all(taken.map((one) => t.account.settle(one, events)));
    const evidence = [before, ...both, ...results];
    if (results.every(({ status }) => status !== 'success')) t.inconclusive('neither close succeeded', evidence);
    const after = await t.account.state();
    const told = taken.flatMap((one) => events.resultsOf(one));
    const others = events.of('transaction_event', {
      after: before.record,
      where: (event) => !told.includes(event) && !isBooking(event) && (event.view.deals?.length ?? 0) > 0,
    });
    if (others.length > 0) t.inconclusive('something else was executed on the account meanwhile', others);
    const closedInAll = executedVolume(told.flatMap(({ view }) => view.deals ?? [])) ?? parseDecimal('0');
    const left = volumeIn(after, positionId);
    const isBelow = left !== undefined && held.coefficient > 0n && left.coefficient < 0n;
    t.expect.that(compare(closedInAll, most) <= 0 && !isBelow, {
      expected: `deals of no more than ${toPlainText(most)}, which was open`,
      actual: `deals of ${toPlainText(closedInAll)}${left === undefined ? '' : `, and ${toPlainText(left)} left`}`,
      evidence: [...evidence, ...told, after],
    });
  },
});

function volumeIn({ positions = [] }: TradingStateView, positionId: string): Decimal | undefined {
  return figureOf(positions.find(({ id }) => id === positionId)?.volume);
}

/** More than a service that counts to two, or to three, closes as it should. */
const FIVE = 5;

scenario({
  id: 'positions.partial-close-volume/in-five-parts',
  title: 'leaves exactly the rest of a position after each of five partial closes',
  requirements: ['positions.partial-close-stays-open'],
  needs: NEEDS,
  async run(t) {
    const { positionId, part, rest } = await divisible(t, FIVE);
    for (let closed = 1; closed <= FIVE; closed += 1) {
      await t.account.closePosition(positionId, part);
      const state = await t.account.state();
      t.expect.lists(state, 'positions', positionId, { requirement: 'positions.partial-close-stays-open' });
      expectVolume(t, state, { positionId, ...rest(closed) });
    }
  },
});

scenario({
  id: 'positions.closed-not-open/one-of-two',
  title: 'closes the position that is named, and not one on another instrument',
  needs: { ...NEEDS, instruments: 2 },
  async run(t) {
    const { positionId: named } = await t.account.openPosition();
    const { positionId: other } = await t.account.openPosition({ instrument: t.account.instrument(1) });
    await t.account.closePosition(named);
    const state = await t.account.state();
    const open = (state.positions ?? []).filter(({ volume }) => !isZero(volume)).map(({ id }) => id);
    t.expect.that(open.includes(other) && !open.includes(named), {
      expected: `position ${other} open, and position ${named} closed`,
      actual: `open: ${open.join(', ') || 'none'}`,
      evidence: [state],
    });
  },
});

function isZero(volume: unknown): boolean {
  return typeof volume === 'string' && readDecimal(volume)?.coefficient === 0n;
}

/** The identifier of a position that was closed. */
async function closed(t: CheckContext): Promise<string> {
  const { positionId } = await t.account.openPosition({ side: 'buy' });
  await t.account.closePosition(positionId);
  return positionId;
}

scenario({
  id: 'transactions.success-means-change/close-again',
  title: 'does not announce success for closing a position that is closed',
  requirements: ['positions.closed-not-open'],
  purposes: [34],
  needs: BY_REQUEST,
  async run(t) {
    const positionId = await closed(t);
    const executions = await countFrom(t);
    const close = { accountId: t.account.id, positionId };
    expectRefused(t, await submitToEnd(t, close, { request: 'closePosition' }));
    await executions.expect({}, { requirement: 'positions.closed-not-open' });
  },
});

scenario({
  id: 'orders.sltp-needs-position/closed-position',
  title: 'does not execute an sltp order for a position that is closed',
  purposes: [34],
  needs: { claims: [...NEEDS.claims, 'sltp'] },
  async run(t) {
    expectRefused(t, await submitToEnd(t, await sltpOf(t, await closed(t))));
  },
});

concurrent({
  id: 'transactions.success-means-change/closed-twice-at-once',
  title: 'closes a position once that is closed twice at the same moment, with one final result for each',
  requirements: ['positions.closed-not-open'],
  purposes: [33],
  needs: BY_REQUEST,
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const close = { accountId: t.account.id, positionId };
    const both = await Promise.all([close, close].map((each) => t.account.submit(each, { request: 'closePosition' })));
    const taken = both.filter(({ accepted }) => accepted);
    const results = await Promise.all(taken.map((one) => t.account.settle(one)));
    const evidence = [...both, ...results];
    const successes = results.filter(({ status }) => status === 'success').length;
    if (successes === 0) t.inconclusive('neither close succeeded', evidence);
    t.expect.that(successes === 1, { expected: 'one success', actual: `${successes} successes`, evidence });
    t.expect.listsNot(await t.account.state(), 'positions', positionId, { requirement: 'positions.closed-not-open' });
  },
});
