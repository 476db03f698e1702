// What a client is closing or cancelling already (interface 1, rule 1; 8): the ACK is no result, and while there is none the same is not
// done once more under another key, whatever becomes of the connection meanwhile.
import { asTold } from '../situations/operations.js';
import { clientCheck } from '../stage/client-check.js';
import { cutOff, subscribed } from '../stage/connections.js';
import { amongRequests } from '../stage/grounds.js';
import { keyOf } from '../stage/seen.js';
import { sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';
import { acknowledged, requireCall } from './placements.js';

const ENDINGS = [
  {
    slug: 'closing',
    title: 'closes a position once',
    operations: ['open', 'close'],
    request: 'closePosition',
    tell: (stage: Stage, of: string): Task => stage.close({ of }),
    prepare: (stage: Stage): Task => stage.open(),
  },
  {
    slug: 'cancelling',
    title: 'cancels an order once',
    operations: ['place', 'cancel'],
    request: 'cancelOrder',
    tell: (stage: Stage, of: string): Task => stage.cancel({ of }),
    prepare: (stage: Stage): Task => stage.place(),
  },
] as const;

for (const ending of ENDINGS) {
  const { slug, title, operations } = ending;
  clientCheck(
    `domain.client-ack-not-final/${slug}-held`,
    {
      title: `${title} while the result is not known`,
      depth: 'wire',
      situation: asTold,
      needs: { operations },
      requirements: ['idempotency.client-same-key'],
    },
    (stage) => once(stage, ending),
  );

  clientCheck(
    `domain.client-ack-not-final/${slug}-over-a-drop`,
    {
      title: `${title} although its connection ends before the result`,
      depth: 'wire',
      situation: asTold,
      needs: { operations, streams: ['transactions'] },
      requirements: ['idempotency.client-same-key'],
    },
    (stage) => once(stage, ending, async () => void (await cutOff(stage))),
  );
}

async function once(
  stage: Stage,
  { request, tell, prepare }: (typeof ENDINGS)[number],
  meanwhile?: () => Promise<void>,
): Promise<void> {
  requireCall(stage, request);
  if (meanwhile !== undefined) await subscribed(stage, 'transactions');
  const { intent } = await prepared(stage, prepare(stage));
  await stage.control('operation.hold');
  const task = tell(stage, intent);
  await acknowledged(stage, task);
  await meanwhile?.();
  await stage.grace();
  const sent = sentFor(stage, task);
  await stage.control('operation.release');
  const keys = [...new Set(sent.map(keyOf))];
  stage.expect.that(keys.length <= 1, {
    grounds: amongRequests(stage.seen, sent, [request], { alike: ['/key'] }),
    expected: 'one request, or repeats with its key, while the result is not known',
    actual: `${keys.length} keys: ${keys.join(', ')}`,
    evidence: [...sent].reverse(),
  });
}

async function prepared(stage: Stage, task: Task): Promise<Task> {
  const { state } = await task.settled();
  stage.reached('what is to be closed or cancelled', state === 'success');
  // A client may have taken the ACK for the result: what it is to end is known to it with the event only.
  await stage.grace();
  return task;
}
