// The ledger: what all checkers would otherwise each have to remember of a journal, once. Operations with everything that was said
// of them, the uses of each idempotency key, and the connections with what they subscribed to. It judges nothing.

import { kept } from '../../base/kept.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { sameJson } from '../../payload/same-json.js';
import { isFinalStatus } from '../../payload/vocabulary.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import { Connections } from './connections.js';
import { type Answer, type Call, type Control, type Entry, isSuccess, type Lost, type Message } from './entry.js';
import type { AccountLedger, Connection, Disturbance, Operation } from './facts.js';
import { extended, sightingOf } from './sighting.js';
import { SlowAnswers } from './slow-answers.js';
import { TargetTime } from './target-time.js';
import { wishOf } from './wish.js';

const DISTURBING: readonly Disturbance['action'][] = ['stream.stall', 'operation.hold'];
const RELIEVING: ReadonlySet<string> = new Set(['stream.resume', 'operation.release']);

/** No control action takes effect later than this after its answer. */
const LATEST_NS = 4.5e9;

const NONE: readonly never[] = [];

export class Ledger {
  readonly accounts: Map<string, AccountLedger> = new Map();
  readonly #connections = new Connections();
  /** How often it was asked for a retention while records may have been expiring. */
  #unsure = 0;
  /** How long after their answers control actions take effect, as far as the run knew. */
  #paceMs = 0;
  readonly #open = new Map<number, Call>();
  readonly #variants = new Map<string, string>();
  #home: { readonly name: string; readonly ledger: AccountLedger } | undefined;
  #latest: { readonly call: Call | undefined; readonly variant: string } | undefined;
  /** Moving it reaches every account. */
  readonly #clock = new TargetTime();
  /** Decimals of the currency of accounts that a control action opened, where it named them. */
  readonly created: Map<string, number | undefined> = new Map();
  lastNs = 0;
  readonly #slow = new SlowAnswers();

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
        this.#connections.open(entry.conn, entry.account, entry.tNs, this.account(entry.account));
        break;
      case 'closed':
        this.#connections.close(entry.conn, entry.tNs);
        break;
      case 'command':
        this.#connections.command(entry);
        break;
      case 'message':
        this.#message(entry);
        break;
      case 'control':
        this.#control(entry);
        break;
    }
  }

  get connections(): ReadonlyMap<string, Connection> {
    return this.#connections.byId;
  }

  /** Called after the checkers have seen the entry: what nobody needs any more. */
  settle(entry: Entry): void {
    if (entry.type === 'answer' || entry.type === 'lost') this.#open.delete(entry.call);
  }

  account(name: string): AccountLedger {
    // All checkers ask for that of one entry, one after the other.
    if (this.#home?.name !== name) this.#home = { name, ledger: kept(this.accounts, name, nothingKnown) };
    return this.#home.ledger;
  }

  /** The request that an answer belongs to, while its answer is being seen. */
  callOf(answer: Answer | Lost): Call | undefined {
    return this.#open.get(answer.call);
  }

  /** Whether no other request of the account had carried its key by then: it is neither a repeat nor a conflict. */
  isFirstUse({ account, key }: Answer): boolean {
    return key !== undefined && this.account(account).keys.get(key)?.calls === 1;
  }

  /** What makes an idempotency key another one, or may: the API key, the call, and the type of order. */
  variantOf(call: Call | undefined): string {
    // Several checkers ask for that of one call, one after the other.
    if (this.#latest?.call !== call || this.#latest === undefined) {
      const name = `${call?.apiKey ?? ''} ${call?.request ?? ''} ${textOf(call?.params?.['type']) ?? ''}`;
      this.#latest = { call, variant: kept(this.#variants, name, () => name) };
    }
    return this.#latest.variant;
  }

  /** Changes whenever idempotency records of the account may have expired. */
  retentionOf(account: string): number {
    const { expiries, expiresUntilNs } = this.account(account);
    if (this.lastNs > expiresUntilNs) return expiries + this.#clock.moves;
    this.#unsure += 1;
    return -this.#unsure;
  }

  /** What the clock of the target shows at a moment of the recording's; in milliseconds. */
  targetMs(wall: string): number {
    return this.#clock.at(wall);
  }

  *operations(): Generator<{ readonly account: string; readonly operation: Operation }> {
    for (const [account, { operations }] of this.accounts) {
      for (const operation of operations.values()) yield { account, operation };
    }
  }

  #call(call: Call): void {
    this.#open.set(call.i, call);
    this.#connections.handshake(call);
    if (call.key === undefined || !isMutating(call.request)) return;
    const { keys } = this.account(call.account);
    const use = keys.get(call.key);
    const wish = wishOf(call.params);
    if (use === undefined) {
      const { i, key, request, isDamaged } = call;
      keys.set(key, {
        key,
        call: i,
        request,
        wish,
        params: call.params,
        calledNs: call.tNs,
        operation: undefined,
        calls: 1,
        taken: 0,
        refused: undefined,
        seen: undefined,
        isDamaged,
      });
    } else {
      use.calls += 1;
      use.calledNs ??= call.tNs;
      // Two requests with one key: whose wish an event then answers is not known.
      if (use.request !== call.request || use.wish !== wish) use.wish = undefined;
      if (use.params !== undefined && !sameJson(use.params, call.params ?? null)) use.params = undefined;
      use.isDamaged ||= call.isDamaged;
    }
  }

  #answer(answer: Answer): void {
    const call = this.#open.get(answer.call);
    if (call !== undefined) this.#slow.see(call.tNs, answer.tNs);
    if (answer.request === 'operationStatus') this.#reading(answer, call);
    if (answer.key === undefined || !isMutating(answer.request)) return;
    const account = this.account(answer.account);
    const use = account.keys.get(answer.key);
    if (use !== undefined) {
      if (answer.status >= 400 && answer.status <= 499) {
        use.refused ??= answer.i;
        if (use.calledNs === call?.tNs) use.calledNs = undefined;
      } else use.taken += 1;
    }
    if (isSuccess(answer) && answer.operationId !== undefined) {
      const operation = this.operation(account, answer.operationId);
      if (use !== undefined) use.operation ??= operation;
      operation.ack ??= {
        i: answer.i,
        variant: this.variantOf(call),
        retention: this.retentionOf(answer.account),
        tNs: answer.tNs,
        request: answer.request,
        key: use?.key ?? answer.key,
        isDamaged: call?.isDamaged ?? false,
        calledNs: use?.calledNs ?? call?.tNs ?? answer.tNs,
      };
    }
  }

  /** Whether some answer of the target took so long meanwhile that whatever did not come may only have been late. */
  wasSluggish(fromNs: number, toNs: number): boolean {
    return this.#slow.within(fromNs, toNs);
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
    if (id === undefined || state === undefined || !isSuccess(answer)) return;
    const operation = this.operation(this.account(answer.account), id);
    const { readings } = operation;
    const isAgain = state === 'pending' && readings.length > 0;
    if ((!isFinalStatus(state) && !isAgain) || readings.some(({ status }) => status === state)) return;
    const key = textOf(memberOf(answer.view, 'clientRequestId'));
    const known = operation.ack?.key === key ? operation.ack?.key : key;
    const sighting = sightingOf(answer, { status: state, view: answer.view, key: known, conn: '' });
    if (isAgain) operation.unfinishedAgain = { sighting, askedNs: call?.tNs ?? 0 };
    else operation.readings = extended(readings, sighting);
  }

  operation(account: AccountLedger, id: string): Operation {
    return kept(account.operations, id, () => ({
      id,
      ack: undefined,
      events: NONE,
      readings: NONE,
      unfinishedAgain: undefined,
    }));
  }

  #message(message: Message): void {
    this.#connections.message(message);
    if (message.kind !== 'transaction_event') return;
    const account = this.account(message.account);
    const use = message.key === undefined ? undefined : account.keys.get(message.key);
    if (use !== undefined) use.seen ??= message.i;
    if (message.operationId === undefined) return;
    const status = textOf(message.view['status']);
    if (status === undefined) return;
    const operation = this.operation(account, message.operationId);
    // The text that is kept already, not that of this record: there are as many records as messages.
    const conn = this.connections.get(message.conn)?.id ?? message.conn;
    if (!operation.events.some((known) => known.conn === conn && known.status === status)) {
      const sighting = sightingOf(message, { status, view: message.view, key: use?.key ?? message.key, conn });
      operation.events = extended(operation.events, sighting);
    }
  }

  #control(control: Control): void {
    const { action, account, tNs, waitedMs, paceMs } = control;
    this.#learn(paceMs);
    if (action === 'clock.advance') this.#clock.move(control);
    if (action === 'account.create') this.#create(control);
    if (account === '') return;
    const ledger = this.account(account);
    if (action === 'idempotency.expire') {
      ledger.expiries += 1;
      if (control.mayBeLate) ledger.expiresUntilNs = tNs + LATEST_NS;
    }
    const disturbs = DISTURBING.find((one) => one === action);
    if (disturbs !== undefined) {
      ledger.disturbances.push({ action: disturbs, fromNs: tNs, toNs: Number.POSITIVE_INFINITY, waitedMs });
    } else if (RELIEVING.has(action)) {
      for (const one of ledger.disturbances) {
        if (one.waitedMs >= this.#paceMs) one.toNs = Math.min(one.toNs, tNs + this.#paceMs * 1e6);
      }
    }
    if (action === 'account.restrict') {
      this.#connections.restrict(account, tNs);
      if (control.mayBeLate) ledger.restrictsUntilNs = tNs + LATEST_NS;
    }
  }

  /** What was not waited for as long as it has turned out to take may have begun after it was to end, and last. */
  #learn(paceMs: number): void {
    if (paceMs <= this.#paceMs) return;
    this.#paceMs = paceMs;
    for (const { disturbances } of this.accounts.values()) {
      for (const one of disturbances) if (one.waitedMs < paceMs) one.toNs = Number.POSITIVE_INFINITY;
    }
  }

  #create({ params, result, target }: Control): void {
    const id = textOf(result['account_id']);
    const digits = textOf(params['currency_digits']);
    if (id !== undefined) this.created.set(`${id}${target}`, digits === undefined ? undefined : Number(digits));
  }
}

function nothingKnown(): AccountLedger {
  return {
    operations: new Map(),
    keys: new Map(),
    disturbances: [],
    expiries: 0,
    expiresUntilNs: Number.NEGATIVE_INFINITY,
    restrictsUntilNs: Number.NEGATIVE_INFINITY,
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
