// Interface 3: an account that is close_only takes no pending orders, except those that protect a position.
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, saidSo } from '../stage/grounds.js';
import { sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';

clientCheck(
  'guards.client-close-only-sltp/after-a-refused-order',
  {
    title: 'protects a position of an account that is close_only, after a limit order was refused',
    depth: 'outcome',
    situation: honest,
    needs: { operations: ['place', 'open'] },
  },
  async (stage) => {
    await stage.open().settled();
    const positionId = positionOf(stage);
    await stage.control('account.restrict', { account_status: 'close_only' });
    const limit = await stage.place().settled();
    stage.expect.state(limit, ['refused', 'rejected', 'failed', 'unknown'], 'the account is close_only');
    const before = stage.inside().operations.length;
    const { restingBuyLimit: below, restingSellLimit: above } = stage.instrument;
    const levels = { stop_loss_price: below, take_profit_price: above };
    const sltp = stage.place({ type: 'sltp', side: 'sell', position_id: positionId, ...levels });
    const outcome = await sltp.settled();
    stage.reached('an order that is sent as the service understands it', !isMalformed(stage, sltp));
    const isTaken = stage.inside().operations.length > before;
    stage.expect.that(isTaken && outcome.state === 'success', {
      grounds: outcome.state === 'success' && !isTaken ? {} : saidSo(outcome, fact('/state', 'equals', 'success')),
      expected: 'success: an order that protects a position is taken',
      actual: `${outcome.state}${outcome.message === undefined ? '' : `, ${outcome.message}`}`,
      timely: true,
    });
  },
);

/** As the service names it to the client. */
function positionOf(stage: Stage): string {
  const told = stage.seen.transactions().flatMap(({ view }) => view.positions ?? []);
  const id = told.at(-1)?.id ?? stage.inside().state.positions[0]?.id;
  return typeof id === 'string' ? id : stage.undecided('the opening led to no position');
}

/** Refused for its form, which is another matter, judged elsewhere. */
function isMalformed(stage: Stage, task: Task): boolean {
  return sentFor(stage, task).some(({ answer }) => answer?.status === MALFORMED);
}

const MALFORMED = 400;
