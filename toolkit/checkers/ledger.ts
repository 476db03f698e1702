// The ledger: what all checkers would otherwise each have to remember of a journal, once. Operations with everything that was said
// of them, the uses of each idempotency key, and the connections with what they subscribed to. It judges nothing.

import type { JsonObject, JsonValue } from '../payload/json.js';
import { memberOf } from '../payload/json-kind.js';
import type { Answer, Call, Command, Control, Entry, Lost, Message } from './entry.js';
import { type AccountLedger, type Connection, isFinal, isMutating, type Operation, type Sighting } from './facts.js';

const DISTURBING: ReadonlySet<string> = new Set(['stream.stall', 'operation.hold']);
const RELIEVING: ReadonlySet<string> = new Set(['stream.resume', 'operation.release']);

export class Ledger {
  readonly accounts: Map<string, AccountLedger> = new Map();
  readonly connections: Map<string, Connection> = new Map();
  readonly #open = new Map<number, Call>();
  /** Which stream a connection was asked for. */
  readonly #streams = new Map<string, string>();
  /** Control actions that reach every account, such as a moved clock. */
  #clockMoves = 0;
  /** Decimals of the currency of accounts that a control action opened, where it named them. */
  readonly created: Map<string, number | undefined> = new Map();
  lastNs = 0;

  see(entry: Entry): void {
    this.lastNs = entry.tNs;
    switch (entry.type) {
      case 'call':
        this.#call(entry);
        break;
      case 'answer':
        this.#answer(entry);
        break;
      case 'lost':
        this.#lost(entry);
        break;
      case 'opened':
        this.#opened(entry.conn, entry.account, entry.tNs);
        break;
      case 'closed':
        this.#end(entry.conn, entry.tNs);
        break;
      case 'command':
        this.#command(entry);
        break;
      case 'message':
        this.#message(entry);
        break;
      case 'control':
        this.#control(entry);
        break;
    }
  }

  /** Called after the checkers have seen the entry: what nobody needs any more. */
  settle(entry: Entry): void {
    if (entry.type === 'answer' || entry.type === 'lost') {
      this.#open.delete(entry.call);
    }
  }

  account(name: string): AccountLedger {
    let account = this.accounts.get(name);
    if (account === undefined) {
      account = {
        operations: new Map(),
        keys: new Map(),
        disturbances: [],
        expiries: 0,
      };
      this.accounts.set(name, account);
    }
    return account;
  }

  /** The request that an answer belongs to, while its answer is being seen. */
  callOf(answer: Answer | Lost): Call | undefined {
    return this.#open.get(answer.call);
  }

  /** Whether no other request of the account had carried its key by then: it is neither a repeat nor a conflict. */
  isFirstUse({ account, key }: Answer): boolean {
    return key !== undefined && this.account(account).keys.get(key)?.calls === 1;
  }

  /** Changes whenever idempotency records of the account may have expired. */
  retentionOf(account: string): number {
    return this.account(account).expiries + this.#clockMoves;
  }

  *operations(): Generator<{ readonly account: string; readonly operation: Operation }> {
    for (const [account, { operations }] of this.accounts) {
      for (const operation of operations.values()) yield { account, operation };
    }
  }

