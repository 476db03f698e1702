// One open stream connection as the engine keeps it: where its events go, what it is subscribed to, what it has been sent. Of its
// account it needs little; which kind of record that is, the record says (`account-record.ts`).
import type { AccountInfo, DomainEvent, StreamKind } from '../../domain.js';
import type { ConnectionContext, Subscriptions } from '../../rules/context.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import type { Connection, ConnectionSink } from '../engine.js';
import type { Timer } from '../time/clock.js';

/** What a connection asks of the account on which it is open. */
export interface ConnectionOwner {
  readonly info: AccountInfo;
  /** Connections ever opened, by stream. */
  readonly opened: Record<StreamKind, number>;
  readonly connections: Iterable<{ readonly stream: StreamKind }>;
}

export class LiveConnection<Account extends ConnectionOwner> implements Connection {
  readonly refused = false;
  readonly id: string;
  readonly account: Account;
  readonly stream: StreamKind;
  readonly ordinal: number;
  readonly sink: ConnectionSink;
  subscriptions: Subscriptions;
  /** Whether control plays a slow reader on it. */
  isStalled = false;
  pings = 0;
  readonly #sent = new Map<DomainEvent['kind'], number>();
  readonly #timers = new Map<'account_state' | 'ticks', Timer>();
  #open = true;
  /** Transaction events that wait for the snapshot before them; undefined where none is being made. */
  #behindSnapshot: DomainEvent[] | undefined;

  constructor(id: string, account: Account, stream: StreamKind, sink: ConnectionSink) {
    this.id = id;
    this.account = account;
    this.stream = stream;
    this.sink = sink;
    account.opened[stream] += 1;
    this.ordinal = account.opened[stream];
    this.subscriptions = NOTHING;
  }

  get accountId(): string {
    return this.account.info.id;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  context(): ConnectionContext {
    let others = 0;
    for (const { stream } of this.account.connections) {
      others += stream === this.stream ? 1 : 0;
    }
    const { id, accountId, stream, ordinal } = this;
    return { id, accountId, stream, ordinal, others: others - 1 };
  }

  deliveryContext(event: DomainEvent, ownAccount: boolean, stalledConnections: number): DeliveryContext {
    const stalledElsewhere = stalledConnections > (this.isStalled ? 1 : 0);
    return { ...this.context(), sequence: this.#sent.get(event.kind) ?? 0, ownAccount, stalledElsewhere };
  }

  deliver(event: DomainEvent): void {
    if (this.#behindSnapshot !== undefined && event.kind === 'transaction_event') {
      this.#behindSnapshot.push(event);
    } else if (this.#open) {
      this.count(event);
      this.sink.deliver([event]);
    }
  }

  /** Transaction events wait from now on until `snapshotMade`. */
  awaitSnapshot(): void {
    this.#behindSnapshot ??= [];
  }

  /** Delivers snapshots, and what has waited for them. */
  snapshotMade(snapshots: readonly DomainEvent[]): void {
    const behind = this.#behindSnapshot ?? [];
    this.#behindSnapshot = undefined;
    for (const event of [...snapshots, ...behind]) this.deliver(event);
  }

  /** Counts an event that leaves in another way, such as with the answer to a command. */
  count(event: DomainEvent): void {
    this.#sent.set(event.kind, (this.#sent.get(event.kind) ?? 0) + 1);
  }

  /** Replaces the timer of that name; undefined ends it. */
  setTimer(name: 'account_state' | 'ticks', timer: Timer | undefined): void {
    this.#timers.get(name)?.cancel();
    if (timer === undefined) {
      this.#timers.delete(name);
    } else {
      this.#timers.set(name, timer);
    }
  }

  end(): void {
    this.#open = false;
    for (const timer of this.#timers.values()) {
      timer.cancel();
    }
    this.#timers.clear();
  }
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Subscriptions = {
  transactions: false,
  accountState: false,
  allInstruments: false,
  instruments: NONE,
  hmr: NONE,
  ticks: false,
};
