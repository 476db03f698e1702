// What is refused leaves nothing behind, whatever it was refused for (interface 2.2; 3; 7.1, rule 3). Which of these orders a target
// refuses, and in which phase, is left open; judged is that the trading state agrees with its answer.
import { equals, toText } from '../../toolkit/decimal/index.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { figureOf } from '../words/figures.js';
import { eventOf } from '../words/streams/event-of.js';
import { countFrom } from '../words/trading/executions.js';
import { submitToEnd } from '../words/trading/refusal.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

scenario({
  id: 'transactions.rejected-changes-nothing/volume-below-minimum',
  title: 'leaves the trading state as it was when an order is rejected',
  purposes: [31],
  async run(t) {
    const executions = await countFrom(t);
    const event = await eventOf(t, placeToBeRejected);
    if (event.view.status === 'success') t.inconclusive('the order below volume_min succeeded', [event]);
    await executions.expect({});
  },
});

scenario({
  id: 'transactions.rejected-changes-nothing/used-margin',
  title: 'leaves the used margin of an account without orders and positions as it was when an order is rejected',
  purposes: [31],
  effort: 'standard',
  async run(t) {
    await t.account.settleAll();
    const before = await t.account.state();
    const event = await eventOf(t, placeToBeRejected);
    if (event.view.status === 'success') t.inconclusive('the order below volume_min succeeded', [event]);
    const after = await t.account.state();
    // What is open may tie up more or less of the margin as the market moves.
    const isEmpty = [before, after].every(({ orders, positions }) => orders?.length === 0 && positions?.length === 0);
    if (!isEmpty) t.inconclusive('the account has open orders or positions', [before.record, after.record]);
    const [start, end] = [before, after].map(({ accountState }) => figureOf(accountState?.usedMargin));
    if (start === undefined || end === undefined) {
      return t.inconclusive('used_margin is not a decimal string both times', [before.record, after.record]);
    }
    t.expect.that(equals(start, end), {
      expected: `used_margin ${toText(start)} as before`,
      actual: toText(end),
      evidence: [event, before.record, after.record],
    });
  },
});

interface Way {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly make: (t: CheckContext) => Promise<RequestParams>;
}

const WAYS: readonly Way[] = [
  {
    id: 'transactions.rejected-changes-nothing/stop-loss-of-the-wrong-side',
    words: 'whose stop loss lies on the side of the profit',
    needs: { claims: ['sltp'] },
    async make({ account }) {
      const order = await account.order();
      return { ...order, stopLossPrice: (await account.protection(order)).takeProfitPrice };
    },
  },
  {
    id: 'transactions.rejected-changes-nothing/take-profit-of-the-wrong-side',
    words: 'whose take profit lies on the side of the loss',
    needs: { claims: ['sltp'] },
    async make({ account }) {
      const order = await account.order();
      return { ...order, takeProfitPrice: (await account.protection(order)).stopLossPrice };
    },
  },
  {
    id: 'transactions.rejected-changes-nothing/stop-beyond-the-market',
    words: 'of type stop whose price the market has passed',
    // Where it is taken after all, it may be executed at once.
    needs: { claims: ['positions'] },
    async make({ account }) {
      const { price = null } = await account.order();
      return account.order({ type: 'stop', side: 'buy', price });
    },
  },
];

for (const { id, words, needs, make } of WAYS) {
  scenario({
    id,
    title: `leaves no open order behind where it refuses one ${words}`,
    requirements: ['transactions.failed-changes-nothing', 'errors.sync-before-ack'],
    purposes: [31],
    needs,
    async run(t) {
      const params = await make(t);
      const executions = await countFrom(t);
      const { submission, result } = await submitToEnd(t, params);
      if (result?.status === 'success') return t.notApplicable('the target takes such an order, which it may');
      if (result === undefined) t.expect.refused(submission, { requirement: 'errors.sync-before-ack' });
      const ofResult =
        result?.status === 'failed' ? 'transactions.failed-changes-nothing' : 'transactions.rejected-changes-nothing';
      await executions.expect({}, { requirement: result === undefined ? 'errors.sync-before-ack' : ofResult });
    },
  });
}
