// The causal barrier of a stream connection: once it has passed, whatever the target had put on this connection before has arrived.
// It rests on the order of one connection alone, so it needs no pause and bears any interleaving of kinds.
import type { Account, CheckContext, Events } from '../../runner/context.js';

/**
 * Passes the barrier: by a transactions subscription, whose snapshot must come, or, where the connection has one already, by an
 * order, whose event must come. Undecided when neither comes.
 */
export async function barrier(t: CheckContext, events: Events, account: Account = t.account): Promise<void> {
  if (events.of('trading_state_snapshot').length > 0) return void (await events.awaitResultOf(await account.place()));
  const command = await events.subscribe('transactions');
  if (command.outcome !== 'accepted') {
    t.inconclusive(`the transactions subscription that serves as barrier was ${command.outcome}`, [command]);
  }
}
