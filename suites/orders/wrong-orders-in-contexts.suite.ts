// Wrong orders in every context (interface 4.1, rules 1 and 2): each rule holds for either type and side, on instruments of other digits
// and steps, and what is refused leaves nothing behind.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext, ContextTrial } from '../runner/context.js';
import type { Context } from '../runner/contexts/context.js';
import { scenario } from '../runner/registry.js';
import { instrumentOf } from '../words/contexts/place.js';
import { countFrom } from '../words/trading/executions.js';
import { pointDigits, withDigits } from '../words/trading/price-digits.js';
import { protectedOrder } from '../words/trading/prices.js';
import { expectNoSuccess, submitToEnd } from '../words/trading/refusal.js';
import { volumesOf } from '../words/trading/volumes.js';

const JUDGED: Readonly<Record<Context['wrong'], RequirementId>> = {
  'volume-below-minimum': 'orders.volume-below-minimum',
  'volume-above-maximum': 'orders.volume-above-maximum',
  'volume-off-step': 'orders.volume-off-step',
  'price-digits': 'orders.price-digits-refused',
  'stop-loss-digits': 'orders.stop-loss-digits-refused',
  'take-profit-digits': 'orders.take-profit-digits-refused',
};

scenario({
  id: 'orders.volume-below-minimum/in-contexts',
  title:
    'executes no order with a wrong volume or a digit too many, of whichever type and side and on whichever instrument',
  requirements: Object.values(JUDGED).filter((requirement) => requirement !== 'orders.volume-below-minimum'),
  purposes: [31],
  needs: { accounts: 0 },
  contexts: {
    wrong: 'all',
    orderType: 'all',
    side: 'all',
    instrument: ['second', 'third', 'last'],
  },
  denseContexts: true,
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      const order = await wrongOrder(t, trial, instrument);
      const executions = await countFrom(t, account);
      // A sound one of the kind is taken.
      await account.openOrder({ type: context.orderType, side: context.side, instrument });
      const requirement = JUDGED[context.wrong];
      const ended = await submitToEnd(t, order, { account });
      expectNoSuccess(t, ended, `an order with ${context.wrong}`, { requirement });
      await executions.expect({ orders: 1 }, { requirement });
    }),
});

async function wrongOrder(
  t: CheckContext,
  { account, context }: ContextTrial,
  instrument: ProfileInstrument,
): Promise<RequestParams> {
  const { wrong, orderType: type, side } = context;
  const wish = { type, side, instrument };
  if (wrong === 'price-digits' || wrong === 'stop-loss-digits' || wrong === 'take-profit-digits') {
    const member = (
      { 'price-digits': 'price', 'stop-loss-digits': 'stopLossPrice', 'take-profit-digits': 'takeProfitPrice' } as const
    )[wrong];
    const order: RequestParams = await (member === 'price' ? account.order(wish) : protectedOrder(account, wish));
    const digits = await pointDigits(t, account, instrument.name);
    return { ...order, [member]: withDigits(order[member], digits + 1) };
  }
  const order = await account.order(wish);
  const volumes =
    volumesOf(await account.conditions(instrument.name)) ??
    t.inconclusive('the conditions show no bounds and step as decimals');
  const volume = {
    'volume-below-minimum': volumes.belowOnStep ?? volumes.below,
    'volume-above-maximum': volumes.aboveOnStep,
    'volume-off-step': volumes.offStep,
  }[wrong];
  return { ...order, volume: volume ?? t.notApplicable('the conditions leave no such volume') };
}
