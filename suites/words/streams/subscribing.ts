// Subscribing as set-up: what is refused here is undecided; whether a target may refuse it is judged by the checks of its kind.
import type { CheckContext, CommandOutcome, Events } from '../../runner/context.js';

export async function subscribed(
  t: CheckContext,
  events: Events,
  event: string,
  instruments?: readonly string[],
): Promise<CommandOutcome> {
  const outcome = await events.subscribe(event, instruments);
  if (outcome.outcome === 'refused') t.inconclusive(`the subscription to ${event} was refused`, [outcome.record]);
  return outcome;
}

/** Judges that a command was not accepted. A target that answers no refusals shows it by silence, which the check judges itself. */
export function expectNotAccepted(t: CheckContext, outcome: CommandOutcome): void {
  t.expect.that(outcome.outcome !== 'accepted', {
    expected: 'the command refused',
    actual: 'the command was accepted',
    evidence: [outcome.record],
  });
}
