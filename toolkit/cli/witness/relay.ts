// The pipe of a witness: bytes go through as they are, in both directions, and each connection is overheard on the way. TLS towards the
// target where its address says https, TLS towards the suite where a certificate is given.
import { connect as connectTcp, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { WitnessEntry } from '../../../reports/witness/record.js';
import { createRedactor } from '../../journal/redaction.js';
import { Conversation } from './conversation.js';

export interface RelayOptions {
  readonly host: string;
  readonly port: number;
  /** An origin. */
  readonly target: URL;
  /** PEM. Towards the suite; plain TCP without it. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
  readonly note: (entry: WitnessEntry) => void;
}

export interface Relay {
  readonly port: number;
  /** SHA-256 of each certificate that the target has shown, as hex digits. */
  readonly certificates: ReadonlySet<string>;
  /** Cuts what is open, and has noted everything when it returns. */
  close(): void;
}

/** More at once are refused. */
const MOST_CONNECTIONS = 1_024;

export async function startRelay(options: RelayOptions): Promise<Relay> {
  const redactor = createRedactor();
  const open = new Set<() => void>();
  const certificates = new Set<string>();
  let count = 0;
  let isClosed = false;

  const accept = (suite: Socket): void => {
    if (isClosed) {
      suite.destroy();
      return;
    }
    count += 1;
    const conversation = new Conversation({ connection: count, redactor, note: options.note });
    const target = connectTo(options.target);
    if (target instanceof TLSSocket) target.once('secureConnect', () => certificates.add(fingerprintOf(target)));
    let ended = false;
    const cut = (): void => {
      if (ended) return;
      ended = true;
      open.delete(cut);
      conversation.end();
      suite.destroy();
      target.destroy();
    };
    open.add(cut);
    for (const socket of [suite, target]) {
      socket.setNoDelay(true);
      socket.on('error', () => {
        // Whoever lost one end loses the other in the same way.
        if (socket === target) reset(suite);
        cut();
      });
    }
    carry(suite, target, (chunk) => conversation.suiteSaid(chunk));
    carry(target, suite, (chunk) => conversation.targetSaid(chunk));
    suite.once('close', cut);
    target.once('end', () => conversation.targetEnded());
    target.once('close', () => {
      conversation.targetEnded();
      // What is still on its way to the suite arrives before the end does.
      suite.end(cut);
    });
  };

  const server: Server =
    options.tls === undefined
      ? createTcpServer({ allowHalfOpen: true }, accept)
      : createTlsServer({ ...options.tls, allowHalfOpen: true, ALPNProtocols: ['http/1.1'] }, accept);
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    certificates,
    close() {
      isClosed = true;
      // That the server says it is closed is not waited for: a connection that was cut in its TLS handshake may be counted for ever.
      server.close();
      for (const cut of [...open]) cut();
    },
  };
}

function connectTo({ protocol, hostname, port }: URL): Socket {
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const to = { host, port: port === '' ? (isTls ? 443 : 80) : Number(port), allowHalfOpen: true };
  if (!isTls) return connectTcp(to);
  // A name is stated to the target, an address cannot be (RFC 6066, section 3).
  const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  return connectTls({ ...to, ...name, ALPNProtocols: ['http/1.1'] });
}

/** Of what its name and authority vouched for, so that it is there. */
function fingerprintOf(target: TLSSocket): string {
  return target.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase();
}

/** Node resets no connection that speaks TLS, and throws; without the alert that closes one properly it ends as broken there, too. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

/** Heard before it is handed on, so that no answer is noted before its request. */
function carry(from: Socket, to: Socket, hear: (chunk: Buffer) => void): void {
  from.on('data', (chunk: Buffer) => {
    hear(chunk);
    if (!to.writable) return;
    if (!to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  });
  from.on('end', () => {
    if (to.writable) to.end();
  });
}
