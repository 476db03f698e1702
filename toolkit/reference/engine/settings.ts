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
  /** What a pending order is good for, at least and at most; as long as nothing ends it where both are 0. */
  readonly pendingOrdersLiveMs: readonly [leastMs: number, mostMs: number];
  readonly connectionsPerAccount: number;
  /** Of all accounts together. */
  readonly connectionsInAll: number;
  readonly accounts: number;
  /** Quota per account and operation; `default` for operations not named. */
  readonly quotas: Readonly<Partial<Record<Operation, QuotaSetting>>> & { readonly default: QuotaSetting };
  /** How long a quota stays used up that control used up; until control gives it back where undefined. */
  readonly exhaustionLastsMs: number | undefined;
  /** The conditions of the first instrument change by themselves this often; never where it is 0. */
  readonly conditionsChangeEveryMs: number;
  /** Prices of the feed change this often. */
  readonly feedStepMs: number;
  readonly tickIntervalMs: number;
  readonly historyPage: number;
  readonly historyPageMax: number;
  /** What control actions that change a state take beyond their answer, each as long as it happens. */
  readonly controlsTake: readonly [leastMs: number, mostMs: number];
  /** The only control actions that take so long; all where undefined. */
  readonly lateControls: readonly ControlActionName[] | undefined;
  /** What an account that control opens takes at least and at most until it is there for everything. */
  readonly accountsOpenIn: readonly [leastMs: number, mostMs: number];
  /** Interface 1, rule 4: from older to newer, unless stated otherwise. */
  readonly historyOrder: 'ascending' | 'descending';
  /** Decimal text: what a fresh account holds, in its currency. */
  readonly openingBalance: string;
  /** Positions that every account has opened and closed before it is there. */
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
  connectionsPerAccount: 10_000,
  connectionsInAll: 100_000,
  accounts: 100_000,
  quotas: { default: { limit: 60_000, windowMs: MINUTE }, placeOrder: { limit: 10_000, windowMs: MINUTE } },
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
  openingBalance: '1000000',
  past: 0,
};
