// One connection of the events stream: its commands with their answers, its messages into a book, and what of it is synchronised
// (interface 4.5; 6). When to connect, and what to subscribe, is decided by `feeds.ts`.
import type { ErrorCode } from '../../intents/index.js';
import type { JsonValue } from '../../payload/json.js';
import { readJsonDocuments } from '../../payload/strict-json.js';
import type { CommandAnswerView } from '../../profile/dialect/views.js';
import type { Dialect, EventKind, StreamMessage, TransactionView } from '../../profile/index.js';
import type { Conduct } from '../conduct/conduct.js';
import { FragmentReader } from '../transport/fragments.js';
import { Socket, type SocketEnd } from '../transport/socket.js';
import type { Book } from './book.js';
import type { Service } from './service.js';
import { codeOf, textOf } from './values.js';

export interface FeedListener {
  /** Before the book takes it; whether the event is about an operation of the client's own, or about none. */
  readonly onTransaction: (view: TransactionView) => boolean;
  readonly onUnknownOperation: (feed: Feed) => void;
  readonly onEvent: (feed: Feed) => void;
  /** Something that the client does not survive. */
  readonly onCrash: () => void;
  readonly isDeaf: () => boolean;
  readonly onEnd: (feed: Feed, end: SocketEnd) => void;
}

interface Command {
  readonly id: string;
  readonly event: string;
  readonly answered: (refused: ErrorCode | undefined) => void;
}

/** Where commands are not answered, this long without a refusal is acceptance. */
const SILENT_ACCEPTANCE_MS = 150;
const SNAPSHOT_OF: Readonly<Partial<Record<StreamMessage['kind'], EventKind>>> = {
  trading_state_snapshot: 'transactions',
  hmr_snapshot: 'hmr',
};

export interface FeedParts {
  readonly conduct: Conduct;
  readonly service: Service;
  readonly listener: FeedListener;
}

export class Feed {
  readonly #conduct: Conduct;
  readonly #dialect: Dialect;
  readonly #service: Service;
  readonly #listener: FeedListener;
  readonly #socket: Socket;
  readonly #commands: Command[] = [];
  readonly #synced = new Set<EventKind>();
  readonly #snapshots = new Map<EventKind, () => void>();
  readonly #fragments = new FragmentReader();
  #behind: Promise<void> = Promise.resolve();
  #ids = 0;
  #isOpen = false;
  readonly book: Book;
  /** What the service has accepted here. */
  readonly confirmed: Map<EventKind, readonly string[] | undefined> = new Map();
  refused: ErrorCode | undefined;

