// Calls that change trading state: sent, repeated, acknowledged, and followed until their result is known (interface 4.1; 6.4; 8).

import { messageOf } from '../../base/message-of.js';
import type { ErrorCode } from '../../intents/index.js';
import type { RequestName, TransactionView } from '../../profile/index.js';
import type { Trouble } from '../conduct/calls.js';
import type { Conduct } from '../conduct/conduct.js';
import type { Result } from '../conduct/results.js';
import type { Exchange } from '../transport/http.js';
import type { Quota } from './quota.js';
import type { CallDraft, Service } from './service.js';
import { Ticket } from './ticket.js';
import { codeOf, textOf } from './values.js';

export interface CallsHost {
  /** Whether the stream has been whole since the ticket began; `none` where there is no stream to wait for. */
  readonly streamSince: (ticket: Ticket) => 'unbroken' | 'broken' | 'none';
  readonly gaps: () => number;
  /** Whether the order or the operation of a ticket shows in snapshot or history. */
  readonly showsOrderOf: (ticket: Ticket) => Promise<boolean>;
  readonly countRepeat: (ticket: Ticket) => void;
  /** The part of the client that listens has broken. */
  readonly crash: () => void;
  readonly nextOrdinal: () => number;
}

/** Events whose operation no intent knows yet, for ACKs that come later. */
const MOST_KEPT = 1000;
const SLOWEST_POLL_MS = 1000;

export class Calls {
  readonly #conduct: Conduct;
  readonly #service: Service;
  readonly #quota: Quota;
  readonly #host: CallsHost;
  readonly #refusals = new Set<ErrorCode>();
  readonly #early = new Map<string, TransactionView>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  readonly tickets: Ticket[] = [];

  constructor(conduct: Conduct, service: Service, quota: Quota, host: CallsHost) {
    this.#conduct = conduct;
    this.#service = service;
    this.#quota = quota;
    this.#host = host;
  }

