// What is judged of a connection as a whole (interface 6): kept from its first snapshot on, judged and forgotten when it closes or the
// journal ends, and not judged at all where control actions disturbed its account meanwhile.
import type { CheckerContext, Judge } from '../checker.js';
import type { Control, Message } from '../ledger/entry.js';
import { wasDisturbed } from '../ledger/facts.js';
import type { Ledger } from '../ledger/ledger.js';

/** Events of what nobody in the journal asked for may be as late as this behind the state that they lead to. */
const BEHIND_NS = 5e9;

interface Watched<Shown> {
  readonly account: string;
  readonly shown: Shown;
  readonly since: Control[];
}

/**
 * `isNews`: whether the message tells of something that the first snapshot of its connection cannot show already. `since`: the control
 * actions on the account from that snapshot on; one is on record when it has answered, which may be after the event that it caused.
 */
export function ofConnections<Shown>(
  { ledger }: CheckerContext,
  begin: () => Shown,
  take: (message: Message, shown: Shown, isNews: () => boolean) => void,
  judge: (shown: Shown, since: readonly Control[]) => void,
): Judge {
  const watched = new Map<string, Watched<Shown>>();
  const end = (conn: string): void => {
    const one = watched.get(conn);
    const connection = ledger.connections.get(conn);
    watched.delete(conn);
    if (one === undefined || connection === undefined) return;
    const endNs = connection.closedNs ?? ledger.lastNs;
    if (!wasDisturbed(ledger.account(connection.account), connection.openedNs, endNs)) judge(one.shown, one.since);
  };
  return {
    see(entry) {
      if (entry.type === 'closed') end(entry.conn);
      if (entry.type === 'control') {
        for (const one of watched.values()) if (one.account === entry.account) one.since.push(entry);
      }
      if (entry.type !== 'message') return;
      if (entry.kind === 'trading_state_snapshot' && !watched.has(entry.conn)) {
        watched.set(entry.conn, { account: entry.account, shown: begin(), since: [] });
      }
      const one = watched.get(entry.conn);
      if (one !== undefined) take(entry, one.shown, () => isNews(entry, ledger, one.since));
    },
    finish() {
      for (const conn of [...watched.keys()]) end(conn);
    },
  };
}

/** Between a subscription and its snapshot things happen: their events follow the snapshot, which shows their outcome (interface 6). */
function isNews({ account, conn, operationId, tNs }: Message, ledger: Ledger, since: readonly Control[]): boolean {
  const snapshotNs = ledger.connections.get(conn)?.snapshot?.tNs;
  if (snapshotNs === undefined) return true;
  const { operations } = ledger.account(account);
  const calledNs = operationId === undefined ? undefined : operations.get(operationId)?.ack?.calledNs;
  if (calledNs !== undefined) return calledNs > snapshotNs;
  return since.length > 0 || tNs - snapshotNs > BEHIND_NS;
}
