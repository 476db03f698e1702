// The snapshot after a return is the new baseline (interface 6; 6.4, rules 2 and 4): what happened meanwhile is in it, and nothing of what
// was held before stands against it.
import { add, parseDecimal, toText } from '../../../toolkit/decimal/index.js';
import { asTold } from '../situations/operations.js';
import * as returns from '../situations/returns.js';
import { manyOrders } from '../situations/telling.js';
import { clientCheck } from '../stage/client-check.js';
import { currentWithout, cutOff, expectCurrent, expectReturn, subscribed } from '../stage/connections.js';
import type { Stage } from '../stage/stage.js';
import { filled, resting } from '../stage/trading-state.js';
import { expectTrading } from '../stage/trading-view.js';
import { requireShown } from '../stage/views.js';

const RECOVERING = { operations: ['place'], streams: ['transactions'], reconnects: true } as const;
const AGAIN = ['reconnect.client-subscribes-again'] as const;

clientCheck(
  'reconnect.client-baseline/orders-changed-while-away',
  {
    title: 'holds what the new snapshot shows, when orders were filled and cancelled while it was away',
    depth: 'view',
    situation: asTold,
    needs: RECOVERING,
    requirements: AGAIN,
  },
  async (stage) => {
    const [first = '', second = ''] = await heldOrders(stage, 3);
    await backAfter(stage, async () => {
      await stage.control('order.fill', { order_id: first });
      await stage.control('order.cancel', { order_id: second });
      await stage.control('account.deposit', { kind: 'balance', amount: '17.35' });
    });
    await expectTrading(stage, 'the snapshot on its new connection shows it so');
  },
);

clientCheck(
  'reconnect.client-baseline/positions-changed-while-away',
  {
    title: 'holds what the new snapshot shows, when positions were closed and reduced while it was away',
    depth: 'view',
    situation: asTold,
    needs: RECOVERING,
    requirements: AGAIN,
  },
  async (stage) => {
    const volume = doubled(stage.instrument.volume ?? '0.01');
    const orders = [...(await heldOrders(stage, 1, { volume })), ...(await resting(stage, 1))];
    const [reduced = '', closed = ''] = await filled(stage, ...orders);
    await stage.barrier();
    await backAfter(stage, async () => {
      await stage.control('position.close', { position_id: reduced, volume: stage.instrument.volume ?? '0.01' });
      await stage.control('position.close', { position_id: closed });
    });
    await expectTrading(stage, 'the snapshot on its new connection shows it so');
  },
);

clientCheck(
  'reconnect.client-baseline/each-time',
  {
    title: 'takes the snapshot of each return for its baseline, not only the first',
    depth: 'view',
    situation: asTold,
    needs: RECOVERING,
    requirements: AGAIN,
  },
  async (stage) => {
    for (const order_id of await heldOrders(stage, 3)) {
      await backAfter(stage, () => stage.control('order.cancel', { order_id }));
      await expectTrading(stage, 'the latest snapshot shows it so');
    }
  },
);

clientCheck(
  'reconnect.client-baseline/half-a-snapshot',
  {
    title: 'takes nothing from a snapshot that was cut in its midst',
    depth: 'view',
    situation: returns.cutInSnapshot,
    needs: RECOVERING,
    requirements: ['reconnect.client-subscribes-again', 'delivery.client-gaps'],
  },
  async (stage) => {
    const [filledNow = '', ...others] = await heldOrders(stage, 4);
    const had = await subscribed(stage, 'transactions');
    const since = await cutOff(stage, async () => {
      await stage.control('order.fill', { order_id: filledNow });
      for (const order_id of others.slice(1)) await stage.control('order.cancel', { order_id });
    });
    const outage = stage.arm({ on: 'handshake', skip: 1, lost: true, times: Number.POSITIVE_INFINITY });
    await stage.until('a connection that was cut in its snapshot', () =>
      stage.seen
        .since(since)
        .opened()
        .find(({ closed }) => closed !== undefined),
    );
    const { claimed: current, grounds } = await currentWithout(stage, ['transactions'], since);
    stage.expect.that(current.length === 0, {
      grounds,
      requirement: 'delivery.client-gaps',
      expected: 'no word of being current after half a snapshot',
      actual: 'the client calls itself current',
      evidence: [...stage.seen.since(since).opened()].reverse(),
    });
    outage.disarm();
    await expectReturn(stage, had, since, { requirement: 'reconnect.client-subscribes-again', refusals: 1 });
    await expectTrading(stage, 'the whole snapshot shows it so');
  },
);

