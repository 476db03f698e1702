// An acknowledged operation to its final result (interface 1, rule 1; 2.2; 7.2), and what the platform does of its own:
// fills, triggers, balance transactions. The only writer of an account's book.
import type { ResultStatus, Transaction, TransactionEvent } from '../domain.js';
import type { EventSurroundings } from '../rules/telling/events.js';
import { bookBalance } from '../state/balance.js';
import { decide } from '../state/decide.js';
import type { BalanceCommand, Command, Conclusion } from '../state/decision.js';
import { permissive } from '../state/permissive.js';
import { isWithinReach, nextTriggered } from '../state/triggers.js';
import { accountStateOf } from '../state/valuation.js';
import { type Core, deskOf, noteResult } from './core.js';
import { scheduleExpiry } from './expiry.js';
import { scheduleHouse } from './house.js';
import { OtherClients } from './other-clients.js';
import type { Publisher } from './publisher.js';
import type { AccountRecord } from './records/account-record.js';
import type { OperationRecord } from './records/operation-record.js';

/** Where an event comes from, as far as its identifiers go. */
interface Origin {
  readonly operationId: string | undefined;
  readonly clientRequestId: string | undefined;
}

const NO_ORIGIN: Origin = { operationId: undefined, clientRequestId: undefined };

/** Against an endless chain of triggers that a faulty rule might make. */
const TRIGGERS_AT_ONCE = 1000;

export class Finalisation {
  readonly #core: Core;
  readonly #publisher: Publisher;
  readonly #others: OtherClients;
  #platformSerial = 0;

  constructor(core: Core, publisher: Publisher) {
    this.#core = core;
    this.#publisher = publisher;
    this.#others = new OtherClients(core, (...done) => this.#executeElsewhere(...done));
  }

