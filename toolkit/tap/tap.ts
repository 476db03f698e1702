// Listens to a service (`toolkit/reference/http/traffic.ts` says what it is told): keeps what it hears, in the interface's words where the
// dialect knows the spelling, and writes it down as journal records. It changes nothing of what it hears.
import type { RecordDraft, RecordSink } from '../journal/record.js';
import type { Dialect } from '../profile/dialect/dialect.js';
import { HeardHandshake, type HeardStream, type PingedStream } from './heard-handshake.js';
import { type Answer, HeardRequest } from './heard-request.js';
import type { Moment, Observed, ObservedAnswer, ObservedBytes } from './observed.js';
import { Records } from './records.js';
import { MomentSequence } from './sequence.js';
import { inspector, type PublicKeys } from './signature.js';
import { type Head, TapContext } from './tap-context.js';

export interface TapOptions {
  /** How the client spells; a function where that is known only once the service has an address. */
  readonly dialect: Dialect | (() => Dialect);
  readonly keys: PublicKeys;
  /** What the service takes for near (interface 5.3, rule 8); without it nearness is not judged. */
  readonly clock?: () => { readonly nowMs: number; readonly windowMs: number };
  /** Takes the records as they come; `records` has them in any case. */
  readonly journal?: RecordSink;
  /** Which check the records belong to; none when left out. */
  readonly check?: () => string | null;
}

export interface Tap {
  readonly observed: Observed;
  /** In the order in which they were written; each rests on others by index, from 1 where no journal took them. */
  records(): readonly RecordDraft[];
  /** What `look` finds in what is heard, now or within the time; undefined when it finds nothing. */
  until<Found>(look: (observed: Observed) => Found | undefined, withinMs: number): Promise<Found | undefined>;
  /**
   * Pings a stream behind everything that was sent on it. True once the pong is there, which the client's library sends when it has
   * read all of that; false when the stream ends first, or the time is over.
   */
  barrier(connection: number, withinMs: number): Promise<boolean>;
  /** Notes that traffic passed unheard. */
  gap(reason: string): void;

  connected(connection: number): void;
  disconnected(connection: number): void;
  request(head: Head): {
    whole(body: Uint8Array | undefined): void;
    abandoned(): void;
    answered(answer: Answer | undefined, delivered: ObservedAnswer['delivered']): void;
  };
  handshake(head: Head): {
    refused(answer: Answer | undefined): void;
    opened(stream: PingedStream): HeardStream;
  };
  malformed(bytes: Omit<ObservedBytes, keyof Moment>): void;
  controlled(action: string, params: Readonly<Record<string, string>>, result: Readonly<Record<string, string>>): void;
}

export function createTap(options: TapOptions): Tap {
  const { dialect } = options;
  const spoken = typeof dialect === 'function' ? dialect : () => dialect;
  const moments = new MomentSequence();
  const records = new Records(options.journal, options.check ?? (() => null), spoken);
  const context = new TapContext(spoken, moments, records, inspector(options.keys, options.clock));
  const { observed } = context;
  return {
    observed,
    records: () => records.drafts,
    until: (look, withinMs) => moments.until(() => look(observed), withinMs),
    barrier: async (connection, withinMs) => (await context.streams.get(connection)?.barrier(withinMs)) ?? false,
    gap: (reason) => records.gap('tap', reason),
    connected: (connection) => void observed.connections.push({ connection, ...moments.next() }),
    disconnected: (connection) => {
      const known = observed.connections.findLast((one) => one.connection === connection);
      if (known !== undefined) known.ended = moments.next();
    },
    request: (head) => new HeardRequest(context, head),
    handshake: (head) => new HeardHandshake(context, head),
    controlled: (action, params, result) => records.controlled(action, params, result),
    malformed: (bytes) => {
      const seen = { ...bytes, ...moments.next() };
      observed.malformed.push(seen);
      records.malformed(seen);
    },
  };
}
