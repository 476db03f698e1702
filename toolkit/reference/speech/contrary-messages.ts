// Stream messages of the contrary dialect (interface 6): the kind is a member's name, its value the message; HMR alone stays at top
// level, as 6.2 states. Frames hold lists of messages.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { DomainEvent, TradingState, TransactionEvent } from '../domain.js';
import type { ContraryEntities } from './contrary-entities.js';
import type { Draft, Values } from './values.js';

export class ContraryMessages {
  readonly #values: Values;
  readonly #entities: ContraryEntities;

  constructor(values: Values, entities: ContraryEntities) {
    this.#values = values;
    this.#entities = entities;
  }

  event(event: DomainEvent): JsonObject {
    switch (event.kind) {
      case 'transaction_event':
        return this.#named(event, this.#transaction(event));
      case 'trading_state_snapshot':
        return this.#named(event, this.#body({ ...this.#state(event, event.kind), ...this.#time(event) }));
      case 'account_state_event':
        return this.#named(
          event,
          this.#body({ ...this.#entities.accountState(event.accountState, event.kind), ...this.#time(event) }),
        );
      case 'instrument_event':
        return this.#named(
          event,
          this.#body({
            action: event.action,
            conditions: this.#entities.conditions(event.conditions, event.kind),
            ...this.#time(event),
          }),
        );
      case 'hmr_snapshot':
        return this.#topLevel(event, {
          periods: event.periods.map((period) => this.#entities.hmrPeriod(period, event.kind)),
        });
      case 'hmr_update':
        return this.#topLevel(event, {
          upserted_periods: event.upsertedPeriods.map((period) => this.#entities.hmrPeriod(period, event.kind)),
          removed_period_ids: event.removedPeriodIds,
        });
      case 'tick': {
        const spot = { in: event.kind, of: 'tick' };
        const quote = {
          ask: this.#values.tickPrice(event.ask, event.pointDigits, spot, 'ask'),
          bid: this.#values.tickPrice(event.bid, event.pointDigits, spot, 'bid'),
        };
        const symbol = this.#entities.symbol(event.instrument);
        return this.#named(event, this.#body({ symbol, quote, ...this.#time(event) }));
      }
    }
  }

  snapshot(state: TradingState): JsonObject {
    return this.#body(this.#state(state, 'snapshot'));
  }

  #state(state: TradingState, where: 'trading_state_snapshot' | 'snapshot'): Draft {
    return {
      live: this.#body({
        positions: this.#entities.map(state.positions, (position) => this.#entities.position(position, where)),
        orders: this.#entities.map(state.orders, (order) => this.#entities.order(order, where)),
      }),
      account: this.#entities.accountState(state.accountState, where),
    };
  }

  /** An empty payload is null, and so are the error members of a success. */
  #transaction(event: TransactionEvent): JsonObject {
    const payload = this.#payload(event);
    const isWrapped = this.#values.rules.hasWrapper(event.kind);
    return this.#values.object(
      {
        client_request_id: event.clientRequestId,
        operation_id: event.operationId,
        status: event.status,
        ...(isWrapped ? { payload } : payload),
        error_code: event.errorCode,
        error_message: event.errorMessage,
        ...this.#time(event),
      },
      ['error_code', 'error_message'],
    );
  }

  #payload(event: TransactionEvent): JsonObject | null {
    const { orders, deals, positions, accountState } = event.payload;
    const { kind } = event;
    if (orders.length + deals.length + positions.length === 0 && accountState === undefined) return null;
    const mapped = <Entity extends { readonly id: string }>(
      entities: readonly Entity[],
      write: (entity: Entity) => JsonObject,
    ): JsonValue | undefined => (entities.length === 0 ? undefined : this.#entities.map(entities, write));
    return this.#body({
      account_state: accountState === undefined ? undefined : this.#entities.accountState(accountState, kind),
      positions: mapped(positions, (position) => this.#entities.position(position, kind)),
      deals: mapped(deals, (deal) => this.#entities.deal(deal, kind)),
      orders: mapped(orders, (order) => this.#entities.order(order, kind)),
    });
  }

  #named(event: DomainEvent, message: JsonValue): JsonObject {
    return { [event.kind]: message };
  }

  #topLevel(event: DomainEvent, data: JsonObject): JsonObject {
    const wrapped = this.#values.rules.hasWrapper(event.kind) ? { payload: data } : data;
    const time = this.#values.rules.hasEventTime(event.kind)
      ? { event_time: this.#values.time(event.atMs, { in: event.kind, of: 'envelope' }, 'event_time') }
      : {};
    return this.#body({ [event.kind]: true, ...wrapped, ...time });
  }

  #time(event: DomainEvent): Draft {
    return this.#values.rules.hasEventTime(event.kind)
      ? { at: this.#values.time(event.atMs, { in: event.kind, of: 'envelope' }, 'event_time') }
      : {};
  }

  #body(draft: Draft): JsonObject {
    return this.#values.object(draft);
  }
}
