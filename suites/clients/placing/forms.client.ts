// Which call an intent becomes, and what of it a client holds afterwards (interface 3; 4.1; 6.1, rules 2 and 3): openings at the market,
// protected orders, partial closes.
import type { View } from '../../../toolkit/intents/index.js';
import { asTold, foldedProtection, separateProtection } from '../situations/operations.js';
import { clientCheck } from '../stage/client-check.js';
import { amongRequests, fact, type PointedFact, seenSo } from '../stage/grounds.js';
import { sentFor } from '../stage/sendings.js';
import { onePosition, untypedProtection } from '../stage/views.js';
import { acknowledged } from './placements.js';

clientCheck(
  'orders.client-market-elsewhere/opening',
  {
    title: 'opens a position by the call for positions, and places no market order',
    depth: 'wire',
    situation: asTold,
    needs: { operations: ['open'] },
  },
  async (stage) => {
    const position = stage.open();
    await stage.until('a call for the opening', () => stage.seen.mutations()[0]);
    await position.reply;
    const orders = stage.seen.requests('placeOrder');
    stage.expect.that(orders.length === 0, {
      grounds: amongRequests(stage.seen, orders, ['placeOrder'], { most: 0 }, stage.seen.mutations()[0]),
      expected: 'no call that places an order',
      actual: `${orders.length}`,
      evidence: orders,
    });
    stage.expect.that(sentFor(stage, position).length > 0, {
      grounds: seenSo(sentFor(stage, position)[0], fact('/request', 'equals', 'openPosition')),
      expected: 'a call that opens a position',
      actual: 'none',
      evidence: stage.seen.mutations(),
    });
  },
);

for (const situation of [foldedProtection, separateProtection]) {
  clientCheck(
    `transactions.client-sltp-forms/${situation.id}`,
    {
      title: 'holds one order with its protection, however that is shown',
      depth: 'view',
      situation,
      needs: { operations: ['place'] },
    },
    async (stage) => {
      const { price = '' } = stage.order();
      const order = stage.place({ price, ...protection(price) });
      await acknowledged(stage, order);
      await order.settled();
      stage.reached('the order in the service', stage.inside().state.orders.length > 0);
      const holdsOne = (view: View): readonly PointedFact[] => [
        fact('/orders', 'optional', {
          predicate: 'count',
          expected: { ...MAIN, count: 1 + untypedProtection(view, stage) },
        }),
      ];
      await stage.expect.view('one order beside those of its protection', holdsOne);
      if (!stage.service.profile.claims.snapshotResource || situation.behaviour === undefined) return;
      // A new connection shows the state in the form of the snapshot.
      await stage.control('stream.drop');
      await stage.expect.view('one order beside those of its protection, as the snapshot shows it', holdsOne);
    },
  );
}

clientCheck(
  'positions.client-partial-close/half',
  {
    title: 'holds a position that was closed in part with the volume that is left',
    depth: 'view',
    situation: asTold,
    needs: { operations: ['open', 'close'] },
  },
  async (stage) => {
    const [whole, half] = ['0.02', '0.01'];
    const position = stage.open({ volume: whole });
    await acknowledged(stage, position);
    await position.settled();
    const close = stage.close({ of: position.intent, volume: half });
    await acknowledged(stage, close);
    await close.settled();
    const [held] = stage.inside().state.positions;
    stage.reached('a position with what is left', held !== undefined);
    await stage.expect.view(`one position of ${half}`, () => onePosition(half));
  },
);

/** Orders of protection are told by their type. */
const MAIN = {
  member: 'type',
  predicate: 'optional',
  expected: { predicate: 'notEquals', expected: 'sltp' },
} as const;

/** A stop loss and a take profit for a buying order at that price. */
function protection(price: string): { readonly stop_loss_price: string; readonly take_profit_price: string } {
  const digits = (price.split('.')[1] ?? '').length;
  const at = (factor: number): string => (Number(price) * factor).toFixed(digits);
  return { stop_loss_price: at(0.9), take_profit_price: at(1.1) };
}
