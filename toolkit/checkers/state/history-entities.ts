// Interface 1, rule 2 and 6.4, rule 4: what events announced stands in Trading History as they announced it. How soon it is found
// there is not said, so what is missing is no finding here; nor is what an execution may have changed of an order.
import { compare, negate } from '../../decimal/index.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Checker, CheckerContext, Violation } from '../checker.js';
import type { Answer, Message } from '../ledger/entry.js';
import { has, listOf, show, textAt } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';

/** Entities that history may still show; the older ones of a long journal are forgotten. */
const REMEMBERED = 50_000;

const AGREES = 'history.agrees-with-events';

interface Announced {
  readonly entity: JsonObject;
  readonly isExecuted: boolean;
  readonly i: number;
}

type Memory = Map<string, Announced>;

/** What a deal never changes afterwards. */
const OF_DEALS = ['instrument', 'side', 'volume', 'price', 'amount', 'orderId', 'positionId', 'balanceKind'] as const;
/** What an order keeps that was never executed. */
const OF_ORDERS = ['instrument', 'side', 'type', 'price'] as const;

export const historyEntities: Checker = {
  name: 'history-entities',
  sees: ['answer', 'transaction_event'],
  summary: 'deals and orders in history are those that events announced',
  requirements: [AGREES],
  start(context) {
    const deals: Memory = new Map();
    const orders: Memory = new Map();
    const ofDeals: Kind = { word: 'deal', fixed: OF_DEALS, memory: deals };
    const ofOrders: Kind = { word: 'order', fixed: OF_ORDERS, memory: orders };
    return {
      see(entry) {
        if (entry.type === 'message' && entry.kind === 'transaction_event') announce(entry, deals, orders);
        if (entry.type !== 'answer') return;
        if (entry.request === 'dealHistory') judge(entry, ofDeals, context);
        if (entry.request === 'orderHistory') judge(entry, ofOrders, context);
      },
    };
  },
};

function announce({ view, account, i }: Message, deals: Memory, orders: Memory): void {
  const made = listOf(view, 'deals') ?? [];
  for (const deal of made) remember(deals, `${account} ${textAt(deal, 'id')}`, { entity: deal, isExecuted: false, i });
  for (const order of listOf(view, 'orders') ?? []) {
    const name = `${account} ${textAt(order, 'id')}`;
    const isExecuted = made.length > 0 || orders.get(name)?.isExecuted === true;
    remember(orders, name, { entity: order, isExecuted, i });
  }
}

function remember(memory: Memory, name: string, announced: Announced): void {
  memory.delete(name);
  memory.set(name, announced);
  if (memory.size <= REMEMBERED) return;
  const [oldest] = memory.keys();
  if (oldest !== undefined) memory.delete(oldest);
}

/** The entities of one history: what they are called, the members that never change, what events announced. */
interface Kind {
  readonly word: 'deal' | 'order';
  readonly fixed: readonly string[];
  readonly memory: Memory;
}

function judge({ view, account, i: at }: Answer, { word, fixed, memory }: Kind, { findings }: CheckerContext): void {
  for (const item of listOf(view, 'items') ?? []) {
    const id = textAt(item, 'id');
    const known = id === undefined ? undefined : memory.get(`${account} ${id}`);
    if (known === undefined || known.isExecuted) continue;
    const { entity, i } = known;
    // An operator may move a pending order while nobody listens, so that only the event of its end says at what price it stood.
    const isMoved = (name: string): boolean =>
      word === 'order' && name === 'price' && !same(entity['state'], item['state']);
    const isOther = (name: string): boolean => has(entity, name) && has(item, name) && !same(entity[name], item[name]);
    const differing = fixed.filter((name) => isOther(name) && !isMoved(name));
    // An amount may be written with a sign in one place, and without one beside a kind in the other.
    const isSign = (name: string): boolean => name === 'amount' && differsInSign(entity[name], item[name]);
    const changed = differing.find((name) => !isSign(name)) ?? differing[0];
    const violation = (): Violation => ({
      message: `${word} ${id} in history differs from the event that announced it`,
      expected: `${changed} ${show(entity[changed ?? ''])}`,
      actual: show(item[changed ?? '']),
      evidence: [at, i],
    });
    findings.judge(AGREES, changed === undefined, violation, differing.every(isSign) ? 'should' : 'must');
  }
}

function differsInSign(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [left, right] = [readFigure(a), readFigure(b)];
  return left !== undefined && right !== undefined && compare(left, negate(right)) === 0;
}

/** Equal in value, since padding of decimals is left open. */
function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [left, right] = [readFigure(a), readFigure(b)];
  return left === undefined || right === undefined ? a === b : compare(left, right) === 0;
}
