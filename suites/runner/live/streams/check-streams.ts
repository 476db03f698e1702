// The streams of one check (interface 4.5, 4.6): how many it may have open, whose places they take among those of the run and of their
// account, and how they end: with the check at the latest, and before it waits for somebody who may be waiting for them.
import type { ControlActionName } from '../../../../toolkit/profile/control/actions.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import type { SendContext } from '../../../../toolkit/wire/exchange-records.js';
import type { RawStream } from '../../../../toolkit/wire/streams/raw-stream.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import type { CheckSpec } from '../../check.js';
import type { Undecided } from '../../check-end.js';
import type { EndedStream } from '../resilience/stream-lifetimes.js';
import { STREAMS } from '../sharing/budget.js';
import type { LiveTarget } from '../target/target.js';
import type { CheckJournal } from '../target/target-journal.js';
import { LANES } from '../verdict/contexts.js';

/** What of a check its streams need. */
export interface StreamingCheck {
  readonly target: LiveTarget;
  readonly spec: CheckSpec;
  readonly journal: Pick<CheckJournal, 'note'>;
  readonly signal: AbortSignal;
  /** Throws where the stream is not there. */
  refuseNotBuilt(spec: RequestSpec): void;
  /** Sends a handshake, once nothing transient is in its way. */
  through<Sent extends { readonly exchange: HttpExchange }>(
    spec: RequestSpec,
    send: (spec: RequestSpec) => Promise<Sent>,
  ): Promise<Sent>;
  bounded(spec: RequestSpec): [RequestSpec, SendContext];
  offTheClock<T>(waiting: Promise<T>): Promise<T>;
}

/** For streams that are being closed to be closed. */
const ENDING_MS = 5_000;

export class CheckStreams {
  readonly #check: StreamingCheck;
  readonly #connections = new Set<StreamConnection>();
  /** With what gives their places back. */
  readonly #rawStreams = new Map<RawStream, () => void>();
  #reservation: Promise<() => void> | undefined;
  readonly #ended: EndedStream[] = [];
  /** Streams that are about to open. */
  #opening = 0;
  #isOver = false;
  /** Parts of the check that wait for a further account. */
  #waitingForAccount = 0;

  constructor(check: StreamingCheck) {
    this.#check = check;
  }

  /** As many as the check may have open at once. */
  get spendable(): number {
    const { spec, target } = this.#check;
    const { contexts, needs = {} } = spec;
    return Math.min(
      needs.streams ?? (contexts === undefined ? STREAMS : STREAMS * LANES),
      target.profile.limits.connections,
    );
  }

  /** Those that the target has ended. */
  get ended(): readonly EndedStream[] {
    return this.#ended;
  }

  async open(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly connection?: StreamConnection }> {
    this.#check.refuseNotBuilt(spec);
    return this.#whileOpening(() => this.#open(spec));
  }

