// Connections and the commands on them (interface 4.5, 4.6, 6): opening, subscribing, unsubscribing, the periodic messages.
import type { DomainEvent, Refusal, StreamCommand, StreamKind } from '../domain.js';
import type { Subscriptions } from '../rules/context.js';
import type { ListKind } from '../rules/telling/subscriptions.js';
import { INSTRUMENTS } from '../state/instruments.js';
import { type Core, refusal } from './core.js';
import type { CommandAccepted, CommandRefused, Connection, ConnectionSink, Session } from './engine.js';
import { Periodic } from './periodic.js';
import type { Publisher } from './publisher.js';
import type { AccountConnection, AccountRecord } from './records/account-record.js';
import { LiveConnection } from './records/live-connection.js';

type Subscribed = readonly DomainEvent[] | CommandRefused;

export class Streams {
  readonly #core: Core;
  readonly #publisher: Publisher;
  readonly #onTransactions: (account: AccountRecord) => void;
  readonly #periodic: Periodic;
  readonly #live = new Map<string, AccountConnection>();
  #serial = 0;

  /** @param onTransactions told of each subscription to transactions, which is answered in this turn. */
  constructor(core: Core, publisher: Publisher, onTransactions: (account: AccountRecord) => void) {
    this.#core = core;
    this.#publisher = publisher;
    this.#onTransactions = onTransactions;
    this.#periodic = new Periodic(core, publisher);
  }

