// Everything about an account that the sandbox's own page shows.
import type { AccountInfo, OperationState, StreamKind, TradingState } from '../domain.js';
import type { Subscriptions } from '../rules/context.js';
import type { Quote } from '../rules/trading/trading-rules.js';
import type { Instrument } from '../state/instruments.js';

export interface AccountView {
  readonly info: AccountInfo;
  readonly state: TradingState;
  readonly quotes: readonly { readonly instrument: Instrument; readonly quote: Quote | undefined }[];
  /** The latest first. */
  readonly operations: readonly {
    readonly id: string;
    readonly kind: string;
    readonly key: string;
    readonly state: OperationState;
    readonly errorCode: string | undefined;
    readonly atMs: number;
  }[];
  readonly connections: readonly {
    readonly id: string;
    readonly stream: StreamKind;
    readonly subscriptions: Subscriptions;
    readonly stalled: boolean;
  }[];
}
