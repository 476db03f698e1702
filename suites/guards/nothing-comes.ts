// Silence on a stream of an account on which trading is disabled (interface 3; 4.5, rule 6).
import type { CheckContext, Events, Evidence, Received } from '../runner/context.js';

/** Judges that none of these comes. No connection of a disabled account can serve as a causal barrier, so silence is listened for. */
export async function expectNothing(
  t: CheckContext,
  events: Events,
  isMeant: (message: Received) => boolean,
  command: Evidence,
): Promise<void> {
  const leaked = await events.next(isMeant, { withinMs: t.timing.quietMs });
  t.expect.that(leaked === undefined, {
    expected: 'a refusal at the handshake or at the command, and no event',
    actual: String(leaked?.kind),
    evidence: [command, leaked],
  });
}
