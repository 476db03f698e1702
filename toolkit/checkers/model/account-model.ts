// Interface 1, rule 2; 3; 6, 6.4: the trading state that a snapshot shows is one that the operations before and beside it can have led to.
// The model knows nothing of prices, margin or netting: it follows what events say of each order and position, and takes for possible
// whatever order of concurrent operations explains them. Where something may have happened unseen, it does not judge.

import { compare, type Decimal, equals, toText } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import { kept } from '../../payload/kept.js';
import { isFinalStatus } from '../../payload/vocabulary.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import type { Checker, CheckerContext } from '../checker.js';
import { ByAccount } from '../ledger/by-account.js';
import type { Answer, Call, Control, Message } from '../ledger/entry.js';
import type { Connection } from '../ledger/facts.js';
import { countOf, has, listOf, textAt } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import { isPlainOrder } from '../state/plain-order.js';
import { type Attempt, type End, type Possible, possibleStates, told as toldAgain } from './attempts.js';

const ORDERS = 'domain.open-orders-in-snapshot';
const POSITIONS = 'domain.open-positions-in-snapshot';
const CLOSED = 'domain.closed-not-in-snapshot';
const NO_VOLUMES: readonly Decimal[] = [];
const NO_CONNS: readonly string[] = [];
const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** What a request asked to be changed. */
interface Asked {
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

/** Names of entities, `order 5` or `position 7`. */
type Name = string;

interface Model {
  /** A few for each: journals have a million of them, and a list is smaller than a map. */
  readonly entities: Map<Name, Attempt[]>;
  /** Entities that the latest news had open. */
  readonly open: Set<Name>;
  /** Closes and cancellations by the entity that they were to end. */
  readonly endings: Map<Name, Asked[]>;
  /** Openings whose position is not known: it may be any. */
  readonly openings: Set<Asked>;
}

/** A snapshot that waits for what may explain it. */
interface Reading {
  readonly account: string;
  readonly view: JsonObject;
  readonly i: number;
  readonly askedNs: number;
  readonly answeredNs: number;
  /** The connection of a snapshot on a stream. */
  readonly conn: string | undefined;
}

export const accountModel: Checker = {
  name: 'account-model',
  summary: 'a snapshot shows orders and positions as the operations before and beside it can have left them',
  requirements: [ORDERS, POSITIONS, CLOSED],
  start: (context) => {
    const model = new AccountModel(context);
    return {
      see(entry) {
        model.judgeDue(entry.tNs);
        if (entry.type === 'call') model.call(entry);
        else if (entry.type === 'answer') model.answer(entry);
        else if (entry.type === 'command') model.subscribed(entry.conn, entry.action, entry.event, entry.tNs);
        else if (entry.type === 'message') model.message(entry);
        else if (entry.type === 'control') model.control(entry);
      },
      finish: () => model.judgeDue(context.ledger.lastNs),
    };
  },
};

class AccountModel {
  readonly #context: CheckerContext;
  readonly #models = new Map<string, Model>();
  readonly #asked = new ByAccount<Asked>();
  readonly #byOperation = new ByAccount<Asked>();
  /** When snapshots were asked for that have not come. */
  readonly #subscribedNs = new Map<string, number[]>();
  /** When each connection last named an entity. */
  readonly #named = new Map<string, Map<Name, number>>();
  readonly #stalls = new Map<string, { readonly fromNs: number; toNs: number }[]>();
  /** Connections that had a snapshot, by account. */
  readonly #told = new Map<string, Set<Connection>>();
  #waiting: Reading[] = [];

  constructor(context: CheckerContext) {
    this.#context = context;
  }

  call(call: Call): void {
    const { account, request, key, params, i, tNs } = call;
    if (!isMutating(request) || key === undefined) return;
    const known = this.#asked.get(account, key);
    if (known !== undefined) {
      // What a refusal had left without effect may now be executed.
      known.isWithoutEffect = false;
      known.isDoubtful ||= call.isDamaged || known.request !== request || !sameParams(known.params, params ?? {});
      return;
    }
    const asked: Asked = {
      request,
      params: params ?? {},
      account,
      calledNs: tNs,
      i,
      isDoubtful: call.isDamaged || params === undefined,
      isWithoutEffect: false,
      isTold: false,
    };
    this.#asked.set(account, key, asked);
    const model = this.#modelOf(account);
    const target = targetOf(asked);
    if (target !== undefined) kept(model.endings, target, () => []).push(asked);
    else if (request !== 'placeOrder') model.openings.add(asked);
  }

