// Interface 6, table; 8: a subscription to account_state goes on for good. One that brought some messages and then none for several of the
// longest intervals of its target, until its connection closed or the journal ended, has stopped, if others still got theirs.
import { kept } from '../../base/kept.js';
import type { Checker } from '../checker.js';
import type { Command, Message } from '../ledger/entry.js';
import { wasDisturbed } from '../ledger/facts.js';

const REQUIREMENT = 'account-state.periodic';
const LEAST_MESSAGES = 3;
const LEAST_SILENCE_MS = 6000;
const INTERVALS = 3;

/** Control actions that leave streams alone. Whether an account that may not trade goes on being told is open. */
const HARMLESS: ReadonlySet<string> = new Set(['account.deposit', 'account.create', 'order.fill', 'market.price']);

interface Followed {
  subscribed: number;
  /** Unsubscribed, or perhaps. */
  isGivenUp: boolean;
  messages: number;
  last: Message | undefined;
}

/** What is known of a target as a whole. */
interface Pulse {
  longestNs: number;
  latestNs: number;
  /** When a control action may have stopped streams. */
  restlessNs: number;
}

export const accountStateGoesOn: Checker = {
  name: 'account-state-goes-on',
  sees: ['closed', 'control', 'command', 'account_state_event'],
  summary: 'account state events do not stop while their connection goes on',
  requirements: [REQUIREMENT],
  start({ ledger, findings }) {
    const connections = new Map<string, Followed>();
    const pulses = new Map<string, Pulse>();
    const pulseOf = (target: string): Pulse =>
      kept(pulses, target, () => ({ longestNs: 0, latestNs: 0, restlessNs: Number.NEGATIVE_INFINITY }));
    const end = (conn: string, followed: Followed): void => {
      connections.delete(conn);
      const { subscribed, isGivenUp, messages, last } = followed;
      const connection = ledger.connections.get(conn);
      if (connection === undefined || connection.sentOther || last === undefined) return;
      if (subscribed !== 1 || isGivenUp || messages < LEAST_MESSAGES) return;
      const { longestNs, latestNs, restlessNs } = pulseOf(last.target);
      const endNs = connection.closedNs ?? ledger.lastNs;
      const mostNs = Math.max(LEAST_SILENCE_MS * 1e6, INTERVALS * longestNs);
      // Only where somebody else was told so late: the target, or whoever recorded it, may have stood still.
      if (latestNs <= last.tNs + mostNs && endNs - last.tNs > mostNs) return;
      if (restlessNs > last.tNs || wasDisturbed(ledger.account(connection.account), last.tNs, endNs)) return;
      findings.judge(REQUIREMENT, endNs - last.tNs <= mostNs, () => ({
        message: `account state events stopped after ${messages} of them`,
        expected: `another one within ${Math.round(mostNs / 1e6)} ms`,
        actual: `none for ${Math.round((endNs - last.tNs) / 1e6)} ms, while others went on`,
        evidence: [last.i],
      }));
    };
    return {
      see(entry) {
        const followed = entry.type === 'closed' ? connections.get(entry.conn) : undefined;
        if (entry.type === 'closed' && followed !== undefined) end(entry.conn, followed);
        if (entry.type === 'control' && !HARMLESS.has(entry.action)) pulseOf(entry.target).restlessNs = entry.tNs;
        if (entry.type === 'command') asked(entry, connections);
        if (entry.type === 'message' && entry.kind === 'account_state_event') {
          told(entry, connections.get(entry.conn), pulseOf(entry.target));
        }
      },
      finish() {
        for (const [conn, followed] of [...connections]) end(conn, followed);
      },
    };
  },
};

function asked({ conn, action, event }: Command, connections: Map<string, Followed>): void {
  if (action !== undefined && event !== 'account_state') return;
  const followed = kept(
    connections,
    conn,
    (): Followed => ({
      subscribed: 0,
      isGivenUp: false,
      messages: 0,
      last: undefined,
    }),
  );
  if (action === 'subscribe') followed.subscribed += 1;
  else followed.isGivenUp = true;
}

function told(message: Message, followed: Followed | undefined, pulse: Pulse): void {
  pulse.latestNs = message.tNs;
  if (followed === undefined) return;
  const { last } = followed;
  if (last !== undefined) pulse.longestNs = Math.max(pulse.longestNs, message.tNs - last.tNs);
  followed.messages += 1;
  followed.last = message;
}
