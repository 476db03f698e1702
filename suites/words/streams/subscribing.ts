// Judging commands. Subscribing as set-up is a verb: `events.subscribed`, `account.subscribed`.
import type { CheckContext, CommandOutcome } from '../../runner/context.js';

/** Judges that a command was not accepted. A target that answers no refusals shows it by silence, which the check judges itself. */
export function expectNotAccepted(t: CheckContext, command: CommandOutcome): void {
  t.expect.that(command.outcome !== 'accepted', {
    expected: 'the command refused',
    actual: 'the command was accepted',
    evidence: [command],
  });
}
