// Events to connections (interface 6, 6.4): whom the rules let have them, when, and how often.
import type { DomainEvent, HmrPeriod, HmrSnapshot, TradingStateSnapshot } from '../domain.js';
import { accountStateOf, tradingStateOf } from '../state/valuation.js';
import { type Core, deskOf } from './core.js';
import type { AccountConnection, AccountRecord } from './records/account-record.js';

export class Publisher {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Offers an event of the account to every connection that may have it. */
  publish(account: AccountRecord, event: DomainEvent): void {
    if (this.#core.rules.offersToAllAccounts(event)) {
      for (const other of this.#core.accounts.values()) {
        this.#offer(other, event, other === account);
      }
    } else {
      this.#offer(account, event, true);
    }
  }

  /** Offers an event to one connection: periodic messages, and what differs from connection to connection. */
  offer(connection: AccountConnection, event: DomainEvent, ownAccount = true): void {
    const { rules, clock } = this.#core;
    const { account } = connection;
    const context = connection.deliveryContext(event, ownAccount, this.#core.stalled.size);
    if (
      !rules.deliversTo(event, connection.subscriptions, context) ||
      rules.streamGuard(account.info, connection.stream, 'delivery') !== undefined
    ) {
      return;
    }
    for (const delayMs of rules.deliveryTimesMs(event, context)) {
      if (delayMs <= 0) {
        connection.deliver(event);
      } else {
        clock.schedule(delayMs, () => connection.deliver(event));
      }
    }
  }

  /** Interface 6: balance-changing operations are not delivered on account_state; a rule may say otherwise. */
  afterBalance(account: AccountRecord): void {
    for (const connection of account.connections) {
      if (this.#core.rules.accountStateOnBalance(connection.context())) {
        this.offer(connection, this.accountState(account));
      }
    }
  }

  accountState(account: AccountRecord): DomainEvent {
    const context = deskOf(this.#core, account);
    return { kind: 'account_state_event', accountState: accountStateOf(context), atMs: context.nowMs };
  }

  tradingSnapshot(connection: AccountConnection): TradingStateSnapshot {
    const { rules, behaviour } = this.#core;
    const { account } = connection;
    const state = tradingStateOf(deskOf(this.#core, account));
    const shown = rules.snapshotOf(state, {
      accountId: connection.accountId,
      surface: 'stream',
      sltp: behaviour.snapshotSltp,
      connection: connection.ordinal,
      previous: account.lastSnapshot,
    });
    account.lastSnapshot = state;
    return { kind: 'trading_state_snapshot', ...shown };
  }

  hmrSnapshot(connection: AccountConnection): HmrSnapshot {
    const nowMs = this.#core.clock.nowMs();
    const periods = [...connection.account.hmr.values()].filter((period) => this.concerns(connection, period, nowMs));
    return {
      kind: 'hmr_snapshot',
      periods: periods.map((period) => this.#core.rules.shownPeriod(period)),
      atMs: nowMs,
    };
  }

  concerns(connection: AccountConnection, period: HmrPeriod | undefined, nowMs: number): boolean {
    const { rules, behaviour } = this.#core;
    return (
      period !== undefined &&
      rules.isCurrent(period, nowMs) &&
      rules.concerns(period, connection.subscriptions.hmr, behaviour.hmrPeriods)
    );
  }

  #offer(account: AccountRecord, event: DomainEvent, ownAccount: boolean): void {
    for (const connection of account.connections) {
      this.offer(connection, event, ownAccount);
    }
  }
}
