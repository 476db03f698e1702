// Faults of results that come beside commands of their connection (interface 1, rule 1; 6): what is delivered while a command is worked on
// is lost.
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const WORKED_ON_MS = 300;

const lost = violating('6', ['domain.result-as-event', 'transactions.every-change']);

const isRecent = (atMs: number | undefined): boolean => atMs !== undefined && performance.now() - atMs < WORKED_ON_MS;

export const besideCommandFaults: readonly Fault[] = [
  lost('results-lost-while-another-kind-is-subscribed', {
    summary: `A connection is not told of what is final within ${WORKED_ON_MS} ms after it subscribed to another kind than transactions.`,
    change: sharing(
      () => new Map<string, number>(),
      (since) => ({
        beginsDelivery: amended((begins, event, { id }) => {
          if (event !== 'transactions') since.set(id, performance.now());
          return begins;
        }),
        deliversTo: exceptWhere(
          (event, _subscriptions, { id }) => event.kind === 'transaction_event' && isRecent(since.get(id)),
        ),
      }),
    ),
  }),
  lost('results-lost-while-a-command-is-refused', {
    summary: `A connection is not told of what is final within ${WORKED_ON_MS} ms after a command on it was refused.`,
    change: sharing(
      () => new WeakMap<object, number>(),
      (since) => ({
        afterRefusal: amended((subscriptions) => {
          const own = { ...subscriptions };
          since.set(own, performance.now());
          return own;
        }),
        deliversTo: exceptWhere(
          (event, subscriptions) => event.kind === 'transaction_event' && isRecent(since.get(subscriptions)),
        ),
      }),
    ),
  }),
];
