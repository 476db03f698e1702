// Stream messages of the default dialect (interface 6): `type` names the kind, data lies under `payload`, HMR at top level.

import type { JsonObject } from '../../payload/json.js';
import type { DomainEvent, TradingState, TransactionEvent } from '../domain.js';
import type { DefaultEntities } from './default-entities.js';
import type { Draft, Values } from './values.js';

const ERROR_MEMBERS = ['error_code', 'error_message'];

export class DefaultMessages {
  readonly #values: Values;
  readonly #entities: DefaultEntities;

  constructor(values: Values, entities: DefaultEntities) {
    this.#values = values;
    this.#entities = entities;
  }

  event(event: DomainEvent): JsonObject {
    const time = this.#values.rules.hasEventTime(event.kind)
      ? this.#values.time(event.atMs, { in: event.kind, of: 'envelope' }, 'event_time')
      : undefined;
    const head: Draft = { type: event.kind, event_time: time };
    switch (event.kind) {
      case 'transaction_event':
        return this.#message(event.kind, { ...head, ...this.#result(event) }, this.#changes(event), ERROR_MEMBERS);
      case 'trading_state_snapshot':
        return this.#message(event.kind, head, this.tradingState(event, event.kind));
      case 'account_state_event':
        return this.#message(event.kind, head, this.#entities.accountState(event.accountState, event.kind));
      case 'instrument_event':
        return this.#message(
          event.kind,
          { ...head, action: event.action },
          this.#entities.conditions(event.conditions, event.kind),
        );
      case 'hmr_snapshot':
        return this.#message(event.kind, head, {
          periods: event.periods.map((period) => this.#entities.hmrPeriod(period, event.kind)),
        });
      case 'hmr_update':
        return this.#message(event.kind, head, {
          upserted_periods: event.upsertedPeriods.map((period) => this.#entities.hmrPeriod(period, event.kind)),
          removed_period_ids: event.removedPeriodIds,
        });
      case 'tick': {
        const spot = { in: event.kind, of: 'tick' };
        return this.#values.object({
          ...head,
          instrument: event.instrument,
          bid: this.#values.tickPrice(event.bid, event.pointDigits, spot, 'bid'),
          ask: this.#values.tickPrice(event.ask, event.pointDigits, spot, 'ask'),
        });
      }
    }
  }

  /** The trading snapshot, as a message's payload and as the body of the resource. */
  tradingState(state: TradingState, where: 'trading_state_snapshot' | 'snapshot'): JsonObject {
    return this.#values.object({
      orders: state.orders.map((order) => this.#entities.order(order, where)),
      positions: state.positions.map((position) => this.#entities.position(position, where)),
      account_state: this.#entities.accountState(state.accountState, where),
    });
  }

  #result(event: TransactionEvent): Draft {
    return {
      status: event.status,
      operation_id: event.operationId,
      client_request_id: event.clientRequestId,
      error_code: event.errorCode,
      error_message: event.errorMessage,
    };
  }

  /** Only what the transaction created or changed (interface 6.1, rule 2); a list without entities is left out. */
  #changes(event: TransactionEvent): JsonObject {
    const { orders, deals, positions, accountState } = event.payload;
    const listed = <Entity>(entities: readonly Entity[], write: (entity: Entity) => JsonObject): Draft[string] =>
      entities.length === 0 ? undefined : entities.map(write);
    return this.#values.object({
      orders: listed(orders, (order) => this.#entities.order(order, event.kind)),
      deals: listed(deals, (deal) => this.#entities.deal(deal, event.kind)),
      positions: listed(positions, (position) => this.#entities.position(position, event.kind)),
      account_state: accountState === undefined ? undefined : this.#entities.accountState(accountState, event.kind),
    });
  }

  #message(kind: DomainEvent['kind'], head: Draft, data: JsonObject, nullable: readonly string[] = []): JsonObject {
    return this.#values.object(
      this.#values.rules.hasWrapper(kind) ? { ...head, payload: data } : { ...head, ...data },
      nullable,
    );
  }
}
