// Account guards and market guards (interface 3, 4.5, 7.2): whether an account, an instrument or the service lets an operation in.
// Each answers with the public code of the refusal, or undefined. Market execution is not guarded by the account (open).
import type { AccountInfo, Operation, OperationKind, OrderType, StreamKind } from '../../domain.js';

/** How the market of one instrument stands, as the account sees it. */
export interface MarketState {
  readonly instrument: string;
  readonly tradeMode: 'normal' | 'trade_disabled' | 'close_only';
  readonly sessionClosed: boolean;
  readonly hasQuotes: boolean;
}

export interface GuardRules {
  /** Interface 3: restrictions follow the attributes as they are now, so that they end with them. */
  restricted(before: AccountInfo, change: Partial<Pick<AccountInfo, 'tradeMode' | 'accountStatus'>>): AccountInfo;
  /** Interface 3; 4.1, rule 3: a trading-disabled account places nothing, not even sltp; close_only sltp only. */
  placementGuard(account: AccountInfo, type: OrderType): string | undefined;
  /** Interface 3; 4.2: section 3 names pending orders only. */
  openingGuard(account: AccountInfo): string | undefined;
  /** Interface 3: reads are not restricted. */
  readGuard(account: AccountInfo, operation: Operation): string | undefined;
  /** Interface 3; 4.5, rule 6: the events stream of a trading-disabled account is unavailable. */
  streamGuard(
    account: AccountInfo,
    stream: StreamKind,
    moment: 'handshake' | 'command' | 'delivery',
  ): string | undefined;
  /** Interface 7.2: MARKET_ codes of an instrument that exists. */
  marketGuard(market: MarketState, kind: OperationKind, type: OrderType): string | undefined;
  /** Interface 4.1, synchronous responses; 7.2: temporary unavailability. */
  maintenanceGuard(maintenance: boolean, kind: OperationKind): string | undefined;
}

export const honestGuards: GuardRules = {
  restricted: (before, change) => ({ ...before, ...change }),
  placementGuard: ({ tradeMode, accountStatus }, type) => {
    if (tradeMode === 'trading_disabled') return 'ACCOUNT_DISABLED';
    return accountStatus === 'close_only' && type !== 'sltp' ? 'ACCOUNT_CLOSE_ONLY' : undefined;
  },
  openingGuard: () => undefined,
  readGuard: () => undefined,
  streamGuard: ({ tradeMode }, stream) =>
    tradeMode === 'trading_disabled' && stream === 'events' ? 'ACCOUNT_DISABLED' : undefined,
  marketGuard: ({ tradeMode, sessionClosed, hasQuotes }, kind, type) => {
    const opens = kind === 'openPosition' || (kind === 'placeOrder' && type !== 'sltp');
    if (tradeMode === 'trade_disabled') return 'MARKET_TRADE_DISABLED';
    if (tradeMode === 'close_only' && opens) return 'MARKET_CLOSE_ONLY';
    if (sessionClosed) return 'MARKET_SESSION_CLOSED';
    return hasQuotes ? undefined : 'MARKET_NO_QUOTES';
  },
  maintenanceGuard: (maintenance) => (maintenance ? 'SYSTEM_TEMPORARY_UNAVAILABLE' : undefined),
};
