// A target behind TLS, with a certificate of an authority that this machine does not know until it is told of it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { type Reference, startReference } from '../reference/index.js';
import { writeProfileFile } from '../reference/sandbox/profile-file.js';
import { EXIT } from './exit-codes.js';

/** For localhost and 127.0.0.1. Its key guards nothing and is public on purpose. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSS4o6c8mVMJ57h/C
aWrausO+7+N1Vs9IrihsT3JrkymhRANCAASYIBJ9yFtbWgsJxsO8ezv7JB1QPFMH
iHKK90vZkX58nN5iTytWi3ek6OmqWKYIxTG372PyiLoXrQr7+/+H8GHY
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUWe4jx6a3N6oDNJT90rMNTxqNfg0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDExNTQ1MloYDzIxMjYxMDMx
MTE1NDUyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASYIBJ9yFtbWgsJxsO8ezv7JB1QPFMHiHKK90vZkX58nN5iTytWi3ek
6OmqWKYIxTG372PyiLoXrQr7+/+H8GHYo28wbTAdBgNVHQ4EFgQUbgRucpXoaBKl
R7RT9ips5Ux6Y90wHwYDVR0jBBgwFoAUbgRucpXoaBKlR7RT9ips5Ux6Y90wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhALYEOiWUH2t1qe3EOt6ir/QXA2HtNIZk2sQpY7BoTzCOAiEA
sMcftgIReCpAXvRf93jxXosvtd4+RqHw7/dlqm7etVg=
-----END CERTIFICATE-----
`;

/** Of each client that the suite has: plain requests, streams, odd targets and odd frames on bare connections. */
const SELECTED = ['configuration', 'auth.handshake-path-accepted', 'robustness', 'subscriptions.hmr-snapshot'];

let folder: string;
let reference: Reference;
let front: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  writeFileSync(join(folder, 'authority.pem'), cert);
  reference = await startReference({ seed: 3 });
  const { hostname, port } = new URL(reference.baseUrl);
  front = createServer({ key, cert }, (socket) => {
    const behind = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  front.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await reference.close();
  await new Promise((resolve) => front.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function baseUrl(host: string): string {
  const address = front.address();
  return `https://${host}:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

async function run(
  host: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly status: number | null; readonly output: string }> {
  const url = baseUrl(host);
  writeProfileFile(
    { ...reference.profile, baseUrl: url, streamUrl: url.replace('http', 'ws') },
    join(folder, 'target.yaml'),
  );
  const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
  const words = ['run', ...SELECTED, '--effort', 'quick', '--profile', 'target.yaml', '--out', 'report'];
  const child = spawn(process.execPath, [main, ...words], { cwd: folder, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output };
}

describe('a target behind TLS', () => {
  it.each(['localhost', '127.0.0.1'])('is judged like any other at %s, and nothing is warned of', async (host) => {
    const { status, output } = await run(host, { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') });
    expect(output).toContain('CONFORMANT IN THE SELECTED PART');
    expect(output).not.toContain('Warning');
    expect(status).toBe(EXIT.conformant);
  });

  it('is told apart from one that does not answer where nobody vouches for it', async () => {
    const { status, output } = await run('localhost', {});
    expect(output).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(output).toContain('NODE_EXTRA_CA_CERTS');
    expect(output).not.toContain('start the target');
    expect(status).toBe(EXIT.unreachable);
  });
});
