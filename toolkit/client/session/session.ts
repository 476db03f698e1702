// One account of the reference client, from `begin` to `end`: its stream, its intents, what it holds to be so.
import type { ErrorCode, IntentInputs, IntentResults, Outcome, StreamEvent, View } from '../../intents/index.js';
import { requestParamsOf } from '../../intents/index.js';
import type { Conduct } from '../conduct/conduct.js';
import { Book, emptyMemory, type Memory, NOTHING_KNOWN } from './book.js';
import { Calls } from './calls.js';
import { collect } from './collections.js';
import { Conditions, type KnownConditions } from './conditions.js';
import type { Feed } from './feed.js';
import { Feeds } from './feeds.js';
import { Quota } from './quota.js';
import type { CallDraft, Service } from './service.js';
import type { Ticket } from './ticket.js';
import { Reader, textOf } from './values.js';

/** What all sessions of one client share. */
export interface SharedState {
  nextOrdinal(): number;
  readonly conditions: KnownConditions;
  readonly memory: Memory;
}

const BEGIN_PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 10;
const MOST_SNAPSHOT_READS = 5;
/** How far before a gap history is read again, for clocks that differ. */
const HISTORY_MARGIN_MS = 60_000;

export class Session {
  readonly #conduct: Conduct;
  readonly #service: Service;
  readonly #reader: Reader;
  readonly #feeds: Feeds;
  readonly #calls: Calls;
  readonly #conditions: Conditions;
  readonly #tickets = new Map<string, Ticket>();
  readonly #instruments: readonly string[];
  #polled: Book;
  #gapMs: number | undefined;
  #reconciling: Promise<void> | undefined;

