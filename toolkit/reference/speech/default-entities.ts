// Entities of the default dialect (interface 2.2 to 2.5): orders, deals, positions, account state, conditions, HMR periods.
// The spelling is that of `toolkit/profile/dialect/default-spelling.ts`.

import type { JsonObject } from '../../payload/json.js';
import type { AccountState, Conditions, Deal, HmrPeriod, Order, Position } from '../domain.js';
import type { Place } from '../rules/telling/rendering.js';
import type { Draft, Spot, Values } from './values.js';

type Where = Place['in'];

const PRICES = ['price', 'stop_loss_price', 'take_profit_price'];

export class DefaultEntities {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  order(order: Order, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'order' };
    return this.#values.object(
      {
        order_id: order.id,
        type: order.type,
        instrument: order.instrument,
        side: order.side,
        state: order.state,
        volume: this.#values.volume(order.volume, order.volumeDigits, spot, 'volume'),
        ...this.#prices(order, spot),
        position_id: order.positionId,
        parent_order_id: order.parentOrderId,
        client_request_id: order.clientRequestId,
        created_at: this.#values.time(order.createdAtMs, spot, 'created_at'),
        closed_at: this.#values.time(order.closedAtMs, spot, 'closed_at'),
      },
      PRICES,
    );
  }

  position(position: Position, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'position' };
    return this.#values.object(
      {
        position_id: position.id,
        instrument: position.instrument,
        side: position.side,
        state: position.state,
        volume: this.#values.volume(position.volume, position.volumeDigits, spot, 'volume'),
        ...this.#prices(position, spot),
        created_at: this.#values.time(position.openedAtMs, spot, 'created_at'),
        closed_at: this.#values.time(position.closedAtMs, spot, 'closed_at'),
      },
      PRICES,
    );
  }

  deal(deal: Deal, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'deal' };
    return this.#values.object({
      deal_id: deal.id,
      type: deal.balanceKind === undefined ? 'trade' : 'balance',
      balance_kind: deal.balanceKind,
      order_id: deal.orderId,
      position_id: deal.positionId,
      instrument: deal.instrument,
      side: deal.side,
      volume: this.#values.volume(deal.volume, deal.volumeDigits, spot, 'volume'),
      price: this.#values.price(deal.price, deal.pointDigits, spot, 'price'),
      amount: this.#values.money(deal.amount, deal.currencyDigits, spot, 'amount'),
      created_at: this.#values.time(deal.atMs, spot, 'created_at'),
    });
  }

  accountState(state: AccountState, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'account_state' };
    const digits = state.currencyDigits;
    return this.#values.object({
      balance: this.#values.money(state.balance, digits, spot, 'balance'),
      equity: this.#values.money(state.equity, digits, spot, 'equity'),
      used_margin: this.#values.money(state.usedMargin, digits, spot, 'used_margin'),
    });
  }

  conditions(conditions: Conditions, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'conditions' };
    const digits = conditions.volumeDigits;
    return this.#values.object({
      instrument: conditions.instrument,
      volume_min: this.#values.volume(conditions.volumeMin, digits, spot, 'volume_min'),
      volume_max: this.#values.volume(conditions.volumeMax, digits, spot, 'volume_max'),
      volume_step: this.#values.volume(conditions.volumeStep, digits, spot, 'volume_step'),
      point_digits: this.#values.rules.renderPointDigits(conditions.pointDigits),
    });
  }

  hmrPeriod(period: HmrPeriod, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'hmr_period' };
    return this.#values.object({
      period_id: period.id,
      instruments: period.instruments,
      starts_at: this.#values.time(period.startsAtMs, spot, 'starts_at'),
      ends_at: this.#values.time(period.endsAtMs, spot, 'ends_at'),
    });
  }

  #prices(entity: Order | Position, spot: Spot): Draft {
    const digits = entity.pointDigits;
    return {
      price: this.#values.price(entity.price, digits, spot, 'price'),
      stop_loss_price: this.#values.price(entity.stopLossPrice, digits, spot, 'stop_loss_price'),
      take_profit_price: this.#values.price(entity.takeProfitPrice, digits, spot, 'take_profit_price'),
    };
  }
}
