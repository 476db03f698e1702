// Faults of what was given up (interface 6; 6.3, rule 4): one kind of news is told all the same, to who had the subscription once, or
// to who has another one.
import type { DomainEvent, EventKind } from '../../domain.js';
import { alsoWhere, exceptWhere } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { onceGivenUp } from '../algebra/once-given-up.js';

/** Whoever gave the kind up is told of such events for good. */
function toldForGood(kind: EventKind, is: (event: DomainEvent) => boolean): Change {
  return onceGivenUp(kind, (hasLeft) => ({
    deliversTo: alsoWhere((event, _subscriptions, { id, ownAccount }) => ownAccount && is(event) && hasLeft(id)),
  }));
}

const SILENT = 'subscriptions.unsubscribed-silent';

export const givenUpFaults: readonly Fault[] = [
  violating('6', ['account-state.periodic'])('account-state-unserved-once-transactions-were-given-up', {
    summary: 'A connection that gave transactions up gets no account state that it subscribes to afterwards.',
    change: onceGivenUp('transactions', (hasLeft) => ({
      beginsDelivery: exceptWhere((event, { id }) => event === 'account_state' && hasLeft(id)),
    })),
  }),
  violating('6', ['subscriptions.hmr-snapshot'])('hmr-snapshot-missing-once-account-state-was-given-up', {
    summary: 'A connection that gave account_state up gets no snapshot of hmr that it subscribes to afterwards.',
    change: onceGivenUp('account_state', (hasLeft) => ({
      snapshotsHmrOnSubscribe: exceptWhere((_ordinal, connection) => hasLeft(connection)),
    })),
  }),
  violating('6.3', ['instruments.unsubscribe-listed', SILENT])('deletions-told-after-unsubscribing', {
    summary: 'Who has given instruments up is still told of deleted ones.',
    needs: 'instrument.remove',
    change: toldForGood('instruments', (event) => event.kind === 'instrument_event' && event.action === 'del'),
  }),
  violating('6', [SILENT])('rejections-told-after-unsubscribing', {
    summary: 'Who has given transactions up is still told of rejections.',
    change: toldForGood('transactions', (event) => event.kind === 'transaction_event' && event.status === 'rejected'),
  }),
  violating('6', ['hmr.unsubscribe', SILENT])('flexible-snapshots-after-unsubscribing', {
    summary: 'Who has given hmr up still gets the snapshot of a change of the flexible HMR status.',
    needs: 'hmr.flexible',
    change: toldForGood('hmr', (event) => event.kind === 'hmr_snapshot'),
  }),
  violating('6', ['subscriptions.active-only'])('flexible-snapshots-to-subscribers-of-instruments', {
    summary: 'Who is subscribed to instruments alone gets the snapshot of a change of the flexible HMR status.',
    needs: 'hmr.flexible',
    deliversTo: alsoWhere(
      (event, { instruments, allInstruments }, { ownAccount }) =>
        ownAccount && event.kind === 'hmr_snapshot' && (allInstruments || instruments.size > 0),
    ),
  }),
];
