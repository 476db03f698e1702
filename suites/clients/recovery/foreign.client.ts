// What others do on the account (interface 2.2; 6.1, rule 4; 6.4, rule 6), and what is told twice or on two connections (6; 6.1, rule 2): a
// client shows all of it, once, and takes none of it for the end of an operation of its own.

import { BALANCE_KINDS } from '../../../toolkit/payload/vocabulary.js';
import { acknowledged } from '../placing/placements.js';
import { asTold } from '../situations/operations.js';
import { eventBehindSnapshot, othersTrade, silentAgain } from '../situations/telling.js';
import { clientCheck } from '../stage/client-check.js';
import { cutOff, expectCurrent, expectReturn, subscribed } from '../stage/connections.js';
import { fact, saidSo, seenSo } from '../stage/grounds.js';
import { ownTimeMs } from '../stage/own-time.js';
import { sentFor } from '../stage/sendings.js';
import { resting } from '../stage/trading-state.js';
import { expectTrading } from '../stage/trading-view.js';
import { balanceShown, positionsShown, requireShown } from '../stage/views.js';

const STREAMING = { operations: ['place'], streams: ['transactions'] } as const;

clientCheck(
  'reconnect.client-resubscribes/foreign-operation',
  {
    title: 'shows the order that somebody else placed, and subscribes again or reads the snapshot after it',
    depth: 'view',
    situation: othersTrade,
    needs: STREAMING,
    requirements: ['transactions.client-entities-replace'],
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    await requireShown(stage, 'orders');
    const told = stage.seen.now;
    const order = stage.place();
    await stage.until('an order of somebody else', () => (stage.inside().state.orders.length > 1 ? true : undefined));
    await order.reply;
    const keys = new Set(sentFor(stage, order).flatMap(({ headers }) => headers.map(([, value]) => value)));
    const foreign = await stage.until('the event of an operation that is not the client\u2019s', () =>
      stage.seen
        .since(told)
        .transactions()
        .find(({ view }) => typeof view.clientRequestId !== 'string' || !keys.has(view.clientRequestId)),
    );
    await stage.barrier();
    await expectTrading(stage, 'somebody else trades there too', {
      requirement: 'transactions.client-entities-replace',
    });
    const later = stage.seen.since(foreign.seq);
    const reconciled = await stage.eventually(
      () =>
        later.requests('snapshot')[0] ??
        later.commands().find(({ command }) => command.action === 'subscribe') ??
        later.opened()[0],
      ownTimeMs(stage),
    );
    const what =
      reconciled !== undefined && 'read' in reconciled
        ? fact('/request', 'present')
        : fact('/view/action', 'equals', 'subscribe');
    stage.expect.that(reconciled !== undefined, {
      grounds: seenSo(reconciled, what),
      level: 'should',
      expected: 'another subscription or a read of the snapshot after an operation that the client does not know',
      actual: 'neither',
      evidence: [foreign],
      timely: true,
    });
  },
);

clientCheck(
  'reconnect.client-resubscribes/silent-again',
  {
    title: 'finds its way to being current where a second subscription brings no second snapshot',
    depth: 'view',
    situation: silentAgain,
    needs: STREAMING,
    requirements: ['transactions.client-entities-replace', 'reconnect.client-subscribes-again'],
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    await resting(stage, 2);
    // Whoever begins anew with a new connection at the first of them hears of the others by its snapshot.
    await stage.until('orders of somebody else', () => (stage.inside().state.orders.length > 2 ? true : undefined));
    if (stage.has('subscribe')) await stage.tell('subscribe', { event: 'transactions' });
    await expectCurrent(stage, 'transactions', { requirement: 'reconnect.client-subscribes-again' });
    await expectTrading(stage, 'the service has it so', { requirement: 'transactions.client-entities-replace' });
  },
);

clientCheck(
  'transactions.client-entities-replace/event-behind-snapshot',
  {
    title: 'counts a position once, whose event comes behind a snapshot that has it already',
    level: 'should',
    depth: 'view',
    situation: eventBehindSnapshot,
    needs: { operations: ['open'], streams: ['transactions'], reconnects: true },
    requirements: ['reconnect.client-subscribes-again'],
  },
  async (stage) => {
    const had = await subscribed(stage, 'transactions');
    await requireShown(stage, 'positions');
    await stage.open().reply;
    await stage.until('an open position', () => stage.inside().state.positions[0]);
    const since = await cutOff(stage);
    await expectReturn(stage, had, since, { requirement: 'reconnect.client-subscribes-again' });
    await stage.until('an event behind the snapshot', () => stage.seen.since(since).transactions()[0]);
    await expectCurrent(stage, 'transactions');
    await stage.expect.view('the position with its volume, once', (view) => positionsShown(view, stage));
  },
);

clientCheck(
  'transactions.client-entities-replace/two-connections',
  {
    title: 'counts what two of its connections say once',
    depth: 'view',
    situation: asTold,
    needs: { operations: ['open'], streams: ['transactions'] },
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    await requireShown(stage, 'positions');
    const twins = stage.inside().connections.filter(({ subscriptions }) => subscriptions.transactions);
    if (twins.length < 2) stage.notApplicable('the client hears transactions on no more than one connection');
    await stage.open().reply;
    await stage.open().reply;
    await stage.until('two open positions', () => stage.inside().state.positions[1]);
    await stage.barrier();
    await expectTrading(stage, 'both connections say the same');
  },
);

clientCheck(
  'transactions.client-balance-kinds/every-kind',
  {
    title: 'shows the balance after transactions of every kind, and goes on waiting for its own operation',
    depth: 'view',
    situation: asTold,
    needs: STREAMING,
    requirements: ['transactions.client-foreign-events'],
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    await requireShown(stage, 'account');
    await stage.control('operation.hold');
    const order = stage.place();
    await acknowledged(stage, order);
    let amount = 1;
    for (const kind of BALANCE_KINDS) {
      amount += 1;
      await stage.control('account.deposit', { kind, amount: `${amount}.25` });
    }
    await stage.barrier();
    const early = order.outcome;
    stage.expect.that(early === undefined || early.state === 'pending' || early.state === 'unknown', {
      grounds: saidSo(early, fact('/state', 'oneOf', ['pending', 'unknown'])),
      requirement: 'transactions.client-foreign-events',
      expected: 'an operation that is under way still',
      actual: early?.state ?? '',
      evidence: stage.seen.transactions().slice(-1),
    });
    await stage.expect.view('the balance after every one of them', () => balanceShown(stage));
    await stage.control('operation.release');
    stage.expect.state(await order.settled(), ['success', 'unknown', 'pending'], 'the order was placed in the end', {
      requirement: 'transactions.client-foreign-events',
    });
  },
);