  /** Resolves when the matter is settled, or when the client's patience is over. */
  async trade(ticket: Ticket): Promise<void> {
    if (this.#conduct.blocks(this.#refusals)) {
      ticket.settle('refused', [...this.#refusals].at(-1));
      return;
    }
    while (this.#running >= this.#conduct.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    this.tickets.push(ticket);
    this.#start(ticket);
    await Promise.race([ticket.settled, this.#service.pause(this.#conduct.patienceMs)]);
    this.#running -= 1;
    this.#waiting.shift()?.();
    const { onPatienceOver } = this.#conduct;
    if (onPatienceOver !== undefined && !ticket.isSettled) ticket.settle(onPatienceOver);
  }

  ticket(name: RequestName, params: CallDraft['params']): Ticket {
    return new Ticket(name, params, this.#host.gaps());
  }

  /** Whether the event belongs to an intent, or names no operation at all. */
  takeEvent(view: TransactionView): boolean {
    const result = resultOf(view);
    if (!this.#conduct.survives({ what: 'event', result })) {
      this.#host.crash();
      return true;
    }
    const isUnmatched = !this.tickets.some(
      ({ operationId }) => operationId !== undefined && operationId === result.operationId,
    );
    const isEarly =
      isUnmatched && this.tickets.some(({ operationId, isSettled }) => operationId === undefined && !isSettled);
    if (isEarly && this.#conduct.earlyEvents === 'dropped') return false;
    const ticket = this.#conduct.matches(result, this.tickets);
    if (ticket !== undefined) {
      this.#finish(ticket, view);
      return true;
    }
    if (result.operationId === undefined) return true;
    this.#early.set(result.operationId, view);
    const [oldest] = this.#early.keys();
    if (this.#early.size > MOST_KEPT && oldest !== undefined) this.#early.delete(oldest);
    return false;
  }

  /** The stream has broken: what was under way may have ended unseen. */
  afterGap(): void {
    const { onGap } = this.#conduct;
    for (const ticket of this.tickets) {
      if (ticket.isSettled || ticket.operationId === undefined) continue;
      if (onGap !== undefined) ticket.settle(onGap);
      else if (this.#conduct.callsAgain(ticket.name, 'after a gap')) this.#callAgain(ticket);
    }
  }

  #finish(ticket: Ticket, view: TransactionView): void {
    const result = resultOf(view);
    const state = this.#conduct.finalOf(result, ticket.name);
    if (state === undefined) return;
    ticket.finalEvents += 1;
    ticket.operationId ??= result.operationId;
    ticket.orderId ??= view.orders?.[0]?.id;
    ticket.positionId ??= view.positions?.[0]?.id;
    if (ticket.finalEvents > 1) {
      ticket.settle(this.#conduct.afterSecondFinal(ticket.state), ticket.code, ticket.message);
    } else if (!ticket.isSettled) {
      ticket.settle(state, this.#conduct.code(result.code ?? undefined), result.message);
    }
  }

  #callAgain({ name, params }: Ticket): void {
    const key = this.#conduct.key(this.#host.nextOrdinal(), this.#service.bodyOf(name, params));
    void this.#service.call({ name, params, key, attempt: 1 });
  }

  /** What the venue has no call for is refused by the client itself. */
  #start(ticket: Ticket): void {
    this.#run(ticket).catch((error: unknown) => ticket.settle('refused', undefined, messageOf(error)));
  }

  async #run(ticket: Ticket): Promise<void> {
    const conduct = this.#conduct;
    let { params } = ticket;
    let key = conduct.key(this.#host.nextOrdinal(), this.#service.bodyOf(ticket.name, params));
    let hasDoubt = false;
    for (;;) {
      ticket.attempts += 1;
      if (!ticket.keys.includes(key)) ticket.keys.push(key);
      const answered = ticket.name === 'placeOrder' ? await this.#quota.take(ticket.attempts > 1) : () => undefined;
      const exchange = await this.#service.call({ name: ticket.name, params, key, attempt: ticket.attempts });
      answered();
      if ('status' in exchange && exchange.status === 429) this.#quota.refused();
      if (this.#service.isClosed) return;
      const met = this.#answer(ticket, exchange);
      if (met === undefined) break;
      const trouble: Trouble = { ...met, name: ticket.name };
      const meaning = conduct.readsText(textBeside(exchange, trouble.message));
      if (meaning === 'success') {
        ticket.settle('success');
        return;
      }
      const delayMs = meaning === undefined ? conduct.repeatsAfterMs(trouble) : 0;
      hasDoubt ||= verdictOf(conduct, trouble) === 'doubtful';
      if (delayMs === undefined) {
        this.#giveUp(ticket, trouble, hasDoubt);
        return;
      }
      await this.#service.pause(delayMs, conduct.repeatsSettledAfterMs === undefined ? ticket.ending : undefined);
      if (this.#service.isClosed) return;
      if (ticket.isSettled) {
        if (conduct.repeatsSettledAfterMs === undefined) return;
        await this.#service.pause(conduct.repeatsSettledAfterMs);
      }
      const fresh = (): string => conduct.key(this.#host.nextOrdinal(), `${key}${ticket.attempts}`);
      key = meaning === undefined ? conduct.keyOfRepeat(key, trouble, fresh) : fresh();
      params = conduct.paramsOfRepeat(params);
    }
    if (conduct.callsAgain(ticket.name, 'at once')) this.#callAgain(ticket);
    await this.#follow(ticket);
  }

  /** What an answer does to the ticket, a verdict of its own even where an event has settled it; the trouble, where it is no acceptance. */
  #answer(ticket: Ticket, exchange: Exchange): Trouble | undefined {
    const conduct = this.#conduct;
    const trouble = this.#service.troubleOf('call', exchange, ticket.attempts);
    if (!('status' in exchange)) {
      const { onUnanswered } = conduct;
      if (onUnanswered === 'doubtful' || onUnanswered === 'accepted') return trouble;
      ticket.settle(onUnanswered);
      return undefined;
    }
    const { status, body } = exchange;
    const ack = status < 300 && body !== undefined ? this.#service.dialect.readAck(body) : {};
    const operationId = textOf(ack.operationId);
    if (!conduct.survives({ what: 'answer', status, code: trouble.code })) {
      this.#host.crash();
      return undefined;
    }
    const verdict = conduct.verdict({ ...trouble, status, ...(operationId === undefined ? {} : { operationId }) });
    if (verdict === 'doubtful' || verdict === 'refused') return trouble;
    ticket.operationId ??= operationId;
    if (verdict !== 'accepted') {
      ticket.settle(verdict, trouble.code, trouble.message);
      return undefined;
    }
    if (ticket.attempts > 1 && conduct.countsRepeats) this.#host.countRepeat(ticket);
    if (ticket.isSettled) {
      ticket.state = conduct.onAckAfterFinal(ticket.state);
    } else if (conduct.onAck !== 'pending') {
      ticket.settle(conduct.onAck);
    } else {
      const early = operationId === undefined ? undefined : this.#early.get(operationId);
      if (early !== undefined) this.#finish(ticket, early);
    }
    return undefined;
  }

  /** A refusal of a repeat proves nothing of the call before it. */
  #giveUp(ticket: Ticket, trouble: Trouble, hasDoubt: boolean): void {
    const code = this.#conduct.code(trouble.code ?? trouble.status);
    if (!hasDoubt) {
      if (trouble.code !== undefined) this.#refusals.add(trouble.code);
      ticket.settle('refused', code, trouble.message);
    } else {
      // An event may still tell.
      ticket.state = 'unknown';
    }
  }

  /** Reads the status for as long as events may have been missed. */
  async #follow(ticket: Ticket): Promise<void> {
    const conduct = this.#conduct;
    let everyMs = conduct.pollsEveryMs;
    let waitedMs = 0;
    let pollsFromMs: number | undefined;
    while (!ticket.isSettled && !this.#service.isClosed) {
      const afterMs = conduct.pollsAfterMs(this.#host.streamSince(ticket));
      pollsFromMs ??= afterMs === undefined ? undefined : waitedMs + afterMs;
      if (pollsFromMs !== undefined && waitedMs >= pollsFromMs) {
        if (!(await this.#poll(ticket))) return;
        everyMs = Math.min(everyMs * conduct.pollBackoff, SLOWEST_POLL_MS);
      }
      await this.#service.pause(everyMs, ticket.ending);
      waitedMs += everyMs;
      if (conduct.resubmitsAfterMs !== undefined && waitedMs >= conduct.resubmitsAfterMs && !ticket.isSettled) {
        ticket.operationId = undefined;
        this.#start(ticket);
        return;
      }
    }
  }

  /** Whether to ask again. */
  async #poll(ticket: Ticket): Promise<boolean> {
    const conduct = this.#conduct;
    const { operationId } = ticket;
    if (operationId === undefined) return false;
    const outcome = await this.#service.read('operationStatus', { operationId }, 'once');
    if (ticket.isSettled) return false;
    if ('body' in outcome) {
      const view = this.#service.dialect.readOperation(outcome.body);
      const state = conduct.statusMeans(view.state);
      if (state !== undefined) ticket.settle(state, conduct.code(codeOf(view.errorCode)), textOf(view.errorMessage));
      return state === undefined;
    }
    const { status } = outcome.trouble;
    const meaning = conduct.statusTroubleMeans(status);
    if (meaning !== undefined) {
      ticket.settle(meaning);
    } else if (status === 404) {
      ticket.settle((await this.#host.showsOrderOf(ticket)) ? 'success' : 'unknown');
    }
    return meaning === undefined && (status === undefined || status >= 500);
  }
}

function resultOf(view: TransactionView): Result {
  return {
    status: view.status,
    operationId: textOf(view.operationId),
    key: textOf(view.clientRequestId),
    code: view.errorCode === null ? null : codeOf(view.errorCode),
    message: textOf(view.errorMessage),
  };
}

function verdictOf(conduct: Conduct, trouble: Trouble): string {
  return trouble.status === undefined ? 'doubtful' : conduct.verdict({ ...trouble, status: trouble.status });
}

/** All that an answer says in words, diagnostics among them. */
function textBeside(exchange: Exchange, message = ''): string {
  return 'body' in exchange && exchange.body !== undefined ? JSON.stringify(exchange.body) : message;
}
