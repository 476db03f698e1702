// Judges that operation status comes to what the event announced (interface 1, 4.3): of the two it is the status that is read after, so
// that a failure names what the event said as expected.
import type { CheckContext, ExpectOptions, FinalResult, ReceivedOf } from '../../runner/context.js';

/** `status` was read from operation status. Of an event that tells none, the event is at fault. */
export function expectSameResult(
  t: CheckContext,
  event: ReceivedOf<'transaction_event'>,
  status: FinalResult,
  options: ExpectOptions = {},
): void {
  const announced = event.view.status;
  if (typeof announced === 'string') t.expect.at(status, '/view/state', 'equals', announced, options);
  else t.expect.at(event, '/view/status', 'equals', status.status, options);
}
