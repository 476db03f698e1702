// Faults of the account guards (interface 2.6, 3, 4.5, rule 6).
import type { OrderType } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** One of the six answers of the guards, turned around. */
function guard(
  id: string,
  requirement: string,
  summary: string,
  change: (code: string | undefined, type: OrderType, disabled: boolean) => string | undefined,
): Fault {
  return fault(
    id,
    '3',
    [requirement, 'orders.runtime-restrictions-apply'],
    summary,
    changing(
      'placementGuard',
      (honest) => (account, type) => change(honest(account, type), type, account.tradeMode === 'trading_disabled'),
    ),
    { needs: 'account.restrict' },
  );
}

export const guardFaults: readonly Fault[] = [
  guard(
    'disabled-places-limit',
    'guards.disabled-refuses-limit',
    'A trading-disabled account places limit orders.',
    (code, type, disabled) => (disabled && type === 'limit' ? undefined : code),
  ),
  guard(
    'disabled-places-stop',
    'guards.disabled-refuses-stop',
    'A trading-disabled account places stop orders.',
    (code, type, disabled) => (disabled && type === 'stop' ? undefined : code),
  ),
  guard(
    'disabled-places-sltp',
    'guards.disabled-refuses-sltp',
    'The exemption of sltp holds for trading-disabled accounts too.',
    (code, type, disabled) => (disabled && type === 'sltp' ? undefined : code),
  ),
  guard(
    'close-only-places-limit',
    'guards.close-only-refuses-limit',
    'A close-only account places limit orders.',
    (code, type, disabled) => (!disabled && type === 'limit' ? undefined : code),
  ),
  guard(
    'close-only-places-stop',
    'guards.close-only-refuses-stop',
    'A close-only account places stop orders.',
    (code, type, disabled) => (!disabled && type === 'stop' ? undefined : code),
  ),
  fault(
    'close-only-refuses-sltp',
    '3',
    ['guards.close-only-allows-sltp'],
    'A close-only account may not even protect its positions.',
    changing('placementGuard', (honest) => (account, type) => honest(account, type === 'sltp' ? 'limit' : type)),
    { needs: 'account.restrict' },
  ),
  fault(
    'close-only-as-disabled',
    '3',
    ['guards.close-only-code'],
    'An order of a close-only account is refused with ACCOUNT_DISABLED.',
    changing(
      'placementGuard',
      (honest) => (account, type) => (honest(account, type) === undefined ? undefined : 'ACCOUNT_DISABLED'),
    ),
    { needs: 'account.restrict' },
  ),
  fault(
    'restriction-never-lifted',
    '3',
    ['guards.lifted'],
    'An account that was restricted once stays so.',
    changing('restricted', (honest) => (before, change) => ({
      ...honest(before, change),
      ...(before.tradeMode === 'normal' ? {} : { tradeMode: before.tradeMode }),
      ...(before.accountStatus === 'normal' ? {} : { accountStatus: before.accountStatus }),
    })),
    { needs: 'account.restrict' },
  ),
  fault(
    'trade-mode-not-shown',
    '2.6',
    ['guards.trade-mode-disabled-value'],
    'The account read shows a trading-disabled account as normal.',
    changing('shownAccount', (honest) => (account) => ({ ...honest(account), tradeMode: 'normal' })),
    { needs: 'account.restrict' },
  ),
  fault(
    'account-status-not-shown',
    '2.6',
    ['guards.account-status-close-only-value'],
    'The account read shows a close-only account as normal.',
    changing('shownAccount', (honest) => (account) => ({ ...honest(account), accountStatus: 'normal' })),
    { needs: 'account.restrict' },
  ),
  fault(
    'disabled-streams-open',
    '4.5',
    ['guards.disabled-no-events'],
    'The events stream of a trading-disabled account goes on as ever.',
    changing('streamGuard', () => () => undefined),
    { needs: 'account.restrict' },
  ),
  fault(
    'disabled-account-unreadable',
    '3',
    ['guards.reads-unaffected'],
    'A trading-disabled account cannot even be read.',
    changing(
      'readGuard',
      () => (account) => (account.tradeMode === 'trading_disabled' ? 'ACCOUNT_DISABLED' : undefined),
    ),
    { needs: 'account.restrict' },
  ),
  fault(
    'close-only-status-unreadable',
    '3',
    ['guards.reads-unaffected'],
    'The operation status of a close-only account cannot be read.',
    changing(
      'readGuard',
      () => (account, operation) =>
        account.accountStatus === 'close_only' && operation === 'operationStatus' ? 'ACCOUNT_CLOSE_ONLY' : undefined,
    ),
    { needs: 'account.restrict' },
  ),
  fault(
    'close-only-streams-refused',
    '3',
    ['guards.close-only-streams'],
    'A close-only account has no events stream.',
    changing(
      'streamGuard',
      (honest) => (account, stream, moment) =>
        account.accountStatus === 'close_only' && stream === 'events'
          ? 'ACCOUNT_CLOSE_ONLY'
          : honest(account, stream, moment),
    ),
    { needs: 'account.restrict' },
  ),
  fault(
    'streams-stay-refused-after-a-restriction',
    '3',
    ['guards.lifted'],
    'An account on which trading was disabled once has no events stream any more.',
    changing('streamGuard', (honest) => {
      const disabled = new Set<string>();
      return (account, stream, moment) => {
        const code = honest(account, stream, moment);
        if (code !== undefined) disabled.add(account.id);
        return stream === 'events' && disabled.has(account.id) ? 'ACCOUNT_DISABLED' : code;
      };
    }),
    { needs: 'account.restrict' },
  ),
];
