// What is judged of a connection as a whole (interface 6): kept from its first snapshot on, judged and forgotten when it closes or the
// journal ends, and not judged at all where control actions disturbed its account meanwhile.
import type { CheckerContext, Judge } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { wasDisturbed } from '../ledger/facts.js';

export function ofConnections<Shown>(
  { ledger }: CheckerContext,
  begin: () => Shown,
  take: (message: Message, shown: Shown) => void,
  judge: (shown: Shown) => void,
): Judge {
  const watched = new Map<string, Shown>();
  const end = (conn: string): void => {
    const shown = watched.get(conn);
    const connection = ledger.connections.get(conn);
    watched.delete(conn);
    if (shown === undefined || connection === undefined) return;
    const endNs = connection.closedNs ?? ledger.lastNs;
    if (!wasDisturbed(ledger.account(connection.account), connection.openedNs, endNs)) judge(shown);
  };
  return {
    see(entry) {
      if (entry.type === 'closed') end(entry.conn);
      if (entry.type !== 'message') return;
      if (entry.kind === 'trading_state_snapshot' && !watched.has(entry.conn)) watched.set(entry.conn, begin());
      const shown = watched.get(entry.conn);
      if (shown !== undefined) take(entry, shown);
    },
    finish() {
      for (const conn of [...watched.keys()]) end(conn);
    },
  };
}
