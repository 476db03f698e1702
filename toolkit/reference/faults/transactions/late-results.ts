// Faults of results that come a while after the ACK of their operation (interface 1, rule 1; 2.2; 8).
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** Longer than any operation takes that nothing holds back. */
const LATE_MS = 300;

export const lateResultFaults: readonly Fault[] = [
  violating('8', ['transactions.client-request-id-echo'])('event-without-key-for-late-rejections', {
    summary: 'The event of an operation that is rejected a while after its ACK lacks its key.',
    needs: 'operation.hold',
    change: sharing(
      () => new Map<string, number>(),
      (bornMs) => ({
        operationId: (honest) => (serial, context) => {
          const id = honest(serial, context);
          bornMs.set(id, performance.now());
          return id;
        },
        announcements: amended((events) =>
          events.map((event) => {
            const born = bornMs.get(event.operationId ?? '') ?? Number.POSITIVE_INFINITY;
            const isLate = performance.now() - born > LATE_MS;
            return event.status !== 'success' && isLate ? { ...event, clientRequestId: undefined } : event;
          }),
        ),
      }),
    ),
  }),
];
