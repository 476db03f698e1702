// Listening on a port, and letting go of it.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** A client whose connection finds no room here tries again after a second, then after two more; the system may allow fewer. */
const BACKLOG = 4096;

/** Resolves to the address as a base URL; rejects with the system's error. */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.removeListener('error', reject);
      // A TCP server that listens has an address of this kind.
      const address = server.address() as AddressInfo;
      resolve(`http://${reachable(address)}:${address.port}`);
    });
  });
}

/** Resolves when every connection is gone; those that speak HTTP are cut. */
export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A host that a client on this machine can connect to, also where the server listens on every address. */
function reachable({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return LOOPBACK;
  return family === 'IPv6' ? `[${address}]` : address;
}
