// Faults of what is told of instruments, periods and prices (interface 4.6; 6.2, rule 3; 6.3, rule 1): it is left out while the account is
// close only or has an operation without a result, and right after other commands on the connection.
import type { DomainEvent } from '../../domain.js';
import { whileCloseOnly } from '../algebra/close-only.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { besideUnfinished } from '../algebra/unfinished.js';

type Is = (event: DomainEvent) => boolean;

const SERVED = 'subscriptions.all-connections-served';
const instruments = violating('6.3', ['instruments.updated', SERVED]);
const periods = violating('6.2', ['hmr.incremental-updates', SERVED]);
const isInstrumentEvent: Is = ({ kind }) => kind === 'instrument_event';
const isUpdate: Is = ({ kind }) => kind === 'hmr_update';
const isTick: Is = ({ kind }) => kind === 'tick';
const isResult: Is = ({ kind }) => kind === 'transaction_event';

function untoldWhere(is: Is, untold: (accountId: string) => boolean): Edits {
  return { deliversTo: exceptWhere((event, _subscriptions, { accountId }) => is(event) && untold(accountId)) };
}

function untoldWhileCloseOnly(is: Is): Change {
  return whileCloseOnly((isCloseOnly) => untoldWhere(is, isCloseOnly));
}

function untoldWhileUnfinished(is: Is): Change {
  return besideUnfinished((isUnfinished) => untoldWhere(is, isUnfinished));
}

const WORKED_ON_MS = 300;

/** Lost where a command on account_state is still worked on, one that begins it or one that ends it. */
function lostBeside(is: Is, of: 'beginsDelivery' | 'endsDelivery'): Change {
  return sharing(
    () => new Map<string, number>(),
    (since) => {
      const noting: NonNullable<Edits['beginsDelivery']> = amended((takesEffect, event, { id }) => {
        if (event === 'account_state') since.set(id, performance.now());
        return takesEffect;
      });
      const isRecent = (id: string): boolean =>
        performance.now() - (since.get(id) ?? Number.NEGATIVE_INFINITY) < WORKED_ON_MS;
      return {
        ...(of === 'beginsDelivery' ? { beginsDelivery: noting } : { endsDelivery: noting }),
        deliversTo: exceptWhere((event, _subscriptions, { id }) => is(event) && isRecent(id)),
      };
    },
  );
}

export const whateverGoesOnFaults: readonly Fault[] = [
  instruments('instrument-events-untold-while-close-only', {
    summary: 'Instrument events are left out while the account is close only.',
    needs: 'account.restrict',
    change: untoldWhileCloseOnly(isInstrumentEvent),
  }),
  periods('hmr-updates-untold-while-close-only', {
    summary: 'Updates of hmr are left out while the account is close only.',
    needs: 'account.restrict',
    change: untoldWhileCloseOnly(isUpdate),
  }),
  violating('4.6', ['ticks.carries-ticks'])('ticks-untold-while-close-only', {
    summary: 'Ticks are left out while the account is close only.',
    needs: 'account.restrict',
    change: untoldWhileCloseOnly(isTick),
  }),
  instruments('instrument-events-untold-while-an-operation-is-unfinished', {
    summary: 'Instrument events are left out while an operation of the account has no result yet.',
    needs: 'operation.hold',
    change: untoldWhileUnfinished(isInstrumentEvent),
  }),
  periods('hmr-updates-untold-while-an-operation-is-unfinished', {
    summary: 'Updates of hmr are left out while an operation of the account has no result yet.',
    needs: 'operation.hold',
    change: untoldWhileUnfinished(isUpdate),
  }),
  instruments('instrument-events-lost-while-another-kind-is-subscribed', {
    summary: `A connection is not told of instruments that change within ${WORKED_ON_MS} ms after it subscribed to account_state.`,
    needs: 'instrument.update',
    change: lostBeside(isInstrumentEvent, 'beginsDelivery'),
  }),
  periods('hmr-updates-lost-while-another-kind-is-given-up', {
    summary: `A connection is not told of periods that change within ${WORKED_ON_MS} ms after it gave account_state up.`,
    needs: 'hmr.upsert',
    change: lostBeside(isUpdate, 'endsDelivery'),
  }),
  violating('6', ['domain.result-as-event', 'transactions.every-change', SERVED])(
    'results-lost-while-another-kind-is-given-up',
    {
      summary: `A connection is not told of what is final within ${WORKED_ON_MS} ms after it gave account_state up.`,
      change: lostBeside(isResult, 'endsDelivery'),
    },
  ),
];