  /** Takes an operation whose ACK is being given; its result comes in a later turn. */
  accept(account: AccountRecord, record: OperationRecord): void {
    const { rules, behaviour, clock, settings } = this.#core;
    account.operations.forgetBefore(clock.nowMs() - settings.operationRetentionMs);
    if (!rules.finishes(record.context)) return;
    if (account.held !== undefined) {
      account.held.push(record);
      return;
    }
    const delayMs = rules.finaliseDelayMs(behaviour.finaliseAfterMs, record.context);
    clock.schedule(delayMs, () => this.#finaliseOrHold(account, record));
  }

  /** Called when somebody subscribes to the account, so that other clients may act. */
  afterSubscription(account: AccountRecord): void {
    this.#others.afterSubscription(account);
  }

  /** Action `operation.release`. */
  release(account: AccountRecord): void {
    const held = account.held ?? [];
    account.held = undefined;
    for (const record of held) {
      this.#finalise(account, record);
    }
  }

  /** A transaction of the platform itself: a fill, a trigger, a close that control asks for. */
  applyPlatform(account: AccountRecord, transaction: Transaction): void {
    this.#book(account, transaction);
    this.settle(account, transaction);
  }

  applyBalance(account: AccountRecord, command: BalanceCommand): void {
    const transaction = bookBalance(deskOf(this.#core, account), command);
    this.#apply(account, transaction);
    this.#announce(account, succeeded(transaction), NO_ORIGIN);
    this.#publisher.afterBalance(account);
  }

  /** Runs what the present prices set off, and watches the feed while it may set off more. `after` narrows it to new orders. */
  settle(account: AccountRecord, after?: Transaction): void {
    const candidates = after?.orders.filter(({ state }) => state === 'pending').map(({ id }) => id);
    for (let count = 0; count < TRIGGERS_AT_ONCE; count += 1) {
      const context = deskOf(this.#core, account);
      const conclusion = nextTriggered(context, candidates);
      if (conclusion === undefined || 'rejection' in conclusion) break;
      this.#book(account, conclusion.transaction);
    }
    this.#watch(account, candidates);
  }

  #book(account: AccountRecord, transaction: Transaction): void {
    this.#apply(account, transaction);
    const operationId = this.#platformOperationId(account);
    this.#announce(account, succeeded(transaction), { ...NO_ORIGIN, operationId });
  }

  /** An operation that was accepted before control began to hold stays on its way only if it is due at once. */
  #finaliseOrHold(account: AccountRecord, record: OperationRecord): void {
    if (account.held !== undefined) {
      account.held.push(record);
    } else {
      this.#finalise(account, record);
    }
  }

  #finalise(account: AccountRecord, record: OperationRecord): void {
    if (record.state !== 'pending') return;
    const { rules, clock } = this.#core;
    const { operationId, clientRequestId, kind } = record.context;
    const owner = this.#ownerOf(account, record.command);
    const result = this.#resultOf(account, owner, record);
    const { command } = record;
    record.command = undefined;
    record.state = result.status;
    record.errorCode = result.code;
    record.finishedAtMs = clock.nowMs();
    if (result.transaction !== undefined) this.#apply(owner, result.transaction);
    const echoed = rules.echo(clientRequestId, 'event', { kind, duplicate: false });
    const announced = result.status === 'success' ? result.transaction : undefined;
    this.#announce(account, { ...result, transaction: announced }, { operationId, clientRequestId: echoed });
    noteResult(this.#core, account, record.context, result);
    if (result.transaction !== undefined) {
      this.settle(owner, result.transaction);
      const end = (transaction: Transaction): void => this.applyPlatform(owner, transaction);
      scheduleExpiry(this.#core, owner, result.transaction, end);
      scheduleHouse(this.#core, owner, result.transaction, end);
    }
    this.#others.afterOperation(account, result.status === 'success' ? command : undefined);
  }

  #executeElsewhere(account: AccountRecord, command: Command, by: string): Transaction | undefined {
    const conclusion = decide(deskOf(this.#core, account), command);
    if ('rejection' in conclusion) return undefined;
    this.#apply(account, conclusion.transaction);
    const origin = { operationId: `${by}-${command.kind}`, clientRequestId: command.clientRequestId };
    this.#announce(account, succeeded(conclusion.transaction), origin);
    return conclusion.transaction;
  }

  /** The account that the command acts on. */
  #ownerOf(account: AccountRecord, command: OperationRecord['command']): AccountRecord {
    const { rules, accounts } = this.#core;
    const named =
      command?.kind === 'cancelOrder'
        ? command.orderId
        : command?.kind === 'closePosition' || command?.kind === 'placeOrder'
          ? command.positionId
          : undefined;
    return accounts.get(rules.actsOn(account.info.id, named)) ?? account;
  }

  #resultOf(account: AccountRecord, owner: AccountRecord, record: OperationRecord): Result {
    const { rules, behaviour } = this.#core;
    const { forced, context, command } = record;
    const conclusion = this.#conclusionOf(account, owner, record);
    if (forced !== undefined) {
      const executed = rules.executesFailed() && 'transaction' in conclusion ? conclusion.transaction : undefined;
      return { status: forced.status, code: forced.code, detail: 'control decided so', transaction: executed };
    }
    if ('transaction' in conclusion) return succeeded(conclusion.transaction);
    const code = rules.finalCode(conclusion.rejection.code, context);
    let transaction: Transaction | undefined;
    if (command !== undefined && rules.executesRejected(conclusion.rejection.code)) {
      const lenient = decide({ ...deskOf(this.#core, owner), rules: permissive(rules) }, command);
      transaction = 'transaction' in lenient ? lenient.transaction : undefined;
    }
    const status = rules.resultStatus(conclusion.rejection.code, behaviour.executionErrors);
    return { status, code, detail: conclusion.rejection.detail, transaction };
  }

  #conclusionOf(
    account: AccountRecord,
    owner: AccountRecord,
    { command, rejection, context }: OperationRecord,
  ): Conclusion {
    const maintenance = this.#core.rules.maintenanceGuard(account.maintenance, context.kind);
    if (maintenance !== undefined && this.#core.behaviour.sharedCodes === 'late') {
      return { rejection: { code: maintenance, detail: 'the service is under maintenance for this account' } };
    }
    if (command === undefined) {
      return { rejection: rejection ?? { code: 'REQUEST_INVALID', detail: 'there is nothing to execute' } };
    }
    return decide(deskOf(this.#core, owner), command);
  }

  #apply(account: AccountRecord, transaction: Transaction): void {
    const { rules, clock, settings } = this.#core;
    const nowMs = clock.nowMs();
    account.book.apply(transaction, rules, nowMs);
    const expired = (atMs: number): boolean => !rules.retains(nowMs - atMs, settings.historyRetentionMs);
    account.book.closedOrders.forget(expired);
    account.book.deals.forget(expired);
  }

  #announce(account: AccountRecord, { status, code, transaction }: Omit<Result, 'detail'>, origin: Origin): void {
    const { rules, clock } = this.#core;
    const surroundings: EventSurroundings = {
      accountId: account.info.id,
      openOrders: () => [...account.book.orders.values()],
      openPositions: () => [...account.book.positions.values()],
      requested: origin.clientRequestId !== undefined,
    };
    const event: TransactionEvent = {
      kind: 'transaction_event',
      status,
      operationId: rules.operationIdOf(origin.operationId, transaction),
      clientRequestId: origin.clientRequestId,
      errorCode: code,
      errorMessage: code === undefined ? undefined : rules.finalMessage(code),
      payload: this.#payloadOf(account, transaction, surroundings),
      atMs: clock.nowMs(),
    };
    for (const announced of rules.announcements(event, surroundings)) {
      account.noteEvent(announced);
      this.#publisher.publish(account, announced);
    }
  }

  #payloadOf(
    account: AccountRecord,
    transaction: Transaction | undefined,
    surroundings: EventSurroundings,
  ): TransactionEvent['payload'] {
    const { rules, behaviour } = this.#core;
    const isEmpty = transaction === undefined && behaviour.refusedPayload === 'empty';
    const state = isEmpty ? undefined : accountStateOf(deskOf(this.#core, account));
    if (transaction === undefined || state === undefined) {
      return { orders: [], deals: [], positions: [], accountState: state };
    }
    return {
      orders: rules.ordersOf(transaction, surroundings),
      deals: rules.dealsOf(transaction, surroundings),
      positions: rules.positionsOf(transaction, surroundings),
      accountState: rules.accountStateOf(state, transaction),
    };
  }

  #platformOperationId(account: AccountRecord): string | undefined {
    if (this.#core.behaviour.platformEvents === 'no-id') return undefined;
    this.#platformSerial += 1;
    return `sys-${account.info.id}-${this.#platformSerial.toString(36)}`;
  }

  /**
   * While an open order is within reach of the feed, looks again whenever the feed moves. Without a watch none of the others is
   * within reach, so that only the candidates need a look, however many orders are open.
   */
  #watch(account: AccountRecord, candidates: readonly string[] | undefined): void {
    if (account.watch !== undefined) return;
    const context = deskOf(this.#core, account);
    for (const id of candidates ?? account.book.orders.keys()) {
      const order = account.book.orders.get(id);
      if (order !== undefined && isWithinReach(context, order)) {
        account.watch = this.#core.clock.schedule(this.#core.settings.feedStepMs, () => {
          account.watch = undefined;
          this.settle(account);
        });
        return;
      }
    }
  }
}

interface Result {
  readonly status: ResultStatus;
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly transaction: Transaction | undefined;
}

function succeeded(transaction: Transaction | undefined): Result {
  return { status: 'success', code: undefined, detail: undefined, transaction };
}
