// Words for what records say: requests, their parameters, commands and events as a sentence names them.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { textOf } from './items.js';

interface Deed {
  /** `placed an order`. */
  readonly one: string;
  /** `placed 3 orders`. */
  readonly many: (count: string) => string;
}

const DEEDS: Readonly<Record<string, Deed>> = {
  placeOrder: { one: 'placed an order', many: (count) => `placed ${count} orders` },
  openPosition: { one: 'opened a position', many: (count) => `opened ${count} positions` },
  cancelOrder: { one: 'cancelled an order', many: (count) => `cancelled ${count} orders` },
  closePosition: { one: 'closed a position', many: (count) => `closed ${count} positions` },
  operationStatus: {
    one: 'read the status of an operation',
    many: (count) => `read the status of ${count} operations`,
  },
  account: { one: 'read the account configuration', many: (count) => `read the account configuration ${count} times` },
  instruments: { one: 'read the instruments', many: (count) => `read the instruments ${count} times` },
  conditions: { one: 'read the conditions of an instrument', many: (count) => `read conditions ${count} times` },
  limits: { one: 'read the limits', many: (count) => `read the limits ${count} times` },
  snapshot: { one: 'read the trading snapshot', many: (count) => `read the trading snapshot ${count} times` },
  orderHistory: { one: 'read the history of orders', many: (count) => `read ${count} pages of the history of orders` },
  dealHistory: { one: 'read the history of deals', many: (count) => `read ${count} pages of the history of deals` },
  eventsStream: { one: 'opened an events stream', many: (count) => `opened ${count} events streams` },
  ticksStream: { one: 'opened a ticks stream', many: (count) => `opened ${count} ticks streams` },
};

export function deedOf(request: string, count = 1): string {
  const deed = DEEDS[request];
  if (deed === undefined) return count === 1 ? `sent ${request}` : `sent ${request} ${numbered(count)} times`;
  return count === 1 ? deed.one : deed.many(numbered(count));
}

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export function numbered(count: number): string {
  return SMALL[count] ?? String(count);
}

export function timesOf(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${numbered(count)} times`;
}

/** `limit buy 1 US500 at 3995`; empty where nothing is known. */
export function paramsText(params: JsonValue | undefined): string {
  const of = (name: string, lead = ''): readonly string[] => {
    const text = textOf(memberOf(params, name));
    return text === '' ? [] : [`${lead}${text}`];
  };
  return [
    ...of('type'),
    ...of('side'),
    ...of('volume'),
    ...of('instrument'),
    ...of('price', 'at '),
    ...of('stopLossPrice', 'stop loss '),
    ...of('takeProfitPrice', 'take profit '),
    ...of('orderId'),
    ...of('positionId', textOf(memberOf(params, 'volume')) === '' ? '' : 'of '),
    ...of('operationId'),
  ].join(' ');
}

/** `subscribed to hmr of EURUSD, COPPER`; a command that no view was read of is named by its text. */
export function commandText(record: ViewerRecord): string {
  const view = memberOf(record.parsed, 'view');
  const action = textOf(memberOf(view, 'action'));
  const event = textOf(memberOf(view, 'event'));
  const list = memberOf(view, 'instruments');
  const instruments = isJsonArray(list) ? list.map(textOf) : [];
  const of = instruments.length === 0 ? '' : ` of ${listed(instruments)}`;
  if (action === 'subscribe') return `subscribed to ${event}${of}`;
  if (action === 'unsubscribe') return `unsubscribed from ${event}${of}`;
  return action === '' ? 'sent a frame' : `sent the command ${action} ${event}`;
}

/** `operation.fail (status failed, error_code EXECUTION_REJECTED)`. */
export function controlText({ parsed }: ViewerRecord): string {
  const params = memberOf(parsed, 'params');
  const told = isJsonObject(params) ? Object.entries(params).filter(([name]) => name !== 'account_id') : [];
  const words = told.map(([name, value]) => `${name} ${textOf(value)}`);
  return `${textOf(memberOf(parsed, 'action'))}${words.length === 0 ? '' : ` (${listed(words)})`}`;
}

/** `success, opened order o-1 and position p-1`, `failed with EXECUTION_REJECTED`. */
export function resultText(view: JsonValue | undefined): string {
  const status = textOf(memberOf(view, 'status') ?? memberOf(view, 'state'));
  const code = textOf(memberOf(view, 'errorCode'));
  const entities = entitiesOf(view);
  return [
    status === '' ? 'no status' : status,
    code === '' ? '' : ` with ${code}`,
    entities === '' ? '' : `: ${entities}`,
  ].join('');
}

/** States that go without saying. */
const ORDINARY: readonly string[] = ['', 'pending', 'open'];

const ENTITIES: readonly (readonly [member: string, one: string])[] = [
  ['orders', 'order'],
  ['positions', 'position'],
  ['deals', 'deal'],
  ['items', 'item'],
  ['periods', 'period'],
];

/** `orders o-1 of 0.01, o-2 of 0.02 and position p-1 of 0.03 (closed)`; empty where the view has none of these members. */
export function entitiesOf(view: JsonValue | undefined): string {
  const parts = ENTITIES.flatMap(([member, one]) => {
    const list = memberOf(view, member);
    if (!isJsonArray(list) || list.length === 0) return [];
    const ids = list.map((entity) => {
      const of = (name: string): string => textOf(memberOf(entity, name));
      const volume = of('volume') === '' ? '' : ` of ${of('volume')}`;
      const state = ORDINARY.includes(of('state')) ? '' : ` (${of('state')})`;
      return of('id') === '' ? '' : `${of('id')}${volume}${state}`;
    });
    return [`${one}${list.length === 1 ? '' : 's'} ${ids.includes('') ? numbered(list.length) : listed(ids)}`];
  });
  return joined(parts);
}

/** What a transaction came to in one word: its position where it has one, else its order. */
export function mainEntityOf(view: JsonValue | undefined): string {
  const positions = memberOf(view, 'positions');
  const isExecution = isJsonArray(positions) && positions.length > 0;
  return entitiesOf(isExecution ? { positions } : { orders: memberOf(view, 'orders') ?? [] });
}

const MOST_LISTED = 5;

/** `a, b, c`, the first five. */
export function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_LISTED;
  return more > 0 ? `${texts.slice(0, MOST_LISTED).join(', ')} and ${more} more` : texts.join(', ');
}

/** `a, b and c`. */
export function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
