// What holds on every page of the viewer: widths, colours, print, accessibility, no script, and texts that mean no good.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../sample.test.aid.js';
import { CHROMIUM } from './browser.test.aid.js';
import { FAILED, PLACES, startViewer, type Viewer } from './viewer.test.aid.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(CHROMIUM === undefined)('every page of the viewer', { timeout: 60_000 }, () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await startViewer();
  }, 60_000);
  afterAll(() => viewer?.close());

  it.each([
    [390, 'light'],
    [768, 'dark'],
    [1280, 'light'],
  ] as const)('is nowhere wider than a screen of %i pixels, in %s', async (width, colorScheme) => {
    await viewer.open(viewer.url, { viewport: { width, height: 900 }, colorScheme });
    for (const place of PLACES) {
      await viewer.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await viewer.page.waitForFunction(
        `document.querySelector('main h1') && location.hash === ${JSON.stringify(place)}`,
      );
      if (place.startsWith('#/check/')) await viewer.page.waitForSelector('.timeline');
      for (const summary of await viewer.page.locator('details:not([open]) > summary').all()) await summary.click();
      expect(await viewer.page.evaluate('document.documentElement.scrollWidth'), place).toBe(width);
      const out = `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > ${width} + 1).map((one) => one.outerHTML.slice(0, 80))`;
      expect(await viewer.page.evaluate(out), place).toEqual([]);
    }
  });

  it('reads without scripts: verdict, failures with their commands, matrix', async () => {
    await viewer.open(viewer.url, { javaScriptEnabled: false });
    const text = (await viewer.page.textContent('main')) ?? '';
    expect(text).toContain('SUITE IN ERROR');
    expect(text).toContain(`tsi run '${FAILED}' --seed 7`);
    expect(await viewer.page.locator('.matrix .cell').count()).toBe(viewer.results.requirements.length);
    expect(await viewer.page.evaluate("getComputedStyle(document.querySelector('.banner')).borderLeftWidth")).toBe(
      '6px',
    );
  });

  it('prints in ink on paper without its controls', async () => {
    await viewer.open(viewer.url, { colorScheme: 'dark' });
    await viewer.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await viewer.page.locator('header').isVisible()).toBe(false);
    expect(await viewer.page.locator('.banner').isVisible()).toBe(true);
    expect(await viewer.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });

  it.each(['light', 'dark'] as const)('gives axe nothing to find anywhere, in %s', async (colorScheme) => {
    await viewer.open(viewer.url, { colorScheme, bypassCSP: true });
    await viewer.page.evaluate(AXE);
    for (const place of PLACES) {
      await viewer.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await viewer.page.waitForFunction(
        `document.querySelector('main h1') && location.hash === ${JSON.stringify(place)}`,
      );
      if (place.startsWith('#/check/')) await viewer.page.waitForSelector('.timeline');
      expect(await violations(viewer.page), place).toEqual([]);
    }
  });

  it('gives axe nothing to find without scripts', async () => {
    await viewer.open(viewer.url, { javaScriptEnabled: false });
    const html = await viewer.page.content();
    const still = await (await viewer.browser.newContext()).newPage();
    await still.setContent(html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<meta http-equiv[^>]*>/, ''));
    await still.evaluate(AXE);
    const found = (await still.evaluate('axe.run()')) as { violations: { id: string }[] };
    expect(found.violations.map((one) => one.id)).toEqual([]);
    await still.context().close();
  });

  it('interprets nothing of what a target sends', async () => {
    const hostile = HOSTILE_TEXTS.filter((text) => text.length < 1_000).join(' ');
    const address = await viewer.writePage('hostile', hostile);
    const dialogs: string[] = [];
    await viewer.open(address);
    viewer.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      dialog.dismiss().catch(() => undefined);
    });
    const searches = HOSTILE_TEXTS.filter((text) => text.length < 1_000 && !/\p{Cs}/u.test(text));
    for (const place of [...PLACES, ...searches.map((text) => `#/checks?q=${encodeURIComponent(text)}`)]) {
      await viewer.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await viewer.page.waitForSelector('main h1');
      expect(await viewer.page.locator('main :is(img, script, iframe, object, embed, form)').count()).toBe(0);
    }
    expect(dialogs).toEqual([]);
  });

  it('stays usable when a target sends very much', async () => {
    await viewer.open(`${await viewer.writePage('long', 'x'.repeat(20_000), 8)}#/check/${encodeURIComponent(FAILED)}`);
    expect(await viewer.page.locator('.record.told').count()).toBeGreaterThan(0);
    await viewer.page.locator('.record.told summary').first().click();
    await viewer.page.waitForSelector('.record.told[open] .body');
    expect(await viewer.page.textContent('main')).toContain('more characters are in journal.ndjson');
  });
});

/** What axe finds, one sentence each. */
async function violations(page: Page): Promise<readonly string[]> {
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
  return found.violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`);
}
