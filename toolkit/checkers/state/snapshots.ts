// Interface 1, rule 2 and 6: a snapshot and the events after it add up to what a later snapshot of another connection shows. What
// one connection learns late is waited for; SLTP orders are left out, since snapshots may show them on the order itself.

import type { JsonObject } from '../../payload/json.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import type { Checker, Violation } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { wasDisturbed } from '../ledger/facts.js';
import { listOf, textAt } from '../ledger/views.js';
import { isPlainOrder } from './plain-order.js';

const ADDS_UP = 'domain.events-lead-to-snapshot';
const EVERY_CHANGE = 'transactions.every-change';

/** A difference between what a connection knew and what another's snapshot showed; an event that names the entity explains it. */
interface Difference {
  readonly id: string;
  readonly atNs: number;
  readonly requirement: RequirementId;
  readonly violation: Violation;
}

interface Watched {
  readonly account: string;
  readonly first: { readonly i: number; readonly ids: ReadonlySet<string> };
  readonly named: Set<string>;
  readonly differences: Difference[];
  compared: number;
}

export const snapshots: Checker = {
  name: 'snapshots',
  sees: ['closed', 'transaction_event', 'trading_state_snapshot'],
  summary: 'a snapshot and the events after it add up to later snapshots',
  requirements: [ADDS_UP, EVERY_CHANGE],
  start({ ledger, findings, eventMs }) {
    const watched = new Map<string, Watched>();
    const judge = (conn: string): void => {
      const found = watched.get(conn);
      const connection = ledger.connections.get(conn);
      watched.delete(conn);
      if (found === undefined || connection === undefined) return;
      const endNs = Math.min(connection.endedNs ?? ledger.lastNs, connection.closedNs ?? ledger.lastNs);
      if (wasDisturbed(ledger.account(connection.account), connection.openedNs, endNs)) return;
      const due = found.differences.filter(({ id, atNs }) => !found.named.has(id) && atNs + eventMs * 1e6 <= endNs);
      for (const { requirement, violation } of due) findings.judge(requirement, false, () => violation);
      // Each comparison looked both for what was gone and for what had come.
      for (const requirement of [ADDS_UP, EVERY_CHANGE] as const) {
        for (let left = found.compared; left > 0; left -= 1) findings.judge(requirement, true, never);
      }
    };
    const compare = (snapshot: Message, ids: ReadonlySet<string>): void => {
      for (const [conn, { account, first, named, differences }] of watched) {
        const found = watched.get(conn);
        if (found === undefined || account !== snapshot.account || conn === snapshot.conn) continue;
        found.compared += 1;
        const unexplained = (id: string): boolean => !named.has(id);
        const gone = [...first.ids].filter((id) => !ids.has(id) && unexplained(id));
        const come = [...ids].filter((id) => !first.ids.has(id) && unexplained(id));
        for (const id of gone)
          differences.push(difference({ requirement: ADDS_UP, id, what: 'is gone from' }, first.i, snapshot));
        for (const id of come)
          differences.push(difference({ requirement: EVERY_CHANGE, id, what: 'has come into' }, first.i, snapshot));
      }
    };
    return {
      see(entry) {
        if (entry.type === 'closed') judge(entry.conn);
        if (entry.type !== 'message') return;
        if (entry.kind === 'transaction_event') {
          const named = watched.get(entry.conn)?.named;
          if (named !== undefined) addIds(named, entry.view, () => true);
        }
        if (entry.kind !== 'trading_state_snapshot') return;
        const ids = new Set<string>();
        addIds(ids, entry.view, isPlainOrder);
        compare(entry, ids);
        if (!watched.has(entry.conn)) {
          const { account, i } = entry;
          watched.set(entry.conn, { account, first: { i, ids }, named: new Set(), differences: [], compared: 0 });
        }
      },
      finish() {
        for (const conn of [...watched.keys()]) judge(conn);
      },
    };
  },
};

function addIds(ids: Set<string>, view: JsonObject, keeps: (entity: JsonObject) => boolean): void {
  for (const order of listOf(view, 'orders') ?? []) if (keeps(order)) add(ids, 'order', textAt(order, 'id'));
  for (const position of listOf(view, 'positions') ?? []) add(ids, 'position', textAt(position, 'id'));
}

function add(ids: Set<string>, kind: string, id: string | undefined): void {
  if (id !== undefined) ids.add(`${kind} ${id}`);
}

function difference(
  { requirement, id, what }: { readonly requirement: RequirementId; readonly id: string; readonly what: string },
  first: number,
  snapshot: Message,
): Difference {
  return {
    id,
    atNs: snapshot.tNs,
    requirement,
    violation: {
      message: `${id} ${what} a later snapshot, and no event said so`,
      expected: `an event that names ${id} between the snapshots`,
      actual: 'none on a connection that was subscribed all the time',
      evidence: [snapshot.i, first],
    },
  };
}

/** `judge` asks for a violation only where one exists. */
function never(): never {
  throw new TypeError('expected a violation, got none');
}
