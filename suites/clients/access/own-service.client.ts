// Interface 4; 5: what a client signs is for the service alone. A redirect to another address is answered by nothing signed.
import { createServer, type IncomingMessage } from 'node:http';
import { SIGNED_HEADERS } from '../../../toolkit/signing/portable.js';
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import type { Stage } from '../stage/stage.js';

for (const [status, slug] of [
  [307, 'redirected-for-now'],
  [308, 'redirected-for-good'],
] as const) {
  clientCheck(
    `auth.client-own-service/${slug}`,
    {
      title: `sends nothing signed to where a ${status} points`,
      depth: 'wire',
      situation: honest,
      needs: { operations: ['read'] },
    },
    (stage) => redirects(stage, status),
  );
}

async function redirects(stage: Stage, status: number): Promise<void> {
  const elsewhere = await listen();
  try {
    const refused = { status, name: 'REQUEST_INVALID', headers: ['Location', `${elsewhere.address}/v1/elsewhere`] };
    const armed = stage.arm({ on: 'read', times: 1000, refused });
    await stage.tell('read', { what: 'account' });
    await stage.tell('read', { what: 'limits' });
    await stage.grace();
    stage.reached('a read that was redirected', armed.struck > 0);
    const signed = elsewhere.requests.find(({ headers }) =>
      SIGNED_HEADERS.some((name) => headers[name.toLowerCase()] !== undefined),
    );
    stage.expect.that(signed === undefined, {
      expected: 'nothing that is signed at another address',
      actual: `${signed?.method} ${signed?.url} with signed headers`,
      evidence: stage.seen.requests('account').slice(0, 1),
    });
  } finally {
    elsewhere.close();
  }
}

async function listen(): Promise<{
  readonly address: string;
  readonly requests: readonly IncomingMessage[];
  readonly close: () => void;
}> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
