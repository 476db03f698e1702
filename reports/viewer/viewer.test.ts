import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results, Verdict } from '../model/model.js';
import { counted, countWords, WORDS } from '../model/words.js';
import { embedJournal } from '../render/embed-journal.js';
import { renderHtml } from '../render/html.js';
import { HOSTILE_TEXTS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { writeSampleRun } from '../sample-run.test.aid.js';
import { buildViewer, CHROMIUM, launchBrowser } from './browser.test.aid.js';

const VERDICTS: readonly Verdict[] = [
  'pass',
  'fail',
  'inconclusive',
  'fail',
  'not-applicable',
  'error',
  'inconclusive',
  'not-run',
];
const FAILED = 'lifecycle.rule-0/case-3';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(CHROMIUM === undefined)(
  `the viewer in a browser (${CHROMIUM ?? 'skipped: no Chromium on this machine'})`,
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsi-viewer-'));
    let browser: Browser;
    let template = '';
    let results: Results;
    let page: Page;
    let url = '';

    async function writePage(name: string, text?: string, checks = 40): Promise<string> {
      const run = writeSampleRun(join(folder, name), {
        checks,
        verdicts: VERDICTS,
        ...(text === undefined ? {} : { text }),
      });
      results = run.results;
      const path = join(run.dir, 'index.html');
      writeFileSync(path, renderHtml(results, await embedJournal(run.journalPath, results), template));
      return `file://${path}`;
    }

    async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
      await page?.context().close();
      const context = await browser.newContext(options);
      page = await context.newPage();
      await page.goto(address);
      if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]');
      return page;
    }

    const places = [
      '#/',
      '#/checks',
      `#/check/${encodeURIComponent(FAILED)}`,
      '#/requirements',
      '#/latency',
      '#/observations',
      '#/compare',
    ];

    beforeAll(async () => {
      template = await buildViewer(join(folder, 'built'));
      browser = await launchBrowser();
      url = await writePage('run');
    }, 60_000);
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('opens over file:// with the verdict, without network and without a complaint of the browser', async () => {
      const complaints: string[] = [];
      const requests: string[] = [];
      await page?.context().close();
      page = await (await browser.newContext()).newPage();
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(url);
      await page.waitForSelector('html[data-ready]');
      expect(await page.textContent('h1')).toBe('SUITE IN ERROR');
      expect(await page.title()).toContain('SUITE IN ERROR – Sample exchange');
      expect(complaints).toEqual([]);
      expect(requests).toEqual([url]);
    });

    it('folds the list of failures after six statements, and unfolds it', async () => {
      const checks = Array.from({ length: 9 }, (_, at) => sampleCheck({ id: `auth.rule-${at}/case`, verdict: 'fail' }));
      const path = join(folder, 'many.html');
      writeFileSync(path, renderHtml(sampleResults(checks), undefined, template));
      await open(`file://${path}`);
      const failures = page.locator('section[aria-labelledby="failures"]');
      const last = failures.locator('.group').last();
      expect(await failures.locator('> .group').count()).toBe(6);
      expect(await last.isVisible()).toBe(false);
      await page.getByText('3 more statements that did not hold').click();
      expect(await last.isVisible()).toBe(true);
    });

    it('shows every requirement in the matrix, the untestable one too', async () => {
      await open(url);
      expect(await page.locator('.matrix a.cell').count()).toBe(results.requirements.length);
      expect(await page.locator('.matrix a.cell.untestable').count()).toBe(1);
    });

    it('names the defect of a failed check: requirement, expected, actual, exchange, payload, missing event, command', async () => {
      await open(`${url}#/check/${encodeURIComponent(FAILED)}`);
      const text = (await page.textContent('main')) ?? '';
      expect(text).toContain('lifecycle.rule-0 says so');
      expect(text).toContain('status 4xx');
      expect(text).toContain('status 202');
      expect(text).toContain(`tsi run '${FAILED}' --seed 7`);
      const doctor = (await page.textContent('section[aria-labelledby="doctor"]')) ?? '';
      expect(doctor).toContain('A verifier must refuse this request');
      expect(doctor).toMatch(/body-hash\s*wrong\s*body_hash is not the hash of the body\.\s*expected B/);
      const deciding = page.locator('.record.told').first();
      expect(await deciding.textContent()).toContain('body hash of another body');
      await deciding.locator('summary').first().click();
      await page.waitForSelector('.record.told[open] .body');
      await page.waitForSelector('.differs');
      expect(await deciding.locator('.differs').textContent()).toMatch(/^body_hash.*SHA-256 of the body.*differs$/);
      expect(await deciding.locator('.bytes del').count()).toBeGreaterThan(0);
      expect(await page.locator('.timeline .link.missing').count()).toBe(1);
    });

    it('copies by one button after the other, which do not move', async () => {
      await open(`${url}#/check/${encodeURIComponent(FAILED)}`);
      await page.evaluate(`
        window.written = [];
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => written.push(text) } });
      `);
      const curl = page.getByRole('button', { name: 'Copy as curl' }).first();
      const before = await curl.boundingBox();
      await page.getByRole('button', { name: 'Copy for an issue' }).click();
      await page.getByRole('button', { name: 'copied' }).waitFor();
      expect(await curl.boundingBox()).toEqual(before);
      await curl.click();
      expect(await page.evaluate('written')).toEqual([
        expect.stringMatching(/^## /),
        expect.stringMatching(/ sign \w+ .*--format curl/),
      ]);
    });

    it('shows the evidence of a passing check as well', async () => {
      await open(`${url}#/check/${encodeURIComponent('auth.rule-1/case-21')}`);
      await page.locator('.record summary').first().click();
      await page.locator('.record[open] .fold summary').first().click();
      expect(await page.locator('.record[open] .headers').first().textContent()).toContain('SVC-API-KEY');
    });

    it('keeps search and filters in the URL, so that a link shows the same list', async () => {
      await open(`${url}#/checks`);
      await page.fill('#search', 'idempotency key');
      await page.selectOption('select >> nth=0', 'fail');
      const found = await page.locator('a.check').count();
      expect(found).toBeGreaterThan(0);
      const link = page.url();
      expect(link).toMatch(/#\/checks\?q=idempotency\+key&verdict=fail$/);
      await open(link);
      expect(await page.locator('a.check').count()).toBe(found);
      expect(await page.inputValue('#search')).toBe('idempotency key');
    });

    it('is used by keyboard alone', async () => {
      await open(url);
      await page.keyboard.press('/');
      await page.waitForFunction(() => document.activeElement?.id === 'search');
      await page.keyboard.type('event');
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.check-page');
      await page.keyboard.press('u');
      await page.waitForSelector('#search');
      await page.keyboard.press('l');
      await page.waitForSelector('.latency');
      await page.keyboard.press('?');
      expect(await page.locator('#keys').isVisible()).toBe(true);
    });

    it('compares with another results.json, and says why it refuses another file', async () => {
      await open(`${url}#/compare`);
      const before: Results = {
        ...results,
        run: { ...results.run, target: { ...results.run.target, fingerprint: 'a'.repeat(64) } },
        checks: results.checks
          .slice(1)
          .map((check, n) => (n % 2 === 0 ? { ...check, verdict: n < 3 ? 'pass' : 'fail' } : check)),
      };
      const choose = (buffer: string) =>
        page.setInputFiles('input[type=file] >> nth=0', {
          name: 'old.json',
          mimeType: 'application/json',
          buffer: Buffer.from(buffer),
        });
      await choose(JSON.stringify(before));
      await page.waitForSelector('h2.fail');
      const text = (await page.textContent('main')) ?? '';
      expect(text).toMatch(/Regressed \(2\)/);
      expect(text).toMatch(/Fixed \(\d+\)/);
      expect(text).toMatch(/New \(1\)/);
      expect(text).toContain('the profile changed: aaaaaaaaaaaa before, ffffffffffff now');
      await choose('{"results":9,"checks":[],"run":{}}');
      await page.waitForSelector('p.fail');
      expect(await page.textContent('p.fail')).toContain('has format 9, this page reads 1');
      await choose('{"results":1,"checks":[{}],"run":{}}');
      await page.waitForFunction(() => !document.querySelector('p.fail')?.textContent?.includes('format'));
      expect(await page.locator('p.fail').count()).toBe(1);
    });

    it('makes a history of several runs, and says who signed', async () => {
      const page2 = await open(`${url}#/compare`);
      const earlier = (day: number): { name: string; mimeType: string; buffer: Buffer } => ({
        name: `run-${day}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(
          JSON.stringify({
            ...results,
            run: { ...results.run, id: `run-${day}`, started: `2026-01-0${day}T00:00:00.000Z` },
          }),
        ),
      });
      const envelope = { payloadType: 'x', payload: '', signatures: [{ keyid: 'abc123', sig: '' }] };
      const payload = Buffer.from(JSON.stringify({ predicate: { level: 'gold' } })).toString('base64');
      const certificate = {
        name: 'certificate.intoto.jsonl',
        mimeType: 'application/json',
        buffer: Buffer.from(`${JSON.stringify({ ...envelope, payload })}\n`),
      };
      await page2.setInputFiles('input[type=file] >> nth=0', [earlier(2), earlier(1), certificate]);
      await page2.waitForSelector('#history');
      expect(await page2.textContent('#history')).toBe('3 runs, oldest first');
      expect(await page2.locator('.runs li').first().textContent()).toContain('2026-01-01');
      expect(await page2.locator('.multiple').count()).toBeGreaterThan(3);
      const text = (await page2.textContent('main')) ?? '';
      expect(text).toContain('names the key abc123');
      expect(text).toContain('the level gold');
    });

    it('filters warnings, by the words and figures of the terminal', async () => {
      const run = writeSampleRun(join(folder, 'warned'), { checks: 16, verdicts: VERDICTS });
      const checks = run.results.checks.map((check, n) => (n < 5 ? { ...check, level: 'should' as const } : check));
      const path = join(run.dir, 'index.html');
      writeFileSync(
        path,
        renderHtml({ ...run.results, checks }, await embedJournal(run.journalPath, run.results), template),
      );
      await open(`file://${path}#/checks?verdict=warning`);
      const counts = countWords(checks, run.results.run.level);
      expect(counts.warning).toBe(2);
      expect(await page.locator('a.check').count()).toBe(2);
      expect(await page.locator('.badge.warning').count()).toBe(2);
      await page.evaluate("location.hash = '#/'");
      await page.waitForSelector('.counts');
      const shown = await page.locator('.counts a').allTextContents();
      expect(shown.map((one) => one.replace(/^\S+ /, ''))).toEqual(
        WORDS.filter((word) => counts[word] > 0).map((word) => counted(counts[word], word)),
      );
    });

    it.each([
      [390, 'light'],
      [768, 'dark'],
      [1280, 'light'],
    ] as const)('is nowhere wider than a screen of %i pixels, in %s', async (width, colorScheme) => {
      await open(url, { viewport: { width, height: 900 }, colorScheme });
      for (const place of places) {
        await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
        await page.waitForFunction(`document.querySelector('main h1') && location.hash === ${JSON.stringify(place)}`);
        if (place.startsWith('#/check/')) await page.waitForSelector('.timeline');
        for (const summary of await page.locator('details:not([open]) > summary').all()) await summary.click();
        expect(await page.evaluate('document.documentElement.scrollWidth'), place).toBe(width);
        const out = `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > ${width} + 1).map((one) => one.outerHTML.slice(0, 80))`;
        expect(await page.evaluate(out), place).toEqual([]);
      }
    });

    it('reads without scripts: verdict, failures with their commands, matrix', async () => {
      await open(url, { javaScriptEnabled: false });
      const text = (await page.textContent('main')) ?? '';
      expect(text).toContain('SUITE IN ERROR');
      expect(text).toContain(`tsi run '${FAILED}' --seed 7`);
      expect(await page.locator('.matrix .cell').count()).toBe(results.requirements.length);
      expect(await page.evaluate("getComputedStyle(document.querySelector('.banner')).borderLeftWidth")).toBe('6px');
    });

    it('prints in ink on paper without its controls', async () => {
      await open(url, { colorScheme: 'dark' });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.locator('header').isVisible()).toBe(false);
      expect(await page.locator('.banner').isVisible()).toBe(true);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    });

    it.each(['light', 'dark'] as const)('gives axe nothing to find anywhere, in %s', async (colorScheme) => {
      await open(url, { colorScheme, bypassCSP: true });
      await page.evaluate(AXE);
      for (const place of places) {
        await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
        await page.waitForFunction(`document.querySelector('main h1') && location.hash === ${JSON.stringify(place)}`);
        if (place.startsWith('#/check/')) await page.waitForSelector('.timeline');
        expect(await violations(page), place).toEqual([]);
      }
    });

    it('gives axe nothing to find without scripts', async () => {
      await open(url, { javaScriptEnabled: false });
      const html = await page.content();
      const still = await (await browser.newContext()).newPage();
      await still.setContent(html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<meta http-equiv[^>]*>/, ''));
      await still.evaluate(AXE);
      const found = (await still.evaluate('axe.run()')) as { violations: { id: string }[] };
      expect(found.violations.map((one) => one.id)).toEqual([]);
      await still.context().close();
    });

    it('interprets nothing of what a target sends', async () => {
      const hostile = HOSTILE_TEXTS.filter((text) => text.length < 1_000).join(' ');
      const address = await writePage('hostile', hostile);
      const dialogs: string[] = [];
      await open(address);
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        dialog.dismiss().catch(() => undefined);
      });
      const searches = HOSTILE_TEXTS.filter((text) => text.length < 1_000 && !/\p{Cs}/u.test(text));
      for (const place of [...places, ...searches.map((text) => `#/checks?q=${encodeURIComponent(text)}`)]) {
        await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
        await page.waitForSelector('main h1');
        expect(await page.locator('main :is(img, script, iframe, object, embed, form)').count()).toBe(0);
      }
      expect(dialogs).toEqual([]);
    });

    it('stays usable when a target sends very much', async () => {
      await open(`${await writePage('long', 'x'.repeat(20_000), 8)}#/check/${encodeURIComponent(FAILED)}`);
      expect(await page.locator('.record.told').count()).toBeGreaterThan(0);
      await page.locator('.record.told summary').first().click();
      await page.waitForSelector('.record.told[open] .body');
      expect(await page.textContent('main')).toContain('more characters are in journal.ndjson');
    });
  },
);

/** What axe finds, one sentence each. */
async function violations(page: Page): Promise<readonly string[]> {
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
  return found.violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`);
}
