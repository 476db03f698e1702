// What the new snapshot does not tell (interface 6.4, rule 4): orders that were executed, positions that were closed
// while the client was away. Trading History reconciles orders and deals, of a client that keeps some, and operation status tells what
// became of the client's own.
import { asTold } from '../situations/operations.js';
import { clientCheck } from '../stage/client-check.js';
import { cutOff, expectReturn, subscribed } from '../stage/connections.js';
import { fact, seenSo } from '../stage/grounds.js';
import { ownTimeMs } from '../stage/own-time.js';
import { filled, resting } from '../stage/trading-state.js';
import { expectTrading } from '../stage/trading-view.js';

clientCheck(
  'reconnect.client-history/executed-and-closed-while-away',
  {
    title: 'clears up what became of an order that was executed, and its position closed, while it was away',
    depth: 'view',
    situation: asTold,
    needs: { operations: ['place'], streams: ['transactions'], reconnects: true },
    requirements: ['reconnect.client-subscribes-again', 'reconnect.client-baseline'],
  },
  async (stage) => {
    const had = await subscribed(stage, 'transactions');
    const { deals } = await stage.view();
    if (deals === undefined) stage.notApplicable('the view of the client has no deals that history would reconcile');
    const [order = ''] = await resting(stage, 2);
    await stage.barrier();
    const since = await cutOff(stage, async () => {
      const [position_id = ''] = await filled(stage, order);
      await stage.control('position.close', { position_id });
    });
    await expectReturn(stage, had, since, { requirement: 'reconnect.client-subscribes-again' });
    await expectTrading(stage, 'the snapshot on its new connection shows it so', {
      requirement: 'reconnect.client-baseline',
    });
    const asked = await stage.eventually(
      () => stage.seen.since(since).requests('orderHistory', 'dealHistory', 'operationStatus')[0],
      ownTimeMs(stage),
    );
    stage.expect.that(asked !== undefined, {
      grounds: seenSo(asked, fact('/request', 'oneOf', ['orderHistory', 'dealHistory', 'operationStatus'])),
      level: 'should',
      expected: 'a read of Trading History or of the status of the operation after the return',
      actual: 'neither',
      timely: true,
      evidence: stage.seen.since(since).opened(),
    });
  },
);
