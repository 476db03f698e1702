// Entities in a dialect's spelling (interface 2.2 to 2.5): the values of the service at the places from which the dialect reads them.
// Values pass through the rules under the names that the default dialect gives them, so that a rule means the same in every dialect.

import { mapValues } from '../../../base/map-values.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Binding, DialectSpec } from '../../../profile/dialect/spec.js';
import type { Words } from '../../../profile/dialect/words.js';
import type { AccountState, Conditions, Deal, HmrPeriod, Order, Position } from '../../domain.js';
import type { Place } from '../../rules/telling/rendering.js';
import { type IdKind, spokenId } from '../contrary-ids.js';
import type { Draft, Spot, Values } from '../values.js';
import { compileNames, type Item } from './collections.js';
import { compileExample } from './examples.js';
import { JsonDraft, type Steps } from './json-draft.js';
import type { Numbered } from './numbered.js';
import { type Choose, first, firstPlace, KEY, satisfy } from './places.js';

type Where = Place['in'];
type Vocabularies = Readonly<Record<keyof DialectSpec['words'], Words>>;

export interface EntityWriters {
  order(order: Order, where: Where): Item;
  position(position: Position, where: Where): Item;
  deal(deal: Deal, where: Where): Item;
  accountState(state: AccountState, where: Where): JsonObject;
  conditions(conditions: Conditions, where: Where): JsonObject;
  hmrPeriod(period: HmrPeriod, where: Where): Item;
}

