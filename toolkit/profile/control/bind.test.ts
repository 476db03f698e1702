import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfile } from '../loading/load.js';
import type { Profile } from '../profile.js';
import type { ControlSurface } from './actions.js';
import { bindControl, namesParam } from './bind.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-control-'));
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const TOKEN = 'token-of-the-operator';
const ENV = { KEY: SEED, TOKEN };

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

const seen: Seen[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, url, headers } = request;
      seen.push({ method, url, authorization: headers.authorization, contentType: headers['content-type'], body });
      if (url === '/hang') return;
      if (url === '/endless') {
        const more = (): void => void response.write('x'.repeat(65_536), () => !response.destroyed && more());
        return more();
      }
      response.statusCode = url === '/refuse' ? 409 : 200;
      response.end(url === '/garbage' ? '<html>' : '{"account_id":17,"made":{"id":"A-1"}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

function connections(): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

let files = 0;

async function surface(control: string): Promise<ControlSurface> {
  return bindControl(await profileWith(control));
}

async function profileWith(control: string): Promise<Profile> {
  files += 1;
  const path = join(folder, `p${files}.yaml`);
  writeFileSync(
    path,
    `profile: 1
name: c
baseUrl: http://127.0.0.1:1
keys: {main: {id: k, privateKey: {env: KEY}}}
accounts: {pool: ["1"], unknown: "2"}
control:
${control}`,
  );
  return await loadProfile(path, { env: ENV });
}

function script(name: string, text: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
}

describe('control over HTTP', () => {
  it('fills URL, headers and body from the parameters and reads the result', async () => {
    const control = await surface(`  account.create:
    http:
      url: "${origin}/make?c={currency}"
      headers: {Authorization: {env: TOKEN}}
      body: {cur: "{currency}", digits: "{currency_digits|number}", what: "{action}", all: "{params}"}
    result: {account_id: /made/id}
    values: {currency: {USD: "US dollar"}}
`);
    expect(control.has('account.create')).toBe(true);
    expect(control.has('stream.drop')).toBe(false);
    expect(await control.perform('account.create', { currency: 'USD' })).toEqual({ account_id: 'A-1' });
    expect(seen.at(-1)).toEqual({
      method: 'POST',
      url: '/make?c=US%20dollar',
      authorization: TOKEN,
      contentType: 'application/json',
      body: '{"cur":"US dollar","what":"account.create","all":{"currency":"US dollar"}}',
    });
  });

  it('reads a result by its own name where the binding says nothing, numbers as text', async () => {
    const control = await surface(`  account.create: {http: {method: PUT, url: "${origin}/x"}}\n`);
    expect(await control.perform('account.create', {})).toEqual({ account_id: '17' });
    expect(seen.at(-1)).toMatchObject({ method: 'PUT', body: '', contentType: undefined });
  });

  it.each([
    ['the body', '{body: {from: "{starts_at}"}, url: "http://127.0.0.1/x"}', true],
    ['the address', '{url: "http://127.0.0.1/x?from={starts_at}"}', true],
    ['another parameter alone', '{body: {to: "{ends_at}"}, url: "http://127.0.0.1/x"}', false],
    ['all parameters together', '{body: "{params}", url: "http://127.0.0.1/x"}', false],
    ['doubled braces', '{body: {from: "{{starts_at}}"}, url: "http://127.0.0.1/x"}', false],
  ])('knows whether %s names a parameter', async (_where, http, names) => {
    const { control } = await profileWith(`  hmr.upsert: {http: ${http}}\n`);
    const binding = control['hmr.upsert'];
    expect(binding && namesParam('hmr.upsert', binding, 'starts_at')).toBe(names);
  });

  it('knows the scope of an action, and a binding that narrows it', async () => {
    const control = await surface(
      `  instrument.add: {scope: account, http: {url: "${origin}/x"}}\n  hmr.remove: {http: {url: "${origin}/x"}}\n`,
    );
    expect(control.scope('instrument.add')).toBe('account');
    expect(control.scope('hmr.remove')).toBe('target');
  });

  it('uses a connection again at once, and none that may have been closed meanwhile', async () => {
    const ports = new Set<number | undefined>();
    const note = ({ socket }: IncomingMessage): unknown => ports.add(socket.remotePort);
    server.on('request', note);
    const control = await surface(`  account.create: {http: {url: "${origin}/x"}}\n`);
    await control.perform('account.create', {});
    await new Promise((resolve) => setImmediate(resolve)); // it is free a turn after its answer
    await control.perform('account.create', {});
    expect(ports.size).toBe(1);
    await expect.poll(() => connections(), { timeout: 4_000 }).toBe(0); // long before the server would have closed it
    await control.perform('account.create', {});
    expect(ports.size).toBe(2);
    server.off('request', note);
  });

  const failures: readonly (readonly [what: string, path: string, message: RegExp])[] = [
    ['a refusal with its answer', '/refuse', /^control action account\.create: HTTP 409: \{"account_id":17/],
    ['an answer that is no JSON', '/garbage', /expected JSON as its answer: expected a value, got "<": <html>/],
    ['a call that hangs', '/hang', /^control action account\.create: no answer within 300 ms$/],
    ['an endless answer', '/endless', /expected an answer of at most 1048576 bytes, got more/],
  ];
  it.each(failures)('reports %s, without the token', async (_what, path, message) => {
    const control = await surface(
      `  account.create: {timeoutMs: ${path === '/hang' ? 300 : 5000}, http: {url: "${origin}${path}", headers: {a: {env: TOKEN}}}}\n`,
    );
    const error: unknown = await control.perform('account.create', {}).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ProtocolError', code: 'control-failed' });
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain(TOKEN);
  });

  it('reports a parameter that the URL needs and did not get', async () => {
    const control = await surface(`  account.create: {http: {url: "${origin}/{currency}"}}\n`);
    await expect(control.perform('account.create', {})).rejects.toThrow(/expected a value for \{currency\}/);
  });

  it('refuses an action that is not bound', async () => {
    const control = await surface(`  account.create: {http: {url: "${origin}/x"}}\n`);
    await expect(control.perform('stream.drop', { account_id: '1' })).rejects.toMatchObject({
      code: 'control-missing',
    });
  });

  it('stops when it is told to', async () => {
    const control = await surface(`  account.create: {http: {url: "${origin}/hang"}}\n`);
    const abort = new AbortController();
    const done = control.perform('account.create', {}, abort.signal);
    abort.abort(new Error('enough'));
    await expect(done).rejects.toThrow('control action account.create: enough');
  });
});

describe('control by command', () => {
  it('passes parameters as arguments, untouched by any shell', async () => {
    script('make.sh', 'printf \'{"account_id":"%s"}\' "$1"');
    const control = await surface('  account.create: {command: [./make.sh, "<{currency}>"]}\n');
    expect(await control.perform('account.create', { currency: '$(id); `x` && "y"'.replaceAll('"', "'") })).toEqual({
      account_id: "<$(id); `x` && 'y'>",
    });
  });

  it('leaves out arguments whose optional parameter is not given, and makes identifiers anew', async () => {
    script('open.sh', 'for word; do printf "%s " "$word" >> "$0.said"; done; echo >> "$0.said"');
    const control = await surface(
      `  account.create:
    command: [./open.sh, "{fresh}", ["--currency", "{currency}"], "--digits={currency_digits}"]
    result: {account_id: "{fresh}"}
`,
    );
    const made = [
      await control.perform('account.create', {}),
      await control.perform('account.create', { currency: 'USD', currency_digits: '2' }),
    ].map(({ account_id: id }) => id);
    expect(new Set(made).size).toBe(2);
    for (const id of made) expect(id).toMatch(/^t[0-9a-f]{15}$/);
    const said = readFileSync(join(folder, 'open.sh.said'), 'utf8');
    expect(said).toBe(`${made[0]} \n${made[1]} --currency USD --digits=2 \n`);
  });

  it('reports the exit code and what the command said', async () => {
    script('fail.sh', 'echo out; echo "no such account" >&2; exit 3');
    const control = await surface('  stream.drop: {command: [./fail.sh]}\n');
    await expect(control.perform('stream.drop', { account_id: '1' })).rejects.toThrow(
      'control action stream.drop: exit code 3: no such account',
    );
  });

  it('reports a program that is not there', async () => {
    const control = await surface('  stream.drop: {command: [./nowhere]}\n');
    await expect(control.perform('stream.drop', { account_id: '1' })).rejects.toThrow('cannot run ./nowhere: ENOENT');
  });

  it('ends a command that hangs, with everything that it started', async () => {
    script('hang.sh', `sleep 60 & echo $! > "${join(folder, 'child')}"; wait`);
    const control = await surface('  stream.drop: {timeoutMs: 500, command: [./hang.sh]}\n');
    await expect(control.perform('stream.drop', { account_id: '1' })).rejects.toThrow('no answer within 500 ms');
    const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it('does not wait for a service that a command leaves behind, and leaves it running', async () => {
    script('start.sh', `sleep 20 & echo $! > "${join(folder, 'service')}"; echo started >&2`);
    const control = await surface('  stream.drop: {timeoutMs: 9000, command: [./start.sh]}\n');
    const before = performance.now();
    await control.perform('stream.drop', { account_id: '1' });
    expect(performance.now() - before).toBeLessThan(8_000);
    const service = Number(readFileSync(join(folder, 'service'), 'utf8'));
    expect(isRunning(service)).toBe(true);
    process.kill(service, 'SIGKILL');
  });

  it('bounds what a command says', async () => {
    script('flood.sh', 'yes');
    const control = await surface('  stream.drop: {command: [./flood.sh]}\n');
    await expect(control.perform('stream.drop', { account_id: '1' })).rejects.toThrow('at most 1048576 bytes');
  });
});

/** A killed process that nobody has reaped yet counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
