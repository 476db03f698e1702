// Keeps the connections of a session: what is subscribed, when a lost one comes back, what is subscribed on it (interface 6.4).
import type { ErrorCode } from '../../intents/index.js';
import type { EventKind, TransactionView } from '../../profile/index.js';
import type { Conduct } from '../conduct/conduct.js';
import type { SocketEnd } from '../transport/socket.js';
import { Book, type Memory } from './book.js';
import { Feed, type FeedListener } from './feed.js';
import type { Service } from './service.js';
import type { Reader } from './values.js';

export interface FeedsListener {
  /** What a connection keeps its state in. */
  readonly memory: () => Memory;
  readonly onTransaction: (view: TransactionView) => boolean;
  readonly onUnknownOperation: (feed: Feed) => void;
  readonly onEvent: (feed: Feed) => void;
  /** A connection that was synchronised has ended. */
  readonly onGap: () => void;
  /** It is synchronised again. */
  readonly onReturn: (feed: Feed) => void;
}

/** As often a client asks that goes on asking. */
const MOST_ASKED = 10;

/** One of the connections, with what outlives it. */
interface Slot {
  readonly memory: Memory;
  feed: Feed | undefined;
  /** Handshakes in a row that failed, connections that ended. */
  attempts: number;
  ends: number;
  refused: ErrorCode | undefined;
}

export class Feeds {
  readonly #conduct: Conduct;
  readonly #service: Service;
  readonly #reader: Reader;
  readonly #listener: FeedsListener;
  readonly #slots: Slot[] = [];
  #isDeaf = false;
  readonly #everSynced = new Set<EventKind>();
  /** What of each kind was accepted last. */
  readonly #held = new Map<EventKind, readonly string[] | undefined>();
  readonly wanted: Map<EventKind, readonly string[] | undefined> = new Map();
  /** Counts connections that ended, so that an intent knows whether one ended since it began. */
  gaps = 0;

  constructor(conduct: Conduct, service: Service, reader: Reader, listener: FeedsListener) {
    this.#conduct = conduct;
    this.#service = service;
    this.#reader = reader;
    this.#listener = listener;
  }

