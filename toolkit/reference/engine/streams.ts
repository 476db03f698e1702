// Connections and the commands on them (interface 4.5, 4.6, 6): who may connect, what a command is answered, what ends a connection.
import type { DomainEvent, Refusal, StreamCommand, StreamKind } from '../domain.js';
import { type Core, refusal } from './core.js';
import type { CommandAccepted, CommandRefused, Connection, ConnectionSink, Session } from './engine.js';
import { Periodic } from './periodic.js';
import type { Publisher } from './publisher.js';
import type { AccountConnection, AccountRecord } from './records/account-record.js';
import { LiveConnection } from './records/live-connection.js';
import { Subscribing } from './subscribing.js';

export class Streams {
  readonly #core: Core;
  readonly #periodic: Periodic;
  readonly #subscribing: Subscribing;
  readonly #live = new Map<string, AccountConnection>();
  #serial = 0;

  /** @param onTransactions told of each subscription to transactions, which is answered in this turn. */
  constructor(core: Core, publisher: Publisher, onTransactions: (account: AccountRecord) => void) {
    this.#core = core;
    this.#periodic = new Periodic(core, publisher);
    this.#subscribing = new Subscribing(core, publisher, this.#periodic, onTransactions);
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
      return this.#subscribing.refused(live, command, 'REQUEST_INVALID', 'this connection takes no commands');
    }
    const { rules } = this.#core;
    if (!rules.knowsKind(command.event)) {
      const detail = `no event kind ${JSON.stringify(command.event)}`;
      return this.#subscribing.refused(live, command, 'REQUEST_INVALID_PARAMETERS', detail);
    }
    const code = rules.streamGuard(live.account.info, live.stream, 'command');
    if (code !== undefined) {
      return this.#subscribing.refused(live, command, code, `trade_mode is ${live.account.info.tradeMode}`);
    }
    const events =
      command.action === 'subscribe'
        ? this.#subscribing.subscribe(live, command)
        : this.#subscribing.unsubscribe(live, command);
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
}
