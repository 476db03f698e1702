// The viewer in a browser, with the page of a sample run. Each test opens it anew.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Results, Verdict } from '../model/model.js';
import { embedJournal } from '../render/embed-journal.js';
import { renderHtml, viewerTemplate } from '../render/html.js';
import { writeSampleRun } from '../sample-run.test.aid.js';
import { launchBrowser } from './browser.test.aid.js';

export const VERDICTS: readonly Verdict[] = [
  'pass',
  'fail',
  'inconclusive',
  'fail',
  'not-applicable',
  'error',
  'inconclusive',
  'not-run',
];
export const FAILED = 'lifecycle.rule-0/case-3';
/** One of each kind. */
export const PLACES: readonly string[] = [
  '#/',
  '#/checks',
  `#/check/${encodeURIComponent(FAILED)}`,
  '#/requirements',
  '#/latency',
  '#/observations',
  '#/compare',
];

export interface Viewer {
  readonly browser: Browser;
  /** The page without results, as `npm run build` makes it. */
  readonly template: string;
  readonly folder: string;
  /** The page of the sample run, and what it shows. */
  readonly url: string;
  readonly results: Results;
  /** The one that was opened last. */
  readonly page: Page;
  newPage(options?: BrowserContextOptions): Promise<void>;
  open(address: string, options?: BrowserContextOptions): Promise<void>;
  /** Resolves to the address of a page whose target sends this text. */
  writePage(name: string, text: string, checks?: number): Promise<string>;
  close(): Promise<void>;
}

export async function startViewer(): Promise<Viewer> {
  const folder = mkdtempSync(join(tmpdir(), 'tsi-viewer-'));
  const template = await viewerTemplate();
  if (template === undefined) throw new Error('the viewer is not there: npm run build');
  const browser = await launchBrowser();
  let page = await browser.newPage();

  async function write(name: string, text?: string, checks = 40): Promise<Pick<Viewer, 'url' | 'results'>> {
    const run = writeSampleRun(join(folder, name), { checks, verdicts: VERDICTS, ...(text !== undefined && { text }) });
    const path = join(run.dir, 'index.html');
    writeFileSync(path, renderHtml(run.results, await embedJournal(run.journalPath, run.results), template));
    return { url: `file://${path}`, results: run.results };
  }

  async function newPage(options: BrowserContextOptions = {}): Promise<void> {
    await page.context().close();
    page = await (await browser.newContext(options)).newPage();
  }

  return {
    browser,
    template,
    folder,
    ...(await write('run')),
    get page() {
      return page;
    },
    newPage,
    async open(address, options = {}) {
      await newPage(options);
      await page.goto(address);
      if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]');
    },
    writePage: async (name, text, checks) => (await write(name, text, checks)).url,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
