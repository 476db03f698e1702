// A service that is being built, for tests: the reference service behind a front that has not heard of some of its paths yet.
import { request as ask, createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type ReferenceOptions, startReference } from '../../reference/index.js';
import { writeProfileFile } from '../../reference/sandbox/profile-file.js';

export interface HalfBuilt {
  /** The path of its profile. */
  readonly profile: string;
  close(): Promise<void>;
}

export interface Stage extends ReferenceOptions {
  /** Whether the path is served. */
  readonly serves: (path: string) => boolean;
  /** How the front answers for the rest. */
  readonly otherwise?: { readonly status: number; readonly body: string; readonly contentType: string };
}

const NOT_FOUND = { status: 404, body: '{"message":"Not Found"}', contentType: 'application/json' };

export async function startHalfBuilt(folder: string, name: string, stage: Stage): Promise<HalfBuilt> {
  const { serves, otherwise = NOT_FOUND, ...options } = stage;
  const reference = await startReference(options);
  const { hostname, port } = new URL(reference.baseUrl);
  const front = createServer((incoming, outgoing) => {
    const { url = '/', method, rawHeaders } = incoming;
    if (!serves(url)) {
      outgoing.writeHead(otherwise.status, { 'content-type': otherwise.contentType }).end(otherwise.body);
      incoming.resume();
      return;
    }
    const passed = ask({ hostname, port, path: url, method, headers: rawHeaders, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  front.on('upgrade', ({ url = '/', rawHeaders }, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!serves(url)) {
      socket.end(`HTTP/1.1 ${otherwise.status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    const behind = connect(Number(port), hostname, () => {
      const lines = rawHeaders.flatMap((text, index) => (index % 2 === 0 ? [`${text}: ${rawHeaders[index + 1]}`] : []));
      behind.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on('error', () => socket.destroy());
    behind.on('close', () => socket.destroy());
    socket.on('close', () => behind.destroy());
  });
  const baseUrl = await listen(front);
  const profile = join(folder, `${name}.yaml`);
  writeProfileFile({ ...reference.profile, baseUrl, streamUrl: baseUrl.replace('http', 'ws') }, profile);
  return {
    profile,
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await reference.close();
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
