// Plays a hostility: a server before an honest reference service of its own, which passes requests on and answers as the hostility says.
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { packageRoot } from '../../base/package-root.js';
import { loadProfile } from '../../profile/loading/load.js';
import { type DialectName, type Reference, type SpokenProfile, startReference } from '../../reference/index.js';
import { CERTIFICATE } from './certificate.js';
import { perform } from './deeds.js';
import { framesIn } from './frames.js';
import type { Answer, Deed, HostileDialect, Hostility } from './hostility.js';

export interface HostileTarget {
  readonly reference: Reference;
  readonly baseUrl: string;
  /** Those that came with requests, which no report may hold. */
  readonly signatures: ReadonlySet<string>;
  /** How often the hostility was met; a run that never met it shows nothing. */
  met(): number;
  close(): Promise<void>;
}

export async function startHostile(hostility: Hostility, seed: number): Promise<HostileTarget> {
  const reference = await startReference({ dialect: await spoken(hostility.dialect), accounts: 4, seed });
  const sockets = new Set<Socket>();
  const target = new Target(hostility, reference, () => end());
  const server = target.server();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const end = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    reference,
    baseUrl: `${hostility.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    signatures: target.signatures,
    met: () => target.met,
    close: async () => {
      end();
      await reference.close();
    },
  };
}

/** Loaded once: to try out whether a dialect can be spoken takes longer than to start a service. */
const loaded = new Map<string, SpokenProfile>();

async function spoken(dialect: HostileDialect = 'default'): Promise<DialectName | SpokenProfile> {
  if (dialect === 'default' || dialect === 'contrary') return dialect;
  const file = join(packageRoot(), 'toolkit/profile/trials', `${dialect}.yaml`);
  const profile = loaded.get(dialect) ?? (await loadProfile(file, { onMissingSecret: () => undefined }));
  loaded.set(dialect, profile);
  return profile;
}

class Target {
  readonly #hostility: Hostility;
  readonly #port: number;
  readonly #die: () => void;
  readonly signatures: Set<string> = new Set();
  #previous: Answer | undefined;
  #requests = 0;
  #handshakes = 0;
  #frames = 0;
  met = 0;

  constructor(hostility: Hostility, reference: Reference, die: () => void) {
    this.#hostility = hostility;
    this.#port = Number(new URL(reference.baseUrl).port);
    this.#die = die;
  }

  server(): TcpServer {
    const { connection, tls } = this.#hostility;
    if (connection !== undefined) return createTcpServer((socket) => void this.#perform(socket.resume(), connection()));
    if (tls === 'garbage')
      return createTcpServer(
        (socket) => void this.#perform(socket.resume(), { bytes: 'HTTP/1.1 200 OK\r\n\r\n', end: 'keep' }),
      );
    if (tls === 'silent') return createTcpServer((socket) => void this.#perform(socket.resume(), {}));
    if (tls === 'dripping')
      // A record of 16 KB that would hold the hello of the server.
      return createTcpServer(
        (socket) =>
          void this.#perform(socket.resume(), { bytes: Buffer.from('1603034000', 'hex'), forever: '\0', everyMs: 50 }),
      );
    if (tls === 'alert')
      return createTcpServer(
        (socket) => void this.#perform(socket.resume(), { bytes: Buffer.from('15030300020228', 'hex'), end: 'end' }),
      );
    if (tls === 'plain') return this.#http(createServer());
    return this.#http(tls === 'self-signed' ? createTlsServer(CERTIFICATE) : createServer());
  }

  #http<One extends Server | ReturnType<typeof createTlsServer>>(server: One): One {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#request(request, response));
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade(request, socket, head),
    );
    server.on('clientError', (_error: Error, socket: Duplex) => socket.destroy());
    return server;
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    this.#requests += 1;
    const count = this.#requests;
    if (this.#hostility.diesAfter !== undefined && count > this.#hostility.diesAfter) {
      this.met += 1;
      this.#die();
      return;
    }
    const options = {
      port: this.#port,
      host: '127.0.0.1',
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.rawHeaders,
      setHost: false,
    };
    const onward = forward(options, (honest) => {
      const chunks: Buffer[] = [];
      honest.on('data', (chunk: Buffer) => chunks.push(chunk));
      honest.on('end', () => {
        const headers = pairs(honest.rawHeaders).filter(([name]) => !/^(connection|keep-alive)$/i.test(name));
        this.#answer(
          { status: honest.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') },
          request,
          response,
          count,
        );
      });
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  #answer(honest: Answer, request: IncomingMessage, response: ServerResponse, count: number): void {
    const { answer, honestFirst = 0 } = this.#hostility;
    const previous = this.#previous;
    this.#previous = honest;
    const signature = this.#signatureOf(request);
    const ask = { method: request.method ?? '', path: request.url ?? '', count, signature, previous };
    const deed = count <= honestFirst ? undefined : answer?.(honest, ask);
    if (deed === undefined) {
      const send = (): void => {
        response.writeHead(honest.status, honest.headers.flat());
        response.end(honest.body);
      };
      const lateMs = this.#hostility.delay?.() ?? 0;
      if (lateMs > 0) this.met += 1;
      setTimeout(send, lateMs);
      return;
    }
    const { socket } = response;
    if (socket === null) return;
    void this.#perform(socket, deed).then(() => {
      if ((deed.end ?? 'keep') === 'keep' && !socket.destroyed) socket.end();
    });
  }

  #perform(socket: Duplex, deed: Deed): Promise<void> {
    this.met += 1;
    return perform(socket, deed);
  }

  #signatureOf({ headers }: IncomingMessage): string | undefined {
    const given = headers['svc-sign'];
    const signature = typeof given === 'string' && /^[\w-]{86}$/.test(given) ? given : undefined;
    if (signature !== undefined) this.signatures.add(signature);
    return signature;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined);
    this.#requests += 1;
    this.#handshakes += 1;
    const count = this.#handshakes;
    const signature = this.#signatureOf(request);
    const honest = connect(this.#port, '127.0.0.1', () => {
      let text = `${request.method} ${request.url} HTTP/1.1\r\n`;
      for (const [name, value] of pairs(request.rawHeaders)) text += `${name}: ${value}\r\n`;
      honest.write(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
    });
    honest.on('error', () => socket.destroy());
    honest.on('close', () => socket.end());
    socket.on('close', () => honest.destroy());
    socket.on('data', (chunk) => honest.write(chunk));
    let rest: Buffer = Buffer.alloc(0);
    let open = false;
    honest.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      if (!open) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        const honestHead = rest.subarray(0, end + 4).toString('latin1');
        if (!honestHead.startsWith('HTTP/1.1 101')) {
          socket.write(rest);
          rest = Buffer.alloc(0);
          return;
        }
        open = true;
        rest = rest.subarray(end + 4);
        const { handshake, greeting, honestFirst = 0 } = this.#hostility;
        const deed = this.#requests <= honestFirst ? undefined : handshake?.(honestHead, count);
        if (deed !== undefined) {
          void this.#perform(socket, deed);
          honest.removeAllListeners('data').resume();
          return;
        }
        socket.write(honestHead);
        if (this.#hostility.isDeaf === true && this.#requests > honestFirst) socket.pause();
        if (greeting !== undefined && this.#requests > honestFirst) void this.#perform(socket, greeting());
      }
      const read = framesIn(rest);
      rest = read.rest;
      for (const { opcode, payload, bytes } of read.frames) {
        this.#frames += 1;
        const deed =
          opcode === 1 ? this.#hostility.frame?.(payload.toString('utf8'), this.#frames, { signature }) : undefined;
        if (deed === undefined) socket.write(bytes);
        else void this.#perform(socket, deed);
      }
    });
  }
}

function pairs(flat: readonly string[]): (readonly [string, string])[] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
}
