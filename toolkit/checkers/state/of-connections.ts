// What is judged of a connection as a whole (interface 6): kept from its first snapshot on, judged and forgotten when it closes or the
// journal ends, and not judged at all where control actions disturbed its account meanwhile.
import type { CheckerContext, Judge } from '../checker.js';
import { entitiesOf, type Name } from '../ledger/entities.js';
import type { Control, Message } from '../ledger/entry.js';
import { type Operation, wasDisturbed } from '../ledger/facts.js';
import type { Ledger } from '../ledger/ledger.js';

/** Events of what nobody in the journal asked for may be as late as this behind the state that they lead to. */
export const BEHIND_NS = 5e9;

interface Watched<Shown> {
  readonly account: string;
  readonly shown: Shown;
  readonly since: Control[];
  /** What snapshots show, and what operations that were asked for behind the latest one began. */
  readonly stood: Set<Name>;
  readonly begun: Set<Name>;
  /** Who subscribes again gets another one, which shows what happened meanwhile. */
  snapshotNs: number;
}

/** What is known of a connection when it was closed, or the journal ended. */
export interface End {
  /** The control actions on its account from the latest snapshot on; one is on record when it has answered, maybe behind its event. */
  readonly since: readonly Control[];
  readonly endNs: number;
  /** Whether it has told nothing yet of an operation that was taken: events of several operations may come in any order. */
  readonly hasUntold: () => boolean;
}

/** `isNews`: whether the message tells of something that the latest snapshot of its connection cannot show already. */
export function ofConnections<Shown>(
  { ledger }: CheckerContext,
  begin: () => Shown,
  take: (message: Message, shown: Shown, isNews: () => boolean) => void,
  judge: (shown: Shown, end: End) => void,
): Judge {
  const watched = new Map<string, Watched<Shown>>();
  const end = (conn: string): void => {
    const one = watched.get(conn);
    const connection = ledger.connections.get(conn);
    watched.delete(conn);
    if (one === undefined || connection === undefined) return;
    const endNs = connection.closedNs ?? ledger.lastNs;
    const account = ledger.account(connection.account);
    if (wasDisturbed(account, connection.openedNs, endNs)) return;
    const isUntold = ({ ack, events, readings }: Operation): boolean =>
      ack !== undefined &&
      ack.calledNs < endNs &&
      !events.some((event) => event.conn === conn) &&
      ![...events, ...readings].some(({ tNs }) => tNs < one.snapshotNs);
    const hasUntold = (): boolean => [...account.operations.values()].some(isUntold);
    judge(one.shown, { since: one.since, endNs, hasUntold });
  };
  const stand = (snapshot: Message): void => {
    const { account, conn, tNs: snapshotNs } = snapshot;
    const one = watched.get(conn) ?? {
      account,
      shown: begin(),
      since: [],
      stood: new Set(),
      begun: new Set(),
      snapshotNs,
    };
    watched.set(conn, one);
    one.snapshotNs = snapshotNs;
    for (const name of namesIn(snapshot)) {
      one.stood.add(name);
      one.begun.delete(name);
    }
  };
  return {
    see(entry) {
      if (entry.type === 'closed') end(entry.conn);
      if (entry.type === 'control') {
        for (const one of watched.values()) if (one.account === entry.account) one.since.push(entry);
      }
      if (entry.type !== 'message') return;
      if (entry.kind === 'trading_state_snapshot') stand(entry);
      const one = watched.get(entry.conn);
      if (one === undefined) return;
      if (calledBehind(entry, ledger, one) === true) {
        for (const name of namesIn(entry)) if (!one.stood.has(name)) one.begun.add(name);
      }
      take(entry, one.shown, () => isNews(entry, ledger, one));
    },
    finish() {
      for (const conn of [...watched.keys()]) end(conn);
    },
  };
}

/**
 * Between a subscription and its snapshot things happen: their events follow the snapshot, which shows their outcome (interface 6). What
 * nobody asked for is news of what began behind the snapshot, and of anything once the snapshot is old.
 */
function isNews(message: Message, ledger: Ledger, one: Watched<unknown>): boolean {
  return (
    calledBehind(message, ledger, one) ??
    (message.tNs - one.snapshotNs > BEHIND_NS || namesIn(message).some((name) => one.begun.has(name)))
  );
}

/** Whether the operation of a message was asked for behind the latest snapshot; undefined where nobody asked for it. */
function calledBehind(message: Message, ledger: Ledger, { snapshotNs }: Watched<unknown>): boolean | undefined {
  const { account, operationId } = message;
  if (operationId === undefined) return undefined;
  const calledNs = ledger.account(account).operations.get(operationId)?.ack?.calledNs;
  return calledNs === undefined ? undefined : calledNs > snapshotNs;
}

function namesIn({ view }: Message): readonly Name[] {
  return entitiesOf(view).map(([name]) => name);
}
