// Operation status of what an event has announced (interface 1, rule 1; 4.3): it may lag behind the event, but not for ever. Which states
// there are before the final ones is open, and so is how long a status is retained.
import { isFinalStatus } from '../../../toolkit/payload/vocabulary.js';
import type { CheckContext, ExpectOptions, ReceivedOf, Submission } from '../../runner/context.js';
import { isAnswered } from '../../words/calls/answered.js';
import { eventually } from '../../words/eventually.js';

/** Reads the status until it is final or patience has ended, and judges that it is, and the same as in the event. */
export async function expectToldInStatus(
  t: CheckContext,
  { operationId }: Submission,
  event: ReceivedOf<'transaction_event'>,
  options?: ExpectOptions,
): Promise<void> {
  if (operationId === undefined) return;
  const reading = await eventually(
    t,
    async () => {
      const read = await t.account.request('operationStatus', { operationId });
      const state = isAnswered(read) ? t.dialect.readOperation(read.answer?.body ?? null).state : undefined;
      return { state, record: read.record };
    },
    ({ state }) => state === undefined || isFinalStatus(state),
  );
  // A status that cannot be read says nothing: it may be forgotten, or beyond a quota.
  if (reading.state === undefined || reading.state === null) return;
  t.expect.that(
    reading.state === event.view.status,
    {
      expected: `state ${event.view.status}, as the event has announced, within ${t.timing.resultMs} ms`,
      actual: `state ${reading.state}`,
      evidence: [reading, event],
      shown: [
        [reading, '/view/state', 'equals', event.view.status],
        [event, '/view/status', 'equals', event.view.status],
      ],
    },
    options,
  );
}
