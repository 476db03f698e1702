// What checks of placing say alike: a placement that was acknowledged, and a client that is known to learn of success.
import type { Outcome } from '../../../toolkit/intents/index.js';
import type { MutatingRequest } from '../../../toolkit/profile/dialect/dialect.js';
import type { SeenRequest } from '../stage/seen.js';
import { sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';

const ACCEPTED: readonly number[] = [200, 202];

/** The requests of the intent, once one of them was answered whole and with success; undecided where none was. */
export function acknowledged(stage: Stage, task: Task): Promise<readonly SeenRequest[]> {
  return stage.until('a mutation that was acknowledged', () => {
    const sent = sentFor(stage, task).filter(
      ({ answer }) => answer?.delivered === 'whole' && ACCEPTED.includes(answer.status),
    );
    return sent.length > 0 ? sent : undefined;
  });
}

/** The requests of the intent, once one of them was answered whole with that status. */
export function refusedWith(stage: Stage, task: Task, status: number): Promise<readonly SeenRequest[]> {
  return stage.until(`a mutation that was answered ${status}`, () => {
    const sent = sentFor(stage, task).filter(({ answer }) => answer?.delivered === 'whole' && answer.status === status);
    return sent.length > 0 ? sent : undefined;
  });
}

/**
 * Only of a client that learns of an ordinary success can be asked that it learns of an odd one: its patience is its own, and whoever
 * gives up on everything has given up on nothing in particular.
 */
export async function provenToSucceed(stage: Stage): Promise<void> {
  const { state } = await stage.place().settled();
  stage.reached('a client that learns of the success of an ordinary placement', state === 'success');
}

/** What it says in the end, asked once more where it can be asked: what came after its first reply may have changed its mind. */
export async function lastWord(stage: Stage, task: Task): Promise<Outcome> {
  const outcome = await task.settled();
  if (!stage.has('outcome')) return outcome;
  await stage.grace();
  const { account } = task.input;
  return stage.ask('outcome', { intent: task.intent, ...(account !== undefined && { account }) });
}

/** How to close or cancel the interface does not say, so that a venue may have no call for it. */
export function requireCall(stage: Stage, call: MutatingRequest): void {
  const params = {
    orderId: '1',
    positionId: '1',
    instrument: stage.instrument.name,
    side: 'buy',
    volume: '0.01',
  } as const;
  if (Object.keys(stage.carries(call, params)).length === 0) stage.notApplicable(`this venue has no ${WORDS[call]}`);
}

const WORDS: Readonly<Record<MutatingRequest, string>> = {
  placeOrder: 'call that places orders',
  openPosition: 'call that opens positions',
  closePosition: 'call that closes positions',
  cancelOrder: 'call that cancels orders',
};