clientCheck(
  'reconnect.client-baseline/glued-first-frames',
  {
    title: 'hears the first messages of a connection, however close they come behind the answer to the handshake',
    depth: 'view',
    situation: returns.gluedFirstFrames,
    needs: RECOVERING,
    requirements: AGAIN,
  },
  async (stage) => {
    const [first = ''] = await heldOrders(stage, 2);
    await backAfter(stage, () => stage.control('order.cancel', { order_id: first }));
    await expectTrading(stage, 'the snapshot shows it so');
  },
);

clientCheck(
  'reconnect.client-baseline/large-snapshot',
  {
    title: 'takes a snapshot of thousands of orders whole',
    depth: 'view',
    situation: manyOrders,
    needs: RECOVERING,
    requirements: AGAIN,
  },
  async (stage) => {
    await heldOrders(stage, 1);
    await backAfter(stage, async () => undefined);
    await requireShown(stage, 'orders');
    await expectCurrent(stage, 'transactions');
    const told = (): ReadonlySet<string> => {
      const snapshots = stage.seen
        .events()
        .flatMap(({ message }) => (message.kind === 'trading_state_snapshot' ? [message.view] : []));
      return new Set((snapshots.at(-1)?.orders ?? []).flatMap(({ id }) => id ?? []));
    };
    const count = told().size;
    stage.reached('a snapshot of a thousand orders', count > 1000);
    await stage.expect.view(`the ${count} orders of the snapshot`, ({ orders = [] }) => {
      const ids = told();
      return orders.length === ids.size && orders.every(({ id }) => ids.has(id));
    });
  },
);

for (const situation of [returns.cutAnywhereSoon, returns.cutAnywhereLater, returns.cutAnywhereLate]) {
  clientCheck(
    `reconnect.client-baseline/${situation.id}`,
    {
      title: 'is right in the end, wherever its connections are cut while it trades',
      depth: 'view',
      situation,
      needs: RECOVERING,
      requirements: ['reconnect.client-subscribes-again', 'domain.client-final-result'],
    },
    async (stage) => {
      const had = await subscribed(stage, 'transactions');
      const since = stage.seen.now;
      for (let placed = 0; placed < 4; placed += 1) {
        const outcome = await stage.place().settled();
        const isTaken = stage.inside().operations.length > placed;
        stage.reached('a placement that the service took', isTaken || outcome.state !== 'refused');
        stage.expect.state(outcome, ['success', 'unknown', 'pending'], 'the order was placed', {
          requirement: 'domain.client-final-result',
        });
      }
      await stage.control('account.deposit', { kind: 'balance', amount: '5.15' });
      stage.reached(
        'a connection that was cut',
        stage.seen.opened().some(({ closed }) => closed !== undefined),
      );
      await expectReturn(stage, had, since, { requirement: 'reconnect.client-subscribes-again', refusals: 1 });
      await expectTrading(stage, 'the service has it so');
    },
  );
}

/** Orders that the client has placed, and has been told of. */
async function heldOrders(
  stage: Stage,
  count: number,
  order: Parameters<typeof resting>[2] = {},
): Promise<readonly string[]> {
  await subscribed(stage, 'transactions');
  const orders = await resting(stage, count, order);
  await stage.barrier();
  return orders;
}

/** Away, and back again. */
async function backAfter(stage: Stage, meanwhile: () => Promise<unknown>): Promise<void> {
  const had = await subscribed(stage, 'transactions');
  const since = await cutOff(stage, meanwhile);
  await expectReturn(stage, had, since, { requirement: 'reconnect.client-subscribes-again' });
}

function doubled(volume: string): string {
  const one = parseDecimal(volume);
  return toText(add(one, one));
}
