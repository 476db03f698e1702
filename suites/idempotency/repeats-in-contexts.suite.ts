// Repeats and conflicts under one key in every context (interface 7.1, rule 1; 8): whatever was asked for, however it ended and however
// long ago, the same payload is the same operation, time and again, and is executed once; another payload is refused, after which the first
// one is still known.

import { parseDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext, ContextTrial, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectSameOperation, shownOperation } from '../words/calls/same-operation.js';
import { DELAY_MS, type Deed, deedOf, done, weightOf } from '../words/contexts/deed.js';
import { instrumentOf } from '../words/contexts/place.js';
import { figureOf, same } from '../words/figures.js';
import { countFrom, type Executions } from '../words/trading/executions.js';
import { expectVolume } from '../words/trading/position-volume.js';
import { oneStepMore } from '../words/trading/prices.js';
import { QUEUED_MS } from '../words/trading/queued.js';
import { shownStatus } from '../words/trading/refusal.js';

const ACCEPTED = 'idempotency.duplicate-accepted';
const NOT_EXECUTED = 'idempotency.duplicate-not-executed';
const ECHO = 'ack.client-request-id-echo';

scenario({
  id: 'idempotency.duplicate-same-operation/in-contexts',
  title: 'takes a repeat for the operation it repeats, of whatever kind, result and age, and executes it once',
  requirements: [ACCEPTED, NOT_EXECUTED, ECHO, 'operations.final-result-stays'],
  purposes: [5, 9, 10],
  needs: { accounts: 0 },
  contexts: {
    operation: ['order', 'opening', 'sltp', 'partial-close', 'cancellation'],
    orderType: 'all',
    side: 'all',
    result: 'all',
    delay: 'all',
    instrument: ['first', 'second', 'last'],
    account: 'all',
    count: ['one', 'three'],
    key: 'all',
  },
  waitMs: 5000,
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      const deed = await deedOf(t, trial, instrument);
      const effect = await effectOf(t, trial, deed);
      const { original, ended, repeats } = await heldWhere(t, trial, async () => {
        const original = await done(t, trial, deed);
        // Without a delay it may be unfinished.
        const ended = isLater(context) ? await account.settle(original) : undefined;
        await pause(DELAY_MS[context.delay], t.signal);
        const count = context.count === 'three' ? 3 : 1;
        const repeats = await Promise.all(Array.from({ length: count }, () => again(trial, deed, original)));
        return { original, ended, repeats };
      });
      const weight = weightOf(deed);
      for (const repeat of repeats) expectRepeat(t, original, repeat, weight);
      const later = await account.settle(original);
      // What was asked for under another key in between changes nothing.
      const between = await account.openOrder({ instrument });
      expectRepeat(t, original, await again(trial, deed, original), weight);
      const final = ended ?? later;
      const last = await account.settle(original);
      t.expect.that(
        last.status === final.status,
        {
          expected: final.status,
          actual: last.status,
          evidence: [last, later, original, between.result],
          shown: [shownStatus(final, final.status), shownStatus(last, final.status)],
        },
        { requirement: 'operations.final-result-stays', ...weight },
      );
      // A repeat that met the original may lie in a queue.
      if (!isLater(context)) await pause(QUEUED_MS, t.signal);
      await effect.expect(later.status === 'success', 1, weight);
    }),
});

/** Keeps what is asked for meanwhile unfinished, where the context has it so. */
async function heldWhere<T>(t: CheckContext, { account, context }: ContextTrial, act: () => Promise<T>): Promise<T> {
  const release = context.delay === 'unfinished' ? await t.under('operations-held', { account }) : undefined;
  try {
    return await act();
  } finally {
    await release?.();
  }
}

/** The first has come to its result by then. */
function isLater({ delay }: ContextTrial['context']): boolean {
  return delay === 'moment' || delay === 'seconds';
}

function again(
  { account }: ContextTrial,
  { params, request }: Deed,
  { key }: Placed,
): ReturnType<typeof account.submit> {
  return account.submit(params, { request, idempotencyKey: key });
}

function expectRepeat(
  t: CheckContext,
  original: Placed,
  repeat: Awaited<ReturnType<typeof again>>,
  weight: ReturnType<typeof weightOf>,
): void {
  // The one helper for both carries no level; what weighs less is asserted here.
  if (weight.level === undefined) {
    expectSameOperation(t, original, repeat, { accepted: ACCEPTED });
    expectEcho(t, original, repeat, weight);
    return;
  }
  t.expect.accepted(repeat, { requirement: ACCEPTED, ...weight });
  const { operationId = 'missing' } = repeat;
  t.expect.that(
    operationId === original.operationId,
    {
      expected: `operation_id ${original.operationId}`,
      actual: operationId,
      evidence: [repeat, original],
      shown: shownOperation(original, original, repeat),
    },
    weight,
  );
  expectEcho(t, original, repeat, weight);
}