  #call(call: Call): void {
    this.#open.set(call.i, call);
    if (call.request.endsWith('Stream')) this.#streams.set(call.conn, call.request);
    if (call.key === undefined || !isMutating(call.request)) return;
    const { keys } = this.account(call.account);
    const use = keys.get(call.key);
    if (use === undefined) {
      const { i, request, params, isDamaged } = call;
      keys.set(call.key, {
        call: i,
        request,
        params,
        calls: 1,
        taken: 0,
        refused: undefined,
        seen: undefined,
        isDamaged,
      });
    } else {
      use.calls += 1;
      // Two requests with one key: whose wish an event then answers is not known.
      if (use.request !== call.request || !sameWish(use.params, call.params)) use.params = undefined;
      use.isDamaged ||= call.isDamaged;
    }
  }

  #answer(answer: Answer): void {
    const call = this.#open.get(answer.call);
    if (answer.request === 'operationStatus') this.#reading(answer, call);
    if (answer.key === undefined || !isMutating(answer.request)) return;
    const account = this.account(answer.account);
    const use = account.keys.get(answer.key);
    const isAccepted = answer.status >= 200 && answer.status <= 299;
    if (use !== undefined) {
      if (answer.status >= 400 && answer.status <= 499) use.refused ??= answer.i;
      else use.taken += 1;
    }
    if (isAccepted && answer.operationId !== undefined) {
      this.operation(account, answer.operationId).ack ??= {
        i: answer.i,
        tNs: answer.tNs,
        request: answer.request,
        key: answer.key,
        apiKey: call?.apiKey ?? '',
        params: call?.params,
        isDamaged: call?.isDamaged ?? false,
        calledNs: call?.tNs ?? answer.tNs,
      };
    }
  }

  #lost(lost: Lost): void {
    const call = this.#open.get(lost.call);
    if (!lost.wasSent || call?.key === undefined) return;
    const use = this.account(call.account).keys.get(call.key);
    if (use !== undefined) use.taken += 1;
  }

  #reading(answer: Answer, call: Call | undefined): void {
    const asked = call?.params?.['operationId'];
    const id = typeof asked === 'string' ? asked : answer.operationId;
    const state = textOf(memberOf(answer.view, 'state'));
    if (id === undefined || state === undefined || answer.status < 200 || answer.status > 299) return;
    const { readings } = this.operation(this.account(answer.account), id);
    const follows = readings.length > 0;
    if (!isFinal(state) && !(state === 'pending' && follows)) return;
    if (!readings.some(({ status }) => status === state)) {
      readings.push(sightingOf(answer, state, answer.view, textOf(memberOf(answer.view, 'clientRequestId'))));
    }
  }

  operation(account: AccountLedger, id: string): Operation {
    let operation = account.operations.get(id);
    if (operation === undefined) {
      operation = { id, ack: undefined, events: [], readings: [] };
      account.operations.set(id, operation);
    }
    return operation;
  }

  #opened(conn: string, account: string, openedNs: number): void {
    this.connections.set(conn, {
      id: conn,
      account,
      stream: this.#streams.get(conn) ?? '',
      openedNs,
      closedNs: undefined,
      asked: new Map(),
      sentOther: false,
      snapshot: undefined,
      endedNs: undefined,
    });
  }

  #end(conn: string, tNs: number): void {
    const connection = this.connections.get(conn);
    if (connection !== undefined) connection.closedNs = tNs;
  }

  #command({ conn, action, event, instruments, tNs }: Command): void {
    const connection = this.connections.get(conn);
    if (connection === undefined) return;
    if (action === undefined) {
      connection.sentOther = true;
    } else if (action === 'subscribe') {
      const asked = connection.asked.get(event) ?? new Set();
      for (const instrument of instruments ?? []) asked.add(instrument);
      connection.asked.set(event, asked);
    } else if (event === 'transactions') {
      connection.endedNs ??= tNs;
    }
  }

  /** What becomes of streams that are open when an account is restricted is left open. */
  #restrict(account: string, tNs: number): void {
    for (const connection of this.connections.values()) {
      if (connection.account === account && connection.closedNs === undefined) connection.endedNs ??= tNs;
    }
  }

  #message(message: Message): void {
    const connection = this.connections.get(message.conn);
    if (message.kind === 'trading_state_snapshot' && connection !== undefined) {
      connection.snapshot ??= { i: message.i, tNs: message.tNs };
    }
    if (message.kind !== 'transaction_event') return;
    const account = this.account(message.account);
    const use = message.key === undefined ? undefined : account.keys.get(message.key);
    if (use !== undefined) use.seen ??= message.i;
    if (message.operationId === undefined) return;
    const status = textOf(message.view['status']);
    if (status === undefined) return;
    const operation = this.operation(account, message.operationId);
    if (!operation.events.some((known) => known.conn === message.conn && known.status === status)) {
      // One text for all its mentions, since journals are long.
      const key = message.key === operation.ack?.key ? operation.ack?.key : message.key;
      operation.events.push({ ...sightingOf(message, status, message.view, key), conn: message.conn });
    }
  }

  #control(control: Control): void {
    const { action, account, tNs } = control;
    if (action === 'clock.advance') this.#clockMoves += 1;
    if (action === 'account.create') this.#create(control);
    if (account === '') return;
    const ledger = this.account(account);
    if (action === 'idempotency.expire') ledger.expiries += 1;
    if (DISTURBING.has(action)) ledger.disturbances.push({ fromNs: tNs, toNs: Number.POSITIVE_INFINITY });
    if (RELIEVING.has(action)) for (const one of ledger.disturbances) one.toNs = Math.min(one.toNs, tNs);
    if (action === 'account.restrict') this.#restrict(account, tNs);
  }

  #create({ params, result, target }: Control): void {
    const id = textOf(result['account_id']);
    const digits = textOf(params['currency_digits']);
    if (id !== undefined) this.created.set(`${id}${target}`, digits === undefined ? undefined : Number(digits));
  }
}

function sightingOf({ i, tNs }: Answer | Message, status: string, view: JsonValue, key: string | undefined): Sighting {
  return {
    i,
    tNs,
    status,
    key,
    errorCode: textOf(memberOf(view, 'errorCode')),
    errorMessage: textOf(memberOf(view, 'errorMessage')),
  };
}

/** Members of the request that decide which entities its event shows. */
const WISHES = ['type', 'stopLossPrice', 'takeProfitPrice', 'volume'] as const;

function sameWish(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a !== undefined && b !== undefined && WISHES.every((name) => a[name] === b[name]);
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
