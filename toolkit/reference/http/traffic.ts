// What may be heard of the traffic of the service: what arrived, what left it and when the kernel took that, how each connection ended.
// Who listens is no concern of the service, and nothing is done for it where nobody does.
import type { Duplex } from 'node:stream';

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** The head of a request as it arrived. */
export interface ArrivedHead {
  /** The connection, numbered as connections are first seen, from 1. */
  readonly connection: number;
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderPairs;
}

export interface GivenAnswer {
  readonly status: number;
  readonly headers: HeaderPairs;
  /** Whole, whatever of it was delivered. */
  readonly body: Uint8Array;
}

/** How much of an answer left the service: `never` leaves the connection open, the others cut it before or inside the answer. */
export type Delivery = 'whole' | 'cut-before' | 'cut-inside' | 'never';

export interface RequestListener {
  /** The body has arrived; undefined for one that was too much to keep. */
  whole(body: Uint8Array | undefined): void;
  /** The client went away before its request was whole. */
  abandoned(): void;
  /** Undefined where the connection was cut before there was an answer. */
  answered(answer: GivenAnswer | undefined, delivered: Delivery): void;
}

export interface HandshakeListener {
  /** Undefined where the connection was cut instead. */
  refused(answer: GivenAnswer | undefined): void;
  /** The 101 is written; what is heard of the stream from then on. */
  opened(stream: OpenStream): StreamListener;
}

/** What a listener may do on a stream: nothing that is part of the interface. */
export interface OpenStream {
  /** Sends a ping behind every frame sent so far; false where the stream is no longer open. */
  ping(payload: Uint8Array): boolean;
}

export interface StreamListener {
  received(data: Uint8Array, isBinary: boolean): void;
  /** A frame is handed over; called back when the kernel has taken it. */
  sent(data: string | Uint8Array, isBinary: boolean): () => void;
  /** The peer answers a ping of the listener. */
  ponged(payload: Uint8Array): void;
  closed(by: 'client' | 'service', code: number): void;
}

/** Bytes that break the grammar of HTTP. */
export interface MalformedBytes {
  readonly connection: number;
  /** As far as they are known. */
  readonly bytes: Uint8Array;
  readonly reason: string;
  /** Of the refusal; undefined where the connection was cut without one. */
  readonly status: number | undefined;
}

export interface TrafficListener {
  connected(connection: number): void;
  disconnected(connection: number): void;
  request(head: ArrivedHead): RequestListener;
  handshake(head: ArrivedHead): HandshakeListener;
  malformed(bytes: MalformedBytes): void;
  /** A control action was performed, over HTTP or in the process. */
  controlled(action: string, params: Readonly<Record<string, string>>, result: Readonly<Record<string, string>>): void;
}

/** A listener with the numbers of the sockets that it hears. */
export class Traffic {
  readonly listener: TrafficListener;
  readonly #numbers = new WeakMap<Duplex, number>();
  #count = 0;

  constructor(listener: TrafficListener) {
    this.listener = listener;
  }

  /** The number of a socket, which is heard of when it is first asked for. */
  numberOf(socket: Duplex): number {
    const known = this.#numbers.get(socket);
    if (known !== undefined) return known;
    this.#count += 1;
    const number = this.#count;
    this.#numbers.set(socket, number);
    this.listener.connected(number);
    socket.once('close', () => this.listener.disconnected(number));
    return number;
  }
}
