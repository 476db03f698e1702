// What the clients of an account know of it, for choosing what to do next and for knowing when nothing is under way any more: requests
// that can be repeated, open orders and positions, operations without a result, and which connections still owe the event of which.
// It judges nothing.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import type { Answer, Call, Entry, Message } from '../../toolkit/checkers/index.js';
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { isFinalStatus } from '../../toolkit/payload/vocabulary.js';
import { isMutating, type MutatingRequest, type RequestParams } from '../../toolkit/profile/dialect/dialect.js';

/** Requests that may be repeated are the latest of these. */
const REPEATABLE = 60;
/** Ended operations whose status may be read again. */
const READABLE = 60;

export interface Sent {
  readonly key: string;
  readonly request: MutatingRequest;
  readonly params: RequestParams;
}

export interface Unsettled {
  readonly id: string;
  /** When its answer came. */
  readonly atMs: number;
  /** Of a cancellation. */
  readonly orderId: string | undefined;
  /** Connections that were subscribed before it was sent, and have not told its result. */
  readonly owing: Set<string>;
  isFinal: boolean;
}

export class KnownState {
  readonly sent: Sent[] = [];
  readonly orders: Set<string> = new Set();
  readonly positions: Map<string, { readonly instrument: string | undefined }> = new Map();
  /** Operations that some connection, or status, still owes a result. */
  readonly unsettled: Map<string, Unsettled> = new Map();
  readonly ended: string[] = [];
  readonly #calls = new Map<number, Call & { readonly subscribed: readonly string[] }>();
  readonly #subscribed = new Set<string>();
  readonly #keys = new Map<string, Call>();
  /** What came before its answer. */
  readonly #early = new Map<string, Set<string>>();
  readonly #finals = new Set<string>();

  see(entry: Entry): void {
    switch (entry.type) {
      case 'call':
        this.#call(entry);
        break;
      case 'answer':
        this.#answer(entry);
        this.#calls.delete(entry.call);
        break;
      case 'lost':
        this.#calls.delete(entry.call);
        break;
      case 'command':
        if (entry.action === 'unsubscribe' && entry.event === 'transactions') this.#leave(entry.conn);
        break;
      case 'closed':
        this.#leave(entry.conn);
        break;
      case 'message':
        if (entry.kind === 'trading_state_snapshot') this.#snapshot(entry);
        if (entry.kind === 'transaction_event') this.#event(entry);
        break;
      case 'control':
        // What becomes of streams that are open when an account is restricted is left open.
        if (entry.action === 'account.restrict') for (const conn of [...this.#subscribed]) this.#leave(conn);
        break;
      default:
    }
  }

  /** Requests whose answers are still awaited. */
  get inFlight(): number {
    return this.#calls.size;
  }

  /** Orders whose cancellation is on its way or has no result. */
  get beingCancelled(): readonly string[] {
    const sent = [...this.#calls.values()].map(({ params }) => memberOf(params, 'orderId'));
    const waiting = [...this.unsettled.values()].map(({ orderId }) => orderId);
    return [...sent, ...waiting].filter((id) => typeof id === 'string');
  }

  #call(call: Call): void {
    this.#calls.set(call.i, { ...call, subscribed: [...this.#subscribed] });
    if (call.key === undefined || !isMutating(call.request) || this.#keys.has(call.key)) return;
    this.#keys.set(call.key, call);
    // The params of a request of ours are those that it was made of.
    const params = (call.params ?? {}) as unknown as RequestParams;
    this.sent.push({ key: call.key, request: call.request, params });
    if (this.sent.length > REPEATABLE) this.sent.shift();
  }

  #answer(answer: Answer): void {
    const call = this.#calls.get(answer.call);
    if (answer.request === 'operationStatus') {
      const asked = memberOf(call?.params, 'operationId');
      const state = memberOf(answer.view, 'state');
      if (typeof asked === 'string' && isFinalStatus(state)) this.#final(asked);
      return;
    }
    const { operationId } = answer;
    if (!isMutating(answer.request) || !isSuccessful(answer.status)) return;
    if (operationId === undefined || call === undefined) return;
    if (this.unsettled.has(operationId) || this.ended.includes(operationId)) return;
    const told = this.#early.get(operationId);
    const owing = new Set(call.subscribed.filter((conn) => this.#subscribed.has(conn) && !told?.has(conn)));
    const isFinal = this.#finals.has(operationId);
    const orderId = memberOf(call.params, 'orderId');
    this.unsettled.set(operationId, {
      id: operationId,
      atMs: performance.now(),
      orderId: typeof orderId === 'string' ? orderId : undefined,
      owing,
      isFinal,
    });
    this.#settle(operationId);
  }

  #leave(conn: string): void {
    this.#subscribed.delete(conn);
    for (const { id, owing } of this.unsettled.values()) {
      owing.delete(conn);
      this.#settle(id);
    }
  }

  #snapshot({ conn, view }: Message): void {
    this.#subscribed.add(conn);
    for (const order of entitiesOf(view, 'orders')) this.#learnOrder(order);
    for (const position of entitiesOf(view, 'positions')) this.#learnPosition(position);
  }

  #event({ conn, view, operationId, key }: Message): void {
    if (operationId !== undefined) {
      const unsettled = this.unsettled.get(operationId);
      if (unsettled === undefined) this.#early.set(operationId, (this.#early.get(operationId) ?? new Set()).add(conn));
      unsettled?.owing.delete(conn);
      if (isFinalStatus(view['status'])) this.#final(operationId);
    }
    if (view['status'] !== 'success') return;
    const call = key === undefined ? undefined : this.#keys.get(key);
    const orderId = memberOf(call?.params, 'orderId');
    const positionId = memberOf(call?.params, 'positionId');
    const isWhole = memberOf(call?.params, 'volume') === undefined;
    if (call?.request === 'cancelOrder' && typeof orderId === 'string') this.orders.delete(orderId);
    else if (call?.request === 'closePosition' && typeof positionId === 'string' && isWhole)
      this.positions.delete(positionId);
    else if (call?.request === 'openPosition')
      for (const one of entitiesOf(view, 'positions')) this.#learnPosition(one);
    else if (call?.request === 'placeOrder' && entitiesOf(view, 'deals').length === 0) {
      for (const one of entitiesOf(view, 'orders')) this.#learnOrder(one);
    }
  }

  #final(operationId: string): void {
    this.#finals.add(operationId);
    const unsettled = this.unsettled.get(operationId);
    if (unsettled === undefined) return;
    unsettled.isFinal = true;
    this.#settle(operationId);
  }

  #settle(operationId: string): void {
    const unsettled = this.unsettled.get(operationId);
    if (unsettled === undefined || !unsettled.isFinal || unsettled.owing.size > 0) return;
    this.unsettled.delete(operationId);
    this.ended.push(operationId);
    if (this.ended.length > READABLE) this.ended.shift();
  }

  #learnOrder(order: JsonObject): void {
    const id = order['id'];
    const isPlain =
      order['parentOrderId'] === undefined && order['positionId'] === undefined && order['type'] !== 'sltp';
    if (typeof id === 'string' && isPlain) this.orders.add(id);
  }

  #learnPosition(position: JsonObject): void {
    const { id, instrument } = position;
    if (typeof id !== 'string') return;
    this.positions.set(id, { instrument: typeof instrument === 'string' ? instrument : undefined });
  }
}

function entitiesOf(view: JsonValue, list: string): readonly JsonObject[] {
  const found = memberOf(view, list);
  return isJsonArray(found) ? found.filter(isJsonObject) : [];
}
