// Figures and frames (interface 1, rule 6; 2.3; 6): to the last digit, from the messages that carry them, and through
// messages of kinds that the interface does not name.
import { readDecimal } from '../../../toolkit/decimal/index.js';
import type { View } from '../../../toolkit/intents/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { asTold } from '../situations/operations.js';
import { calmMarket, longFigures, notices } from '../situations/telling.js';
import { clientCheck } from '../stage/client-check.js';
import { subscribed } from '../stage/connections.js';
import { isCurrent } from '../stage/expect.js';
import { fact, type PointedFact, saidSo, showsAll } from '../stage/grounds.js';
import type { Stage } from '../stage/stage.js';
import { filled, resting } from '../stage/trading-state.js';
import { expectTrading } from '../stage/trading-view.js';
import { balanceShown, ordersShown, positionsShown, requireShown } from '../stage/views.js';

const STREAMING = { operations: ['place'], streams: ['transactions'] } as const;

clientCheck(
  'numbers.client-reads-exact/balance-of-thirty-digits',
  {
    title: 'shows an amount of thirty digits to the last of them',
    depth: 'view',
    situation: longFigures,
    needs: { operations: [], streams: ['transactions'] },
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    await requireShown(stage, 'account');
    await stage.expect.view('the balance of the snapshot, and what was booked on top', () => balanceShown(stage));
    await stage.control('account.deposit', { kind: 'balance', amount: '876543210987654321.09' });
    await stage.expect.view('the balance after a booking of twenty digits', () => balanceShown(stage));
  },
);

clientCheck(
  'numbers.client-reads-exact/price-of-an-order',
  {
    title: 'shows the price and the volume of an order to the last digit',
    depth: 'view',
    situation: asTold,
    needs: STREAMING,
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    await requireShown(stage, 'orders');
    await resting(stage, 2);
    await stage.expect.view('the orders with the figures that the service has', (view) => ordersShown(view, stage));
  },
);

clientCheck(
  'delivery.client-unknown-frames/notices',
  {
    title: 'lives on through messages that the interface does not name',
    depth: 'view',
    situation: notices,
    needs: STREAMING,
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    const [first = ''] = await resting(stage, 2);
    for (let told = 0; told < BOOKINGS; told += 1) {
      await stage.control('account.deposit', { kind: 'balance', amount: '2.05' });
    }
    const notice = await stage.until('a message that the interface does not name', () =>
      stage.seen.events().find(({ message }) => message.kind === 'unknown'),
    );
    await stage.barrier();
    const reply = await stage.tell('view', {});
    stage.expect.that(reply.kind === 'result', {
      expected: 'a client that lives on',
      actual: `a view that is ${reply.kind}`,
      evidence: [notice],
      grounds: reply.kind === 'result' ? saidSo(reply.result, fact('', 'type', 'object')) : {},
      timely: true,
    });
    await filled(stage, first);
    await expectTrading(stage, 'messages of other kinds change nothing');
  },
);

const BOOKINGS = 5;

clientCheck(
  'account-state.client-figures/figures-follow',
  {
    title: 'shows the figures of account_state_event, and its orders and positions as they were',
    depth: 'view',
    situation: calmMarket,
    needs: { operations: ['open'], streams: ['transactions', 'account_state'] },
    subscribe: ['transactions', 'account_state'],
  },
  async (stage) => {
    await subscribed(stage, 'transactions', 'account_state');
    await requireShown(stage, 'account');
    const { account: before } = await stage.view();
    if (before?.equity === undefined) stage.undecided('the view of the client has no equity');
    await stage.open().reply;
    await stage.until('an open position', () => stage.inside().state.positions[0]);
    await stage.barrier();
    const moved = stage.seen.now;
    await stage.control('market.price', { instrument: stage.instrument.name, ...pricesApart(stage) });
    await stage.until('an account_state_event after the price has moved', () => told(stage, moved));
    await stage.barrier();
    // Without a mark, which would tell the figures once more.
    const due = (view: View): readonly PointedFact[] => {
      const equity = told(stage, moved);
      const is = equity === undefined || readDecimal(String(equity)) === undefined ? undefined : String(equity);
      return [
        is === undefined ? fact('/account/equity', 'absent') : fact('/account/equity', 'sameDecimal', is),
        ...positionsShown(view, stage),
      ];
    };
    const holds = (view: View): boolean => showsAll(view, due(view));
    const until = performance.now() + stage.patienceMs;
    let view = await stage.view();
    while (!holds(view) && performance.now() < until) {
      await stage.eventually(() => undefined, LOOK_MS);
      view = await stage.view();
    }
    if (!isCurrent(view, 'account_state')) stage.undecided('the client does not call itself current for account_state');
    stage.expect.that(holds(view), {
      expected: `an equity of ${JSON.stringify(told(stage, moved))}, as the latest account_state_event has it, and the same positions`,
      actual: JSON.stringify({ account: view.account, positions: view.positions?.map(({ id }) => id) }),
      grounds: saidSo(view, ...due(view)),
      timely: true,
    });
  },
);

const LOOK_MS = 25;

/** The equity that the latest account_state_event since then told; what transactions told later stands against it. */
function told(stage: Stage, since: number): JsonValue | undefined {
  const equities = stage.seen
    .since(since)
    .events()
    .flatMap(({ message }) => {
      if (message.kind === 'account_state_event') return [message.view.equity];
      return message.kind === 'transaction_event' ? [message.view.accountState?.equity] : [];
    });
  const has = stage.seen
    .since(since)
    .events()
    .some(({ message }) => message.kind === 'account_state_event');
  return has ? equities.findLast((equity) => equity !== undefined) : undefined;
}

/** Far from where they stood, and where no resting order is. */
function pricesApart({ instrument }: Stage): { readonly bid: string; readonly ask: string } {
  const { restingSellLimit = '' } = instrument;
  return { bid: restingSellLimit, ask: restingSellLimit };
}
