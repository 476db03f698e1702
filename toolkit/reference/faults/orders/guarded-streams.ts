// Faults of the events stream while trading is disabled (interface 3; 4.5, rule 6): it is unavailable on that account, for every kind, and
// on no other one.
import type { EventKind } from '../../domain.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const GUARDED: readonly EventKind[] = ['transactions', 'account_state'];
const LASTS_MS = 2000;

export const guardedStreamFaults: readonly Fault[] = [
  violating('4.5', ['guards.disabled-no-events'])('disabled-account-has-instruments-and-hmr', {
    summary: 'While trading is disabled the events stream opens, and carries instruments and hmr.',
    needs: 'account.restrict',
    change: sharing(
      () => new Set<string>(),
      (disabled) => ({
        streamGuard: amended((_code, { id, tradeMode }) => {
          if (tradeMode === 'trading_disabled') disabled.add(id);
          else disabled.delete(id);
          return undefined;
        }),
        beginsDelivery: exceptWhere((event, { accountId }) => disabled.has(accountId) && GUARDED.includes(event)),
        deliversTo: exceptWhere(
          ({ kind }, _subscriptions, { accountId, stream }) =>
            stream === 'events' &&
            disabled.has(accountId) &&
            (kind === 'transaction_event' || kind === 'account_state_event'),
        ),
      }),
    ),
  }),
  violating('6', ['auth.handshake-path-accepted', 'subscriptions.transactions-snapshot'])(
    'streams-of-others-refused-while-one-account-is-disabled',
    {
      summary: `Within ${LASTS_MS} ms after a stream was refused to a disabled account no other account opens or subscribes to one.`,
      needs: 'account.restrict',
      streamGuard: (honest) => {
        const refusedAtMs = new Map<string, number>();
        return (account, stream, moment) => {
          const code = honest(account, stream, moment);
          if (moment === 'delivery' || stream !== 'events') return code;
          if (account.tradeMode === 'trading_disabled') refusedAtMs.set(account.id, performance.now());
          const isElsewhere = [...refusedAtMs].some(
            ([id, atMs]) => id !== account.id && performance.now() - atMs < LASTS_MS,
          );
          return isElsewhere ? 'ACCOUNT_DISABLED' : code;
        };
      },
    },
  ),
];
