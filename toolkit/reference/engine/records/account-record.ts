// Everything that the service keeps about one account. Parts that most accounts never need are made when first needed, so that
// hundreds of accounts in hundreds of services stay cheap.
import type {
  AccountInfo,
  HmrPeriod,
  Operation,
  Scope,
  StreamKind,
  TradingState,
  TransactionEvent,
} from '../../domain.js';
import type { Subscriptions } from '../../rules/context.js';
import { Book } from '../../state/book.js';
import type { Market } from '../../state/market.js';
import { RetainedMap } from '../../state/retained-map.js';
import type { Settings } from '../settings.js';
import type { Timer } from '../time/clock.js';
import type { LiveConnection } from './live-connection.js';
import type { OperationRecord } from './operation-record.js';
import { Quotas } from './quotas.js';

/** How many past events are kept in reach of the rule that replays them (an honest service never does). */
const RECENT_EVENTS = 16;

/** A stream connection on such an account. */
export type AccountConnection = LiveConnection<AccountRecord>;

export class AccountRecord {
  info: AccountInfo;
  readonly market: Market;
  readonly book: Book;
  readonly operations: RetainedMap<OperationRecord>;
  readonly quotas: Quotas;
  readonly connections: Set<AccountConnection> = new Set();
  readonly hmr: Map<string, HmrPeriod> = new Map();
  readonly opened: Record<StreamKind, number> = { events: 0, ticks: 0 };
  readonly requests: Partial<Record<Operation, number>> = {};
  /** Operations that control holds back; undefined when it does not. */
  held: OperationRecord[] | undefined;
  forced: OperationRecord['forced'];
  maintenance = false;
  /** The highest number of pending orders that control gave it; that of the settings when undefined. */
  pendingMax: number | undefined;
  flexibleHmr = false;
  operationCount = 0;
  idempotencyEpoch = 0;
  lastSubscriptions: Subscriptions | undefined;
  lastSnapshot: TradingState | undefined;
  /** When it is there, for one scope after the other; undefined where it was from the start. */
  opening: Readonly<Record<Scope, number>> | undefined;
  /** Looks at the feed again while an order is within its reach. */
  watch: Timer | undefined;
  #recent: TransactionEvent[] | undefined;

  constructor(info: AccountInfo, market: Market, balance: bigint, settings: Settings) {
    this.info = info;
    this.market = market;
    this.book = new Book(balance, settings.historyPerAccount);
    this.operations = new RetainedMap(settings.operationsPerAccount, ({ context }) => context.operationId);
    this.quotas = new Quotas(settings);
  }

  isOpenFor(scope: Scope, nowMs: number): boolean {
    return this.opening === undefined || nowMs >= this.opening[scope];
  }

  /** 1 for the first request of that operation. */
  countRequest(operation: Operation): number {
    const count = (this.requests[operation] ?? 0) + 1;
    this.requests[operation] = count;
    return count;
  }

  noteEvent(event: TransactionEvent): void {
    this.#recent ??= [];
    this.#recent.push(event);
    if (this.#recent.length > RECENT_EVENTS) this.#recent.shift();
  }

  recentEvents(count: number): readonly TransactionEvent[] {
    return count > 0 ? (this.#recent?.slice(-count) ?? []) : [];
  }
}