  /** @param attempt counts the handshakes since one was accepted, from 1. */
  constructor({ conduct, service, listener }: FeedParts, book: Book, attempt: number) {
    this.#conduct = conduct;
    this.#dialect = service.dialect;
    this.#service = service;
    this.#listener = listener;
    this.book = book;
    const { maxFrameBytes, requestTimeoutMs, readsFragments } = conduct;
    const hearsFirstFrames = conduct.hearsFirstFrames || book.isFirstConnection;
    this.#socket = new Socket(
      service.streamUrl,
      service.handshake(attempt),
      { timeoutMs: requestTimeoutMs * 2, maxFrameBytes, hearsFirstFrames },
      {
        onText: (text) => this.#hear(text),
        onEnd: (end) => this.#end(end),
        ...(readsFragments ? { onBytes: (bytes) => this.#fragments.add(bytes) } : {}),
      },
    );
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  isSynced(kind: EventKind): boolean {
    return this.#synced.has(kind);
  }

  async open(): Promise<boolean> {
    this.#isOpen = await this.#socket.opened;
    return this.#isOpen;
  }

  /** Resolves when the kind is synchronised, to undefined, or to the code of a refusal; `unanswered` when neither comes. */
  async subscribe(kind: EventKind, list: readonly string[] | undefined): Promise<ErrorCode | 'unanswered' | undefined> {
    const needsSnapshot = kind === 'transactions' || kind === 'hmr';
    const snapshot = new Promise<void>((resolve) => this.#snapshots.set(kind, resolve));
    for (const further of this.#conduct.kindsOf(kind).slice(1)) void this.#command('subscribe', further, list);
    const [event = kind] = this.#conduct.kindsOf(kind);
    const accepted = this.#command('subscribe', event, list);
    const refused = await Promise.race([accepted, needsSnapshot ? snapshot : accepted]);
    if (refused !== undefined) return refused;
    this.confirmed.set(kind, merged(this.confirmed.get(kind), list));
    if (needsSnapshot) {
      // Whoever asks again wants to be told again; where that brings no snapshot, another connection does.
      this.#synced.delete(kind);
      const patience = this.#conduct.snapshotPatienceMs;
      const waited = Number.isFinite(patience)
        ? this.#service.pause(patience).then(() => 'late')
        : new Promise(() => undefined);
      if ((await Promise.race([snapshot, waited])) === 'late' && !this.#synced.has(kind)) return 'unanswered';
    }
    this.#synced.add(kind);
    return undefined;
  }

  async unsubscribe(
    kind: EventKind,
    list: readonly string[] | undefined,
  ): Promise<ErrorCode | 'unanswered' | undefined> {
    const refused = await this.#command('unsubscribe', kind, list);
    if (refused !== undefined) return refused;
    const left = list === undefined || list.includes('all') ? [] : (this.confirmed.get(kind) ?? []);
    const rest = left.filter((name) => list?.includes(name) === false);
    if (rest.length > 0) {
      this.confirmed.set(kind, rest);
    } else {
      this.confirmed.delete(kind);
      this.#synced.delete(kind);
    }
    return undefined;
  }

  /** Forgets every subscription, as who takes one refusal for all. */
  forget(): void {
    this.confirmed.clear();
    this.#synced.clear();
  }

  drop(): void {
    this.#isOpen = false;
    this.#socket.drop();
  }

  #command(
    action: 'subscribe' | 'unsubscribe',
    event: string,
    list: readonly string[] | undefined,
  ): Promise<ErrorCode | 'unanswered' | undefined> {
    this.#ids += 1;
    const id = String(this.#ids);
    const { accepted } = this.#dialect.answersCommands;
    return new Promise((resolve) => {
      this.#commands.push({ id, event, answered: resolve });
      const instruments = list === undefined ? {} : { instruments: list };
      const text = this.#dialect.command(action, { event, commandId: id, ...instruments });
      this.#socket.send(text);
      if (this.#conduct.postsCommands) void this.#service.post(text);
      const patience = accepted ? this.#conduct.snapshotPatienceMs : SILENT_ACCEPTANCE_MS;
      if (Number.isFinite(patience)) {
        void this.#service.pause(patience).then(() => resolve(accepted ? 'unanswered' : undefined));
      }
    });
  }

  #hear(text: string): void {
    this.#fragments.heard();
    if (!this.#conduct.readsFrame(text)) return;
    const { frameDelayMs } = this.#conduct;
    if (frameDelayMs === 0) {
      this.#read(text);
      return;
    }
    const due = this.#service.pause(frameDelayMs);
    this.#behind = this.#behind.then(() => due).then(() => this.#read(text));
  }

  #read(text: string): void {
    if (this.#listener.isDeaf()) return;
    for (const document of documentsOf(text, this.#dialect)) {
      for (const message of this.#dialect.readFrame(document)) this.#take(message);
    }
  }

  #take(message: StreamMessage): void {
    if (!this.#conduct.survives({ what: 'frame', kind: message.kind })) {
      this.#listener.onCrash();
      return;
    }
    const { book } = this;
    switch (message.kind) {
      case 'transaction_event': {
        const isOwn = this.#listener.onTransaction(message.view);
        if (isOwn || this.#conduct.onUnknownOperation !== 'ignore') book.transaction(message.view);
        if (!isOwn && this.#conduct.onUnknownOperation === 'reconcile') this.#listener.onUnknownOperation(this);
        this.#listener.onEvent(this);
        break;
      }
      case 'trading_state_snapshot':
        book.snapshot(message.view);
        break;
      case 'account_state_event':
        book.accountState(message.view);
        break;
      case 'instrument_event':
        book.instrument(message.view);
        break;
      case 'hmr_snapshot':
        if (this.#conduct.readsHmr(message.message, undefined)) book.hmrSnapshot(message.view);
        break;
      case 'hmr_update': {
        const { upserted = [], removedIds = [] } = message.view;
        const lists = { upserted: upserted.length, removed: removedIds.length };
        if (this.#conduct.readsHmr(message.message, lists)) book.hmrUpdate(message.view);
        break;
      }
      case 'command_accepted':
        this.#answered(message.view)?.answered(undefined);
        break;
      case 'command_refused':
        this.#answered(message.view)?.answered(codeOf(message.view.error?.code) ?? 'refused');
        break;
      default:
    }
    const snapshotOf = SNAPSHOT_OF[message.kind];
    if (snapshotOf !== undefined) {
      this.#synced.add(snapshotOf);
      this.#snapshots.get(snapshotOf)?.();
    }
    const reply = this.#dialect.replyTo(message);
    if (reply !== undefined) this.#socket.send(reply);
  }

  /** By its number, else by its kind; one that names neither answers the oldest. */
  #answered({ commandId, event }: CommandAnswerView): Command | undefined {
    const [id, kind] = [textOf(commandId), textOf(event)];
    const byId = id === undefined ? -1 : this.#commands.findIndex((command) => command.id === id);
    const byKind = kind === undefined ? -1 : this.#commands.findIndex((command) => command.event === kind);
    return this.#commands.splice(byId >= 0 ? byId : Math.max(byKind, 0), 1)[0];
  }

  #end(end: SocketEnd): void {
    if (this.#listener.isDeaf()) return;
    // Who takes half a message for a whole one does not see that its connection has ended either.
    const half = this.#conduct.readsFragments ? this.#fragments.half() : undefined;
    if (half !== undefined) {
      this.#read(half);
      return;
    }
    this.#isOpen = false;
    this.#synced.clear();
    for (const { answered } of this.#commands.splice(0)) answered('unanswered');
    this.#listener.onEnd(this, end);
  }
}

function merged(
  old: readonly string[] | undefined,
  list: readonly string[] | undefined,
): readonly string[] | undefined {
  return list === undefined ? undefined : [...new Set([...(old ?? []), ...list])];
}

/** What cannot be read holds nothing. */
function documentsOf(text: string, { frameDocuments }: Dialect): readonly JsonValue[] {
  if (frameDocuments === 'several') return readJsonDocuments(Buffer.from(text)).values ?? [];
  try {
    return [JSON.parse(text) as JsonValue]; // what JSON.parse gives
  } catch {
    return [];
  }
}
