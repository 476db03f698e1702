// Keys and results of operations whose order or position is over (interface 1, rule 1; 4.3; 8): what becomes of it later changes neither
// the result that status shows nor that a repeat is the operation it repeats, and is executed no second time.
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckId, JudgedId } from '../runner/check-id.js';
import type { CheckContext, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { openingOf } from '../words/calls/calls.js';
import { expectSameOperation } from '../words/calls/same-operation.js';
import { cancelled } from '../words/trading/cancelled.js';
import { countFrom } from '../words/trading/executions.js';
import { laterStatus } from '../words/trading/later-status.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { sltpOf } from '../words/trading/prices.js';

interface Over {
  readonly params: RequestParams;
  readonly request: RequestName;
  readonly submission: Placed;
}

const CLOSES: Needs = { claims: ['positions', 'closePosition'], requests: ['closePosition'] };

async function placedOrder(t: CheckContext): Promise<Over & { readonly orderId: string }> {
  const params = await t.account.order({ type: 'stop', side: 'sell' });
  const { orderId, submission } = await t.account.openOrder(params);
  return { params, request: 'placeOrder', submission, orderId };
}

async function openedPosition(t: CheckContext): Promise<Over & { readonly positionId: string; readonly part: string }> {
  const order = await t.account.order({ type: 'market' });
  const part = String(order.volume);
  const params = { ...openingOf(order), volume: partedVolume(await t.account.conditions(), part, 3) };
  const { submission, result } = await t.account.complete(params, { request: 'openPosition', ...(await stream(t)) });
  const positionId = result.event?.positions?.[0]?.id;
  return {
    params,
    request: 'openPosition',
    submission,
    positionId: positionId ?? t.inconclusive('the event shows no identifier of the position', [result]),
    part,
  };
}

async function stream(
  t: CheckContext,
): Promise<{ readonly events: Awaited<ReturnType<typeof t.account.transactions>> }> {
  return { events: await t.account.transactions() };
}

const ORDER: JudgedId = 'idempotency.duplicate-not-executed';
const OPENING: JudgedId = 'positions.duplicate-not-executed';

for (const { id, words, needs, over, notExecuted } of [
  {
    id: 'idempotency.duplicate-same-operation/of-an-order-that-was-cancelled',
    words: 'an order that was cancelled',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    notExecuted: ORDER,
    over: async (t) => {
      const placed = await placedOrder(t);
      await cancelled(t, placed.orderId);
      return placed;
    },
  },
  {
    id: 'idempotency.duplicate-same-operation/of-an-order-that-the-operator-cancelled',
    words: 'an order that the operator cancelled',
    needs: { control: ['order.cancel'] },
    notExecuted: ORDER,
    over: async (t) => {
      const placed = await placedOrder(t);
      await t.control('order.cancel', { account_id: t.account.id, order_id: placed.orderId });
      return placed;
    },
  },
  {
    id: 'idempotency.duplicate-same-operation/of-an-order-that-was-executed',
    words: 'an order that was executed',
    needs: { control: ['order.fill'], claims: ['positions'] },
    notExecuted: ORDER,
    over: async (t) => {
      const placed = await placedOrder(t);
      await t.control('order.fill', { account_id: t.account.id, order_id: placed.orderId });
      return placed;
    },
  },
  {
    id: 'positions.duplicate-same-operation/of-a-position-that-was-closed',
    words: 'an opening whose position was closed',
    needs: CLOSES,
    notExecuted: OPENING,
    over: async (t) => {
      const opened = await openedPosition(t);
      await t.account.closePosition(opened.positionId);
      return opened;
    },
  },
  {
    id: 'positions.duplicate-same-operation/of-a-position-that-was-closed-in-part',
    words: 'an opening whose position was closed in part',
    needs: CLOSES,
    notExecuted: OPENING,
    over: async (t) => {
      const opened = await openedPosition(t);
      await t.account.closePosition(opened.positionId, opened.part);
      return opened;
    },
  },
  {
    id: 'idempotency.duplicate-same-operation/of-levels-whose-position-was-closed',
    words: 'an sltp order whose position was closed',
    needs: { ...CLOSES, claims: ['positions', 'closePosition', 'sltp'] },
    notExecuted: ORDER,
    over: async (t) => {
      const { positionId } = await openedPosition(t);
      const params = await sltpOf(t, positionId);
      const { submission } = await t.account.complete(params);
      await t.account.closePosition(positionId);
      return { params, request: 'placeOrder', submission };
    },
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly notExecuted: JudgedId;
  readonly over: (t: CheckContext) => Promise<Over>;
}[]) {
  scenario({
    id,
    title: `takes a repeat of ${words} for the same operation, which has succeeded as before`,
    requirements: ['idempotency.duplicate-accepted', 'operations.final-result-stays', notExecuted],
    needs,
    async run(t) {
      const { params, request, submission } = await over(t);
      await t.account.settleAll();
      const executions = await countFrom(t);
      const repeat = await t.account.submit(params, { request, idempotencyKey: submission.key });
      expectSameOperation(t, submission, repeat, { accepted: 'idempotency.duplicate-accepted' });
      const read = await laterStatus(t, submission);
      if (isAnswered(read)) {
        t.expect.at(read, '/view/state', 'equals', 'success', { requirement: 'operations.final-result-stays' });
      }
      await executions.expect({}, { requirement: notExecuted });
    },
  });
}
