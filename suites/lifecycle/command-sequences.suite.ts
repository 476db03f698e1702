// Sequences of commands at random against a model of the account (interface 1, 2.2, 3, 6, 8): placements, openings, cancellations,
// closes, repeats, conflicts, rejections and reconnections. Each sequence draws from a random subset of them (swarm testing), since a
// fault that needs many of one kind seldom shows among all of them.

import { parseDecimal, toText } from '../../toolkit/decimal/index.js';
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext, Events, Submission } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { OPENING } from '../words/trading/calls.js';
import { mainOrderIndex } from '../words/trading/main-order.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { belowMinimum } from '../words/trading/rejected-order.js';
import { AccountModel, volumeOf } from './account-model.js';

const PLAIN = ['place', 'repeat', 'conflict', 'reject', 'reconnect'] as const;
const ALL = [...PLAIN, 'open', 'cancel', 'close', 'close-part'] as const;
type Kind = (typeof ALL)[number];

interface Command {
  readonly kind: Kind;
  /** Which of the orders, positions or requests that there are by then. */
  readonly pick: number;
}

interface Sent {
  readonly submission: Submission;
  readonly params: RequestParams;
  readonly request: RequestName;
}

class Session {
  readonly #t: CheckContext;
  readonly #account: Account;
  readonly #model: AccountModel;
  readonly #sent: Sent[] = [];
  #events: Events;

  private constructor(t: CheckContext, account: Account, events: Awaited<ReturnType<Account['transactions']>>) {
    this.#t = t;
    this.#account = account;
    this.#events = events;
    this.#model = new AccountModel(t, events.snapshot.view);
  }

  static async begin(t: CheckContext, account: Account): Promise<Session> {
    return new Session(t, account, await account.transactions());
  }

  /** Commands that have no object by then are passed over. */
  async give({ kind, pick }: Command): Promise<void> {
    const { orders, positions } = this.#model;
    const order = orders[pick % Math.max(orders.length, 1)];
    const position = [...positions.keys()][pick % Math.max(positions.size, 1)];
    const earlier = this.#sent[pick % Math.max(this.#sent.length, 1)];
    if (kind === 'place') await this.#place();
    else if (kind === 'open') await this.#open();
    else if (kind === 'reject') await this.#reject();
    else if (kind === 'reconnect') await this.#reconnect();
    else if (kind === 'repeat' && earlier !== undefined) await this.#repeat(earlier);
    else if (kind === 'conflict' && earlier !== undefined) await this.#conflict(earlier);
    else if (kind === 'cancel' && order !== undefined) await this.#cancel(order);
    else if (kind === 'close' && position !== undefined) await this.#close(position, false);
    else if (kind === 'close-part' && position !== undefined) await this.#close(position, true);
  }

  /** With an order as barrier, so that whatever else was under way has had its effect. */
  async end(): Promise<void> {
    await this.#place();
    this.#model.expect(this.#t, await this.#account.state());
  }

