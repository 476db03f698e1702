// A client of an account that gives commands and keeps the model of what their results add up to. What comes back is judged at once where
// a single answer tells, and against the model whenever a snapshot comes.
import { add, compare, type Decimal, equals, parseDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext, Submission } from '../runner/context.js';
import { figureOf } from '../words/figures.js';
import type { TransactionEvent, Transactions } from '../words/streams/event-of.js';
import { OPENING } from '../words/trading/calls.js';
import { mainOrderIndex } from '../words/trading/main-order.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { belowMinimum } from '../words/trading/rejected-order.js';
import { AccountModel, volumeOf } from './account-model.js';

export const ON_ORDERS = ['place', 'repeat', 'conflict', 'reject', 'reconnect'] as const;
export type CommandKind = (typeof ON_ORDERS)[number] | 'open' | 'cancel' | 'close' | 'close-part';
export const ON_ALL: readonly CommandKind[] = [...ON_ORDERS, 'open', 'cancel', 'close', 'close-part'];

export interface Command {
  readonly kind: CommandKind;
  /** Which of the orders, positions or requests that there are by then. */
  readonly pick: number;
}

interface Sent {
  readonly submission: Submission;
  readonly params: RequestParams;
  readonly request: RequestName;
}

export class Client {
  readonly #t: CheckContext;
  readonly #account: Account;
  readonly #model: AccountModel;
  readonly #sent: Sent[] = [];
  #events: Transactions;

  constructor(t: CheckContext, account: Account, events: Transactions) {
    this.#t = t;
    this.#account = account;
    this.#events = events;
    this.#model = new AccountModel(t, account, { ...events.snapshot.view, record: events.snapshot.record });
  }

  /** Commands that have no object by then are passed over. */
  async give({ kind, pick }: Command): Promise<void> {
    const { orders, positions } = this.#model;
    const on = async <One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> => {
      const one = all[pick % Math.max(all.length, 1)];
      if (one !== undefined) await act(one);
    };
    const acts: Readonly<Record<CommandKind, () => Promise<void>>> = {
      place: () => this.#place(),
      open: () => this.#open(),
      reject: () => this.#reject(),
      reconnect: () => this.#reconnect(),
      repeat: () => on(this.#sent, (sent) => this.#repeat(sent)),
      conflict: () => on(this.#sent, (sent) => this.#conflict(sent)),
      cancel: () => on(orders, (id) => this.#cancel(id)),
      close: () => on([...positions.keys()], (id) => this.#close(id, false)),
      'close-part': () => on([...positions.keys()], (id) => this.#close(id, true)),
    };
    await acts[kind]();
  }

  /** With an order as barrier, so that whatever else was under way has had its effect. */
  async end(): Promise<void> {
    await this.#place();
    this.#model.expect(this.#t, await this.#account.state());
  }

  /** Sends it and waits for its event; undefined when it did not succeed, which the model follows. */
  async #succeeded(params: RequestParams, request: RequestName): Promise<TransactionEvent | undefined> {
    const submission = await this.#account.submit(params, { request });
    if (!submission.accepted) return undefined;
    this.#sent.push({ submission, params, request });
    const event = await this.#events.awaitResultOf(submission);
    return event.view.status === 'success' ? event : undefined;
  }

  async #place(): Promise<void> {
    const event = await this.#succeeded(await this.#account.order(), 'placeOrder');
    if (event === undefined) return;
    const id = event.view.orders?.[mainOrderIndex(this.#t, event.view.orders)]?.id;
    const missing = 'the event of an order shows no identifier; bind it in the dialect';
    this.#model.orders.push(id ?? this.#t.inconclusive(missing, [event]));
  }

  async #open(): Promise<void> {
    const params = await OPENING.params(this.#account);
    const volume = partedVolume(await this.#account.conditions(), String(params.volume), 2);
    const event = await this.#succeeded({ ...params, volume }, 'openPosition');
    if (event === undefined) return;
    const position = event.view.positions?.[0] ?? {};
    const missing = 'the event of an opening shows no position with an identifier';
    const id = position.id ?? this.#t.inconclusive(missing, [event]);
    const total = volumeOf(this.#t, position);
    this.#model.opened(id, total, this.#takenOf(event, parseDecimal(volume), total, this.#model.positions.get(id)));
  }

  /** The market may take a part only (interface 4.2): position and deals say so alike. */
  #takenOf({ view }: TransactionEvent, asked: Decimal, total: Decimal, had: Decimal = parseDecimal('0')): Decimal {
    const dealt = (view.deals ?? []).flatMap(({ volume }) => figureOf(volume) ?? []);
    const grown = subtract(total, had);
    return dealt.length > 0 && compare(grown, asked) < 0 && equals(dealt.reduce(add), grown) ? grown : asked;
  }

  async #cancel(orderId: string): Promise<void> {
    const event = await this.#succeeded({ accountId: this.#account.id, orderId }, 'cancelOrder');
    if (event !== undefined) this.#model.cancelled(orderId);
  }

  async #close(positionId: string, inPart: boolean): Promise<void> {
    const whole = this.#model.positions.get(positionId) ?? parseDecimal('0');
    const volume = inPart ? parseDecimal(String((await this.#account.order()).volume)) : whole;
    const params = { accountId: this.#account.id, positionId, ...(inPart && { volume: toText(volume) }) };
    const event = await this.#succeeded(params, 'closePosition');
    if (event !== undefined) this.#model.closed(positionId, volume);
  }

  async #reject(): Promise<void> {
    const submission = await this.#account.submit(await belowMinimum(this.#t, this.#account));
    if (submission.accepted) await this.#account.settle(submission);
  }

  async #repeat({ submission, params, request }: Sent): Promise<void> {
    const repeat = await this.#account.submit(params, { request, idempotencyKey: submission.key });
    const requirement = 'idempotency.duplicate-same-operation';
    this.#t.expect.accepted(repeat, { requirement });
    const operationId = submission.operationId ?? null;
    this.#t.expect.at(repeat, '/view/operationId', 'equals', operationId, { requirement });
  }

  async #conflict({ submission, params, request }: Sent): Promise<void> {
    if (request !== 'placeOrder') return;
    const other = { ...params, price: (await this.#account.order()).price ?? null };
    const conflict = await this.#account.submit(other, { idempotencyKey: submission.key });
    this.#t.expect.refused(conflict, { requirement: 'idempotency.conflict-refused' });
  }

  async #reconnect(): Promise<void> {
    await this.#events.close();
    this.#events = await this.#account.transactions();
    const { view, record } = this.#events.snapshot;
    this.#model.expect(this.#t, { ...view, record });
  }
}
