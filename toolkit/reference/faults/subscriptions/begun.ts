// Faults of what a subscription begins with (interface 6, table): its snapshot or its messages are missing while the account is close only,
// while an operation is unfinished, or behind a refusal.
import { whileCloseOnly } from '../algebra/close-only.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { besideUnfinished } from '../algebra/unfinished.js';

const SNAPSHOT = 'subscriptions.transactions-snapshot';

export const begunFaults: readonly Fault[] = [
  violating('6', [SNAPSHOT])('snapshot-missing-while-close-only', {
    summary: 'Who subscribes to transactions while the account is close only gets no snapshot.',
    needs: 'account.restrict',
    change: whileCloseOnly((isCloseOnly) => ({
      snapshotsOnSubscribe: amended((count, { accountId }) => (isCloseOnly(accountId) ? 0 : count)),
    })),
  }),
  violating('6', [SNAPSHOT])('snapshot-missing-while-an-operation-is-unfinished', {
    summary: 'Who subscribes to transactions while an operation of the account has no result gets no snapshot.',
    needs: 'operation.hold',
    change: besideUnfinished((isUnfinished) => ({
      snapshotsOnSubscribe: amended((count, { accountId }) => (isUnfinished(accountId) ? 0 : count)),
    })),
  }),
  violating('6', [SNAPSHOT])('snapshot-missing-behind-a-refusal', {
    summary: 'The first subscription to transactions behind a refused command brings no snapshot.',
    change: sharing(
      () => ({ isPending: false }),
      (memory) => ({
        afterRefusal: amended((subscriptions) => {
          memory.isPending = true;
          return subscriptions;
        }),
        snapshotsOnSubscribe: amended((count) => {
          const isBehind = memory.isPending;
          memory.isPending = false;
          return isBehind ? 0 : count;
        }),
      }),
    ),
  }),
  violating('6', ['subscriptions.hmr-snapshot'])('hmr-snapshot-missing-while-close-only', {
    summary: 'Who subscribes to hmr while the account is close only gets no snapshot.',
    needs: 'account.restrict',
    change: whileCloseOnly((isCloseOnly) => {
      let asking = '';
      return {
        beginsDelivery: amended((begins, _event, { accountId }) => {
          asking = accountId;
          return begins;
        }),
        snapshotsHmrOnSubscribe: amended((sends) => sends && !isCloseOnly(asking)),
      };
    }),
  }),
  violating('6', ['account-state.periodic'])('account-state-untold-while-close-only', {
    summary: 'Account state events pause while the account is close only.',
    needs: 'account.restrict',
    change: whileCloseOnly((isCloseOnly) => ({
      deliversTo: exceptWhere(
        (event, _subscriptions, { accountId }) => event.kind === 'account_state_event' && isCloseOnly(accountId),
      ),
    })),
  }),
];
