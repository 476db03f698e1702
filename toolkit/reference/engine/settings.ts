// The numbers that the interface leaves open (interface 8): windows, retentions, quotas, sizes. Configuration with safe defaults.
import type { ControlActionName } from '../../profile/control/actions.js';
import type { Operation } from '../domain.js';

export interface QuotaSetting {
  readonly limit: number;
  readonly windowMs: number;
}

export interface Settings {
  /** Accepted distance of a request's timestamp from the service's clock, on either side. */
  readonly timestampWindowMs: number;
  readonly idempotencyRetentionMs: number;
  readonly operationRetentionMs: number;
  /** Closed orders and deals (interface 8: one month, subject to clarification). */
  readonly historyRetentionMs: number;
  /** Hard caps per account, so that memory is bounded whatever the retention. */
  readonly operationsPerAccount: number;
  readonly historyPerAccount: number;
  /** Of the whole service. */
  readonly idempotencyRecords: number;
  readonly pendingOrdersPerAccount: number;
  /** How long a pending order is valid, at least and at most; without limit where both are 0. */
  readonly pendingOrdersLiveMs: readonly [leastMs: number, mostMs: number];
  /** The house cancels one of so many orders by itself, and closes one of so many positions; none where it is 0. */
  readonly houseCancelsOneOf: number;
  readonly houseClosesOneOf: number;
  readonly connectionsPerAccount: number;
  /** Of all accounts together. */
  readonly connectionsInAll: number;
  readonly accounts: number;
  /** Quota per account and operation; `default` for operations not named. */
  readonly quotas: Readonly<Partial<Record<Operation, QuotaSetting>>> & { readonly default: QuotaSetting };
  /** Whether the calls that trade are counted together, in the quota of placements. */
  readonly oneQuotaForTrading: boolean;
  /** How long a quota stays exhausted that control has exhausted; until control restores it where undefined. */
  readonly exhaustionLastsMs: number | undefined;
  /** How often the conditions of the first instrument change by themselves; never where it is 0. */
  readonly conditionsChangeEveryMs: number;
  /** How often prices of the feed change. */
  readonly feedStepMs: number;
  readonly tickIntervalMs: number;
  readonly historyPage: number;
  readonly historyPageMax: number;
  /** How long after its answer a control action takes effect, at least and at most. */
  readonly controlsTake: readonly [leastMs: number, mostMs: number];
  /** The control actions that take effect late; all where undefined. */
  readonly lateControls: readonly ControlActionName[] | undefined;
  /** How long an account that control opens takes until it can be used for everything, at least and at most. */
  readonly accountsOpenIn: readonly [leastMs: number, mostMs: number];
  /** Interface 1, rule 4: from older to newer, unless stated otherwise. */
  readonly historyOrder: 'ascending' | 'descending';
  /** Whether a cursor of history says how many rows came before it; else it names the next one, wherever that has gone. */
  readonly cursorsCountRows: boolean;
  /** Decimal text: what a fresh account holds, in its currency. */
  readonly openingBalance: string;
  /** How many positions every account has opened and closed before it is first seen. */
  readonly past: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const DEFAULT_SETTINGS: Settings = {
  timestampWindowMs: 30_000,
  idempotencyRetentionMs: DAY,
  operationRetentionMs: DAY,
  historyRetentionMs: 30 * DAY,
  operationsPerAccount: 50_000,
  historyPerAccount: 50_000,
  idempotencyRecords: 1_000_000,
  pendingOrdersPerAccount: 200,
  pendingOrdersLiveMs: [0, 0],
  houseCancelsOneOf: 0,
  houseClosesOneOf: 0,
  connectionsPerAccount: 10_000,
  connectionsInAll: 100_000,
  accounts: 100_000,
  quotas: { default: { limit: 60_000, windowMs: MINUTE }, placeOrder: { limit: 10_000, windowMs: MINUTE } },
  oneQuotaForTrading: false,
  exhaustionLastsMs: undefined,
  conditionsChangeEveryMs: 0,
  feedStepMs: 500,
  tickIntervalMs: 250,
  historyPage: 50,
  historyPageMax: 500,
  controlsTake: [0, 0],
  lateControls: undefined,
  accountsOpenIn: [0, 0],
  historyOrder: 'ascending',
  cursorsCountRows: false,
  openingBalance: '1000000',
  past: 0,
};