  constructor(conduct: Conduct, service: Service, shared: SharedState, input: IntentInputs['begin']) {
    this.#conduct = conduct;
    this.#service = service;
    this.#instruments = input.instruments;
    this.#reader = new Reader(service.dialect, conduct.figure);
    this.#conditions = new Conditions({ conduct, service, reader: this.#reader }, input.account, shared.conditions);
    this.#polled = new Book(conduct, this.#reader, emptyMemory(), true);
    this.#calls = new Calls(conduct, service, new Quota(conduct, service), {
      streamSince: (ticket) => this.#streamSince(ticket),
      gaps: () => this.#feeds.gaps,
      showsOrderOf: (ticket) => this.#showsOrderOf(ticket),
      countRepeat: (ticket) => this.#countRepeat(ticket),
      crash: () => this.#feeds.deafen(),
      nextOrdinal: shared.nextOrdinal,
    });
    this.#feeds = new Feeds(conduct, service, this.#reader, {
      memory: () => (conduct.mixesAccounts ? shared.memory : emptyMemory()),
      onTransaction: (view) => this.#calls.takeEvent(view),
      onUnknownOperation: (feed) => this.#reconcile(feed),
      onEvent: (feed) => {
        if (conduct.reconcilesAfterEveryEvent) this.#reconcile(feed);
      },
      onGap: () => {
        this.#gapMs ??= Date.now();
        this.#calls.afterGap();
      },
      onReturn: (feed) => void this.#readHistory(feed),
    });
  }

  async begin(subscribe: readonly StreamEvent[]): Promise<IntentResults['begin']> {
    if (subscribe.length === 0) return {};
    if (this.#conduct.connections === 0) return { degraded: 'polling' };
    for (const kind of subscribe) {
      this.#feeds.wanted.set(kind, this.#conduct.listOf(kind, undefined, this.#instruments));
    }
    const begun = this.#feeds.begin();
    const deadline = Date.now() + BEGIN_PATIENCE_MS;
    await Promise.race([begun, this.#service.pause(BEGIN_PATIENCE_MS)]);
    while (!this.#isSynchronised() && !this.#feeds.isGivenUp && Date.now() < deadline) {
      await this.#service.pause(LOOK_EVERY_MS);
    }
    return this.#isSynchronised() ? {} : { degraded: 'polling' };
  }

  async trade(intent: string, name: CallDraft['name'], params: CallDraft['params']): Promise<Outcome> {
    const volume =
      params.volume === 'smallest' ? await this.#conditions.smallestVolume(params.instrument) : params.volume;
    const ticket = this.#calls.ticket(name, volume === undefined ? params : { ...params, volume });
    this.#tickets.set(intent, ticket);
    const { beginsAfterMs } = this.#conduct;
    if (beginsAfterMs === undefined) await this.#calls.trade(ticket);
    else void this.#beginLater(ticket, beginsAfterMs);
    return ticket.outcome();
  }

  async #beginLater(ticket: Ticket, ms: number): Promise<void> {
    await this.#service.pause(ms);
    if (!this.#service.isClosed) await this.#calls.trade(ticket);
  }

  open(input: IntentInputs['open']): Promise<Outcome> {
    const name = this.#conduct.requestForOpening;
    return this.trade(input.intent, name, {
      ...requestParamsOf(input),
      ...(name === 'placeOrder' ? { type: 'market' } : {}),
    });
  }

  async close({ intent, of, position_id, volume }: IntentInputs['close']): Promise<Outcome> {
    const of_ = of === undefined ? undefined : this.#ticket(of).positionId;
    const meant = position_id ?? of_ ?? (await this.#onlyOne('positions', of));
    const positionId = this.#conduct.actsOn(meant, [...this.#memory().trading.positions.keys()]);
    return this.trade(intent, 'closePosition', { positionId, ...(volume === undefined ? {} : { volume }) });
  }

  async cancel({ intent, of, order_id }: IntentInputs['cancel']): Promise<Outcome> {
    const of_ = of === undefined ? undefined : this.#ticket(of).orderId;
    const meant = order_id ?? of_ ?? (await this.#onlyOne('orders', of));
    const orderId = this.#conduct.actsOn(meant, [...this.#memory().trading.orders.keys()]);
    return this.trade(intent, 'cancelOrder', { orderId });
  }

  outcome(intent: string): Outcome {
    return this.#ticket(intent).outcome();
  }

  async view(): Promise<View> {
    if (this.#conduct.connections === 0) await this.#readSnapshot(this.#polled);
    const kinds = [...this.#feeds.wanted.keys()];
    const memory = this.#memory();
    const { trading, periods, conditions, deals } = memory;
    const current =
      this.#conduct.connections === 0
        ? trading !== NOTHING_KNOWN
        : Object.fromEntries(kinds.map((kind) => [kind, this.#feeds.isCurrent(kind)]));
    return {
      current,
      orders: [...trading.orders.values()].map((order) => this.#conduct.shownOrder(order)),
      positions: [...trading.positions.values()],
      deals: [...deals.values()],
      account: trading.account,
      ...(kinds.includes('hmr') ? { hmr: periods } : {}),
      ...(kinds.includes('instruments') ? { conditions: [...conditions.values()] } : {}),
    };
  }

  async subscribe({ event, instruments }: IntentInputs['subscribe']): Promise<IntentResults['subscribe']> {
    const available = instruments === 'every' && event === 'hmr' ? await this.#available() : this.#instruments;
    const refused = await this.#feeds.subscribe(event, this.#conduct.listOf(event, instruments, available));
    return refused === undefined ? {} : { refused };
  }

  async unsubscribe({ event, instruments }: IntentInputs['unsubscribe']): Promise<IntentResults['unsubscribe']> {
    const had = this.#feeds.wanted.get(event);
    const list =
      instruments === 'every' ? (event === 'hmr' ? had : had?.includes('all') ? ['all'] : had) : (instruments ?? had);
    const refused = await this.#feeds.unsubscribe(event, list);
    return refused === undefined ? {} : { refused };
  }

  async read({ what, instrument, of, operation_id }: IntentInputs['read']): Promise<IntentResults['read']> {
    const { dialect } = this.#service;
    if (what === 'conditions') return this.#conditions.read(instrument ?? this.#instruments[0] ?? '');
    if (what === 'snapshot') {
      const refused = await this.#readSnapshot(this.#book());
      return refused === undefined ? {} : { refused };
    }
    const operationId = operation_id ?? (of === undefined ? undefined : this.#ticket(of).operationId);
    const name = what === 'status' ? 'operationStatus' : what;
    const outcome = await this.#service.read(name, operationId === undefined ? {} : { operationId });
    if ('trouble' in outcome) return { refused: outcome.trouble.code ?? outcome.trouble.status ?? 'no answer' };
    if (what === 'instruments') return { instruments: dialect.readInstruments(outcome.body) ?? [] };
    if (what === 'limits') {
      const { limit, remaining } = dialect.readQuota(outcome.body) ?? {};
      return { limits: { ...given('limit', textOf(limit)), ...given('remaining', textOf(remaining)) } };
    }
    if (what !== 'status') return {};
    const { state } = dialect.readOperation(outcome.body);
    return { status: { state } };
  }

  async history(input: IntentInputs['history']): Promise<IntentResults['history']> {
    const { ids, refused } = await collect(this.#conduct, this.#service, input);
    return refused === undefined ? { ids } : { refused };
  }

  async end(): Promise<void> {
    this.#feeds.drop();
    await this.#service.close();
  }

  #isSynchronised(): boolean {
    const { wanted } = this.#feeds;
    return wanted.size > 0 && [...wanted.keys()].every((kind) => this.#feeds.isCurrent(kind));
  }

  #memory(): Book['memory'] {
    return this.#feeds.shown?.memory ?? this.#polled.memory;
  }

  #book(): Book {
    return this.#feeds.shown?.feed?.book ?? this.#polled;
  }

  #streamSince(ticket: Ticket): 'unbroken' | 'broken' | 'none' {
    if (!this.#feeds.wanted.has('transactions') || this.#feeds.isGivenUp) return 'none';
    return ticket.gapsBefore === this.#feeds.gaps && this.#feeds.isCurrent('transactions') ? 'unbroken' : 'broken';
  }

  #ticket(intent: string): Ticket {
    const ticket = this.#tickets.get(intent);
    if (ticket === undefined) throw new Error(`no intent "${intent}" is known`);
    return ticket;
  }

  /** The entity of an intent that its event did not show, or the first one where none is named. */
  async #onlyOne(what: 'orders' | 'positions', of: string | undefined): Promise<string> {
    if (this.#conduct.connections === 0 || this.#memory().trading === NOTHING_KNOWN) {
      await this.#readSnapshot(this.#book());
    }
    const { trading, keys } = this.#memory();
    const ids = [...trading[what].keys()];
    const own: readonly string[] = of === undefined ? [] : this.#ticket(of).keys;
    const named = ids.find((id) => own.includes(keys.get(id) ?? ''));
    const [first] = ids;
    const found = named ?? (of === undefined || ids.length === 1 ? first : undefined);
    if (found === undefined) throw new Error(`none of the ${what} is known to be meant`);
    return found;
  }

  async #available(): Promise<readonly string[]> {
    const outcome = await this.#service.read('instruments');
    return ('body' in outcome ? this.#service.dialect.readInstruments(outcome.body) : undefined) ?? this.#instruments;
  }

  /** Replaces the state by the snapshot resource, read while no event changed it; resolves to the code of a refusal. */
  async #readSnapshot(book: Book): Promise<ErrorCode | undefined> {
    if (!this.#service.dialect.has('snapshot')) return 'no snapshot';
    for (let reads = 0; reads < MOST_SNAPSHOT_READS; reads++) {
      const { version } = book;
      const outcome = await this.#service.read('snapshot');
      if ('trouble' in outcome) return outcome.trouble.code ?? outcome.trouble.status ?? 'no answer';
      if (book.version !== version) continue;
      book.memory.trading = book.read(this.#service.dialect.readSnapshot(outcome.body));
      return undefined;
    }
    return undefined;
  }

  /** By the snapshot resource, or by a new connection where there is none (interface 6.4, rule 6). */
  #reconcile(feed: Feed): void {
    if (!this.#service.dialect.has('snapshot')) {
      this.#feeds.renew(feed);
      return;
    }
    this.#reconciling ??= this.#readSnapshot(feed.book).then(() => {
      this.#reconciling = undefined;
    });
  }

  async #readHistory(feed: Feed): Promise<void> {
    const sinceMs = this.#gapMs;
    this.#gapMs = undefined;
    if (!this.#conduct.readsHistoryAfterGap || sinceMs === undefined) return;
    const from = `${new Date(sinceMs - HISTORY_MARGIN_MS).toISOString().slice(0, 19)}+00:00`;
    const { dialect } = this.#service;
    if (dialect.has('dealHistory')) {
      const { deals } = await collect(this.#conduct, this.#service, { what: 'deals', from });
      feed.book.deals(deals);
    }
    if (dialect.has('orderHistory')) await collect(this.#conduct, this.#service, { what: 'orders', from });
  }

  async #showsOrderOf(ticket: Ticket): Promise<boolean> {
    const book = new Book(this.#conduct, this.#reader, emptyMemory(), true);
    await this.#readSnapshot(book);
    const shown = [...this.#memory().keys.values(), ...book.memory.keys.values()];
    if (ticket.keys.some((key) => shown.includes(key))) return true;
    if (!this.#service.dialect.has('orderHistory')) return false;
    const { orders } = await collect(this.#conduct, this.#service, { what: 'orders' });
    return orders.some(({ clientRequestId }) => ticket.keys.includes(textOf(clientRequestId) ?? ''));
  }

  #countRepeat(ticket: Ticket): void {
    void ticket.settled.then(() => {
      if (ticket.orderId !== undefined) this.#book().double(ticket.orderId);
    });
  }
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value }; // its one member or none
}
