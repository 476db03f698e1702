// What is refused leaves nothing behind, whatever it was refused for (interface 2.2; 3; 7.1, rule 3). Which of these orders a target
// refuses, and in which phase, is left open; judged is that the trading state agrees with its answer.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

interface Way {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly make: (t: CheckContext) => Promise<RequestParams>;
}

/** Both levels of a valid order, exchanged. */
async function withExchanged(t: CheckContext, member: 'stopLossPrice' | 'takeProfitPrice'): Promise<RequestParams> {
  const order = await t.account.order();
  const { stopLossPrice, takeProfitPrice } = await t.account.protection(order);
  return { ...order, [member]: member === 'stopLossPrice' ? takeProfitPrice : stopLossPrice };
}

const WAYS: readonly Way[] = [
  {
    slug: 'stop-loss-of-the-wrong-side',
    words: 'whose stop loss lies on the side of the profit',
    needs: { claims: ['sltp'] },
    make: (t) => withExchanged(t, 'stopLossPrice'),
  },
  {
    slug: 'take-profit-of-the-wrong-side',
    words: 'whose take profit lies on the side of the loss',
    needs: { claims: ['sltp'] },
    make: (t) => withExchanged(t, 'takeProfitPrice'),
  },
  {
    slug: 'stop-beyond-the-market',
    words: 'of type stop whose price the market has passed',
    // Where it is taken after all, it may be executed at once.
    needs: { claims: ['positions'] },
    make: async (t) => {
      const { price } = await t.account.order();
      return { ...(await t.account.order({ type: 'stop', side: 'buy' })), ...(price !== undefined && { price }) };
    },
  },
];

for (const { slug, words, needs, make } of WAYS) {
  scenario({
    id: `transactions.rejected-changes-nothing/${slug}`,
    title: `leaves no open order behind where it refuses one ${words}`,
    requirements: ['transactions.failed-changes-nothing', 'errors.sync-before-ack'],
    purposes: [31],
    needs,
    async run(t) {
      const params = await make(t);
      const executions = await countFrom(t);
      const submission = await t.account.submit(params);
      const result = submission.accepted ? await t.account.settle(submission) : undefined;
      if (result?.status === 'success') return t.notApplicable('the target takes such an order, which it may');
      if (result === undefined) t.expect.refused(submission.exchange, { requirement: 'errors.sync-before-ack' });
      const ofResult =
        result?.status === 'failed' ? 'transactions.failed-changes-nothing' : 'transactions.rejected-changes-nothing';
      await executions.expect({}, { requirement: result === undefined ? 'errors.sync-before-ack' : ofResult });
    },
  });
}