  answer(answer: Answer): void {
    const call = this.#context.ledger.callOf(answer);
    if (answer.request === 'snapshot') {
      if (answer.status === 200 && call?.isDamaged === false) this.#wait(answer, call.tNs, undefined);
      return;
    }
    if (answer.request === 'operationStatus') {
      const id = textAt(call?.params, 'operationId');
      const asked = id === undefined ? undefined : this.#byOperation.get(answer.account, id);
      const state = textAt(answer.view, 'state');
      if (asked !== undefined && isFinalStatus(state) && state !== 'success') this.#withoutEffect(asked);
      return;
    }
    const asked = answer.key === undefined ? undefined : this.#asked.get(answer.account, answer.key);
    if (asked === undefined) return;
    if (answer.status >= 400 && answer.status <= 499 && this.#context.ledger.isFirstUse(answer)) {
      this.#withoutEffect(asked);
    }
    if (answer.operationId === undefined) return;
    this.#byOperation.set(answer.account, answer.operationId, asked);
  }

  subscribed(conn: string, action: string | undefined, event: string, tNs: number): void {
    if (action !== 'unsubscribe' && (event === 'transactions' || action === undefined)) {
      kept(this.#subscribedNs, conn, () => []).push(tNs);
    }
  }

  message(message: Message): void {
    if (message.kind === 'trading_state_snapshot') {
      const connection = this.#context.ledger.connections.get(message.conn);
      const told = kept(this.#told, message.account, () => new Set());
      if (connection !== undefined) told.add(connection);
      const askedNs = this.#subscribedNs.get(message.conn)?.shift();
      if (askedNs !== undefined) this.#wait(message, askedNs, message.conn);
    }
    if (message.kind === 'transaction_event') this.#event(message);
  }

  control({ account, action, tNs }: Control): void {
    if (account === '') {
      // What it did to every account is not known.
      this.#models.clear();
      this.#waiting = [];
    }
    // Held operations have no effect yet, and tell nothing late; streams that stand still do.
    if (action === 'stream.stall') {
      kept(this.#stalls, account, () => []).push({ fromNs: tNs, toNs: Number.POSITIVE_INFINITY });
    }
    if (action === 'stream.resume') {
      for (const one of this.#stalls.get(account) ?? []) one.toNs = Math.min(one.toNs, tNs);
    }
  }

  judgeDue(nowNs: number): void {
    const graceNs = this.#context.eventMs * 1e6;
    let due = 0;
    for (const reading of this.#waiting) {
      if (reading.answeredNs + graceNs > nowNs) break;
      this.#judge(reading);
      due += 1;
    }
    if (due > 0) this.#waiting = this.#waiting.slice(due);
  }

  #wait({ account, view, i, tNs }: Answer | Message, askedNs: number, conn: string | undefined): void {
    if (typeof view !== 'object' || view === null || Array.isArray(view)) return;
    // An object, as was just seen.
    this.#waiting.push({ account, view: view as JsonObject, i, askedNs, answeredNs: tNs, conn });
  }

  #event({ account, view, conn, key, operationId, tNs, i }: Message): void {
    const status = view['status'];
    const byKey = key === undefined ? undefined : this.#asked.get(account, key);
    const asked = byKey ?? (operationId === undefined ? undefined : this.#byOperation.get(account, operationId));
    if (isFinalStatus(status) && status !== 'success') {
      if (asked !== undefined) this.#withoutEffect(asked);
      return;
    }
    const model = this.#modelOf(account);
    const named = kept(this.#named, conn, () => new Map<Name, number>());
    const entities = entitiesOf(view);
    const main = mainOrdersOf(entities);
    for (const [name, entity] of entities) {
      named.set(name, tNs);
      const told = asked === undefined ? 'unknown' : endOf(name, asked, view, main);
      const volume = name.startsWith('position') ? readFigure(entity['volume']) : undefined;
      const attempts = kept(model.entities, name, () => []);
      const source = asked?.i ?? i;
      const calledNs = asked?.calledNs ?? Number.NEGATIVE_INFINITY;
      const attempt = attempts.find((one) => one.source === source) ?? {
        source,
        calledNs,
        seenNs: undefined,
        end: told,
        volumes: NO_VOLUMES,
        conns: NO_CONNS,
        i,
      };
      const end = told === 'open' && this.#isLater(attempt, conn) ? 'unknown' : told;
      put(attempts, toldAgain(attempt, { seenNs: tNs, end, volume: end === 'open' ? volume : undefined, conn }));
      if (end === 'open') model.open.add(name);
      else model.open.delete(name);
    }
    if (asked === undefined) return;
    const target = targetOf(asked);
    const names = entities.map(([name]) => name);
    if (target !== undefined) {
      this.#end(model, target, asked, { conn, tNs, i, named: names });
    } else if (asked.request !== 'openPosition' || names.some((name) => name.startsWith('position'))) {
      asked.isTold = true;
      model.openings.delete(asked);
    }
  }

  /** A later event of the operation may be the platform's and tell of something else, such as the fill or the end of a pending order. */
  #isLater({ conns, seenNs }: Attempt, conn: string): boolean {
    if (seenNs === undefined) return false;
    const since = this.#context.ledger.connections.get(conn)?.snapshot?.tNs;
    return conns.includes(conn) || since === undefined || since > seenNs;
  }

  /** A close or a cancellation succeeded, whether its event names what it ended or not. */
  #end(
    model: Model,
    target: Name,
    asked: Asked,
    told: { readonly conn: string; readonly tNs: number; readonly i: number; readonly named: readonly Name[] },
  ): void {
    asked.isTold = true;
    if (told.named.includes(target)) return;
    const attempts = kept(model.entities, target, () => []);
    const isPart = has(asked.params, 'volume');
    put(attempts, {
      source: asked.i,
      calledNs: asked.calledNs,
      seenNs: told.tNs,
      end: asked.isDoubtful || isPart ? 'unknown' : 'gone',
      volumes: [],
      conns: [told.conn],
      i: told.i,
    });
    model.open.delete(target);
  }

  #withoutEffect(asked: Asked): void {
    asked.isWithoutEffect = true;
    this.#modelOf(asked.account).openings.delete(asked);
  }

  #modelOf(account: string): Model {
    return kept(this.#models, account, () => ({
      entities: new Map(),
      open: new Set(),
      endings: new Map(),
      openings: new Set(),
    }));
  }

  #judge(reading: Reading): void {
    const { account, view } = reading;
    const model = this.#models.get(account);
    if (model === undefined) return;
    const shown = new Map(entitiesOf(view));
    const lists = { order: listOf(view, 'orders') !== undefined, position: listOf(view, 'positions') !== undefined };
    for (const [name, entity] of shown) {
      const possible = this.#possible(name, model, reading);
      if (possible !== undefined) this.#judgeShown(name, entity, possible, reading);
    }
    for (const name of model.open) {
      if (shown.has(name) || !lists[kindOf(name)]) continue;
      const possible = this.#possible(name, model, reading);
      if (possible !== undefined) this.#judgeAbsent(name, possible, reading);
    }
  }

  /** Undefined where something may have happened that nobody saw. */
  #possible(name: Name, model: Model, reading: Reading): Possible | undefined {
    const attempts = model.entities.get(name);
    if (attempts === undefined) return undefined;
    const { askedNs, answeredNs, account, conn } = reading;
    const { eventMs } = this.#context;
    const isOpen = ({ calledNs, isTold, isWithoutEffect }: Asked): boolean =>
      calledNs < answeredNs && !isTold && !isWithoutEffect;
    if (model.endings.get(name)?.some(isOpen) === true) return undefined;
    if (name.startsWith('position') && [...model.openings].some(isOpen)) return undefined;
    // A resource may lag behind the events; the snapshot of a stream may not, unless what it lacks is told on the same stream.
    const lagNs = conn === undefined ? eventMs * 1e6 : 0;
    const possible = possibleStates(attempts, askedNs - lagNs, answeredNs);
    if (possible.mayBeThere && possible.mayBeAbsent && possible.volumes === undefined) return undefined;
    if (conn !== undefined && (this.#named.get(conn)?.get(name) ?? 0) > answeredNs) return undefined;
    // A cancelled order never comes back; anything else may be changed by others, of which somebody must have been told.
    const isFinal = name.startsWith('order') && !possible.mayBeThere;
    return isFinal || this.#isWitnessed(account, possible.sinceNs, answeredNs + eventMs * 1e6) ? possible : undefined;
  }

  /** Whether some connection was told of everything on the account from then until then. */
  #isWitnessed(account: string, fromNs: number, toNs: number): boolean {
    const { ledger } = this.#context;
    if (this.#stalls.get(account)?.some((one) => one.fromNs <= toNs && one.toNs >= fromNs) === true) return false;
    for (const one of this.#told.get(account) ?? []) {
      if (one.snapshot === undefined || one.snapshot.tNs > fromNs) continue;
      if (Math.min(one.endedNs ?? ledger.lastNs, one.closedNs ?? ledger.lastNs) >= toNs) return true;
    }
    return false;
  }

  #judgeShown(name: Name, entity: JsonObject, { mayBeThere, volumes, evidence }: Possible, { i }: Reading): void {
    const { findings } = this.#context;
    findings.judge(CLOSED, mayBeThere, () => ({
      message: `${name} stands in a snapshot after it was ended`,
      expected: `no ${name}, since an operation that ended it had succeeded before`,
      actual: `${name} is open`,
      evidence: [i, ...evidence],
    }));
    const volume = readFigure(entity['volume']);
    if (!mayBeThere || volumes === undefined || volume === undefined || kindOf(name) !== 'position') return;
    findings.judge(
      POSITIONS,
      volumes.some((one) => equals(one, volume)),
      () => ({
        message: `a snapshot shows ${name} with a volume that no order of the operations on it leads to`,
        expected: `a volume of ${volumes.map((one) => toText(one)).join(' or ')}`,
        actual: toText(volume),
        evidence: [i, ...evidence],
      }),
    );
  }

  #judgeAbsent(name: Name, { mayBeAbsent, evidence }: Possible, { i }: Reading): void {
    this.#context.findings.judge(kindOf(name) === 'order' ? ORDERS : POSITIONS, mayBeAbsent, () => ({
      message: `${name} is missing from a snapshot although nothing has ended it`,
      expected: `${name}, as the event of its operation left it`,
      actual: `a snapshot without it`,
      evidence: [i, ...evidence],
    }));
  }
}