/** The ACK of a repeat is an ACK. */
function expectEcho(
  t: CheckContext,
  { key }: Placed,
  repeat: Awaited<ReturnType<typeof again>>,
  weight: ReturnType<typeof weightOf>,
): void {
  t.expect.at(repeat, '/view/clientRequestId', 'equals', key, { requirement: ECHO, ...weight });
}

interface Effect {
  /** Judges that it took effect once or not at all, beside orders that the check placed otherwise. */
  expect(happened: boolean, otherOrders: number, weight: ReturnType<typeof weightOf>): Promise<void>;
}

async function effectOf(t: CheckContext, { account, context }: ContextTrial, deed: Deed): Promise<Effect> {
  const requirement = { requirement: NOT_EXECUTED } as const;
  if (context.operation === 'order' || context.operation === 'opening') {
    const executions = await countFrom(t, account);
    const isOrder = context.operation === 'order';
    return {
      expect: (happened, otherOrders, weight) =>
        executions.expect(
          {
            orders: otherOrders + (happened && isOrder ? 1 : 0),
            ...(happened && !isOrder && { openings: 1, volume: String(deed.params.volume) }),
          },
          { ...requirement, ...weight },
        ),
    };
  }
  // Of what was over already there is nothing left to count.
  const isCounted = context.operation === 'partial-close' && context.result !== 'rejected';
  if (!isCounted) return { expect: async () => undefined };
  const before = await account.state();
  const id = deed.subject?.id ?? '';
  return {
    async expect(happened, _otherOrders, weight) {
      const had = figureOf(before.positions?.find((one) => one.id === id)?.volume);
      if (had === undefined) return t.inconclusive('the snapshot shows no volume of the position', [before]);
      const part = parseDecimal(happened ? String(deed.params.volume) : '0');
      const after = await account.state();
      expectVolume(t, after, { positionId: id, volume: toText(subtract(had, part)) }, { ...requirement, ...weight });
    },
  };
}

scenario({
  id: 'idempotency.conflict-refused/in-contexts',
  title: 'refuses another payload under a key, whatever differs and however the first one ended, and still knows that',
  requirements: [
    'idempotency.conflict-any-member',
    'idempotency.conflict-keeps-original',
    'idempotency.conflict-not-executed',
  ],
  purposes: [14],
  needs: { accounts: 0 },
  contexts: {
    operation: ['order', 'opening'],
    changed: 'all',
    orderType: 'all',
    side: 'all',
    protection: 'all',
    result: 'all',
    delay: 'all',
    instrument: ['first', 'last'],
    key: 'all',
  },
  waitMs: 6000,
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      const deed = await deedOf(t, trial, instrument);
      const other = { ...deed, params: await changedOf(t, trial, deed.params, instrument) };
      const executions: Executions = await countFrom(t, account);
      const original = await heldWhere(t, trial, async () => {
        const first = await done(t, trial, deed);
        if (isLater(context)) await account.settle(first);
        await pause(DELAY_MS[context.delay], t.signal);
        for (let time = 0; time < 2; time += 1) {
          const conflict = await again(trial, other, first);
          t.expect.refused(conflict, { also: ['idempotency.conflict-any-member'] });
          const repeat = await again(trial, deed, first);
          expectSameOperation(t, first, repeat, {
            accepted: 'idempotency.conflict-keeps-original',
            same: 'idempotency.conflict-keeps-original',
          });
        }
        return first;
      });
      const happened = (await account.settle(original)).status === 'success';
      if (!isLater(context)) await pause(QUEUED_MS, t.signal);
      const isOrder = context.operation === 'order';
      await executions.expect(
        !happened ? {} : isOrder ? { orders: 1 } : { openings: 1, volume: String(deed.params.volume) },
        { requirement: 'idempotency.conflict-not-executed' },
      );
    }),
});

/** The same request with one value changed. */
async function changedOf(
  t: CheckContext,
  { account, context }: ContextTrial,
  params: RequestParams,
  instrument: ProfileInstrument,
): Promise<RequestParams> {
  const { changed, orderType: type, side } = context;
  if (changed === 'price') return { ...params, price: (await account.order({ type, side, instrument })).price ?? null };
  if (changed === 'side') return { ...params, side: side === 'buy' ? 'sell' : 'buy' };
  if (changed === 'instrument') {
    const name = account.instruments.find((one) => one.name !== instrument.name)?.name;
    return { ...params, instrument: name ?? t.notApplicable('there is no second instrument to trade on now') };
  }
  if (changed === 'volume') {
    const conditions = await account.conditions(instrument.name);
    const valid = oneStepMore(String((await account.order({ type: 'market', instrument })).volume), conditions);
    // The drawn volume of what is to be changed may be that one already.
    const volume = valid !== undefined && same(valid, params.volume) ? oneStepMore(valid, conditions) : valid;
    return { ...params, volume: volume ?? t.notApplicable('the conditions leave no second valid volume') };
  }
  const { stopLossPrice, takeProfitPrice } = await account.protection({
    type,
    side,
    instrument,
    ...(params.price !== undefined && { price: params.price }),
  });
  return changed === 'stop-loss' ? { ...params, stopLossPrice } : { ...params, takeProfitPrice };
}
