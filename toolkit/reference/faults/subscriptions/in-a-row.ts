// Faults of commands that come close together on a connection, or of the last of all kinds (interface 4.5; 6, table).
import type { EventKind } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** Commands that are sent at once arrive within this time. */
const MOMENT_MS = 50;

export const commandRowFaults: readonly Fault[] = [
  violating('4.5', ['subscriptions.any-order'])('fourth-kind-unserved', {
    summary:
      'A connection that has subscribed to three kinds is told that it has the fourth, and is sent nothing of it.',
    change: sharing(
      () => new Map<string, Set<EventKind>>(),
      (asked) => ({
        beginsDelivery: amended((begins, event, { id }) => {
          const kinds = asked.get(id) ?? new Set();
          asked.set(id, kinds.add(event));
          return begins && [...kinds].indexOf(event) < 3;
        }),
      }),
    ),
  }),
  ...(
    [
      [
        'unsubscribed-at-once-goes-on',
        'subscriptions.unsubscribed-silent',
        'unsubscribed right after it was subscribed goes on',
      ],
      [
        'subscribed-at-once-unserved',
        'subscriptions.any-order',
        'subscribed right after it was unsubscribed is not served',
      ],
    ] as const
  ).map(([id, requirement, words]) =>
    violating('4.5', [requirement])(id, {
      summary: `A kind that is ${words}, since commands are worked on side by side.`,
      change: sharing(
        () => new Map<string, number>(),
        (lastMs) => {
          const isLate = (connection: string, event: EventKind): boolean => {
            const name = `${connection} ${event}`;
            const before = lastMs.get(name) ?? Number.NEGATIVE_INFINITY;
            lastMs.set(name, performance.now());
            return performance.now() - before < MOMENT_MS;
          };
          return {
            beginsDelivery: amended(
              (begins, event, connection) =>
                begins && !(isLate(connection.id, event) && id === 'subscribed-at-once-unserved'),
            ),
            endsDelivery: amended(
              (ends, event, connection) =>
                ends && !(isLate(connection.id, event) && id === 'unsubscribed-at-once-goes-on'),
            ),
          };
        },
      ),
    }),
  ),
  violating('4.5', ['subscriptions.any-order'])('third-command-at-once-unserved', {
    summary: 'Of kinds that are subscribed on a connection at once the third is acknowledged and never delivered.',
    beginsDelivery: (honest) => {
      const rows = new Map<string, { readonly length: number; readonly lastMs: number }>();
      return (event, context) => {
        const before = rows.get(context.id);
        const isAtOnce = before !== undefined && performance.now() - before.lastMs < MOMENT_MS;
        const length = isAtOnce ? before.length + 1 : 1;
        rows.set(context.id, { length, lastMs: performance.now() });
        return length !== 3 && honest(event, context);
      };
    },
  }),
];
