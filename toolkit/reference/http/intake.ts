// What reaches node's parser, and when. The parser ends a packet that it has begun, whatever becomes of its connection meanwhile, and
// 64 KiB hold ten thousand chunks of a body or three thousand requests, which everybody else would wait for. So a packet goes to it in
// small parts, the first at once and the others when their share comes.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Shares } from './shares.js';

/** Holds the head of an ordinary request whole. */
const PART_BYTES = 2048;

type Connected = (socket: Socket) => void;
type Hears = (bytes: Buffer) => void;

export interface Intake {
  /** Lets the server hear a connection, one that comes back from another protocol too. */
  begin(socket: Socket): void;
  /** Leaves the connection to another protocol; gives back what the parser has not seen of it. */
  leave(socket: Duplex): Buffer;
}

/** Takes the place of the listener by which the server hears of connections. */
export function intakeOf(server: Server, shares: Shares): Intake {
  const feeds = new WeakMap<Duplex, Feed>();
  const connected = server.listeners('connection').at(-1) as Connected; // set by the constructor of node's server
  server.removeListener('connection', connected);
  return {
    begin: (socket) => {
      connected.call(server, socket);
      const hears = socket.listeners('data').at(-1);
      if (hears !== undefined) feeds.set(socket, new Feed(socket, hears as Hears, shares)); // by which node hears bytes
    },
    leave: (socket) => feeds.get(socket)?.leave() ?? Buffer.alloc(0),
  };
}

class Feed {
  readonly #socket: Socket;
  readonly #hears: Hears;
  readonly #shares: Shares;
  /** What was read and not yet heard; the connection is paused while there is any. */
  #rest: Buffer = Buffer.alloc(0);
  #isDue = false;

  constructor(socket: Socket, hears: Hears, shares: Shares) {
    this.#socket = socket;
    this.#hears = hears;
    this.#shares = shares;
    socket.removeListener('data', hears);
    socket.on('data', this.#take);
    socket.on('resume', this.#resumed);
  }

  leave(): Buffer {
    this.#socket.removeListener('data', this.#take);
    this.#socket.removeListener('resume', this.#resumed);
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    return rest;
  }

  readonly #take = (packet: Buffer): void => {
    const isFirst = this.#rest.byteLength === 0;
    this.#rest = isFirst ? packet : Buffer.concat([this.#rest, packet]);
    if (isFirst) this.#feed();
  };

  /** Also the server pauses a connection, for as long as its answers are not read. */
  readonly #resumed = (): void => {
    if (this.#rest.byteLength > 0 && !this.#socket.isPaused()) this.#feedLater();
  };

  #feed(): void {
    const part = this.#rest.subarray(0, PART_BYTES);
    this.#rest = this.#rest.subarray(PART_BYTES);
    this.#hears.call(this.#socket, part);
    if (this.#rest.byteLength === 0 || this.#socket.isPaused()) return;
    this.#socket.pause();
    this.#feedLater();
  }

  #feedLater(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#shares.later(this.#socket, () => {
      this.#isDue = false;
      if (this.#socket.destroyed || this.#rest.byteLength === 0) return;
      this.#socket.resume();
      this.#feed();
    });
  }
}
