// Another address than that of the service, which hears what arrives there.
import { createServer } from 'node:http';
import { SIGNED_HEADERS } from '../../../toolkit/signing/portable.js';

export interface Elsewhere {
  readonly address: string;
  /** The first request with a signed header, as method and path; undefined where there is none. */
  readonly signed: () => string | undefined;
  readonly close: () => void;
}

export async function listenElsewhere(): Promise<Elsewhere> {
  let signed: string | undefined;
  const server = createServer(({ method, url, headers }, response) => {
    if (SIGNED_HEADERS.some((name) => headers[name.toLowerCase()] !== undefined)) signed ??= `${method} ${url}`;
    response.writeHead(404).end();
  });
  // A handshake comes as an upgrade where somebody listens for those; as a request otherwise.
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    signed: () => signed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
