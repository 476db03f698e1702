// The streams of an account during a round: opened, subscribed, left, cut and read slowly at any moment (interface 4.5, 6.4). Nothing is
// awaited but the handshake: what comes is for the checkers.
import type { EventKind } from '../../toolkit/profile/dialect/dialect.js';
import type { StreamConnection } from '../../toolkit/wire/streams/stream-connection.js';
import { type LiveTarget, sendContext } from '../runner/live/target/target.js';
import { BLANK } from '../runner/live/target/target-journal.js';

/** More than the two that a client has who changes over. */
const MOST = 3;

export class Streams {
  readonly #target: LiveTarget;
  readonly #accountId: string;
  readonly #signal: AbortSignal;
  readonly #open = new Set<StreamConnection>();
  readonly #subscribed = new WeakMap<StreamConnection, Set<string>>();
  readonly #paused = new Set<StreamConnection>();
  #opening = 0;
  #commands = 0;

  readonly #keepsWitness: boolean;
  #witness: StreamConnection | undefined;

  /** `keepsWitness`: clients leave one stream alone, so that somebody is told of everything for a while. */
  constructor(target: LiveTarget, accountId: string, keepsWitness: boolean, signal: AbortSignal) {
    this.#target = target;
    this.#keepsWitness = keepsWitness && (target.accountStreams.limit ?? MOST) > 1;
    this.#accountId = accountId;
    this.#signal = signal;
  }

  get open(): readonly StreamConnection[] {
    return [...this.#open].filter(({ isOpen }) => isOpen);
  }

  /** Those that clients may leave. */
  get loose(): readonly StreamConnection[] {
    return this.open.filter((one) => one !== this.#witness);
  }

  get hasRoom(): boolean {
    return this.#open.size + this.#opening < MOST && this.#target.accountStreams.isFree(this.#accountId);
  }

  isSubscribed(stream: StreamConnection, event: string): boolean {
    return this.#subscribed.get(stream)?.has(event) === true;
  }

  /** A further stream, subscribed to transactions at once where it is one of events; undefined where there is room or way for none. */
  async connect(name: 'eventsStream' | 'ticksStream' = 'eventsStream'): Promise<StreamConnection | undefined> {
    const { dialect, accountStreams, streams, pace } = this.#target;
    if (!this.hasRoom || !dialect.has(name)) return undefined;
    const giveBack = accountStreams.take(this.#accountId);
    this.#opening += 1;
    try {
      await pace.turn({ accountId: this.#accountId, request: name }, this.#signal);
      const { method, path } = dialect.request(name, { accountId: this.#accountId });
      const spec = { name, accountId: this.#accountId, method, path, signal: this.#signal };
      const { connection } = await streams.open(spec, sendContext(this.#target, null));
      if (connection === undefined) {
        giveBack();
        return undefined;
      }
      this.#open.add(connection);
      const hasWitness = this.#witness?.isOpen === true;
      if (this.#keepsWitness && !hasWitness && name === 'eventsStream') this.#witness = connection;
      void connection.closed.then(() => {
        this.#open.delete(connection);
        this.#paused.delete(connection);
        giveBack();
      });
      if (name === 'eventsStream') this.command(connection, 'subscribe', 'transactions');
      else this.#askForTicks(connection);
      return connection;
    } catch {
      // The soak ended while it waited.
      giveBack();
      return undefined;
    } finally {
      this.#opening -= 1;
    }
  }

  command(
    stream: StreamConnection,
    action: 'subscribe' | 'unsubscribe',
    event: EventKind,
    instruments?: readonly string[],
  ): void {
    this.#commands += 1;
    const asked = { event, ...(instruments !== undefined && { instruments }) };
    const text = this.#target.dialect.command(action, { ...asked, commandId: String(this.#commands) });
    const subscribed = this.#subscribed.get(stream) ?? new Set();
    this.#subscribed.set(stream, subscribed);
    if (action === 'subscribe') subscribed.add(event);
    else subscribed.delete(event);
    stream.send(text, { action, ...asked });
  }

  /** Stops reading; in the journal as if by control, since checkers need not know whose fault a delay is. */
  pause(): boolean {
    const streams = this.open;
    if (this.#paused.size > 0 || streams.length === 0) return false;
    this.#note('stream.stall');
    for (const stream of streams) {
      stream.pause();
      this.#paused.add(stream);
    }
    return true;
  }

  resume(): void {
    if (this.#paused.size === 0) return;
    for (const stream of this.#paused) stream.resume();
    this.#paused.clear();
    this.#note('stream.resume');
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream.close()));
  }

  #askForTicks(connection: StreamConnection): void {
    const instruments = this.#target.market.instruments.map(({ name }) => name);
    const text = this.#target.dialect.ticksCommand({ instruments, commandId: '0' });
    if (text !== undefined) connection.send(text, { action: 'subscribe', event: 'ticks', instruments });
  }

  #note(action: 'stream.stall' | 'stream.resume'): void {
    const params = { account_id: this.#accountId, by: 'the suite, which does not read' };
    this.#target.journal.append({
      ...BLANK,
      kind: 'control',
      account: this.#accountId,
      check: null,
      cause: null,
      parsed: { action, params, result: {} },
    });
  }
}
