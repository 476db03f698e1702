// Entities of the contrary dialect (interface 2.2 to 2.5): numbered, nested, in other words; collections are maps by identifier.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { AccountState, Conditions, Deal, HmrPeriod, Order, Position } from '../domain.js';
import type { Place } from '../rules/telling/rendering.js';
import { spokenId } from './contrary-ids.js';
import type { Spot, Values } from './values.js';

type Where = Place['in'];

export const SIDES = { buy: 'LONG', sell: 'SHORT' } as const;
export const ORDER_KINDS = { limit: 'limit', stop: 'stop', sltp: 'sltp', market: 'INSTANT' } as const;
const ORDER_PHASES = { pending: 'RESTING', filled: 'EXECUTED', cancelled: 'WITHDRAWN', expired: 'LAPSED' } as const;
const POSITION_PHASES = { open: 'LIVE', closed: 'FLAT' } as const;
const LEVELS = ['entry', 'stop', 'target'];

export class ContraryEntities {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  /** A collection as a map by identifier. */
  map<Entity extends { readonly id: string }>(
    entities: readonly Entity[],
    write: (entity: Entity) => JsonObject,
  ): JsonObject {
    return Object.fromEntries(entities.map((entity) => [String(spokenId(entity.id)), write(entity)]));
  }

  order(order: Order, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'order' };
    return this.#values.object(
      {
        no: spokenId(order.id),
        kind: ORDER_KINDS[order.type],
        symbol: this.symbol(order.instrument),
        way: SIDES[order.side],
        phase: ORDER_PHASES[order.state],
        volume: this.#values.volume(order.volume, order.volumeDigits, spot, 'volume'),
        levels: this.#levels(order, spot),
        of: this.#values.object({ position: spokenId(order.positionId), order: spokenId(order.parentOrderId) }),
        wished_by: order.clientRequestId,
        placed: this.#values.time(order.createdAtMs, spot, 'created_at'),
        ended: this.#values.time(order.closedAtMs, spot, 'closed_at'),
      },
      ['wished_by', 'ended'],
    );
  }

  position(position: Position, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'position' };
    return this.#values.object(
      {
        no: spokenId(position.id),
        symbol: this.symbol(position.instrument),
        way: SIDES[position.side],
        phase: POSITION_PHASES[position.state],
        volume: this.#values.volume(position.volume, position.volumeDigits, spot, 'volume'),
        levels: this.#levels(position, spot),
        opened: this.#values.time(position.openedAtMs, spot, 'created_at'),
        ended: this.#values.time(position.closedAtMs, spot, 'closed_at'),
      },
      ['ended'],
    );
  }

  deal(deal: Deal, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'deal' };
    return this.#values.object({
      no: spokenId(deal.id),
      sort: deal.balanceKind === undefined ? 'fill' : 'balance',
      booked_as: deal.balanceKind,
      of: this.#values.object({ order: spokenId(deal.orderId), position: spokenId(deal.positionId) }),
      symbol: deal.instrument === undefined ? undefined : this.symbol(deal.instrument),
      way: deal.side === undefined ? undefined : SIDES[deal.side],
      volume: this.#values.volume(deal.volume, deal.volumeDigits, spot, 'volume'),
      levels:
        deal.price === undefined
          ? undefined
          : this.#values.object({ entry: this.#values.price(deal.price, deal.pointDigits, spot, 'price') }),
      cash: this.#values.money(deal.amount, deal.currencyDigits, spot, 'amount'),
      booked: this.#values.time(deal.atMs, spot, 'created_at'),
    });
  }

  accountState(state: AccountState, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'account_state' };
    const digits = state.currencyDigits;
    return this.#values.object({
      used_margin: this.#values.money(state.usedMargin, digits, spot, 'used_margin'),
      equity: this.#values.money(state.equity, digits, spot, 'equity'),
      balance: this.#values.money(state.balance, digits, spot, 'balance'),
    });
  }

  /** The digits as text, which the interface leaves open for a count. */
  conditions(conditions: Conditions, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'conditions' };
    const { volumeDigits } = conditions;
    const pointDigits = this.#values.rules.renderPointDigits(conditions.pointDigits);
    return this.#values.object({
      symbol: this.symbol(conditions.instrument),
      point_digits: typeof pointDigits === 'number' ? String(pointDigits) : pointDigits,
      volume_step: this.#values.volume(conditions.volumeStep, volumeDigits, spot, 'volume_step'),
      volume_max: this.#values.volume(conditions.volumeMax, volumeDigits, spot, 'volume_max'),
      volume_min: this.#values.volume(conditions.volumeMin, volumeDigits, spot, 'volume_min'),
    });
  }

  hmrPeriod(period: HmrPeriod, where: Where): JsonObject {
    const spot: Spot = { in: where, of: 'hmr_period' };
    return this.#values.object({
      pid: period.id,
      concerns: period.instruments.map((name) => this.symbol(name)),
      starting: this.#values.time(period.startsAtMs, spot, 'starts_at'),
      ending: this.#values.time(period.endsAtMs, spot, 'ends_at'),
    });
  }

  symbol(name: JsonValue): JsonObject {
    return this.#values.object({ code: name });
  }

  #levels(entity: Order | Position, spot: Spot): JsonObject {
    const digits = entity.pointDigits;
    return this.#values.object(
      {
        entry: this.#values.price(entity.price, digits, spot, 'price'),
        stop: this.#values.price(entity.stopLossPrice, digits, spot, 'stop_loss_price'),
        target: this.#values.price(entity.takeProfitPrice, digits, spot, 'take_profit_price'),
      },
      LEVELS,
    );
  }
}
