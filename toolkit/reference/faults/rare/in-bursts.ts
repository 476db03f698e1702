// Faults of what follows at once (interface 2.4; 6, table; 6.1, rule 4; 6.2, rule 3; 6.3, rule 1): the second of two
// that come within a moment.
import type { AccountState, Conditions, DomainEvent, OperationStatus } from '../../domain.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';

const MOMENT_MS = 1000;

/** Whether the same was asked or told within the moment before; `nameOf`: undefined for what does not count. */
function withinAMoment<Told extends readonly unknown[]>(
  nameOf: (...told: Told) => string | undefined,
  momentMs: number = MOMENT_MS,
): (...told: Told) => boolean {
  const latest = new Map<string, number>();
  return (...told) => {
    const name = nameOf(...told);
    if (name === undefined) return false;
    const before = latest.get(name) ?? Number.NEGATIVE_INFINITY;
    latest.set(name, performance.now());
    return performance.now() - before < momentMs;
  };
}

/** Drops what comes on a connection within the moment after another of its name. */
function droppedInBursts(
  nameOf: (event: DomainEvent, context: DeliveryContext) => string | undefined,
): Pick<Edits, 'deliversTo'> {
  return {
    deliversTo: (honest) => {
      const isSecond = withinAMoment(nameOf);
      return (event, subscriptions, context) => honest(event, subscriptions, context) && !isSecond(event, context);
    },
  };
}

/** What leaves in one turn of a service does so within this time. */
const TURN_MS = 100;
/** What control releases ends in one turn of the service. */
const TOGETHER_MS = 5;

