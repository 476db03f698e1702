// Interface 6: the stream delivers only events of active subscriptions. What was under way while unsubscribing may still come; an
// operation whose request left after the target had accepted the command may not.
import type { Checker } from '../checker.js';
import type { Command, Message } from '../ledger/entry.js';
import { textAt } from '../ledger/views.js';

const REQUIREMENT = 'subscriptions.unsubscribed-silent';

interface Left {
  /** Commands that have no answer yet, in their order. */
  readonly open: Command[];
  /** When the target accepted the last word on transactions; undefined while subscribed, or while nobody knows. */
  silentNs: number | undefined;
  isUnclear: boolean;
}

export const unsubscribed: Checker = {
  name: 'unsubscribed',
  sees: ['closed', 'command', 'command_accepted', 'command_refused', 'transaction_event'],
  summary: 'nothing of operations comes that were asked for after transactions were unsubscribed',
  requirements: [REQUIREMENT],
  start({ ledger, findings }) {
    const connections = new Map<string, Left>();
    return {
      see(entry) {
        if (entry.type === 'closed') connections.delete(entry.conn);
        if (entry.type === 'command') command(entry, connections);
        if (entry.type !== 'message') return;
        const left = connections.get(entry.conn);
        if (left === undefined) return;
        if (entry.kind === 'command_accepted' || entry.kind === 'command_refused') {
          answered(entry, left);
          // One more silence that is looked at, whether or not anything breaks it.
          if (left.silentNs === entry.tNs) findings.judge(REQUIREMENT, true, none);
        }
        if (entry.kind !== 'transaction_event' || left.silentNs === undefined || left.isUnclear) return;
        const { operationId } = entry;
        const ack =
          operationId === undefined ? undefined : ledger.account(entry.account).operations.get(operationId)?.ack;
        if (ack === undefined) return;
        const { silentNs } = left;
        findings.judge(REQUIREMENT, ack.calledNs <= silentNs, () => ({
          message: `an event of operation ${operationId} came on a connection that had unsubscribed before it was asked for`,
          expected: 'no transaction events',
          actual: 'a transaction event',
          evidence: [entry.i, ack.i],
        }));
      },
    };
  },
};

function none(): never {
  throw new TypeError('expected a violation, got none');
}

function command(entry: Command, connections: Map<string, Left>): void {
  const left = connections.get(entry.conn) ?? { open: [], silentNs: undefined, isUnclear: false };
  connections.set(entry.conn, left);
  left.isUnclear ||= entry.action === undefined;
  left.open.push(entry);
  if (entry.event === 'transactions') left.silentNs = undefined;
}

/** Answers are matched in the order of commands; what names another event than the command makes the rest unclear. */
function answered({ kind, view, tNs }: Message, left: Left): void {
  const asked = left.open.shift();
  const named = textAt(view, 'event');
  if (asked === undefined || (named !== undefined && named !== asked.event)) left.isUnclear = true;
  const isLast = !left.open.some(({ event }) => event === 'transactions');
  if (kind === 'command_accepted' && asked?.action === 'unsubscribe' && asked.event === 'transactions' && isLast) {
    left.silentNs = tNs;
  }
}
