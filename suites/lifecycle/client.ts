// A client of an account that gives commands and keeps the model of what their results add up to. What comes back is judged at once where
// a single answer tells, and against the model whenever a snapshot comes.
import { compare, type Decimal, equals, parseDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext, Submission } from '../runner/context.js';
import { OPENING } from '../words/calls/calls.js';
import { weightOf } from '../words/contexts/deed.js';
import type { TransactionEvent, Transactions } from '../words/streams/event-of.js';
import { executedVolume } from '../words/trading/executed-volume.js';
import { mainOrderIndex } from '../words/trading/main-order.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { belowMinimum } from '../words/trading/rejected-order.js';
import { AccountModel, volumeOf } from './account-model.js';

export const ON_ORDERS = ['place', 'repeat', 'conflict', 'reject', 'reconnect'] as const;
export type CommandKind = (typeof ON_ORDERS)[number] | 'open' | 'cancel' | 'close' | 'close-part';
/** Commands that change something. */
export const MUTATIONS = ['place', 'open', 'cancel', 'close', 'close-part'] as const;
export type Mutation = (typeof MUTATIONS)[number];
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

/** An acknowledged command, and what the model makes of its success. */
interface Started {
  readonly kind: Mutation;
  readonly submission: Submission;
  readonly learn: (event: TransactionEvent) => void;
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
    const on = async <One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> => {
      const one = all[pick % Math.max(all.length, 1)];
      if (one !== undefined) await act(one);
    };
    if (kind === 'reject') await this.#reject();
    else if (kind === 'reconnect') await this.#reconnect();
    else if (kind === 'repeat') await on(this.#sent, (sent) => this.#repeat(sent));
    else if (kind === 'conflict') await on(this.#sent, (sent) => this.#conflict(sent));
    else await this.#finish(await this.#start(kind, pick));
  }

  /**
   * Commands that are under way together, whichever takes effect first, and what happens meanwhile. Judges that each comes to a result, and
   * that of those which end the same thing one succeeds.
   */
  async together(kinds: readonly Mutation[], meanwhile: () => Promise<void>): Promise<void> {
    const started = (await Promise.all(kinds.map((kind) => this.#start(kind, 0)))).filter((one) => one !== undefined);
    await meanwhile();
    const requirement = 'domain.every-ack-one-result';
    const ended = await Promise.all(
      started.map(async (one) => {
        const event = await this.#events.resultOf(one.submission);
        return { ...one, event: this.#t.expect.arrived(event, one.submission, { requirement }) };
      }),
    );
    const successes = ended.filter(({ event }) => event.view.status === 'success');
    for (const kind of ['cancel', 'close'] as const) {
      if (!ended.some((one) => one.kind === kind)) continue;
      const same = successes.filter((one) => one.kind === kind);
      this.#t.expect.that(
        same.length <= 1,
        {
          expected: `one success of what can be done once, ${kind}`,
          actual: `${same.length}`,
          evidence: same.map(({ event }) => event),
          shown: ended
            .filter((one) => one.kind === kind)
            .map((one) => [one.event, '/view/status', one === same[0] ? 'equals' : 'notEquals', 'success']),
        },
        { requirement: 'transactions.success-means-change' },
      );
    }
    // A close of what a part was taken from closes the rest.
    for (const { learn, event } of [...successes].sort(
      (a, b) => Number(a.kind === 'close') - Number(b.kind === 'close'),
    ))
      learn(event);
  }

  /** Goes on with the events of another connection, whatever the first one has shown. */
  async changeOver(): Promise<void> {
    await this.#events.close();
    this.#model.missesEvents();
    this.#events = await this.#account.transactions();
  }

  /** With an order as barrier, so that whatever else was under way has had its effect. */
  async end(): Promise<void> {
    await this.give({ kind: 'place', pick: 0 });
    await this.#model.expect(this.#t, await this.#account.state());
  }

  /** Undefined where it has no object, or was refused. */
  async #start(kind: Mutation, pick: number): Promise<Started | undefined> {
    const { ownOrders, positions } = this.#model;
    const one = <One>(all: readonly One[]): One | undefined => all[pick % Math.max(all.length, 1)];
    const order = one(ownOrders);
    const position = one([...positions.keys()]);
    if (kind === 'place') return this.#place();
    if (kind === 'open') return this.#open();
    if (kind === 'cancel') return order === undefined ? undefined : this.#cancel(order);
    return position === undefined ? undefined : this.#close(position, kind);
  }

  async #submit(
    kind: Mutation,
    params: RequestParams,
    request: RequestName,
    learn: Started['learn'],
  ): Promise<Started | undefined> {
    const submission = await this.#account.submit(params, { request });
    if (!submission.accepted) return undefined;
    this.#sent.push({ submission, params, request });
    return { kind, submission, learn };
  }

  /** Waits for its event, and follows it where it succeeded. */
  async #finish(started: Started | undefined): Promise<void> {
    if (started === undefined) return;
    const event = await this.#events.awaitResultOf(started.submission);
    if (event.view.status === 'success') started.learn(event);
  }

  async #place(): Promise<Started | undefined> {
    return this.#submit('place', await this.#account.order(), 'placeOrder', (event) => {
      const id = event.view.orders?.[mainOrderIndex(this.#t, event.view.orders)]?.id;
      const missing = 'the event of an order shows no identifier; bind it in the dialect';
      this.#model.orders.push(id ?? this.#t.inconclusive(missing, [event]));
    });
  }

