import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCapture } from '../../doctor/capture/read-capture.js';
import { createAjv, readSchema } from '../../payload/ajv.js';
import {
  createSigner,
  createVerifier,
  firstBroken,
  inspectRequest,
  parsePrivateKey,
  portableHashing,
  privateKeyPem,
} from '../../signing/index.js';
import { type Called, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const SEED = '44'.repeat(32);
const signer = createSigner(parsePrivateKey(SEED));
const PATH = '/v1/configuration/accounts/1/limits?b=2&a=%2f&c=';
const KEY = ['-k', 'key.pem', '--api-key', 'key-1'] as const;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsi-sign-'));
  writeFileSync(join(folder, 'key.pem'), privateKeyPem(parsePrivateKey(SEED)));
  writeFileSync(join(folder, 'open.pem'), privateKeyPem(parsePrivateKey(SEED)));
  chmodSync(join(folder, 'open.pem'), 0o666);
  writeFileSync(join(folder, 'body.json'), '{"comment": "it\'s é"}\n');
  writeFileSync(
    join(folder, 'target.yaml'),
    `profile: 1
name: acme
baseUrl: https://api.example.test/gateway
keys:
  main: {id: key-1, privateKey: {file: key.pem}}
accounts:
  pool: ["1001", "1002"]
  unknown: "9999"
`,
  );
  writeFileSync(join(folder, 'body.bin'), Uint8Array.of(0xff, 0xfe));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const sign = (words: readonly string[], stdin = ''): Promise<Called> =>
  callTsi(['sign', ...words], { cwd: folder, stdin });

/** What a server would say of a printed request. */
function causeOf(text: string, body?: Uint8Array): string | undefined {
  const capture = readCapture(Buffer.from(text));
  const request = { ...capture, body: body ?? capture.body ?? new Uint8Array() };
  return firstBroken(
    inspectRequest(request, {
      hashing: portableHashing,
      keyOf: (apiKey) => (apiKey === 'key-1' ? createVerifier(signer.publicKey) : 'api-key-unknown'),
      clock: { nowMs: Date.now(), windowMs: 60_000 },
    }),
  )?.cause;
}

describe('tsi sign', () => {
  it('prints the six headers of a request, with the empty one', async () => {
    const { code, stdout, stderr } = await sign(['GET', PATH, ...KEY, '--timestamp', '1714564800123']);
    expect({ code, stderr }).toEqual({ code: EXIT.conformant, stderr: '' });
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'SVC-API-KEY: key-1',
      'SVC-IDEMPOTENCY-KEY:',
      'SVC-TIMESTAMP: 1714564800123',
      'SVC-SIGN-VERSION: 1',
    ]);
    expect(causeOf(`GET ${PATH} HTTP/1.1\r\nHost: h\r\n${stdout}\r\n`)).toBe('timestamp-stale');
  });

  it.each(['http', 'curl'])('prints %s that verifies: path, query, body and empty header as signed', async (format) => {
    const get = await sign(['GET', `https://api.example.test${PATH}`, ...KEY, '-f', format]);
    expect(causeOf(get.stdout)).toBeUndefined();
    const post = await sign([
      'POST',
      '/v1/x',
      ...KEY,
      '-f',
      format,
      '--body-text',
      '{"a": "it\'s é"}',
      '--base-url',
      'http://h:1/',
    ]);
    expect(causeOf(post.stdout)).toBeUndefined();
    expect(get.stdout).toContain('api.example.test');
    expect(post.stdout).toContain('application/json');
  });

  it('names the file of the body in a curl command', async () => {
    const { stdout } = await sign(['POST', '/v1/x', ...KEY, '-f', 'curl', '--body', 'body.bin']);
    expect(stdout).toContain("--data-binary '@body.bin'");
    expect(causeOf(stdout, Uint8Array.of(0xff, 0xfe))).toBeUndefined();
  });

  it('prints a handshake for wscat, which takes no body', async () => {
    const stream = ['https://api.example.test/v1/x/ws/events', ...KEY, '-f', 'wscat'];
    const { stdout } = await sign(['GET', ...stream]);
    expect(stdout).toContain("-H 'SVC-IDEMPOTENCY-KEY:'");
    expect(stdout).toContain("-c 'wss://api.example.test/v1/x/ws/events'");
    expect((await sign(['POST', ...stream, '--body-text', '{}'])).code).toBe(EXIT.usage);
  });

  it('prints JSON that satisfies its schema', async () => {
    const { stdout } = await sign(
      ['POST', '/v1/x', ...KEY, '-f', 'json', '--body', '-', '--idempotency-key', 'order-1'],
      '{}',
    );
    const validate = createAjv({ all: true }).compile(readSchema('toolkit/signing/signed-request.schema.json'));
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({ bodyHash: 'RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o' });
  });

  it('takes key and address from a profile, and puts the path of the address before the given one', async () => {
    const { code, stdout } = await sign(['GET', '/v1/x?a=1', '-p', 'target.yaml', '-f', 'curl']);
    expect(code).toBe(EXIT.conformant);
    expect(stdout).toContain("'https://api.example.test/gateway/v1/x?a=1'");
    expect(causeOf(stdout)).toBeUndefined();
    const given = await sign(['GET', '/gateway/v1/x', '-p', 'target.yaml', '-f', 'json']);
    expect(JSON.parse(given.stdout)).toMatchObject({
      path: '/gateway/v1/x',
      url: 'https://api.example.test/gateway/v1/x',
    });
    expect((await sign(['GET', '/v1/x', '-p', 'target.yaml', '--role', 'second'])).stderr).toContain(
      'expected one of main, got second',
    );
  });

  it('makes a fresh idempotency key for a mutating request', async () => {
    const keys = await Promise.all(
      [1, 2].map(async () => (await sign(['POST', '/v1/x', ...KEY])).stdout.split('\n')[1]),
    );
    expect(keys[0]).toMatch(/^SVC-IDEMPOTENCY-KEY: [0-9a-f-]{36}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('explains every stage on the side', async () => {
    const { stdout, stderr } = await sign(['POST', '/v1/x', ...KEY, '--body', 'body.json', '--explain']);
    for (const stage of ['body hash', 'payload', 'SVC-DATA', 'SVC-SIGN']) {
      expect(stderr).toContain(stage);
    }
    expect(stdout).toMatch(/^SVC-API-KEY/);
    expect(stderr).not.toContain(SEED);
  });

  it('signs a wrong idempotency key as asked, and says so', async () => {
    const { code, stderr } = await sign(['POST', '/v1/x', ...KEY, '--idempotency-key', 'abc']);
    expect(code).toBe(EXIT.conformant);
    expect(stderr).toContain('interface 8');
  });

  it.each<[readonly string[], RegExp]>([
    [['get', '/v1/x', ...KEY], /METHOD: expected a method in upper case, got get/],
    [['GET', 'v1/x', ...KEY], /PATH: expected a path that starts with a slash/],
    [['GET', '/v1/ü', ...KEY], /percent-encoded/],
    [['GET', '/v1/x#top', ...KEY], /without a fragment/],
    [['GET', '/v1/x'], /expected a key/],
    [['GET', '/v1/x', ...KEY, '--base-url', 'h:1'], /--base-url: expected an address/],
    [['GET', '/v1/x', '-k', 'key.pem'], /--api-key/],
    [['GET', '/v1/x', '-k', 'key.pem', '-p', 'target.yaml'], /both --key-file and --profile/],
    [
      ['GET', '/v1/x', '-k', 'no.pem', '--api-key', 'k'],
      /--key-file no.pem: expected a readable file, got no such file/,
    ],
    [['GET', '/v1/x', '-k', 'body.json', '--api-key', 'k'], /expected a JWK/],
    [['GET', '/v1/x', '-k', 'open.pem', '--api-key', 'k'], /writable by its owner only/],
    [['GET', '/v1/x', '-k', 'key.pem', '--api-key', 'a\nb'], /printable ASCII/],
    [['GET', '/v1/x', ...KEY, '--timestamp', 'now'], /timestamp/],
    [['POST', '/v1/x', ...KEY, '--body', 'body.json', '--body-text', 'x'], /both/],
    [['POST', '/v1/x', ...KEY, '--body', 'body.bin', '-f', 'http'], /expected a body that is UTF-8 text/],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await sign(words);
    expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
