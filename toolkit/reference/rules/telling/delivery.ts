// Which connection gets which event, when, and how often (interface 6, 6.4).
import type { DomainEvent } from '../../domain.js';
import type { ConnectionContext, Subscriptions } from '../context.js';

export interface DeliveryContext extends ConnectionContext {
  /** Events of this kind delivered on the connection before this one. */
  readonly sequence: number;
  /** Whether the event belongs to the connection's account. */
  readonly ownAccount: boolean;
  /** Whether the reader of another connection of the service is stalled. */
  readonly stalledElsewhere: boolean;
}

export interface DeliveryRules {
  /** Interface 4.6; 6; 6.3, rule 2: only events of active subscriptions, and only of the account. */
  deliversTo(event: DomainEvent, subscriptions: Subscriptions, context: DeliveryContext): boolean;
  /** Interface 6: whether an event is offered to the connections of all accounts, which `deliversTo` tells apart. */
  offersToAllAccounts(event: DomainEvent): boolean;
  /** Interface 6: when a delivered event leaves, in milliseconds from now: once, at once. */
  deliveryTimesMs(event: DomainEvent, context: DeliveryContext): readonly number[];
  /** Interface 6.4, rule 1; 6.4, rule 2: how many past transaction events a subscription replays. */
  replays(context: ConnectionContext): number;
  /** Interface 6: every subscribed connection is served; true ends all streams of the account after so many pings. */
  endsOnPings(count: number): boolean;
  /** Interface 6: subscribing transactions is followed by one snapshot, before any transaction event. */
  snapshotsOnSubscribe(context: ConnectionContext): number;
  /** Interface 6: how long that snapshot is held back once it is made. */
  snapshotDelayMs(context: ConnectionContext): number;
  /** Interface 6: how long it takes until that snapshot is made; what happens meanwhile it shows, and its events follow it. */
  snapshotTakesMs(context: ConnectionContext): number;
  /** Interface 6: account_state_event at a standard interval. */
  accountStateIntervalMs(standardMs: number, context: ConnectionContext): number;
  /** Interface 6: balance-changing operations are not delivered on account_state. */
  accountStateOnBalance(context: ConnectionContext): boolean;
  /** Interface 8: the standard interval. */
  readonly accountStateStandardMs: number;
}

const AT_ONCE: readonly number[] = [0];

export const honestDelivery: DeliveryRules = {
  deliversTo: (event, subscriptions, { ownAccount, stream }) =>
    ownAccount && (stream === 'ticks' ? event.kind === 'tick' : isSubscribed(event, subscriptions)),
  offersToAllAccounts: () => false,
  deliveryTimesMs: () => AT_ONCE,
  replays: () => 0,
  endsOnPings: () => false,
  snapshotsOnSubscribe: () => 1,
  snapshotDelayMs: () => 0,
  snapshotTakesMs: () => 0,
  accountStateIntervalMs: (standardMs) => standardMs,
  accountStateOnBalance: () => false,
  accountStateStandardMs: 2000,
};

export function isSubscribed(event: DomainEvent, subscriptions: Subscriptions): boolean {
  switch (event.kind) {
    case 'transaction_event':
    case 'trading_state_snapshot':
      return subscriptions.transactions;
    case 'account_state_event':
      return subscriptions.accountState;
    case 'instrument_event':
      return subscriptions.allInstruments || subscriptions.instruments.has(event.conditions.instrument);
    case 'hmr_snapshot':
    case 'hmr_update':
      return subscriptions.hmr.size > 0;
    case 'tick':
      return subscriptions.ticks;
  }
}