  connect(session: Session, account: AccountRecord, stream: StreamKind, sink: ConnectionSink): Connection | Refusal {
    const { rules, behaviour, settings } = this.#core;
    const code = rules.streamGuard(account.info, stream, 'handshake') ?? this.#periodic.ticksGuard(account, stream);
    if (code !== undefined && (stream === 'ticks' || behaviour.streamRefusal === 'handshake')) {
      return refusal(this.#core, code, `the ${stream} stream is unavailable: trade_mode ${account.info.tradeMode}`);
    }
    if (this.#live.size >= settings.connectionsInAll) {
      const name = rules.rateLimitName(session.route.operation);
      return refusal(this.#core, name, `${settings.connectionsInAll} connections are open`, 429);
    }
    if (account.connections.size >= settings.connectionsPerAccount) {
      const [oldest] = account.connections;
      const ended = behaviour.streamBeyond === 'oldest-ends' ? this.#live.get(oldest?.id ?? '') : undefined;
      if (ended !== undefined) {
        ended.sink.close('disabled');
        this.disconnect(ended);
        return this.connect(session, account, stream, sink);
      }
      const detail = `${settings.connectionsPerAccount} connections of account ${account.info.id} are open`;
      return refusal(this.#core, rules.rateLimitName(session.route.operation), detail, 429);
    }
    this.#serial += 1;
    const connection = new LiveConnection(`c${this.#serial}`, account, stream, sink);
    account.connections.add(connection);
    this.#live.set(connection.id, connection);
    connection.subscriptions = rules.initial(account.lastSubscriptions, connection.context());
    if (stream === 'ticks') {
      this.#periodic.startTicks(connection, 0);
    } else if (connection.subscriptions.accountState) {
      this.#periodic.startAccountState(connection);
    }
    return connection;
  }

  disconnect(connection: Connection): void {
    const live = this.#live.get(connection.id);
    if (live === undefined) return;
    this.#live.delete(connection.id);
    this.#core.stalled.delete(live.id);
    live.account.connections.delete(live);
    if (live.stream === 'events') live.account.lastSubscriptions = live.subscriptions;
    live.end();
  }

  command(connection: Connection, command: StreamCommand): CommandAccepted | CommandRefused {
    const live = this.#live.get(connection.id);
    if (live === undefined || live.stream === 'ticks') {
      return this.#refused(live, command, 'REQUEST_INVALID', 'this connection takes no commands');
    }
    const { rules } = this.#core;
    if (!rules.knowsKind(command.event)) {
      const detail = `no event kind ${JSON.stringify(command.event)}`;
      return this.#refused(live, command, 'REQUEST_INVALID_PARAMETERS', detail);
    }
    const code = rules.streamGuard(live.account.info, live.stream, 'command');
    if (code !== undefined) return this.#refused(live, command, code, `trade_mode is ${live.account.info.tradeMode}`);
    const events = command.action === 'subscribe' ? this.#subscribe(live, command) : this.#unsubscribe(live, command);
    return 'refused' in events ? events : this.#accepted(command, events);
  }

  malformedCommand(connection: Connection, detail: string): CommandRefused {
    const consequence = this.#core.rules.onMalformedCommand();
    const live = this.#live.get(connection.id);
    if (live !== undefined && consequence === 'subscribes') {
      live.subscriptions = { ...live.subscriptions, transactions: true };
    } else if (live !== undefined && consequence === 'ends-all') {
      this.#endAll(live.account);
    }
    return { ...refusal(this.#core, 'REQUEST_INVALID', detail), closes: false };
  }

  pinged(connection: Connection): void {
    const live = this.#live.get(connection.id);
    if (live !== undefined) {
      live.pings += 1;
      if (this.#core.rules.endsOnPings(live.pings)) this.#endAll(live.account);
    }
  }

  /** Ends what a change of the account forbids (open by the interface; see `behaviour.ts`). */
  afterRestriction(account: AccountRecord): void {
    const { rules, behaviour } = this.#core;
    for (const connection of [...account.connections]) {
      const code = rules.streamGuard(account.info, connection.stream, 'delivery');
      if (code !== undefined && behaviour.streamOnDisable === 'close') connection.sink.close('disabled');
    }
  }

  stop(): void {
    for (const connection of [...this.#live.values()]) {
      connection.sink.close('shutdown');
      this.disconnect(connection);
    }
  }

  #endAll(account: AccountRecord): void {
    for (const connection of [...account.connections]) {
      connection.sink.drop();
      this.disconnect(connection);
    }
  }

  #subscribe(live: AccountConnection, command: StreamCommand): Subscribed {
    const { rules } = this.#core;
    const before = live.subscriptions;
    switch (command.event) {
      case 'transactions':
        if (!rules.beginsDelivery('transactions', live.context())) return [];
        live.subscriptions = { ...before, transactions: true };
        this.#onTransactions(live.account);
        return this.#afterTransactions(live, before.transactions);
      case 'account_state':
        if (!rules.beginsDelivery('account_state', live.context())) return [];
        live.subscriptions = { ...before, accountState: true };
        this.#periodic.startAccountState(live);
        return this.#core.behaviour.accountStateFirst && !before.accountState
          ? this.#counted(live, [this.#publisher.accountState(live.account)])
          : [];
      case 'instruments':
        return this.#subscribeList(live, command, 'instruments');
      case 'hmr':
        return this.#subscribeList(live, command, 'hmr');
      default:
        // Only a rule that knows more kinds than the interface comes here.
        live.subscriptions = { ...before, ticks: true };
        this.#periodic.startTicks(live, 0);
        return [];
    }
  }

  #unsubscribe(live: AccountConnection, command: StreamCommand): Subscribed {
    const { rules } = this.#core;
    const before = live.subscriptions;
    switch (command.event) {
      case 'transactions':
        if (rules.endsDelivery('transactions', live.context())) live.subscriptions = { ...before, transactions: false };
        return [];
      case 'account_state':
        if (rules.endsDelivery('account_state', live.context())) {
          live.subscriptions = { ...before, accountState: false };
          live.setTimer('account_state', undefined);
        }
        return [];
      case 'instruments':
        return this.#unsubscribeList(live, command, 'instruments');
      case 'hmr':
        return this.#unsubscribeList(live, command, 'hmr');
      default:
        live.subscriptions = { ...before, ticks: false };
        live.setTimer('ticks', undefined);
        return [];
    }
  }

  #subscribeList(live: AccountConnection, command: StreamCommand, kind: ListKind): Subscribed {
    const { rules, behaviour } = this.#core;
    const { market } = live.account;
    const list = this.#listOf(live, command, kind);
    if ('refused' in list) return list;
    if (rules.isWildcard(list, kind, 'subscribe')) {
      if (!rules.beginsDelivery(kind, live.context())) return [];
      live.subscriptions = { ...live.subscriptions, allInstruments: true };
      return [];
    }
    const refused = list.filter(
      (name) => !rules.maySubscribe(name, market.listing(name) !== undefined, INSTRUMENTS.has(name), kind),
    );
    const wanted = rules.acceptedPart(list, refused, kind);
    if (wanted === undefined) {
      const detail = `not available to account ${live.accountId}: ${refused.join(', ')}`;
      return this.#refused(live, command, 'REQUEST_INVALID_PARAMETERS', detail);
    }
    if (!rules.beginsDelivery(kind, live.context())) return [];
    const before = live.subscriptions;
    live.subscriptions = withList(
      before,
      kind,
      rules.afterSubscribe(before[kind], wanted, behaviour.resubscribedList, kind),
    );
    if (kind === 'hmr' && rules.snapshotsHmrElsewhere()) {
      for (const other of live.account.connections) {
        if (other !== live) this.#publisher.offer(other, this.#publisher.hmrSnapshot(other));
      }
    }
    const snapshots = kind === 'hmr' && rules.snapshotsHmrOnSubscribe(live.ordinal, live.id);
    return snapshots ? this.#counted(live, [this.#publisher.hmrSnapshot(live)]) : [];
  }

  #unsubscribeList(live: AccountConnection, command: StreamCommand, kind: ListKind): Subscribed {
    const { rules, behaviour } = this.#core;
    const list = this.#listOf(live, command, kind);
    if ('refused' in list) return list;
    const before = live.subscriptions;
    const isPresent = (name: string): boolean => before[kind].has(name) || name === 'all';
    if (behaviour.absentUnsubscribe === 'refused' && !before.allInstruments && !list.some(isPresent)) {
      return this.#refused(live, command, 'REQUEST_INVALID_PARAMETERS', `${kind} was not subscribed for these`);
    }
    if (!rules.endsDelivery(kind, live.context())) return [];
    if (rules.isWildcard(list, kind, 'unsubscribe')) {
      live.subscriptions = { ...withList(before, kind, NONE), allInstruments: false };
      return [];
    }
    live.subscriptions = withList(before, kind, rules.afterUnsubscribe(before[kind], list, kind));
    return [];
  }

  #listOf(live: AccountConnection, command: StreamCommand, kind: ListKind): readonly string[] | CommandRefused {
    const { rules } = this.#core;
    const list = rules.instrumentList(command.instruments, kind);
    if (list === undefined || (list.length === 0 && !rules.acceptsEmptyList(kind, live.subscriptions[kind]))) {
      const detail = `${kind} needs a list of instruments, got ${JSON.stringify(command.instruments) ?? 'none'}`;
      return this.#refused(live, command, 'REQUEST_INVALID_PARAMETERS', detail.slice(0, 200));
    }
    return list;
  }

  /** Interface 6: the snapshot leads; 6.4, rule 1: nothing is replayed. */
  #afterTransactions(live: AccountConnection, wasSubscribed: boolean): readonly DomainEvent[] {
    const { rules, behaviour, clock } = this.#core;
    const context = live.context();
    const count = wasSubscribed && behaviour.resubscribe === 'silent' ? 0 : rules.snapshotsOnSubscribe(context);
    const [delayMs, takesMs] = [rules.snapshotDelayMs(context), rules.snapshotTakesMs(context)];
    const made = (): readonly DomainEvent[] =>
      Array.from({ length: count }, () => this.#publisher.tradingSnapshot(live));
    const replayed = live.account.recentEvents(rules.replays(context));
    if (takesMs > 0 && count > 0) {
      live.awaitSnapshot();
      clock.schedule(takesMs, () => live.snapshotMade(made()));
      return this.#counted(live, replayed);
    }
    const snapshots = made();
    if (delayMs > 0) {
      for (const snapshot of snapshots) {
        clock.schedule(delayMs, () => live.deliver(snapshot));
      }
      return this.#counted(live, replayed);
    }
    return this.#counted(live, [...snapshots, ...replayed]);
  }

  #counted<Event extends DomainEvent>(live: AccountConnection, events: readonly Event[]): readonly Event[] {
    for (const event of events) {
      live.count(event);
    }
    return events;
  }

  #accepted(command: StreamCommand, events: readonly DomainEvent[]): CommandAccepted {
    const list = this.#core.rules.instrumentList(command.instruments, 'instruments');
    return {
      refused: false,
      action: command.action,
      event: String(command.event),
      instruments: command.event === 'instruments' || command.event === 'hmr' ? list : undefined,
      events,
      answerFirst: this.#core.behaviour.answerFirst,
    };
  }

  #refused(live: AccountConnection | undefined, command: StreamCommand, name: string, detail: string): CommandRefused {
    const { rules } = this.#core;
    if (live !== undefined) live.subscriptions = rules.afterRefusal(live.subscriptions, command.event);
    return { ...refusal(this.#core, name, detail), closes: rules.refusalCloses(command.event) };
  }
}

const NONE: ReadonlySet<string> = new Set();

function withList(subscriptions: Subscriptions, kind: ListKind, names: ReadonlySet<string>): Subscriptions {
  return kind === 'hmr' ? { ...subscriptions, hmr: names } : { ...subscriptions, instruments: names };
}
