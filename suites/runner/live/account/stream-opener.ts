// Opens the streams of an account (interface 4.5, 4.6): handshakes alone, events with and without a subscription, ticks, raw sockets. A
// handshake that must succeed and does not ends the check undecided.
import type { StreamRequest } from '../../../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import type { RawStream } from '../../../../toolkit/wire/streams/raw-stream.js';
import { Undecided } from '../../check-end.js';
import type { CommandOutcome, Events, SendOptions } from '../../context.js';
import type { CheckScope } from '../scope.js';
import { closedAtOnce } from '../streams/closed-at-once.js';
import { unsubscribed } from '../streams/commands.js';
import { LiveEvents } from '../streams/events.js';
import type { Transactions } from '../streams/watch.js';
import { describeAnswer } from '../verdict/answer.js';

export interface StreamOpenerParts {
  readonly scope: CheckScope;
  readonly spec: (stream: StreamRequest, options: SendOptions) => RequestSpec;
  /** Hears of each stream of the check that carries transactions. */
  readonly onTransactions: (events: LiveEvents) => void;
}

export class StreamOpener {
  readonly #parts: StreamOpenerParts;

  constructor(parts: StreamOpenerParts) {
    this.#parts = parts;
  }

  events(options: SendOptions = {}): Promise<LiveEvents> {
    return this.#connect('eventsStream', options, this.#parts.onTransactions);
  }

  async subscribed(
    event: string,
    instruments?: readonly string[],
  ): Promise<Events & { readonly command: CommandOutcome }> {
    const events = await this.events();
    return Object.assign(events, { command: await events.subscribed(event, instruments) });
  }

  async ticks(options: SendOptions, also: readonly string[]): Promise<Events> {
    const events = await this.#connect('ticksStream', options);
    const { dialect, profile } = this.#parts.scope.target;
    const named = profile.market.instruments.map(({ name }) => name);
    const instruments = [...new Set([...named, ...also])];
    const command = dialect.ticksCommand({ instruments, commandId: '1' });
    if (command !== undefined) events.sendRaw(command);
    return events;
  }

  async transactions(): Promise<Transactions> {
    return this.#withSnapshot(await this.events());
  }

  /** For set-up, which tells nobody of it. */
  async ownTransactions(): Promise<Transactions> {
    return this.#withSnapshot(await this.#connect('eventsStream', {}));
  }

  async #withSnapshot(events: LiveEvents): Promise<Transactions> {
    const { firstSnapshots, profile } = this.#parts.scope.target;
    firstSnapshots.expectToCome();
    const command = await events.subscribe('transactions');
    const { record } = command;
    if (command.outcome === 'refused') throw unsubscribed('transactions', command);
    const { answerMs } = profile.timing;
    const snapshot = await events.next((message) => message.kind === 'trading_state_snapshot', { withinMs: answerMs });
    if (snapshot?.kind !== 'trading_state_snapshot') throw firstSnapshots.missed(record, events.received, answerMs);
    firstSnapshots.came();
    return Object.assign(events, { snapshot });
  }

  async handshake(stream: StreamRequest, options: SendOptions): Promise<HttpExchange & { readonly opened: boolean }> {
    const { scope, spec } = this.#parts;
    const { exchange, connection } = await scope.streams.open(spec(stream, options));
    if (connection === undefined) return { ...exchange, opened: false };
    const { dialect, profile } = scope.target;
    const end = await closedAtOnce(connection, stream, { dialect, timing: profile.timing });
    await connection.close();
    return end === undefined ? { ...exchange, opened: true } : { ...exchange, opened: false, closedAtOnce: end.record };
  }

  async raw(stream: StreamRequest): Promise<RawStream> {
    const { scope, spec } = this.#parts;
    const { exchange, stream: opened } = await scope.streams.openRaw(spec(stream, {}));
    return opened ?? this.#refused(stream, exchange);
  }

  async #connect(
    stream: StreamRequest,
    options: SendOptions,
    onTransactions: (events: LiveEvents) => void = () => undefined,
  ): Promise<LiveEvents> {
    const { scope, spec } = this.#parts;
    const { exchange, connection } = await scope.streams.open(spec(stream, options));
    return connection === undefined
      ? this.#refused(stream, exchange)
      : new LiveEvents(connection, scope, onTransactions);
  }

  #refused(stream: StreamRequest, exchange: HttpExchange): never {
    const what = describeAnswer(exchange, this.#parts.scope.target.read.error(exchange));
    throw new Undecided(`the handshake of the ${stream} was refused: ${what}`, [exchange.record]);
  }
}
