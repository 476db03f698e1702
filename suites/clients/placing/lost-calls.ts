// A call that is lost, or its answer (interface 8): what it needs is brought about first, and what the client then does about it is judged.
import { keyOf } from '../stage/seen.js';
import { expectBounded, expectExecuted, expectRepeats, sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';
import { requireCall } from './placements.js';

/**
 * A placement that has met its loss, and whose operation has no result before the client has done what it does about that: what it
 * learnt from an event would tell nothing of how it takes a loss.
 */
export async function lost(stage: Stage, requests = 2, prepared: Prepared = ready('place')): Promise<Task> {
  const tell = await prepared(stage);
  await stage.control('operation.hold');
  const order = tell();
  await stage.until('a call that was lost, or its answer', () => sentFor(stage, order)[0]);
  const isOver = (): boolean => sentFor(stage, order).length >= requests || order.replied !== undefined;
  await stage.eventually(() => isOver() || undefined, Math.min(LONGEST_MS, stage.patienceMs / 2));
  await stage.control('operation.release');
  return order;
}

/** Undecided of a client whose calls the service refuses: whatever it makes of that, it says nothing of answers that are lost. */
export function reachedOperation(stage: Stage): void {
  stage.reached('a call that the service took', stage.inside().operations.length > 0);
}

export const LONGEST_MS = 2_500;

/** Brings about what the call needs, and gives what tells it. */
type Prepared = (stage: Stage) => Promise<() => Task>;

export function ready(operation: 'place' | 'open'): Prepared {
  return async (stage) => () => stage[operation]();
}

export async function closing(stage: Stage): Promise<() => Task> {
  requireCall(stage, 'closePosition');
  const { intent: of } = await succeeded(stage, stage.open());
  return () => stage.close({ of });
}

export async function cancelling(stage: Stage): Promise<() => Task> {
  requireCall(stage, 'cancelOrder');
  const { intent: of } = await succeeded(stage, stage.place());
  return () => stage.cancel({ of });
}

async function succeeded(stage: Stage, task: Task): Promise<Task> {
  const { state } = await task.settled();
  stage.reached('what is to be closed or cancelled', state === 'success');
  return task;
}

export async function repeatsSoundly(stage: Stage, prepared?: Prepared): Promise<void> {
  const order = await lost(stage, REQUESTS[stage.situation] ?? 2, prepared);
  const before = stage
    .inside()
    .operations.filter(({ key }) => !sentFor(stage, order).some((one) => keyOf(one) === key));
  await order.reply;
  await stage.grace();
  const sent = sentFor(stage, order);
  expectRepeats(stage, sent);
  expectExecuted(stage, before.length + 1, sent);
  expectBounded(stage, sent);
}

/** How often a client that repeats until it is answered sends. */
const REQUESTS: Readonly<Record<string, number>> = { 'three-answers-lost': 4 };
