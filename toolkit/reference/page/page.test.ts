// The page of a sandbox in a real browser: a client trades, the page shows it, its buttons act, and no other page may ask.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { type Reference, startReference } from '../index.js';
import { OrdinaryClient, type OrdinaryStream } from '../sandbox/ordinary-client.test.aid.js';

const CHROMIUM = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ORDER = { type: 'limit', side: 'buy', instrument: 'EURUSD', volume: '0.10', price: '0.90000' } as const;

describe.skipIf(CHROMIUM === undefined)(
  `the page of a sandbox in a browser (${CHROMIUM ?? 'skipped: no Chromium on this machine'})`,
  { timeout: 60_000 },
  () => {
    let reference: Reference;
    let client: OrdinaryClient;
    let events: OrdinaryStream;
    let browser: Browser;
    let page: Page;
    const asked = new Set<string>();
    const complaints: string[] = [];

    beforeAll(async () => {
      const build = spawn(process.execPath, [join(packageRoot(), 'toolkit/cli/bundle/pages.mjs'), 'sandbox'], {
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: 'inherit',
      });
      const [code] = await once(build, 'exit');
      if (code !== 0) throw new Error(`the build of the page ended with ${code}`);
      reference = await startReference({ accounts: 2, page: true });
      client = new OrdinaryClient(reference.profile);
      events = await client.open('eventsStream');
      events.command('subscribe', { event: 'transactions' });
      await events.next('trading_state_snapshot');
      const placed = client.dialect.readAck((await client.send('placeOrder', ORDER)).body);
      await events.next('transaction_event', ({ view }) => view.operationId === placed.operationId);
      browser = await chromium.launch({
        ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
        args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
      });
      page = await open(1280, 'light');
    }, 60_000);
    afterAll(async () => {
      await browser?.close();
      await reference?.close();
    });

    async function open(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const opened = await context.newPage();
      opened.on('console', (message) => complaints.push(message.text()));
      opened.on('pageerror', (error) => complaints.push(error.message));
      opened.on('request', (sent) => asked.add(new URL(sent.url()).origin));
      await opened.goto(`${reference.controlUrl}/ui`);
      await opened.waitForSelector('main');
      return opened;
    }

    async function expectFitting(opened: Page, width: number): Promise<void> {
      expect(await opened.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await opened.evaluate(AXE);
      const found = (await opened.evaluate('axe.run()')) as { violations: { id: string; nodes: unknown[] }[] };
      expect(found.violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes[0]).slice(0, 300)}`)).toEqual([]);
    }

    async function section(title: string, holds: string): Promise<void> {
      await page.locator(`section[aria-labelledby="${title}"]`, { hasText: holds }).waitFor({ timeout: 10_000 });
    }

    it('shows orders, operations, prices, streams and frames', async () => {
      await section('orders', 'buy limit');
      await section('operations', 'success');
      await section('prices', 'EURUSD');
      await section('streams', 'transactions');
      await section('frames', 'trading_state_snapshot');
    });

    it('fills an order by keyboard; the client hears of it, and the page shows the position', async () => {
      const fill = page.getByRole('button', { name: /^Fill ord-/ });
      await fill.focus();
      await page.keyboard.press('Enter');
      const filled = await events.next('transaction_event', ({ view }) => (view.positions?.length ?? 0) > 0);
      await section('positions', filled.view.positions?.[0]?.id ?? 'no position');
      await page.locator('p[role="status"]', { hasText: 'order.fill: done' }).waitFor();
    });

    it('performs an action with parameters on the chosen account', async () => {
      const other = reference.profile.accounts.pool[1]?.id ?? '';
      await page.selectOption('select', other);
      await page.getByText('account.deposit', { exact: true }).click();
      const form = page.locator('form', { has: page.getByRole('button', { name: 'Do account.deposit' }) });
      await form.locator('input[name="kind"]').fill('dividend');
      await form.locator('input[name="amount"]').fill('12.50');
      await form.getByRole('button').click();
      await section('account', '1000012.50');
      await form.locator('input[name="kind"]').fill('gift');
      await form.getByRole('button').click();
      await page.locator('p[role="status"]', { hasText: 'expected one of balance' }).waitFor();
    });

    it('shows refusals with what the doctor says, and what was sent beside the right form, as text', async () => {
      const { path } = client.dialect.request('account', { accountId: client.accountId });
      await fetch(`${reference.baseUrl}${path}`, { headers: client.sign('GET', '/v1/elsewhere', undefined) });
      events.socket.send('{"type":"subscribe","event":"<img src=x onerror=alert(1)>"}');
      await events.next('command_refused');
      await section('refusals', 'the doctor says');
      await section('refusals', '<img src=x onerror=alert(1)>');
      await section('refusals', 'the right form: {"type":"subscribe"');
    });

    it.each([
      [1280, 'light'],
      [1280, 'dark'],
      [768, 'light'],
      [768, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const)('satisfies axe and is no wider than the screen at %i, %s', async (width, scheme) => {
      const opened = await open(width, scheme);
      await opened.locator('.refusals li').first().waitFor();
      await expectFitting(opened, width);
      const hidden = await opened.evaluate(
        "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length",
      );
      expect(hidden).toBe(0);
      await opened.context().close();
    });

    it.each([1280, 390])('so does the introduction at %i', async (width) => {
      const folder = await mkdtemp(join(tmpdir(), 'tsi-introduced-'));
      await reference.introduce({
        program: 'tsi',
        profileFile: join(folder, 'a.yaml'),
        keyFile: join(folder, 'a.pem'),
      });
      const opened = await browser.newPage({ viewport: { width, height: 900 } });
      await opened.goto(reference.baseUrl);
      await expectFitting(opened, width);
      await opened.close();
      await rm(folder, { recursive: true });
    });

    it('asked nobody but the sandbox, and the browser had no complaint', () => {
      expect([...asked].filter((origin) => origin !== 'null')).toEqual([reference.controlUrl]);
      expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    });

    it('says so when the sandbox has ended', async () => {
      await events.close();
      await reference.close();
      await page.locator('.down').waitFor({ timeout: 10_000 });
    });
  },
);

describe('the page towards others', () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference({ accounts: 1, page: true });
  });
  afterAll(() => reference.close());

  function status(url: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const call = request(url, { headers, method }, (answer) => resolve(answer.resume().statusCode));
      call.on('error', reject);
      call.end(method === 'POST' ? '{}' : undefined);
    });
  }

  it.each<[string, string, Record<string, string>]>([
    ['state to another site', '/ui/state', { 'Sec-Fetch-Site': 'same-site' }],
    ['state to another origin', '/ui/state', { Origin: 'http://elsewhere.example' }],
    ['state under another name', '/ui/state', { Host: 'elsewhere.example' }],
    ['the page under another name', '/ui', { Host: 'elsewhere.example' }],
  ])('refuses %s', async (_name, path, headers) => {
    expect(await status(`${reference.controlUrl}${path}`, headers)).toBe(403);
  });

  it.each<[string, Record<string, string>]>([
    ['another origin', { Origin: 'http://elsewhere.example' }],
    ['an origin that is a rebound name', { Origin: 'http://elsewhere.example:1', Host: 'elsewhere.example:1' }],
    ['another port of this machine', { Origin: 'http://127.0.0.1:1' }],
    ['no origin but another site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('refuses an action by a page of %s', async (_name, headers) => {
    expect(await status(`${reference.controlUrl}/account.create`, headers, 'POST')).toBe(403);
  });

  it('does not exist where it was not asked for', async () => {
    const plain = await startReference({ accounts: 1 });
    expect(await status(`${plain.controlUrl}/ui`, {})).toBe(405);
    expect(await status(`${plain.controlUrl}/account.create`, { Origin: plain.controlUrl }, 'POST')).toBe(403);
    await plain.close();
  });
});
