// Interface 1, rule 1 and 6: the result of every acknowledged operation arrives on every connection that is subscribed to
// transactions. Judged only where a connection was subscribed before the request left and stayed so for the longest wait.

import { kept } from '../../base/kept.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { type Checker, type CheckerContext, stateless, type Violation } from '../checker.js';
import { type Ack, type Connection, type Operation, wasDisturbed } from '../ledger/facts.js';

const RESULT = 'domain.every-ack-one-result';
const AS_EVENT = 'domain.result-as-event';
const NEGATIVE = 'transactions.negative-results-delivered';
const EVERYWHERE = 'subscriptions.all-connections-served';

export const resultsDelivered: Checker = stateless({
  name: 'results-delivered',
  summary: 'every ACK leads to a result, and every subscribed connection gets its event',
  requirements: [RESULT, AS_EVENT, NEGATIVE, EVERYWHERE],
  finish(context) {
    const { ledger, findings } = context;
    const watching = new Map<string, Connection[]>();
    for (const connection of ledger.connections.values()) {
      if (connection.snapshot === undefined) continue;
      kept(watching, connection.account, () => []).push(connection);
    }
    for (const [account, connections] of watching) {
      for (const { operation, ack, connection } of duties(account, connections, context)) {
        const isDelivered = operation.events.some(({ conn }) => conn === connection.id);
        // What a starved target has not sent by then may only have been late.
        if (!isDelivered && ledger.wasSluggish(ack.calledNs, ack.tNs + context.resultMs * 1e6)) continue;
        const duty = dutyOf(operation, isDelivered);
        const level = isLowered(operation, ack) ? 'should' : 'must';
        findings.judge(duty, isDelivered, () => undelivered({ operation, ack, connection }, context), level);
        if (!isDelivered) continue;
        findings.holds(RESULT);
        findings.holds(EVERYWHERE);
      }
    }
  },
});

interface Duty {
  readonly operation: Operation;
  readonly ack: Ack;
  readonly connection: Connection;
}

/** Every operation with every connection that must have shown its event. Both are walked in the order of time. */
function* duties(
  account: string,
  watching: readonly Connection[],
  { ledger, resultMs }: CheckerContext,
): Generator<Duty> {
  const home = ledger.account(account);
  const operations = [...home.operations.values()]
    .flatMap((operation) => (operation.ack === undefined ? [] : [{ operation, ack: operation.ack }]))
    .filter(({ ack }) => !ack.isDamaged)
    .sort((a, b) => a.ack.calledNs - b.ack.calledNs);
  const waiting = [...watching].sort((a, b) => startOf(b) - startOf(a));
  let active: Connection[] = [];
  for (const { operation, ack } of operations) {
    const dueNs = ack.tNs + resultMs * 1e6;
    for (let next = waiting.at(-1); next !== undefined && startOf(next) < ack.calledNs; next = waiting.at(-1)) {
      active.push(next);
      waiting.pop();
    }
    active = active.filter((connection) => endOf(connection, ledger.lastNs) >= ack.calledNs);
    if (wasDisturbed(home, ack.calledNs, dueNs)) continue;
    for (const connection of active) {
      // An early event is judged at once, a missing one only when it is overdue.
      const isDue = endOf(connection, ledger.lastNs) >= dueNs;
      if (isDue || operation.events.some(({ conn }) => conn === connection.id)) yield { operation, ack, connection };
    }
  }
}

function startOf({ snapshot }: Connection): number {
  return snapshot?.tNs ?? Number.POSITIVE_INFINITY;
}

function endOf({ endedNs, closedNs }: Connection, lastNs: number): number {
  return Math.min(endedNs ?? lastNs, closedNs ?? lastNs);
}

/**
 * Rejected closes and cancellations are of calls that the interface does not show (6.1, rule 6); one of which nothing is known may be
 * such a one. That those with success owe their event follows from what changed.
 */
function isLowered({ events, readings }: Operation, { request }: Ack): boolean {
  const known = events[0] ?? readings[0];
  return (request === 'closePosition' || request === 'cancelOrder') && known?.status !== 'success';
}

/** The requirement by which a delivery is judged; a missing one by what else is known of the operation. */
function dutyOf({ events, readings }: Operation, isDelivered: boolean): RequirementId {
  const [reading] = readings;
  if (isDelivered) return events[0]?.status === 'success' ? AS_EVENT : NEGATIVE;
  if (events.length > 0) return EVERYWHERE;
  if (reading === undefined) return RESULT;
  return reading.status === 'success' ? AS_EVENT : NEGATIVE;
}

function undelivered({ operation, ack, connection }: Duty, { resultMs }: CheckerContext): Violation {
  const { id, events, readings } = operation;
  const [event] = events;
  const [reading] = readings;
  const expected = `a transaction_event with operation_id ${id} on ${connection.id}`;
  const since = [ack.i, connection.snapshot?.i ?? 0];
  if (event !== undefined) {
    return {
      message: `the event of operation ${id} reached ${event.conn}, but not ${connection.id}`,
      expected,
      actual: 'none, until the connection ended',
      evidence: [...since, event.i],
    };
  }
  if (reading === undefined) {
    return {
      message: `operation ${id} was acknowledged, and no result of it came within ${resultMs} ms (timing.resultMs of the profile)`,
      expected,
      actual: 'neither an event nor a final operation status',
      evidence: since,
    };
  }
  return {
    message: `the result of operation ${id} was never delivered as an event`,
    expected,
    actual: `operation status says ${reading.status}, and no event came`,
    evidence: [ack.i, reading.i],
  };
}
