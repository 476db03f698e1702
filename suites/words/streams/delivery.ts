// Whether a connection goes on delivering (interface 6.4): what another one received has come here too, unless this one has ended.
import type { CheckContext, Events, Evidence, Placed, Submission } from '../../runner/context.js';

/** Set-up: an order whose event a new connection received. */
export async function witnessedOrder(t: CheckContext): Promise<Placed> {
  const witness = await t.account.transactions();
  const { submission } = await t.account.openOrder({}, { events: witness });
  return submission;
}

/** Judges that what was waited for on the connection has come; undecided where the connection has ended, as it may. */
export function expectDelivered<Message extends { readonly record: number }>(
  t: CheckContext,
  events: Events,
  message: Message | undefined,
  expected: string | Submission,
  evidence: readonly Evidence[],
): Message {
  if (message === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', evidence);
  return t.expect.arrived(message, expected, { evidence });
}
