// Interface 1, rule 2; 3; 6, 6.4: the trading state that a snapshot shows is one that the operations before and beside it can have led to.
// The model knows nothing of prices, margin or netting: it follows what events say of each order and position, and takes for possible
// whatever order of concurrent operations explains them. Where something may have happened unseen, it does not judge.

import { kept } from '../../base/kept.js';
import type { Decimal } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import { isFinalStatus } from '../../payload/vocabulary.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import type { Checker, CheckerContext } from '../checker.js';
import { ByAccount } from '../ledger/by-account.js';
import { entitiesOf, type Name } from '../ledger/entities.js';
import { type Answer, type Call, type Control, isSuccess, type Message } from '../ledger/entry.js';
import { has, textAt } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import { type Asked, endOf, mainOrdersOf, targetOf } from './asked.js';
import { type Attempt, told as toldAgain } from './attempts.js';
import {
  type Model,
  type Named,
  type Naming,
  type Reading,
  SNAPSHOT_REQUIREMENTS,
  SnapshotJudge,
} from './judge-snapshot.js';
import { Witnesses } from './witnesses.js';

const NO_VOLUMES: readonly Decimal[] = [];
const NO_CONNS: readonly string[] = [];

export const accountModel: Checker = {
  name: 'account-model',
  summary: 'a snapshot shows orders and positions as the operations before and beside it can have left them',
  requirements: SNAPSHOT_REQUIREMENTS,
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
  /** When each connection named an entity. */
  readonly #named: Named = new Map();
  readonly #witnesses: Witnesses;
  readonly #judge: SnapshotJudge;
  #waiting: Reading[] = [];

  constructor(context: CheckerContext) {
    this.#context = context;
    this.#witnesses = new Witnesses(context.ledger);
    this.#judge = new SnapshotJudge(context, this.#witnesses, this.#named);
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
      if (isSuccess(answer) && call?.isDamaged === false) this.#wait(answer, call.tNs, undefined);
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
      this.#witnesses.snapshot(message);
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
    this.#witnesses.control(account, action, tNs);
  }

  judgeDue(nowNs: number): void {
    const graceNs = this.#context.eventMs * 1e6;
    let due = 0;
    for (const reading of this.#waiting) {
      if (reading.answeredNs + graceNs > nowNs) break;
      const model = this.#models.get(reading.account);
      if (model !== undefined) this.#judge.judge(reading, model);
      due += 1;
    }
    if (due > 0) this.#waiting = this.#waiting.slice(due);
  }

  #wait({ account, view, i, tNs }: Answer | Message, askedNs: number, conn: string | undefined): void {
    if (typeof view !== 'object' || view === null || Array.isArray(view)) return;
    // An object, as was just seen.
    const open = [...(this.#models.get(account)?.open ?? [])];
    this.#waiting.push({ account, view: view as JsonObject, i, askedNs, answeredNs: tNs, conn, open });
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
    const named = kept(this.#named, conn, () => new Map<Name, Naming[]>());
    const entities = entitiesOf(view);
    const main = mainOrdersOf(entities);
    for (const [name, entity] of entities) {
      kept(named, name, () => []).push({ tNs, calledNs: asked?.calledNs ?? Number.NEGATIVE_INFINITY });
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
}

/** In the place of an earlier state of the same attempt. */
function put(attempts: Attempt[], attempt: Attempt): void {
  const at = attempts.findIndex(({ source }) => source === attempt.source);
  if (at < 0) attempts.push(attempt);
  else attempts[at] = attempt;
}

function sameParams(a: JsonObject, b: JsonObject): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