  async #open(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly connection?: StreamConnection }> {
    await this.#reserve();
    const giveBack = await this.#room(spec.accountId);
    try {
      const opened = await this.#check.through(spec, (one) =>
        this.#check.target.streams.open(...this.#check.bounded(one)),
      );
      const { connection } = opened;
      if (connection === undefined) giveBack();
      else {
        this.#connections.add(connection);
        void connection.closed.then(({ record }) => {
          const ageMs = connection.endedAfterMs;
          if (ageMs !== undefined) this.#ended.push({ ageMs, record });
          this.#connections.delete(connection);
          giveBack();
          this.#giveStreamsBack();
        });
        // Of several at once, one may have ended the check while this one was still on its way.
        if (this.#isOver) await connection.close();
      }
      return opened;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** A stream over a bare socket, cut at the end of the check. */
  async openRaw(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly stream?: RawStream }> {
    this.#check.refuseNotBuilt(spec);
    return this.#whileOpening(() => this.#openRaw(spec));
  }

  async #openRaw(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly stream?: RawStream }> {
    await this.#reserve();
    const giveBack = await this.#room(spec.accountId);
    try {
      const opened = await this.#check.through(spec, (one) =>
        this.#check.target.raw.openStream(...this.#check.bounded(one)),
      );
      // A raw stream tells of no end that could be waited for, so its place is free again when it is cut.
      if (opened.stream === undefined) giveBack();
      else {
        this.#rawStreams.set(opened.stream, giveBack);
        if (this.#isOver) this.#cut(opened.stream);
      }
      return opened;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Streams of set-up that an account gives up when the target lets it have no more. */
  readonly givesUp: Map<string, () => Promise<boolean>> = new Map();

  /** Why a stream was not opened that the target would have had to refuse, or to end another for. */
  roomless: Undecided | undefined;
  /** Places of this check, by account. */
  readonly #places = new Map<string, number>();

  /** A place among the streams of the account; resolves to the function that gives it back. */
  async #room(accountId: string): Promise<() => void> {
    const { accountStreams } = this.#check.target;
    if (!accountStreams.isFree(accountId)) await this.givesUp.get(accountId)?.();
    const isOwn = (): boolean => (this.#places.get(accountId) ?? 0) >= (accountStreams.limit ?? 0);
    // The streams of whoever had the account before may not have ended yet.
    if (!accountStreams.isFree(accountId) && !isOwn()) {
      await this.#check.offTheClock(accountStreams.freed(accountId, ENDING_MS));
    }
    if (!accountStreams.isFree(accountId)) {
      this.roomless = accountStreams.undecided();
      throw this.roomless;
    }
    return this.#take(accountId);
  }

  #take(accountId: string): () => void {
    const giveBack = this.#check.target.accountStreams.take(accountId);
    const count = (change: number): unknown => this.#places.set(accountId, (this.#places.get(accountId) ?? 0) + change);
    let isHeld = true;
    count(1);
    return () => {
      if (isHeld) count(-1);
      isHeld = false;
      giveBack();
    };
  }

  /** Cuts what `use` leaves open, so that the executions of a property together hold no more streams than one of them. */
  async closingStreams<T>(use: () => Promise<T>): Promise<T> {
    const connections = new Set(this.#connections);
    const rawStreams = new Set(this.#rawStreams.keys());
    try {
      return await use();
    } finally {
      for (const stream of this.#rawStreams.keys()) {
        if (!rawStreams.has(stream)) this.#cut(stream);
      }
      const left = [...this.#connections].filter((connection) => !connections.has(connection));
      await Promise.all(left.map((connection) => connection.close()));
    }
  }

  /** Cuts what is open on one account, on which nothing else of the check is under way. */
  async closeStreamsOf(accountId: string): Promise<void> {
    const open = [...this.#connections].filter(({ account }) => account === accountId);
    await Promise.all(open.map((connection) => connection.close()));
  }

  #cut(stream: RawStream): void {
    stream.destroy();
    this.#rawStreams.get(stream)?.();
    this.#rawStreams.delete(stream);
  }

  async #reserve(): Promise<void> {
    this.#reservation ??= this.#check.target.streamBudget.reserve(this.spendable, this.#check.signal);
    await this.#check.offTheClock(this.#reservation);
  }

  async #whileOpening<T>(open: () => Promise<T>): Promise<T> {
    this.#opening += 1;
    try {
      return await open();
    } finally {
      this.#opening -= 1;
      this.#giveStreamsBack();
    }
  }

  /**
   * Awaits a further account for a check under way, which holds no streams meanwhile that it does not use: whoever has the account may be
   * waiting for them, and each would wait for the other. While it uses some, the wait is its own time, so that it ends.
   */
  async forAccount<Lease>(lease: Promise<Lease>): Promise<Lease> {
    this.#waitingForAccount += 1;
    this.#giveStreamsBack();
    // Streams of other contexts of the check end with these.
    const isOwnTime = this.#holdsStreams && this.#check.spec.contexts === undefined;
    try {
      return await (isOwnTime ? lease : this.#check.offTheClock(lease));
    } finally {
      this.#waitingForAccount -= 1;
    }
  }

  get #holdsStreams(): boolean {
    return this.#opening + this.#connections.size + this.#rawStreams.size > 0;
  }

  #giveStreamsBack(): void {
    if (this.#waitingForAccount === 0 || this.#holdsStreams) return;
    const reservation = this.#reservation;
    this.#reservation = undefined;
    void reservation?.then(
      (release) => release(),
      () => undefined, // the check was ended while it waited
    );
  }

  /** Stops reading the streams of an account, as a slow reader does; gives what reads them again. In the journal as if by control. */
  stopReading(accountId: string): () => Promise<void> {
    const note = (action: ControlActionName): void => {
      const params = { account_id: accountId, by: 'the suite, which does not read' };
      this.#check.journal.note('control', { action, params, result: {} }, null, { account: accountId });
    };
    const stopped = [...this.#connections].filter(({ account, isOpen }) => account === accountId && isOpen);
    note('stream.stall');
    for (const connection of stopped) connection.pause();
    return async () => {
      for (const connection of stopped) connection.resume();
      note('stream.resume');
    };
  }

  /** Cuts what the check left open and gives its reservation back. */
  async close(): Promise<void> {
    this.#isOver = true;
    for (const stream of [...this.#rawStreams.keys()]) this.#cut(stream);
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    if (this.#reservation !== undefined) {
      const release = await this.#reservation.catch(() => undefined);
      release?.();
    }
  }
}