export function entityWriters(
  { entities: spec, examples, dateTimes }: DialectSpec,
  words: Vocabularies,
  values: Values,
  numbered: Numbered,
): EntityWriters {
  const { balanceWhen, ...tables } = spec;
  const begin = mapValues(tables, (members, name) =>
    compileExample(examples?.entities?.[name], members, [], dateTimes),
  );
  const places = mapValues(tables, (members) => placesOf(members));
  const instruments = compileNames(spec.hmrPeriod.instruments, spec.hmrPeriod.instrumentName, numbered.periodObjects);
  const object = (sheet: JsonDraft): JsonObject => values.object(sheet.object);
  /** An entity may be a list of its values. */
  const finished = (sheet: JsonDraft): JsonValue =>
    isJsonObject(sheet.value) ? values.object(sheet.value) : sheet.value;
  const id = (kind: IdKind, own: string | undefined): JsonValue | undefined => (numbered[kind] ? spokenId(own) : own);
  const word = (of: keyof Vocabularies, meant: string | undefined): JsonValue | undefined =>
    meant === undefined ? undefined : words[of].write(meant);

  function prices(entity: Order | Position, spot: Spot): Draft {
    const digits = entity.pointDigits;
    return {
      price: values.price(entity.price, digits, spot, 'price'),
      stopLossPrice: values.price(entity.stopLossPrice, digits, spot, 'stop_loss_price'),
      takeProfitPrice: values.price(entity.takeProfitPrice, digits, spot, 'take_profit_price'),
    };
  }

  /** History is sorted by the time at which an order was final. */
  function timeOf({ createdAtMs, closedAtMs }: Order, where: Where, spot: Spot): JsonValue | undefined {
    return where === 'orderHistory' && closedAtMs !== undefined
      ? values.time(closedAtMs, spot, 'closed_at')
      : values.time(createdAtMs, spot, 'created_at');
  }

  return {
    order: (order, where) => {
      const spot: Spot = { in: where, of: 'order' };
      const time = timeOf(order, where, spot);
      const said = {
        id: id('ord', order.id),
        type: word('orderType', order.type),
        instrument: order.instrument,
        side: word('side', order.side),
        state: word('orderState', order.state),
        volume: values.volume(order.volume, order.volumeDigits, spot, 'volume'),
        ...prices(order, spot),
        positionId: id('pos', order.positionId),
        parentOrderId: id('ord', order.parentOrderId),
        clientRequestId: order.clientRequestId,
        time,
      };
      const sheet = written(places.order, said, begin.order(time));
      return { key: String(id('ord', order.id)), value: finished(sheet) };
    },
    position: (position, where) => {
      const spot: Spot = { in: where, of: 'position' };
      const time = values.time(position.openedAtMs, spot, 'created_at');
      const said = {
        id: id('pos', position.id),
        instrument: position.instrument,
        side: word('side', position.side),
        state: word('positionState', position.state),
        volume: values.volume(position.volume, position.volumeDigits, spot, 'volume'),
        ...prices(position, spot),
        time,
      };
      const sheet = written(places.position, said, begin.position(time));
      return { key: String(id('pos', position.id)), value: finished(sheet) };
    },
    deal: (deal, where) => {
      const spot: Spot = { in: where, of: 'deal' };
      const time = values.time(deal.atMs, spot, 'created_at');
      const said = {
        id: id('deal', deal.id),
        orderId: id('ord', deal.orderId),
        positionId: id('pos', deal.positionId),
        balanceKind: word('balanceKind', deal.balanceKind),
        instrument: deal.instrument,
        side: word('side', deal.side),
        volume: values.volume(deal.volume, deal.volumeDigits, spot, 'volume'),
        price: values.price(deal.price, deal.pointDigits, spot, 'price'),
        amount: values.money(deal.amount, deal.currencyDigits, spot, 'amount'),
        time,
      };
      const sheet = written(places.deal, said, begin.deal(time));
      if (deal.balanceKind !== undefined) satisfy(sheet, balanceWhen ?? undefined);
      return { key: String(id('deal', deal.id)), value: finished(sheet) };
    },
    accountState: (state, where) => {
      const spot: Spot = { in: where, of: 'account_state' };
      const { currencyDigits: digits } = state;
      const said = {
        balance: values.money(state.balance, digits, spot, 'balance'),
        equity: values.money(state.equity, digits, spot, 'equity'),
        usedMargin: values.money(state.usedMargin, digits, spot, 'used_margin'),
      };
      return object(written(places.accountState, said, begin.accountState()));
    },
    conditions: (conditions, where) => {
      const spot: Spot = { in: where, of: 'conditions' };
      const { volumeDigits: digits } = conditions;
      const said = {
        volumeMin: values.volume(conditions.volumeMin, digits, spot, 'volume_min'),
        volumeMax: values.volume(conditions.volumeMax, digits, spot, 'volume_max'),
        volumeStep: values.volume(conditions.volumeStep, digits, spot, 'volume_step'),
        pointDigits: values.rules.renderPointDigits(conditions.pointDigits),
      };
      return object(written(places.conditions, said, begin.conditions()));
    },
    hmrPeriod: (period, where) => {
      const spot: Spot = { in: where, of: 'hmr_period' };
      const said = {
        id: period.id,
        start: values.time(period.startsAtMs, spot, 'starts_at'),
        end: values.time(period.endsAtMs, spot, 'ends_at'),
      };
      const sheet = written(places.hmrPeriod, said, begin.hmrPeriod(said.start));
      instruments?.write(sheet, [], period.instruments);
      return { key: period.id, value: finished(sheet) };
    },
  };
}

type Places = readonly (readonly [member: string, steps: Steps])[];

/** Where each member is written; the name of an item in a map is written by the map. */
export function placesOf(members: { readonly [member: string]: unknown }, choose: Choose = first): Places {
  return Object.entries(members).flatMap(([member, binding]) => {
    const place = isBinding(binding) ? firstPlace(binding, choose) : undefined;
    return place === undefined || place === KEY ? [] : [[member, place] as const];
  });
}

function isBinding(value: unknown): value is Binding {
  return value === null || typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string');
}

/** A sheet with the values that there are, each at its place. */
export function written(
  places: Places,
  draft: Draft,
  sheet: JsonDraft = new JsonDraft(),
  under: Steps = [],
): JsonDraft {
  for (const [member, steps] of places) sheet.put([...under, ...steps], draft[member]);
  return sheet;
}
