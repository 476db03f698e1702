// What all parts of one tap share: the lists that grow, the records, the clock, and how a head is read and its signature looked at.
import type { Dialect, ReadRequest } from '../profile/dialect/dialect.js';
import type {
  HeaderPairs,
  Observed,
  ObservedBytes,
  ObservedConnection,
  ObservedFrame,
  ObservedHandshake,
  ObservedRequest,
  ObservedSignature,
} from './observed.js';
import type { Records } from './records.js';
import type { MomentSequence } from './sequence.js';
import type { Inspect } from './signature.js';

/** The head of a request, as a service tells it. */
export interface Head {
  readonly connection: number;
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderPairs;
}

/** What is seen, as it is filled in. */
export type Filled<Seen> = { -readonly [Member in keyof Seen]: Seen[Member] };

interface Lists extends Observed {
  readonly requests: Filled<ObservedRequest>[];
  readonly handshakes: Filled<ObservedHandshake>[];
  readonly frames: Filled<ObservedFrame>[];
  readonly connections: Filled<ObservedConnection>[];
  readonly malformed: ObservedBytes[];
}

export class TapContext {
  readonly observed: Lists = { requests: [], handshakes: [], frames: [], connections: [], malformed: [] };
  /** Streams that were opened, by connection. */
  readonly streams: Map<number, { barrier(withinMs: number): Promise<boolean> }> = new Map();
  readonly moments: MomentSequence;
  readonly records: Records;
  readonly dialect: () => Dialect;
  readonly #inspect: Inspect;

  constructor(dialect: () => Dialect, moments: MomentSequence, records: Records, inspect: Inspect) {
    this.dialect = dialect;
    this.moments = moments;
    this.records = records;
    this.#inspect = inspect;
  }

  /** The request in the interface's words, and how it is signed. */
  read(
    { method, target, headers }: Head,
    body: Uint8Array,
  ): { readonly read: ReadRequest | undefined; readonly signature: ObservedSignature } {
    let read: ReadRequest | undefined;
    let path = target;
    try {
      path = this.dialect().signedPath(target);
      read = this.dialect().readRequest(method, target, body);
    } catch {
      // A dialect in code that fails on a request does not know it.
    }
    return { read, signature: this.#inspect({ method, path, headers, body }) };
  }
}

/** By `seq`, where the last of the list is mostly the one before. */
export function insert<Seen extends { readonly seq: number }>(list: Seen[], seen: Seen): void {
  let at = list.length;
  while (at > 0 && (list[at - 1]?.seq ?? 0) > seen.seq) at -= 1;
  list.splice(at, 0, seen);
}
