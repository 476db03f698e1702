// Interface 2.3 and 6: account_state_event carries the three figures and no operations, at a standard interval of two seconds. The
// interval has no tolerance of its own and no first message is promised, so the middle of many gaps is held against wide bounds. A busy
// machine delays a message and those behind it, then brings them together: what is too long or too short so far is so on average, too.

import { kept } from '../../base/kept.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject, memberOf } from '../../payload/json-kind.js';
import type { Checker } from '../checker.js';
import { wasDisturbed } from '../ledger/facts.js';
import { has } from '../ledger/views.js';

const FIGURES = [
  ['balance', 'account-state.balance-present'],
  ['equity', 'account-state.equity-present'],
  ['usedMargin', 'account-state.used-margin-present'],
] as const;
const NO_OPERATIONS = 'account-state.no-operations';
const INTERVAL = 'account-state.interval';

/** What stands where there is no operation. */
const NO_IDENTIFIERS: readonly unknown[] = ['', '0', 0, null];

export const accountState: Checker = {
  name: 'account-state',
  sees: ['account_state_event'],
  summary: 'account state events carry the three figures and no operations',
  requirements: [...FIGURES.map(([, requirement]) => requirement), NO_OPERATIONS],
  start({ ledger, findings }) {
    /** Identifiers that a connection has brought. */
    const named = new Set<string>();
    return {
      see(entry) {
        if (entry.type !== 'message' || entry.kind !== 'account_state_event') return;
        for (const [figure, requirement] of FIGURES) {
          findings.judge(requirement, has(entry.view, figure), () => ({
            message: `an account state event lacks ${figure}`,
            expected: `${figure} in the account state`,
            actual: Object.keys(entry.view).join(', ') || 'none of the figures',
            evidence: [entry.i],
          }));
        }
        const id = operationIn(entry.message);
        const name = `${entry.conn} ${String(id)}`;
        // An envelope may carry an identifier of the platform's own, another one in each event (interface 2.2; 6).
        const isOwn = typeof id === 'string' && ledger.account(entry.account).operations.get(id)?.ack !== undefined;
        findings.judge(NO_OPERATIONS, id === undefined || !(isOwn || named.has(name)), () => ({
          message: 'an account state event names an operation',
          expected: 'no operation_id',
          actual: String(id),
          evidence: [entry.i],
        }));
        named.add(name);
      },
      finish: () => undefined,
    };
  },
};

function operationIn(message: JsonValue): JsonValue | undefined {
  const parts = [message, ...(isJsonObject(message) ? Object.values(message) : [])];
  const id = memberOf(
    parts.find((part) => has(part, 'operation_id')),
    'operation_id',
  );
  return NO_IDENTIFIERS.includes(id) ? undefined : id;
}

const LEAST_GAPS = 2;
const SHORTEST_MS = 1000;
const LONGEST_MS = 4000;

interface Beat {
  subscribed: number;
  readonly times: { readonly i: number; readonly tNs: number }[];
}

export const accountStateInterval: Checker = {
  name: 'account-state-interval',
  sees: ['command', 'account_state_event'],
  summary: 'account state events come about every two seconds',
  requirements: [INTERVAL],
  start({ ledger, findings }) {
    const beats = new Map<string, Beat>();
    const beatOf = (conn: string): Beat => kept(beats, conn, () => ({ subscribed: 0, times: [] }));
    return {
      see(entry) {
        if (entry.type === 'command' && entry.event === 'account_state') beatOf(entry.conn).subscribed += 1;
        if (entry.type !== 'message' || entry.kind !== 'account_state_event') return;
        beatOf(entry.conn).times.push({ i: entry.i, tNs: entry.tNs });
      },
      finish() {
        for (const [conn, { subscribed, times }] of beats) {
          const connection = ledger.connections.get(conn);
          const [first] = times;
          const last = times.at(-1);
          // What a second subscription to the same kind does is left open, and so is what held it up meanwhile.
          if (connection === undefined || connection.sentOther || subscribed !== 1) continue;
          if (first === undefined || last === undefined || times.length <= LEAST_GAPS) continue;
          if (wasDisturbed(ledger.account(connection.account), first.tNs, last.tNs)) continue;
          // Where answers are late, messages are, too.
          if (ledger.wasSluggish(first.tNs, last.tNs)) continue;
          const gaps = times.slice(1).map(({ tNs }, at) => (tNs - (times[at]?.tNs ?? 0)) / 1e6);
          const inOrder = gaps.toSorted((a, b) => a - b);
          const middles = [inOrder[(gaps.length - 1) >> 1] ?? 0, inOrder[gaps.length >> 1] ?? 0];
          const average = (last.tNs - first.tNs) / 1e6 / gaps.length;
          const [least, most] = [Math.min(...middles, average), Math.max(...middles, average)];
          findings.judge(INTERVAL, most >= SHORTEST_MS && least <= LONGEST_MS, () => ({
            message: 'account state events do not come at the standard interval',
            expected: 'about 2000 ms between them',
            actual: `${Math.round(average)} ms on average over ${gaps.length} gaps`,
            evidence: [last.i, first.i],
          }));
        }
      },
    };
  },
};
