// What requests asked to be changed, and how a successful operation leaves an order or a position (interface 6.1, 6.2). Pure: it
// remembers nothing.
import { compare, type Decimal } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import { type entitiesOf, kindOf, type Name } from '../ledger/entities.js';
import { countOf, has, listOf, textAt } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import { isPlainOrder } from '../state/plain-order.js';
import type { End } from './attempts.js';

const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** What a request asked to be changed. */
export interface Asked {
  readonly request: string;
  readonly params: JsonObject;
  readonly account: string;
  readonly calledNs: number;
  readonly i: number;
  /** Another request came with the same key, and it is not known which one was executed. */
  isDoubtful: boolean;
  /** It can have had no effect. */
  isWithoutEffect: boolean;
  /** Its result and what it changed are known. */
  isTold: boolean;
}

/** What a close or a cancellation is to end. */
export function targetOf({ request, params }: Asked): Name | undefined {
  const id =
    request === 'cancelOrder'
      ? textAt(params, 'orderId')
      : request === 'closePosition'
        ? textAt(params, 'positionId')
        : undefined;
  return id === undefined ? undefined : `${request === 'cancelOrder' ? 'order' : 'position'} ${id}`;
}

/** How an entity of a successful event stands after it. */
export function endOf(name: Name, asked: Asked, view: JsonObject, main: readonly Name[]): End {
  const { request, params, isDoubtful } = asked;
  if (isDoubtful) return 'unknown';
  const deals = countOf(view, 'deals');
  if (request === 'placeOrder') {
    const isPending = params['type'] === 'limit' || params['type'] === 'stop';
    return isPending && deals === 0 && main.length === 1 && main[0] === name ? 'open' : 'unknown';
  }
  if (request === 'cancelOrder') return name === targetOf(asked) && deals === 0 ? 'gone' : 'unknown';
  const positions = listOf(view, 'positions') ?? [];
  const [position] = positions;
  const isLone = positions.length === 1 && kindOf(name) === 'position';
  if (!isLone || position === undefined) return 'unknown';
  if (request === 'closePosition' && name !== targetOf(asked)) return 'unknown';
  if (request === 'closePosition' && !has(params, 'volume')) return 'gone';
  const volume = readFigure(position['volume']);
  return volume === undefined || compare(volume, ZERO) <= 0 ? 'unknown' : 'open';
}

export function mainOrdersOf(entities: ReturnType<typeof entitiesOf>): readonly Name[] {
  const orders = entities.filter(([name, order]) => kindOf(name) === 'order' && isPlainOrder(order));
  return orders.map(([name]) => name);
}
