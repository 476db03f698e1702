// Interface 6: after subscribing to transactions comes a trading_state_snapshot, and after subscribing to hmr an hmr_snapshot. Owed
// wherever a command was accepted that subscribes a kind anew; what a second subscription to the same kind brings is left open.
import { kept } from '../../base/kept.js';
import type { MessageKind } from '../../profile/dialect/views.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import type { Checker, CheckerContext, Violation } from '../checker.js';
import type { Command, Message } from '../ledger/entry.js';
import { wasStalled } from '../ledger/facts.js';
import { textAt } from '../ledger/views.js';

interface Owed {
  readonly snapshot: MessageKind;
  readonly requirement: RequirementId;
}

const OWED: Readonly<Record<string, Owed>> = {
  transactions: { snapshot: 'trading_state_snapshot', requirement: 'subscriptions.transactions-snapshot' },
  hmr: { snapshot: 'hmr_snapshot', requirement: 'subscriptions.hmr-snapshot' },
};

interface Waiting {
  readonly command: Command;
  isAccepted: boolean;
}

interface Subscriber {
  /** Commands that have no answer yet, in their order. */
  readonly open: Command[];
  /** By kind, the subscription whose snapshot has not come. */
  readonly waiting: Map<string, Waiting>;
  /** Kinds that are subscribed, or may be. */
  readonly held: Set<string>;
  /** A frame that is no command of the suite's, or an answer that fits none, may mean anything. */
  isUnclear: boolean;
}

export const snapshotsOwed: Checker = {
  name: 'snapshots-owed',
  sees: ['closed', 'command', 'command_accepted', 'command_refused', 'trading_state_snapshot', 'hmr_snapshot'],
  summary: 'each subscription to transactions and to hmr is followed by its snapshot',
  requirements: Object.values(OWED).map(({ requirement }) => requirement),
  start(context) {
    const subscribers = new Map<string, Subscriber>();
    return {
      see(entry) {
        if (entry.type === 'closed') {
          judgeEnd(entry.tNs, subscribers.get(entry.conn), context);
          subscribers.delete(entry.conn);
        }
        if (entry.type === 'command') asked(entry, kept(subscribers, entry.conn, nobody));
        if (entry.type === 'message') received(entry, subscribers.get(entry.conn), context);
      },
      finish() {
        for (const subscriber of subscribers.values()) judgeEnd(context.ledger.lastNs, subscriber, context);
      },
    };
  },
};

function nobody(): Subscriber {
  return { open: [], waiting: new Map(), held: new Set(), isUnclear: false };
}

function asked(command: Command, subscriber: Subscriber): void {
  const { action, event } = command;
  subscriber.isUnclear ||= action === undefined;
  subscriber.open.push(command);
  if (!Object.hasOwn(OWED, event)) return;
  if (action === 'unsubscribe') subscriber.waiting.delete(event);
  if (action !== 'subscribe' || subscriber.held.has(event)) return;
  subscriber.held.add(event);
  subscriber.waiting.set(event, { command, isAccepted: false });
}

function received(message: Message, subscriber: Subscriber | undefined, { findings }: CheckerContext): void {
  if (subscriber === undefined) return;
  const { kind } = message;
  if (kind === 'command_accepted' || kind === 'command_refused') {
    answered(message, subscriber);
    return;
  }
  for (const [event, { snapshot, requirement }] of Object.entries(OWED)) {
    if (kind === snapshot && subscriber.waiting.delete(event)) findings.holds(requirement);
  }
}

/** Answers are matched in the order of commands; one that names another event than its command makes the rest unclear. */
function answered({ kind, view }: Message, subscriber: Subscriber): void {
  const command = subscriber.open.shift();
  const named = textAt(view, 'event');
  if (command === undefined || (named !== undefined && named !== command.event)) {
    subscriber.isUnclear = true;
    return;
  }
  const waiting = subscriber.waiting.get(command.event);
  if (kind === 'command_refused') {
    if (waiting?.command === command) {
      subscriber.waiting.delete(command.event);
      subscriber.held.delete(command.event);
    }
    return;
  }
  if (waiting?.command === command) waiting.isAccepted = true;
  // Of hmr a part may have been given up.
  if (command.action === 'unsubscribe' && command.event === 'transactions') subscriber.held.delete(command.event);
}

function judgeEnd(endNs: number, subscriber: Subscriber | undefined, context: CheckerContext): void {
  const { findings, eventMs } = context;
  if (subscriber === undefined || subscriber.isUnclear) return;
  for (const [event, { command, isAccepted }] of subscriber.waiting) {
    const owed = OWED[event];
    const dueNs = command.tNs + eventMs * 1e6;
    if (owed === undefined || !isAccepted || endNs < dueNs || isExcused(command, dueNs, context)) continue;
    findings.judge(owed.requirement, false, () => missing(command, owed));
  }
}

/** What becomes of streams when an account is restricted is left open, and what a starved target has not sent may only be late. */
function isExcused({ account, conn, tNs }: Command, dueNs: number, { ledger }: CheckerContext): boolean {
  const { restrictedNs = Number.POSITIVE_INFINITY } = ledger.connections.get(conn) ?? {};
  return restrictedNs <= dueNs || wasStalled(ledger.account(account), tNs, dueNs) || ledger.wasSluggish(tNs, dueNs);
}

function missing({ i, event, conn }: Command, { snapshot }: Owed): Violation {
  return {
    message: `a subscription to ${event} was accepted, and no ${snapshot} followed`,
    expected: `${snapshot} on ${conn}`,
    actual: 'none, until the connection ended',
    evidence: [i],
  };
}