  async #open(): Promise<Started | undefined> {
    const params = await OPENING.params(this.#account);
    const volume = partedVolume(await this.#account.conditions(), String(params.volume), 2);
    return this.#submit('open', { ...params, volume }, 'openPosition', (event) => {
      const position = event.view.positions?.[0] ?? {};
      const missing = 'the event of an opening shows no position with an identifier';
      const id = position.id ?? this.#t.inconclusive(missing, [event]);
      const total = volumeOf(this.#t, position);
      this.#model.opened(id, total, this.#takenOf(event, parseDecimal(volume), total, this.#model.positions.get(id)));
    });
  }

  /** The market may take a part only (interface 4.2): position and deals say so alike. */
  #takenOf({ view }: TransactionEvent, asked: Decimal, total: Decimal, had: Decimal = parseDecimal('0')): Decimal {
    const dealt = executedVolume(view.deals ?? []);
    const grown = subtract(total, had);
    return dealt !== undefined && compare(grown, asked) < 0 && equals(dealt, grown) ? grown : asked;
  }

  #cancel(orderId: string): Promise<Started | undefined> {
    const params = { accountId: this.#account.id, orderId };
    return this.#submit('cancel', params, 'cancelOrder', () => this.#model.cancelled(orderId));
  }

  async #close(positionId: string, kind: 'close' | 'close-part'): Promise<Started | undefined> {
    const part = kind === 'close-part' ? parseDecimal(String((await this.#account.order()).volume)) : undefined;
    const params = { accountId: this.#account.id, positionId, ...(part !== undefined && { volume: toText(part) }) };
    return this.#submit(kind, params, 'closePosition', () => {
      const whole = this.#model.positions.get(positionId) ?? parseDecimal('0');
      this.#model.closed(positionId, part ?? whole);
    });
  }

  async #reject(): Promise<void> {
    const submission = await this.#account.submit(await belowMinimum(this.#t, this.#account));
    if (submission.accepted) await this.#account.settle(submission);
  }

  async #repeat({ submission, params, request }: Sent): Promise<void> {
    const repeat = await this.#account.submit(params, { request, idempotencyKey: submission.key });
    const weight = { requirement: 'idempotency.duplicate-same-operation', ...weightOf({ request }) } as const;
    this.#t.expect.accepted(repeat, weight);
    this.#t.expect.at(repeat, '/view/operationId', 'equals', submission.operationId ?? null, weight);
  }

  async #conflict({ submission, params, request }: Sent): Promise<void> {
    if (request !== 'placeOrder') return;
    const other = { ...params, price: (await this.#account.order()).price ?? null };
    const conflict = await this.#account.submit(other, { idempotencyKey: submission.key });
    this.#t.expect.refused(conflict, { requirement: 'idempotency.conflict-refused' });
  }

  async #reconnect(): Promise<void> {
    await this.changeOver();
    const { view, record } = this.#events.snapshot;
    await this.#model.expect(this.#t, { ...view, record });
  }
}