  /** Sends it and waits for its event; undefined when it did not succeed, which the model follows. */
  async #succeeded(params: RequestParams, request: RequestName): Promise<Awaited<ReturnType<Events['resultOf']>>> {
    const submission = await this.#account.submit(params, { request });
    if (submission.accepted) this.#sent.push({ submission, params, request });
    const event = submission.accepted ? await this.#events.resultOf(submission) : undefined;
    if (submission.accepted && event === undefined)
      this.#t.inconclusive('an operation brought no event in time', [submission.exchange.record]);
    return event?.view.status === 'success' ? event : undefined;
  }

  async #place(): Promise<void> {
    const event = await this.#succeeded(await this.#account.order(), 'placeOrder');
    const id = event?.view.orders?.[mainOrderIndex(this.#t, event.view.orders)]?.id;
    if (event !== undefined && id === undefined)
      this.#t.inconclusive('the event of an order shows no identifier; bind it in the dialect', [event.record]);
    if (id !== undefined) this.#model.orders.push(id);
  }

  async #open(): Promise<void> {
    const params = await OPENING.params(this.#account);
    const volume = partedVolume(await this.#account.conditions(), String(params.volume), 2);
    const event = await this.#succeeded({ ...params, volume }, 'openPosition');
    if (event === undefined) return;
    const { id, volume: total } = event.view.positions?.[0] ?? {};
    if (id === undefined)
      return this.#t.inconclusive('the event of an opening shows no position with an identifier', [event.record]);
    this.#model.opened(id, volumeOf(this.#t, total), parseDecimal(volume));
  }

  async #cancel(orderId: string): Promise<void> {
    const event = await this.#succeeded({ accountId: this.#account.id, orderId }, 'cancelOrder');
    if (event !== undefined) this.#model.cancelled(orderId);
  }

  async #close(positionId: string, inPart: boolean): Promise<void> {
    const open = this.#model.positions.get(positionId) ?? parseDecimal('0');
    const part = parseDecimal(String((await this.#account.order()).volume));
    const params = { accountId: this.#account.id, positionId, ...(inPart && { volume: toText(part) }) };
    const event = await this.#succeeded(params, 'closePosition');
    if (event !== undefined) this.#model.closed(positionId, inPart ? part : open);
  }

  async #reject(): Promise<void> {
    const submission = await this.#account.submit(await belowMinimum(this.#t, this.#account));
    if (submission.accepted) await this.#account.settle(submission);
  }

  async #repeat({ submission, params, request }: Sent): Promise<void> {
    const repeat = await this.#account.submit(params, { request, idempotencyKey: submission.key });
    const requirement = 'idempotency.duplicate-same-operation';
    this.#t.expect.accepted(repeat.exchange, { requirement });
    this.#t.expect.at(repeat.exchange.record, '/view/operationId', 'equals', submission.operationId ?? null, {
      requirement,
    });
  }

  async #conflict({ submission, params, request }: Sent): Promise<void> {
    if (request !== 'placeOrder') return;
    const other = { ...params, price: (await this.#account.order()).price ?? null };
    const conflict = await this.#account.submit(other, { idempotencyKey: submission.key });
    this.#t.expect.refused(conflict.exchange, { requirement: 'idempotency.conflict-refused' });
  }

  async #reconnect(): Promise<void> {
    await this.#events.close();
    const events = await this.#account.transactions();
    this.#events = events;
    this.#model.expect(this.#t, { ...events.snapshot.view, record: events.snapshot.record });
  }
}

const JUDGED: readonly RequirementId[] = [
  'domain.closed-not-in-snapshot',
  'domain.open-positions-in-snapshot',
  'idempotency.duplicate-not-executed',
  'idempotency.duplicate-same-operation',
  'idempotency.conflict-refused',
];

for (const { slug, title, kinds, needs } of [
  {
    slug: 'orders-at-random',
    title: 'shows the orders that the results of random commands add up to',
    kinds: PLAIN,
    needs: {},
  },
  {
    slug: 'orders-and-positions-at-random',
    title: 'shows the orders and the volume that the results of random commands add up to',
    kinds: ALL,
    needs: { claims: ['positions', 'cancelOrder', 'closePosition'], requests: ['cancelOrder', 'closePosition'] },
  },
] satisfies readonly { slug: string; title: string; kinds: readonly Kind[]; needs: Needs }[]) {
  property({
    id: `domain.open-orders-in-snapshot/${slug}`,
    title,
    requirements: JUDGED,
    purposes: [36],
    needs: { ...needs, accounts: 0 },
    async run(t) {
      await t.property(
        (fc) => [
          fc.subarray<Kind>([...kinds], { minLength: 2 }).chain((swarm) =>
            fc.array(fc.record({ kind: fc.constantFrom<Kind>('place', ...swarm), pick: fc.nat({ max: 20 }) }), {
              minLength: 2,
              maxLength: 10,
            }),
          ),
        ],
        async ({ account }, commands) => {
          const session = await Session.begin(t, account);
          for (const command of commands) await session.give(command);
          await session.end();
        },
        { runs: 8 },
      );
    },
  });
}
