// Closing (interface 3; 6.1, rule 2), where the target has a way to do it: a partial close is an event and leaves the position open with
// exactly the rest; what is closed is no longer there to act on.
import { multiply, parseDecimal, readDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { sltpOf } from '../words/trading/prices.js';

const NEEDS = { claims: ['positions', 'closePosition'] } as const;

/** A position that a part of it can be closed of, twice. Its volume is what its event shows: a target may net its positions. */
async function divisible(t: CheckContext): Promise<{
  readonly positionId: string;
  readonly part: string;
  /** What is left when so many parts are closed. */
  readonly rest: (parts: number) => string;
}> {
  const part = String((await t.account.order()).volume);
  const { result } = await t.account.openPosition({ volume: partedVolume(await t.account.conditions(), part, 3) });
  const { id, volume } = result.event?.positions?.[0] ?? {};
  const whole = typeof volume === 'string' ? readDecimal(volume) : undefined;
  if (id === undefined || whole === undefined)
    return t.inconclusive('the opened position shows no identifier, or no volume; bind them in the dialect', [
      result.record,
    ]);
  const rest = (parts: number): string =>
    toText(subtract(whole, multiply(parseDecimal(part), parseDecimal(String(parts)))));
  return { positionId: id, part, rest };
}

scenario({
  id: 'positions.partial-close-event/one-third',
  title: 'delivers a partial close as a transaction_event that shows the position',
  requirements: ['positions.partial-close-volume'],
  needs: NEEDS,
  async run(t) {
    const events = await t.account.transactions();
    const { positionId, part, rest } = await divisible(t);
    const after = events.received.at(-1)?.record ?? events.snapshot.record;
    await t.account.closePosition(positionId, part);
    const event = await events.next(
      ({ kind, view }) => kind === 'transaction_event' && view.positions?.some(({ id }) => id === positionId) === true,
      { after },
    );
    t.expect.that(event?.kind === 'transaction_event', {
      expected: `a transaction_event with position ${positionId}`,
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [event?.record ?? after],
    });
    if (event?.kind !== 'transaction_event') return;
    const index = event.view.positions?.findIndex(({ id }) => id === positionId) ?? -1;
    t.expect.at(event.record, `/view/positions/${index}/volume`, 'sameDecimal', rest(1), {
      requirement: 'positions.partial-close-volume',
    });
  },
});

scenario({
  id: 'positions.closed-not-open/one-of-two',
  title: 'closes the position that is named, and not one on another instrument',
  requirements: ['transactions.close-position'],
  needs: { ...NEEDS, instruments: 2 },
  async run(t) {
    const ids: string[] = [];
    for (const instrument of t.account.instruments.slice(0, 2)) {
      const { positionId, result } = await t.account.openPosition({ instrument });
      ids.push(positionId ?? t.inconclusive('the opened position shows no identifier; bind it', [result.record]));
    }
    const [named = '', other = ''] = ids;
    await t.account.closePosition(named);
    const { positions = [], record } = await t.account.state();
    const open = positions.filter(({ volume }) => typeof volume !== 'string' || !isZero(volume)).map(({ id }) => id);
    t.expect.that(open.includes(other) && !open.includes(named), {
      expected: `position ${other} open, and position ${named} closed`,
      actual: `open: ${open.join(', ') || 'none'}`,
      evidence: [record],
    });
  },
});

function isZero(volume: string): boolean {
  return readDecimal(volume)?.coefficient === 0n;
}

async function closed(t: CheckContext): Promise<string> {
  const { positionId, result } = await t.account.openPosition({ side: 'buy' });
  if (positionId === undefined)
    return t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record]);
  await t.account.closePosition(positionId);
  return positionId;
}

/** Judges that what was asked of a closed position does not succeed, in whichever phase it is refused. */
async function expectNothingDone(t: CheckContext, submission: Submission): Promise<void> {
  if (!submission.accepted) return t.expect.refused(submission.exchange);
  const result = await t.account.settle(submission);
  t.expect.that(result.status !== 'success', {
    expected: 'a refusal, at once or as final result',
    actual: `result ${result.status}`,
    evidence: [result.record],
  });
}

scenario({
  id: 'transactions.success-means-change/close-again',
  title: 'does not announce success for closing a position that is closed',
  requirements: ['positions.closed-not-open'],
  purposes: [34],
  needs: { ...NEEDS, requests: ['closePosition'] },
  async run(t) {
    const positionId = await closed(t);
    const before = await t.account.state();
    await expectNothingDone(
      t,
      await t.account.submit({ accountId: t.account.id, positionId }, { request: 'closePosition' }),
    );
    const after = await t.account.state();
    t.expect.at(after.record, '/view/positions', 'lengthIs', before.positions?.length ?? 0, {
      requirement: 'positions.closed-not-open',
    });
  },
});

scenario({
  id: 'orders.sltp-needs-position/closed-position',
  title: 'does not execute an sltp order for a position that is closed',
  purposes: [34],
  needs: { claims: [...NEEDS.claims, 'sltp'] },
  async run(t) {
    await expectNothingDone(t, await t.account.submit(await sltpOf(t, await closed(t))));
  },
});

concurrent({
  id: 'transactions.success-means-change/closed-twice-at-once',
  title: 'closes a position once that is closed twice at the same moment, with one final result for each',
  requirements: ['positions.closed-not-open'],
  purposes: [33],
  needs: { ...NEEDS, requests: ['closePosition'] },
  async run(t) {
    const { positionId, result } = await t.account.openPosition();
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record]);
    const close = (): Promise<Submission> =>
      t.account.submit({ accountId: t.account.id, positionId }, { request: 'closePosition' });
    const both = await Promise.all([close(), close()]);
    const results = await Promise.all(both.filter(({ accepted }) => accepted).map((one) => t.account.settle(one)));
    const evidence = [...both.map(({ exchange }) => exchange.record), ...results.map(({ record }) => record)];
    const successes = results.filter(({ status }) => status === 'success').length;
    if (successes === 0) return t.inconclusive('neither close succeeded', evidence);
    t.expect.that(successes === 1, { expected: 'one success', actual: `${successes} successes`, evidence });
    const state = await t.account.state();
    t.expect.at(
      state.record,
      '/view/positions',
      'none',
      { member: 'id', predicate: 'equals', expected: positionId },
      { requirement: 'positions.closed-not-open' },
    );
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
    const state = await t.account.state();
    const index = state.positions?.findIndex(({ id }) => id === positionId) ?? -1;
    t.expect.at(state.record, `/view/positions/${index}/volume`, 'sameDecimal', rest(2));
  },
});
