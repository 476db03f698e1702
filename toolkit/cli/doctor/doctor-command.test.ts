import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JournalWriter } from '../../journal/writer.js';
import { createAjv, readSchema } from '../../payload/ajv.js';
import { createSigner, parsePrivateKey, privateKeyPem, publicKeyPem, signRequest } from '../../signing/index.js';
import { type Called, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const NOW_MS = 1_767_225_600_123;
const privateKey = parsePrivateKey('33'.repeat(32));
const signer = createSigner(privateKey);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsi-doctor-'));
  writeFileSync(join(folder, 'public.pem'), publicKeyPem(signer.publicKey));
  writeFileSync(join(folder, 'private.pem'), privateKeyPem(privateKey));
  writeFileSync(join(folder, 'body.json'), '{"volume":"1"}');
  writeFileSync(join(folder, 'right.txt'), http('{"volume":"1"}'));
  writeFileSync(join(folder, 'wrong.txt'), http('{"volume":"1"}', '{"volume": "1"}'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function http(body: string, signedBody = body): string {
  const { headers } = signRequest(signer, {
    apiKey: 'key-1',
    idempotencyKey: 'order-1',
    timestampMs: NOW_MS,
    method: 'POST',
    path: '/v1/trading/accounts/42/orders',
    body: Buffer.from(signedBody),
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST /v1/trading/accounts/42/orders HTTP/1.1\r\nHost: h\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const call = (words: readonly string[], stdin = ''): Promise<Called> =>
  callTsi(['doctor', ...words], { cwd: folder, stdin });

describe('tsi doctor', () => {
  test('exits 0 on a correct request', async () => {
    const { code, stdout } = await call(['right.txt', '--key', 'key-1=public.pem', '--clock', String(NOW_MS)]);
    expect(stdout).toMatch(/^The request is signed correctly\./);
    expect(code).toBe(EXIT.conformant);
  });

  test('exits 7 on a wrong one and shows what differs', async () => {
    const { code, stdout } = await call(['wrong.txt', '--key', 'public.pem', '--clock', '2026-01-01T00:00:00Z']);
    expect(code).toBe(EXIT.verificationFailed);
    expect(stdout).toMatch(/body-hash-spaced/);
    expect(stdout).toMatch(/expected {2}\{"volume":"1"\}\n {21,}\^/);
  });

  test('exits 6 when something could not be judged', async () => {
    expect((await call(['right.txt', '--clock', String(NOW_MS)])).code).toBe(EXIT.incomplete);
  });

  test('takes an identifier with a slash before the text of a key', async () => {
    const key = Buffer.from(signer.publicKey).toString('hex');
    const { stdout } = await call(['right.txt', '--key', `desk:7/key=${key}`, '--clock', String(NOW_MS)]);
    expect(stdout).toContain('desk:7/key');
  });

  test('reads standard input, a body of its own file, and a key as text', async () => {
    const key = Buffer.from(signer.publicKey).toString('base64url');
    const curl = `curl https://h/v1/trading/accounts/42/orders -d @body.json ${http('{"volume":"1"}')
      .split('\r\n')
      .filter((line) => line.startsWith('SVC-'))
      .map((line) => `-H '${line}'`)
      .join(' ')}`;
    const words = ['--key', key, '--body', 'body.json', '--clock', String(NOW_MS)];
    expect((await call(words, curl)).code).toBe(EXIT.conformant);
    expect(
      (
        await call(
          words.filter((word) => word !== '--body' && word !== 'body.json'),
          curl,
        )
      ).code,
    ).toBe(EXIT.incomplete);
  });

  test('takes a request of a journal, with the server’s time from its answer', async () => {
    const journal = JournalWriter.open(join(folder, 'journal.ndjson'), {
      run: 'r',
      seed: '1',
      suite: { name: 's', version: '1' },
      profile: { name: 'p', fingerprint: 'f' },
    });
    const frame = {
      actor: 'suite',
      conn: 'http',
      check: null,
      account: null,
      client_request_id: null,
      operation_id: null,
      error: null,
    };
    const { headers } = signRequest(signer, {
      apiKey: 'key-1',
      idempotencyKey: 'order-1',
      timestampMs: NOW_MS,
      method: 'POST',
      path: '/v1/x',
      body: Buffer.from('{}'),
    });
    const parsed = {
      request: 'placeOrder',
      method: 'POST',
      path: '/v1/x',
      headers: headers.map(([name, value]) => [name, value]),
    };
    journal.append({ ...frame, kind: 'invoke', raw: '{}', parsed, cause: null });
    const date = new Date(NOW_MS + 7_200_000).toUTCString();
    journal.append({
      ...frame,
      kind: 'ok',
      raw: null,
      parsed: { status: 401, headers: { date }, body: null, view: null },
      cause: 1,
    });
    journal.close('finished');
    const { code, stdout } = await call(['journal.ndjson', '--record', '1', '--key', 'public.pem']);
    expect(code).toBe(EXIT.verificationFailed);
    expect(stdout).toMatch(/timestamp-local-time/);
    expect(stdout).toMatch(/shortened signature/);
    expect((await call(['journal.ndjson', '--record', '2'])).stderr).toMatch(/which is of kind ok/);
    expect((await call(['journal.ndjson', '--record', '9'])).stderr).toMatch(/not in the journal/);
    expect((await call(['right.txt', '--record', '9'])).stderr).toMatch(/expected a journal header/);
  });

  test('prints a document that its schema describes', async () => {
    const validate = createAjv({ all: true }).compile(readSchema('toolkit/doctor/diagnosis.schema.json'));
    for (const file of ['right.txt', 'wrong.txt']) {
      const { stdout } = await call([file, '--key', 'public.pem', '--clock', String(NOW_MS), '--json']);
      expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  test.each([
    [['missing.txt'], '', /missing.txt: expected a readable file, got no such file/],
    [['right.txt', '--key', 'private.pem'], '', /expected a PEM block "BEGIN PUBLIC KEY", got a private key/],
    [['right.txt', '--key', 'nonsense'], '', /--key: expected a 32-byte public key/],
    [['right.txt', '--key', 'key-1=misspelt.pem'], '', /--key misspelt\.pem: .*no file has that name/],
    [['right.txt', '--key', '.'], '', /--key \.: expected a readable file/],
    [['right.txt', '--clock', 'noon'], '', /--clock: expected Unix milliseconds or a date, got noon/],
    [['right.txt', '--window', '-1'], '', /window/],
    [[], 'hello', /expected raw HTTP, a curl command, HAR, JSON/],
    [[], '', /got nothing/],
    [['right.txt', '--profile', 'missing.yaml'], '', /missing.yaml/],
  ])('ends with one message on misuse: %j', async (words, stdin, message) => {
    const { code, stdout, stderr } = await call(words, stdin);
    expect([code, stdout]).toEqual([EXIT.usage, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/MC4CAQ|MzMzMz/);
  });
});
