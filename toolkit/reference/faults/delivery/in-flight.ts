// Faults of operations that were unfinished when somebody subscribed (interface 1, rule 1; 6, table): what comes to its end afterwards is
// told to those alone who listened when it was asked for.
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

export const inFlightFaults: readonly Fault[] = [
  violating('6', ['domain.result-as-event', 'domain.every-ack-one-result', 'transactions.every-change'])(
    'results-in-flight-untold-to-later-subscribers',
    {
      summary: 'A connection is not told the result of an operation that was accepted before it subscribed.',
      needs: 'operation.hold',
      change: sharing(
        () => ({ acceptedMs: new Map<string, number>(), subscribedMs: new Map<string, number>() }),
        ({ acceptedMs, subscribedMs }) => ({
          operationId: amended((operationId) => {
            acceptedMs.set(operationId, performance.now());
            return operationId;
          }),
          beginsDelivery: amended((begins, event, { id }) => {
            if (event === 'transactions') subscribedMs.set(id, performance.now());
            return begins;
          }),
          deliversTo: exceptWhere((event, _subscriptions, { id }) => {
            if (event.kind !== 'transaction_event' || event.operationId === undefined) return false;
            const atMs = acceptedMs.get(event.operationId);
            return atMs !== undefined && atMs < (subscribedMs.get(id) ?? 0);
          }),
        }),
      ),
    },
  ),
];
