// Coming back after a connection ended (interface 6.4, rules 3 and 4): a new connection, everything subscribed again,
// and until then no word of being current. Whether a client reconnects at all is its own claim.
import type { StreamEvent } from '../../../toolkit/intents/index.js';
import * as closings from '../situations/closings.js';
import { asTold } from '../situations/operations.js';
import { cutBeforeAnswer, cutTwiceAgain } from '../situations/returns.js';
import { clientCheck } from '../stage/client-check.js';
import { cutOff, expectReturn, hangUp, subscribed } from '../stage/connections.js';
import type { Stage } from '../stage/stage.js';

const RETURNING = { operations: [], streams: ['transactions'], reconnects: true } as const;
const EVERY_KIND: readonly StreamEvent[] = ['transactions', 'account_state', 'instruments', 'hmr'];

clientCheck(
  'reconnect.client-subscribes-again/dropped-idle',
  {
    title: 'comes back and subscribes again when its connection is cut',
    depth: 'wire',
    situation: asTold,
    needs: RETURNING,
  },
  returnsFromCut,
);

clientCheck(
  'reconnect.client-subscribes-again/all-kinds',
  {
    title: 'subscribes every kind and every list again that it had',
    depth: 'wire',
    situation: asTold,
    needs: { ...RETURNING, streams: EVERY_KIND },
    subscribe: EVERY_KIND,
  },
  async (stage) => {
    const had = await subscribed(stage, ...EVERY_KIND);
    const since = await cutOff(stage);
    await expectReturn(stage, had, since);
  },
);

clientCheck(
  'reconnect.client-subscribes-again/three-times',
  {
    title: 'comes back each time that its connection is cut',
    depth: 'wire',
    situation: asTold,
    needs: RETURNING,
  },
  async (stage) => {
    await returnsFromCut(stage);
    await returnsFromCut(stage);
    await returnsFromCut(stage);
  },
);

clientCheck(
  'reconnect.client-subscribes-again/cut-before-answer',
  {
    title: 'comes back when the connection is cut between its command and the answer',
    depth: 'wire',
    situation: cutBeforeAnswer,
    needs: RETURNING,
  },
  (stage) => returnsThroughCuts(stage, 1),
);

clientCheck(
  'reconnect.client-subscribes-again/twice-quickly',
  {
    title: 'comes back when the new connection is cut again before its snapshot, twice',
    depth: 'wire',
    situation: cutTwiceAgain,
    needs: RETURNING,
  },
  (stage) => returnsThroughCuts(stage, 2),
);

for (const situation of Object.values(closings)) {
  clientCheck(
    `delivery.client-any-close/${situation.id}`,
    {
      title: `comes back and subscribes again when its connection is ${situation.id.replaceAll('-', ' ')}`,
      depth: 'wire',
      situation,
      needs: RETURNING,
      requirements: ['reconnect.client-subscribes-again'],
    },
    async (stage) => {
      const had = await subscribed(stage, 'transactions');
      const since = await hangUp(stage);
      await stage.until('a stream that was closed', () =>
        stage.seen.opened().find(({ closed }) => closed !== undefined && closed.seq > since),
      );
      await expectReturn(stage, had, since);
    },
  );
}

async function returnsFromCut(stage: Stage): Promise<void> {
  const had = await subscribed(stage, 'transactions');
  const since = await cutOff(stage);
  await expectReturn(stage, had, since);
}

/** Whoever does not come so far as to be cut again is judged all the same: he has not returned. */
async function returnsThroughCuts(stage: Stage, cuts: number): Promise<void> {
  const had = await subscribed(stage, 'transactions');
  const since = await cutOff(stage);
  const isCut = (): true | undefined => cutAgain(stage, since) >= cuts || undefined;
  await stage.eventually(isCut);
  await expectReturn(stage, had, since, { refusals: cuts });
  stage.reached('a connection that was cut again', isCut() === true);
}

function cutAgain(stage: Stage, since: number): number {
  const { length } = stage.seen
    .since(since)
    .opened()
    .filter(({ closed }) => closed !== undefined);
  return length;
}