/** In the place of an earlier state of the same attempt. */
function put(attempts: Attempt[], attempt: Attempt): void {
  const at = attempts.findIndex(({ source }) => source === attempt.source);
  if (at < 0) attempts.push(attempt);
  else attempts[at] = attempt;
}

function kindOf(name: Name): 'order' | 'position' {
  return name.startsWith('order') ? 'order' : 'position';
}

/** What a close or a cancellation is to end. */
function targetOf({ request, params }: Asked): Name | undefined {
  const id =
    request === 'cancelOrder'
      ? textAt(params, 'orderId')
      : request === 'closePosition'
        ? textAt(params, 'positionId')
        : undefined;
  return id === undefined ? undefined : `${request === 'cancelOrder' ? 'order' : 'position'} ${id}`;
}

/** How an entity of a successful event stands after it. */
function endOf(name: Name, asked: Asked, view: JsonObject, main: readonly Name[]): End {
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

/** Orders that belong to a position, too: one that was executed may have been pending before. */
function entitiesOf(view: JsonObject): readonly (readonly [Name, JsonObject])[] {
  const entities: [Name, JsonObject][] = [];
  for (const order of listOf(view, 'orders') ?? []) {
    const id = textAt(order, 'id');
    if (id !== undefined) entities.push([`order ${id}`, order]);
  }
  for (const position of listOf(view, 'positions') ?? []) {
    const id = textAt(position, 'id');
    if (id !== undefined) entities.push([`position ${id}`, position]);
  }
  return entities;
}

function mainOrdersOf(entities: ReturnType<typeof entitiesOf>): readonly Name[] {
  const orders = entities.filter(([name, order]) => kindOf(name) === 'order' && isPlainOrder(order));
  return orders.map(([name]) => name);
}

function sameParams(a: JsonObject, b: JsonObject): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