export const burstFaults: readonly Fault[] = [
  violating('6', ['domain.result-as-event', 'domain.every-ack-one-result'])('sixth-result-at-once-untold', {
    summary: `A connection is not told the sixth of results that come within ${TURN_MS} ms of one another.`,
    needs: 'operation.release',
    deliversTo: (honest) => {
      const rows = new Map<string, { readonly length: number; readonly atMs: number }>();
      return (event, subscriptions, context) => {
        if (!honest(event, subscriptions, context)) return false;
        if (event.kind !== 'transaction_event') return true;
        const nowMs = performance.now();
        const row = rows.get(context.id);
        const length = row !== undefined && nowMs - row.atMs < TURN_MS ? row.length + 1 : 1;
        rows.set(context.id, { length, atMs: nowMs });
        return length !== 6;
      };
    },
  }),
  violating('6', ['transactions.every-change'])('second-execution-within-a-moment-untold', {
    summary: `Of pending orders that are executed within ${TURN_MS} ms of one another the first alone is told.`,
    needs: 'order.fill',
    announcements: (honest) => {
      const last = new Map<string, number>();
      return (event, surroundings) => {
        const announced = honest(event, surroundings);
        const isExecution = event.payload.orders.some(({ state, type }) => state === 'filled' && type !== 'market');
        if (surroundings.requested || !isExecution) return announced;
        const before = last.get(surroundings.accountId);
        last.set(surroundings.accountId, performance.now());
        return before !== undefined && performance.now() - before < TURN_MS ? [] : announced;
      };
    },
  }),
  violating('6.1', ['transactions.emitted-for-balance', 'transactions.every-change'])(
    'second-booking-within-a-moment-untold',
    {
      summary: `Of balance transactions within ${TURN_MS} ms of one another the first alone is told.`,
      needs: 'account.deposit',
      announcements: (honest) => {
        const isSecond = withinAMoment((accountId: string) => accountId, TURN_MS);
        return (event, surroundings) => {
          const isBooking = event.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
          return isBooking && isSecond(surroundings.accountId) ? [] : honest(event, surroundings);
        };
      },
    },
  ),
  violating('6.3', ['instruments.event-per-instrument', 'instruments.conditions-current'])(
    'second-change-of-an-instrument-within-a-moment-untold',
    {
      summary: `An instrument that changes again within ${MOMENT_MS} ms changes in silence.`,
      needs: 'instrument.update',
      ...droppedInBursts((event, { id }) =>
        event.kind === 'instrument_event' ? `${id} ${event.conditions.instrument}` : undefined,
      ),
    },
  ),
  violating('6.3', ['instruments.event-per-instrument'])('second-instrument-within-a-moment-untold', {
    summary: `Of two instruments that change within ${MOMENT_MS} ms the first is told.`,
    needs: 'instrument.update',
    ...droppedInBursts((event, { id }) => (event.kind === 'instrument_event' ? id : undefined)),
  }),
  violating('6.2', ['hmr.incremental-updates', 'hmr.updates-add-up'])('second-period-within-a-moment-untold', {
    summary: `Of two HMR periods that change within ${MOMENT_MS} ms the first is told.`,
    needs: 'hmr.upsert',
    ...droppedInBursts((event, { id }) => (event.kind === 'hmr_update' ? id : undefined)),
  }),
  violating('2.2', ['transactions.balance-arithmetic'])('second-booking-within-a-moment-with-the-balance-before', {
    summary: `The event of a booking within ${MOMENT_MS} ms of another shows the balance that the other left.`,
    needs: 'account.deposit',
    accountStateOf: (honest) => {
      let last: { readonly state: AccountState; readonly atMs: number } | undefined;
      return (state, transaction) => {
        const shown = honest(state, transaction);
        if (transaction.kind !== 'balance' || shown === undefined) return shown;
        // Accounts are not told apart, but by what they hold.
        const before = shown.balance.coefficient - transaction.balanceChange;
        const isSecond =
          last !== undefined && performance.now() - last.atMs < MOMENT_MS && last.state.balance.coefficient === before;
        const told = isSecond && last !== undefined ? last.state : shown;
        last = { state: shown, atMs: performance.now() };
        return told;
      };
    },
  }),
  violating('2.4', ['configuration.conditions-named-instrument'])('conditions-read-at-once-are-those-before', {
    summary: 'Who reads the conditions of two instruments within a moment is shown those of the first twice.',
    resolved: (honest) => {
      let last: { readonly shown: Conditions; readonly atMs: number } | undefined;
      return (own, platform, surface) => {
        const shown = honest(own, platform, surface);
        if (surface !== 'read') return shown;
        const told = last !== undefined && performance.now() - last.atMs < MOMENT_MS ? last.shown : shown;
        last = { shown: told, atMs: performance.now() };
        return told;
      };
    },
  }),
  violating('6', ['subscriptions.transactions-snapshot-orders', 'domain.open-orders-in-snapshot'])(
    'snapshot-within-a-moment-of-the-one-before',
    {
      summary: `A snapshot that an account is sent within ${MOMENT_MS} ms of another shows what the other did.`,
      snapshotOf: (honest) => {
        const kept = new Map<string, { readonly shown: ReturnType<typeof honest>; readonly atMs: number }>();
        return (state, context) => {
          const last = kept.get(context.accountId);
          if (last !== undefined && performance.now() - last.atMs < MOMENT_MS) return last.shown;
          const shown = honest(state, context);
          kept.set(context.accountId, { shown, atMs: performance.now() });
          return shown;
        };
      },
    },
  ),
  violating('4.3', ['operations.agrees-with-event'])('status-of-results-at-once-as-the-first', {
    summary: `Of operations that end within ${TOGETHER_MS} ms of one another operation status shows the result of the first.`,
    needs: 'operation.release',
    shownStatus: (honest) => {
      const first = new Map<string, { readonly atMs: number; readonly state: OperationStatus['state'] }>();
      return (status, ageMs, context) => {
        const shown = honest(status, ageMs, context);
        const { state, finishedAtMs: atMs } = shown;
        if (atMs === undefined) return shown;
        const before = first.get(context.accountId);
        if (before !== undefined && Math.abs(before.atMs - atMs) < TOGETHER_MS) {
          return { ...shown, state: before.state };
        }
        first.set(context.accountId, { atMs, state });
        return shown;
      };
    },
  }),
];
