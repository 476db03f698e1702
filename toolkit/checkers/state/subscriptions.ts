// Interface 4.5 and 6: a connection gets what it subscribed to, snapshot first, and nothing of another account. Messages that were
// under way while unsubscribing are tolerated; frames that are not the suite's own commands may have asked for anything.

import type { MessageKind } from '../../profile/dialect/views.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { type Checker, stateless } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import type { Ledger } from '../ledger/ledger.js';

/** The kind of subscription that each message belongs to (interface 6, table). */
const KIND_OF: Readonly<Partial<Record<MessageKind, string>>> = {
  transaction_event: 'transactions',
  trading_state_snapshot: 'transactions',
  account_state_event: 'account_state',
  instrument_event: 'instruments',
  hmr_snapshot: 'hmr',
  hmr_update: 'hmr',
};

export const activeSubscriptions: Checker = stateless({
  name: 'active-subscriptions',
  sees: ['message'],
  summary: 'connections get only what they subscribed to, and no ticks on the events stream',
  requirements: ['subscriptions.active-only', 'subscriptions.ticks-refused'],
  see(entry, { ledger, findings }) {
    if (entry.type !== 'message') return;
    const connection = ledger.connections.get(entry.conn);
    if (connection?.stream !== 'eventsStream') return;
    const kind = KIND_OF[entry.kind];
    const isTick = entry.kind === 'tick';
    if (!isTick && (kind === undefined || connection.sentOther)) return;
    findings.judge('subscriptions.ticks-refused', !isTick, () => ({
      message: 'a tick arrived on the events stream',
      expected: 'no ticks on this stream',
      actual: 'a tick',
      evidence: [entry.i],
    }));
    if (kind === undefined) return;
    findings.judge('subscriptions.active-only', connection.asked.has(kind), () => ({
      message: `${entry.kind} arrived on a connection that never subscribed to ${kind}`,
      expected: `only messages of ${[...connection.asked.keys()].join(', ') || 'no kind at all'}`,
      actual: entry.kind,
      evidence: [entry.i],
    }));
  },
});

export const snapshotFirst: Checker = {
  name: 'snapshot-first',
  sees: ['closed', 'transaction_event', 'trading_state_snapshot', 'hmr_snapshot', 'hmr_update'],
  summary: 'the snapshot of a subscription comes before its events',
  requirements: ['subscriptions.snapshot-before-events', 'subscriptions.hmr-snapshot-before-updates'],
  start({ ledger, findings }) {
    const begun = new Set<string>();
    const judge = (entry: Message, snapshot: MessageKind, kind: string, requirement: RequirementId): void => {
      const name = `${entry.conn} ${kind}`;
      if (entry.kind === snapshot) {
        begun.add(name);
        return;
      }
      const connection = ledger.connections.get(entry.conn);
      // Without a subscription it should not have come at all, which is another checker's affair.
      if (connection === undefined || !(connection.asked.has(kind) || connection.sentOther)) return;
      findings.judge(requirement, begun.has(name), () => ({
        message: `${entry.kind} came before the first ${snapshot} of its connection`,
        expected: `${snapshot} first`,
        actual: entry.kind,
        evidence: [entry.i],
      }));
    };
    return {
      see(entry) {
        if (entry.type === 'closed') {
          begun.delete(`${entry.conn} transactions`);
          begun.delete(`${entry.conn} hmr`);
        }
        if (entry.type !== 'message') return;
        if (entry.kind === 'transaction_event' || entry.kind === 'trading_state_snapshot') {
          judge(entry, 'trading_state_snapshot', 'transactions', 'subscriptions.snapshot-before-events');
        }
        if (entry.kind === 'hmr_update' || entry.kind === 'hmr_snapshot') {
          judge(entry, 'hmr_snapshot', 'hmr', 'subscriptions.hmr-snapshot-before-updates');
        }
      },
    };
  },
};

export const ownAccount: Checker = stateless({
  name: 'own-account',
  sees: ['message'],
  assumes: ['all-connections'],
  summary: 'a stream carries nothing of another account',
  requirements: ['subscriptions.own-account-only'],
  see(entry, { ledger, findings }) {
    if (entry.type !== 'message' || entry.key === undefined) return;
    const { key, account, target } = entry;
    const isOwn = ledger.account(account).keys.has(key);
    const owner = isOwn ? account : ownerOf(key, target, ledger);
    if (owner === undefined) return;
    findings.judge('subscriptions.own-account-only', isOwn, () => ({
      message: 'an event of one account arrived on the stream of another',
      expected: `only events of ${entry.accountId}`,
      actual: `the event of a request with key ${key}, which was sent for ${owner}`,
      evidence: [entry.i, ledger.account(owner).keys.get(key)?.call ?? 0],
    }));
  },
});

/** The account of the target for which a request with the key was sent; undefined for keys that are not the suite's. */
function ownerOf(key: string, target: string, ledger: Ledger): string | undefined {
  for (const [account, { keys }] of ledger.accounts) {
    if (account.endsWith(target) && keys.has(key)) return account;
  }
  return undefined;
}