  /** Resolves to whether everything wanted is current. */
  async begin(): Promise<boolean> {
    const shared = this.#listener.memory();
    for (let i = 0; i < this.#conduct.connections; i++) {
      const memory = this.#conduct.sharesState ? shared : this.#listener.memory();
      this.#slots.push({ memory, feed: undefined, attempts: 0, ends: 0, refused: undefined });
    }
    await Promise.all(this.#slots.map((slot) => this.#connect(slot)));
    return [...this.wanted.keys()].every((kind) => this.isCurrent(kind));
  }

  get isGivenUp(): boolean {
    return this.#slots.every(({ refused, feed }) => refused !== undefined && feed?.isOpen !== true);
  }

  /** The connection whose state is shown: the first that is synchronised. */
  get shown(): Slot | undefined {
    return (
      this.#slots.find(({ feed }) => feed?.isOpen === true && feed.isSynced('transactions')) ??
      this.#slots.find(({ feed }) => feed?.isOpen === true) ??
      this.#slots[0]
    );
  }

  isCurrent(kind: EventKind): boolean {
    const slot = this.shown;
    return this.#conduct.isCurrent({
      kind,
      isOpen: slot?.feed?.isOpen === true,
      isSynced: slot?.feed?.isSynced(kind) === true,
      refused: slot?.refused ?? slot?.feed?.refused,
      wasEverSynced: this.#everSynced.has(kind),
    });
  }

  async subscribe(kind: EventKind, list: readonly string[] | undefined, asked = 1): Promise<ErrorCode | undefined> {
    const had = this.wanted.get(kind);
    const has = this.wanted.has(kind);
    this.wanted.set(kind, list === undefined ? undefined : [...new Set([...(had ?? []), ...list])]);
    const answers = await Promise.all(this.#open().map((feed) => this.#subscribeOn(feed, kind, list)));
    const refused = answers.find((answer) => answer !== undefined);
    if (refused !== undefined) {
      if (this.#conduct.onRefusedCommand === 'ask again' && asked < MOST_ASKED) {
        return this.subscribe(kind, list, asked + 1);
      }
      if (has) this.wanted.set(kind, had);
      else this.wanted.delete(kind);
      if (this.#conduct.onRefusedCommand === 'drop all') {
        this.wanted.clear();
        for (const feed of this.#open()) feed.forget();
      }
      if (this.#conduct.onRefusedCommand === 'drop periods' && kind === 'hmr') {
        for (const { book } of this.#open()) book.dropPeriods();
      }
    }
    return refused;
  }

  async unsubscribe(kind: EventKind, list: readonly string[] | undefined): Promise<ErrorCode | undefined> {
    const answers = await Promise.all(this.#open().map((feed) => feed.unsubscribe(kind, list)));
    const refused = answers.find((answer) => answer !== undefined);
    if (refused !== undefined) return refused;
    const rest =
      list?.includes('all') === true ? [] : (this.wanted.get(kind) ?? []).filter((name) => !list?.includes(name));
    if (rest.length > 0) this.wanted.set(kind, rest);
    else this.wanted.delete(kind);
    return undefined;
  }

  /** Ends the connection and makes another. */
  renew(feed: Feed): void {
    const slot = this.#slots.find((known) => known.feed === feed);
    if (slot === undefined || this.#service.isClosed) return;
    feed.drop();
    void this.#connect(slot);
  }

  /** From now on nothing is heard, and nobody notices: what a listener that broke leaves behind. */
  deafen(): void {
    this.#isDeaf = true;
  }

  drop(): void {
    for (const { feed } of this.#slots) feed?.drop();
  }

  #open(): readonly Feed[] {
    return this.#slots.flatMap(({ feed }) => (feed?.isOpen === true ? [feed] : []));
  }

  async #connect(slot: Slot): Promise<void> {
    if (this.#service.isClosed) return;
    slot.attempts += 1;
    const previous = slot.feed;
    const { memory } = slot;
    memory.conditions.clear();
    const book = new Book(this.#conduct, this.#reader, memory, previous === undefined);
    const listener: FeedListener = {
      onTransaction: this.#listener.onTransaction,
      onUnknownOperation: this.#listener.onUnknownOperation,
      onEvent: this.#listener.onEvent,
      onCrash: () => this.deafen(),
      isDeaf: () => this.#isDeaf,
      onEnd: (ended, end) => this.#ended(slot, ended, end),
    };
    const feed = new Feed({ conduct: this.#conduct, service: this.#service, listener }, book, slot.attempts);
    slot.feed = feed;
    if (!(await feed.open())) return;
    slot.attempts = 0;
    slot.refused = undefined;
    const isReturn = slot.ends > 0;
    const again = isReturn ? this.#conduct.resubscribes(this.wanted, previous?.confirmed ?? new Map()) : this.wanted;
    for (const [kind, list] of again) {
      let refused = feed.isOpen ? await this.#subscribeOn(feed, kind, list) : undefined;
      const held = this.#held.get(kind);
      if (refused !== undefined && held !== undefined && held.length < (list?.length ?? 0)) {
        // What was asked for last, and never answered, is what is refused.
        this.wanted.set(kind, held);
        refused = await this.#subscribeOn(feed, kind, held);
      }
      if (refused !== undefined) feed.refused = refused;
    }
    if (isReturn && feed.isOpen && feed.isSynced('transactions')) this.#listener.onReturn(feed);
  }

  /** One that is never answered means a connection of no use. */
  async #subscribeOn(feed: Feed, kind: EventKind, list: readonly string[] | undefined): Promise<ErrorCode | undefined> {
    const answer = await feed.subscribe(kind, list);
    if (answer === undefined) {
      this.#everSynced.add(kind);
      this.#held.set(kind, feed.confirmed.get(kind));
    }
    if (answer !== 'unanswered') return answer;
    if (feed.isOpen) this.renew(feed);
    return undefined;
  }

  #ended(slot: Slot, feed: Feed, end: SocketEnd): void {
    if (slot.feed !== feed || this.#service.isClosed || this.#isDeaf) return;
    let delayMs: number | undefined;
    if (end.wasOpen) {
      slot.ends += 1;
      this.gaps += 1;
      this.#listener.onGap();
      delayMs = this.#conduct.returnsAfterMs(end.code, slot.ends);
    } else {
      const { attempts: attempt } = slot;
      const trouble =
        end.refusal === undefined
          ? ({ kind: 'handshake', why: 'cut', attempt } as const)
          : this.#service.troubleOf('handshake', end.refusal, attempt);
      delayMs = this.#conduct.repeatsAfterMs(trouble);
      slot.refused = delayMs === undefined ? (trouble.code ?? trouble.status ?? 'unreachable') : undefined;
    }
    if (delayMs !== undefined) void this.#service.pause(delayMs).then(() => this.#connect(slot));
  }
}
