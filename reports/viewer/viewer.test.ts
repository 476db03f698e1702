// What somebody sees and does on the page of a report.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../model/model.js';
import { counted, countWords, WORDS } from '../model/words.js';
import { embedJournal } from '../render/embed-journal.js';
import { renderHtml } from '../render/html.js';
import { sampleCheck, sampleResults } from '../sample.test.aid.js';
import { writeSampleRun } from '../sample-run.test.aid.js';
import { CHROMIUM } from './browser.test.aid.js';
import { FAILED, startViewer, VERDICTS, type Viewer } from './viewer.test.aid.js';

describe.skipIf(CHROMIUM === undefined)(
  `the viewer in a browser (${CHROMIUM ?? 'skipped: no Chromium on this machine'})`,
  { timeout: 60_000 },
  () => {
    let viewer: Viewer;
    beforeAll(async () => {
      viewer = await startViewer();
    }, 60_000);
    afterAll(() => viewer?.close());

    it('opens over file:// with the verdict, without network and without a complaint of the browser', async () => {
      const complaints: string[] = [];
      const requests: string[] = [];
      await viewer.newPage();
      viewer.page.on('console', (message) => complaints.push(message.text()));
      viewer.page.on('pageerror', (error) => complaints.push(error.message));
      viewer.page.on('request', (request) => requests.push(request.url()));
      await viewer.page.goto(viewer.url);
      await viewer.page.waitForSelector('html[data-ready]');
      expect(await viewer.page.textContent('h1')).toBe('SUITE IN ERROR');
      expect(await viewer.page.title()).toContain('SUITE IN ERROR – Sample exchange');
      expect(complaints).toEqual([]);
      expect(requests).toEqual([viewer.url]);
    });

    it('folds the list of failures after six statements, and unfolds it', async () => {
      const checks = Array.from({ length: 9 }, (_, at) => sampleCheck({ id: `auth.rule-${at}/case`, verdict: 'fail' }));
      const path = join(viewer.folder, 'many.html');
      writeFileSync(path, renderHtml(sampleResults(checks), undefined, viewer.template));
      await viewer.open(`file://${path}`);
      const failures = viewer.page.locator('section[aria-labelledby="failures"]');
      const last = failures.locator('.group').last();
      expect(await failures.locator('> .group').count()).toBe(6);
      expect(await last.isVisible()).toBe(false);
      await viewer.page.getByText('3 more statements that did not hold').click();
      expect(await last.isVisible()).toBe(true);
    });

    it('shows every requirement in the matrix, the untestable one too', async () => {
      await viewer.open(viewer.url);
      expect(await viewer.page.locator('.matrix a.cell').count()).toBe(viewer.results.requirements.length);
      expect(await viewer.page.locator('.matrix a.cell.untestable').count()).toBe(1);
    });

    it('names the defect of a failed check: requirement, expected, actual, exchange, payload, missing event, command', async () => {
      await viewer.open(`${viewer.url}#/check/${encodeURIComponent(FAILED)}`);
      const text = (await viewer.page.textContent('main')) ?? '';
      expect(text).toContain('lifecycle.rule-0 says so');
      expect(text).toContain('status 4xx');
      expect(text).toContain('status 202');
      expect(text).toContain(`tsi run '${FAILED}' --seed 7`);
      const doctor = (await viewer.page.textContent('section[aria-labelledby="doctor"]')) ?? '';
      expect(doctor).toContain('A verifier must refuse this request');
      expect(doctor).toMatch(/body-hash\s*wrong\s*body_hash is not the hash of the body\.\s*expected B/);
      const deciding = viewer.page.locator('.record.told').first();
      expect(await deciding.textContent()).toContain('body hash of another body');
      await deciding.locator('summary').first().click();
      await viewer.page.waitForSelector('.record.told[open] .body');
      await viewer.page.waitForSelector('.differs');
      expect(await deciding.locator('.differs').textContent()).toMatch(/^body_hash.*SHA-256 of the body.*differs$/);
      expect(await deciding.locator('.bytes del').count()).toBeGreaterThan(0);
      expect(await viewer.page.locator('.timeline .link.missing').count()).toBe(1);
    });

    it('copies by one button after the other, which do not move', async () => {
      await viewer.open(`${viewer.url}#/check/${encodeURIComponent(FAILED)}`);
      await viewer.page.evaluate(`
      window.written = [];
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => written.push(text) } });
    `);
      const curl = viewer.page.getByRole('button', { name: 'Copy as curl' }).first();
      const before = await curl.boundingBox();
      await viewer.page.getByRole('button', { name: 'Copy for an issue' }).click();
      await viewer.page.getByRole('button', { name: 'copied' }).waitFor();
      expect(await curl.boundingBox()).toEqual(before);
      await curl.click();
      expect(await viewer.page.evaluate('written')).toEqual([
        expect.stringMatching(/^## /),
        expect.stringMatching(/ sign \w+ .*--format curl/),
      ]);
    });

    it('shows the evidence of a passing check as well', async () => {
      await viewer.open(`${viewer.url}#/check/${encodeURIComponent('auth.rule-1/case-21')}`);
      await viewer.page.locator('.record summary').first().click();
      await viewer.page.locator('.record[open] .fold summary').first().click();
      expect(await viewer.page.locator('.record[open] .headers').first().textContent()).toContain('SVC-API-KEY');
    });

    it('keeps search and filters in the URL, so that a link shows the same list', async () => {
      await viewer.open(`${viewer.url}#/checks`);
      await viewer.page.fill('#search', 'idempotency key');
      await viewer.page.selectOption('select >> nth=0', 'fail');
      const found = await viewer.page.locator('a.check').count();
      expect(found).toBeGreaterThan(0);
      const link = viewer.page.url();
      expect(link).toMatch(/#\/checks\?q=idempotency\+key&verdict=fail$/);
      await viewer.open(link);
      expect(await viewer.page.locator('a.check').count()).toBe(found);
      expect(await viewer.page.inputValue('#search')).toBe('idempotency key');
    });

    it('is used by keyboard alone', async () => {
      await viewer.open(viewer.url);
      await viewer.page.keyboard.press('/');
      await viewer.page.waitForFunction(() => document.activeElement?.id === 'search');
      await viewer.page.keyboard.type('event');
      await viewer.page.keyboard.press('Escape');
      await viewer.page.keyboard.press('j');
      await viewer.page.keyboard.press('j');
      await viewer.page.keyboard.press('k');
      await viewer.page.keyboard.press('Enter');
      await viewer.page.waitForSelector('.check-page');
      await viewer.page.keyboard.press('u');
      await viewer.page.waitForSelector('#search');
      await viewer.page.keyboard.press('l');
      await viewer.page.waitForSelector('.latency');
      await viewer.page.keyboard.press('?');
      expect(await viewer.page.locator('#keys').isVisible()).toBe(true);
    });

    it('compares with another results.json, and says why it refuses another file', async () => {
      await viewer.open(`${viewer.url}#/compare`);
      const before: Results = {
        ...viewer.results,
        run: { ...viewer.results.run, target: { ...viewer.results.run.target, fingerprint: 'a'.repeat(64) } },
        checks: viewer.results.checks
          .slice(1)
          .map((check, n) => (n % 2 === 0 ? { ...check, verdict: n < 3 ? 'pass' : 'fail' } : check)),
      };
      const choose = (buffer: string) =>
        viewer.page.setInputFiles('input[type=file] >> nth=0', {
          name: 'old.json',
          mimeType: 'application/json',
          buffer: Buffer.from(buffer),
        });
      await choose(JSON.stringify(before));
      await viewer.page.waitForSelector('h2.fail');
      const text = (await viewer.page.textContent('main')) ?? '';
      expect(text).toMatch(/Regressed \(2\)/);
      expect(text).toMatch(/Fixed \(\d+\)/);
      expect(text).toMatch(/New \(1\)/);
      expect(text).toContain('the profile changed: aaaaaaaaaaaa before, ffffffffffff now');
      await choose('{"results":9,"checks":[],"run":{}}');
      await viewer.page.waitForSelector('p.fail');
      expect(await viewer.page.textContent('p.fail')).toContain('has format 9, this page reads 1');
      await choose('{"results":1,"checks":[{}],"run":{}}');
      await viewer.page.waitForFunction(() => !document.querySelector('p.fail')?.textContent?.includes('format'));
      expect(await viewer.page.locator('p.fail').count()).toBe(1);
    });

    it('makes a history of several runs, and says who signed', async () => {
      await viewer.open(`${viewer.url}#/compare`);
      const earlier = (day: number): { name: string; mimeType: string; buffer: Buffer } => ({
        name: `run-${day}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(
          JSON.stringify({
            ...viewer.results,
            run: { ...viewer.results.run, id: `run-${day}`, started: `2026-01-0${day}T00:00:00.000Z` },
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
      await viewer.page.setInputFiles('input[type=file] >> nth=0', [earlier(2), earlier(1), certificate]);
      await viewer.page.waitForSelector('#history');
      expect(await viewer.page.textContent('#history')).toBe('3 runs, oldest first');
      expect(await viewer.page.locator('.runs li').first().textContent()).toContain('2026-01-01');
      expect(await viewer.page.locator('.multiple').count()).toBeGreaterThan(3);
      const text = (await viewer.page.textContent('main')) ?? '';
      expect(text).toContain('names the key abc123');
      expect(text).toContain('the level gold');
    });

    it('filters warnings, by the words and figures of the terminal', async () => {
      const run = writeSampleRun(join(viewer.folder, 'warned'), { checks: 16, verdicts: VERDICTS });
      const checks = run.results.checks.map((check, n) => (n < 5 ? { ...check, level: 'should' as const } : check));
      const path = join(run.dir, 'index.html');
      writeFileSync(
        path,
        renderHtml({ ...run.results, checks }, await embedJournal(run.journalPath, run.results), viewer.template),
      );
      await viewer.open(`file://${path}#/checks?verdict=warning`);
      const counts = countWords(checks, run.results.run.level);
      expect(counts.warning).toBe(2);
      expect(await viewer.page.locator('a.check').count()).toBe(2);
      expect(await viewer.page.locator('.badge.warning').count()).toBe(2);
      await viewer.page.evaluate("location.hash = '#/'");
      await viewer.page.waitForSelector('.counts');
      const shown = await viewer.page.locator('.counts a').allTextContents();
      expect(shown.map((one) => one.replace(/^\S+ /, ''))).toEqual(
        WORDS.filter((word) => counts[word] > 0).map((word) => counted(counts[word], word)),
      );
    });
  },
);
