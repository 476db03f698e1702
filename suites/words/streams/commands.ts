// Commands under judgement (interface 4.5): accepted or not, and given up. Subscribing as set-up is a verb: `events.subscribed`.
import type { CheckContext, CommandOutcome, Events, Fact } from '../../runner/context.js';

/** Judges that a command was not accepted. A target that answers no refusals shows it by silence, which the check judges itself. */
export function expectNotAccepted(t: CheckContext, command: CommandOutcome): void {
  t.expect.that(command.outcome !== 'accepted', {
    expected: 'the command refused',
    actual: 'the command was accepted',
    evidence: [command],
    shown: [shownOutcome(t, command)],
  });
}

/** Judges that a command was not refused and that the connection goes on. A target need not answer what it accepts. */
export function expectNotRefused(t: CheckContext, events: Events, command: CommandOutcome): void {
  const { isOpen } = events;
  t.expect.that(
    command.outcome !== 'refused' && isOpen,
    {
      expected: 'the command accepted, the connection open',
      actual: `${command.outcome}, the connection ${isOpen ? 'open' : 'closed'}`,
      evidence: [command],
      shown: [[command, '/kind', 'notEquals', 'command_refused']],
    },
    { isAbsence: !isOpen },
  );
}

/** A refusal is an answer that says so, or the end of the connection. */
function shownOutcome(t: CheckContext, command: CommandOutcome): Fact {
  const isEnd = t.records().find(({ i }) => i === command.record)?.kind === 'close';
  return isEnd ? [command, '/code', 'present'] : [command, '/kind', 'equals', 'command_refused'];
}

/** Unsubscribes; not applicable where the target refuses that, since it is open whether all kinds alike can be given up. */
export async function unsubscribed(
  t: CheckContext,
  events: Events,
  kind: string,
  instruments?: readonly string[],
): Promise<CommandOutcome> {
  const command = await events.unsubscribe(kind, instruments);
  if (command.outcome !== 'refused') return command;
  if (!events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
  return t.notApplicable(`the target refuses to unsubscribe ${kind}, which is left open`);
}
