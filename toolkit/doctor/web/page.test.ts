// The page in a real browser: what it shows, and that it cannot reach any network.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { createSigner, parsePrivateKey, privateKeyPem, publicKeyPem, signRequest } from '../../signing/index.js';

const CHROMIUM = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

const NOW_MS = 1_767_225_600_123;
const privateKey = parsePrivateKey('33'.repeat(32));
const signer = createSigner(privateKey);

function captured(path: string, signedPath = path): string {
  const { headers } = signRequest(signer, {
    apiKey: 'key-1',
    idempotencyKey: '',
    timestampMs: NOW_MS,
    method: 'GET',
    path: signedPath,
  });
  return `GET ${path} HTTP/1.1\nHost: h\n${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`;
}

describe.skipIf(CHROMIUM === undefined)(
  `the page of the doctor in a browser (${CHROMIUM ?? 'skipped: no Chromium on this machine'})`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsi-doctor-'));
    const file = join(folder, 'doctor.html');
    const seen: string[] = [];
    const complaints: string[] = [];
    let browser: Browser;
    let server: Server;
    let page: Page;

    beforeAll(async () => {
      const build = spawn(process.execPath, [join(packageRoot(), 'toolkit/cli/bundle/pages.mjs'), 'doctor', file], {
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: 'inherit',
      });
      const [code] = await once(build, 'exit');
      expect(code).toBe(0);
      server = createServer((request, response) => {
        seen.push(String(request.url));
        response.end('reached');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      browser = await chromium.launch({
        ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      });
      page = await browser.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`file://${file}`);
      await page.waitForSelector('html[data-ready]');
    }, 60_000);

    afterEach(() => {
      expect(complaints.splice(0)).toEqual([]);
    });

    afterAll(async () => {
      await browser?.close();
      server?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function diagnose(capture: string, keys: string, clock = String(NOW_MS)): Promise<string> {
      await page.fill('#capture', capture);
      await page.fill('#keys', keys);
      await page.fill('#clock', clock);
      await page.evaluate("document.getElementById('result').replaceChildren()");
      await page.click('button[type=submit]');
      return (await page.locator('#headline').textContent()) ?? '';
    }

    test('finds nothing wrong with a correct request', async () => {
      const keys = `key-1 = ${Buffer.from(signer.publicKey).toString('base64url')}`;
      expect(await diagnose(captured('/v1/x?b=1&a=2'), keys)).toBe('The request is signed correctly.');
    });

    test('shows the cause and marks what differs', async () => {
      expect(await diagnose(captured('/v1/x?b=1&a=2', '/v1/x?a=2&b=1'), publicKeyPem(signer.publicKey))).toMatch(
        /another order/,
      );
      expect(await page.locator('mark').allTextContents()).toEqual(['b=1&a=2', 'a=2&b=1']);
      expect(await page.locator('.cause code').first().textContent()).toBe('path-query-reordered');
    });

    test('treats markup in a capture as text', async () => {
      const evil = '/v1/<img src=x onerror=document.title=1>';
      await diagnose(captured(evil, '/v1/<script>document.title=2</script>'), publicKeyPem(signer.publicKey));
      expect(await page.locator('img, #result script').count()).toBe(0);
      expect(await page.title()).toBe('Signature doctor');
    });

    test('takes a private key out of the page at once', async () => {
      expect(await diagnose(captured('/v1/x'), privateKeyPem(privateKey))).toMatch(/private key.*taken out/);
      expect(await page.inputValue('#keys')).toBe('');
      expect((await page.content()).includes('MzMzMzMz')).toBe(false);
    });

    test.each([
      ['hello', '', '', /expected raw HTTP/],
      [captured('/v1/x'), 'nonsense-key', '', /expected a 32-byte public key/],
      [captured('/v1/x'), '', 'noon', /neither Unix milliseconds nor a date/],
    ])('says what is wrong with its input: %s', async (capture, keys, clock, sentence) => {
      expect(await diagnose(capture, keys, clock)).toMatch(sentence);
    });

    test('has an example with a mistake in it', async () => {
      await page.click('#example');
      await page.waitForSelector('text=body-hash-compact');
    });

    test('reaches no network, not even when told to', async () => {
      const address = server.address();
      const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
      const outcome = await page.evaluate(`Promise.allSettled([
      fetch(${JSON.stringify(url)}),
      new Promise((resolve, reject) => { const image = new Image(); image.onload = resolve; image.onerror = reject; image.src = ${JSON.stringify(url)}; }),
      new Promise((resolve, reject) => { const script = document.createElement('script'); script.onload = resolve; script.onerror = reject; script.src = ${JSON.stringify(url)}; document.head.append(script); }),
    ]).then((all) => all.map((one) => one.status))`);
      expect(outcome).toEqual(['rejected', 'rejected', 'rejected']);
      expect(seen).toEqual([]);
      const html = readFileSync(file, 'utf8');
      expect(html).toMatch(
        /content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"/,
      );
      expect(/(?:src|href)="http/.test(html)).toBe(false);
    });
  },
);
