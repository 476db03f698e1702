import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECTION_TITLES } from '../../../reports/model/section-titles.js';
import { HOSTILE_TEXTS } from '../../../reports/sample.test.aid.js';
import { FAULTS, TRIGGERED_FAULTS } from '../../reference/faults/index.js';
import { HABITS } from '../../reference/habits/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { SECTIONS } from '../../requirements/requirement.js';
import { type Page, pageHtml } from './page.js';
import { type SiteCheck, siteOf } from './site-model.js';
import { sitePages } from './site-pages.js';

const catalogue = await loadCatalogue();
const checks: readonly SiteCheck[] = catalogue.requirements
  .filter((_, index) => index % 2 === 0)
  .map(({ id }) => ({ id: `${id}/plain`, title: `judges ${id}`, level: 'must', requirements: [id] }));
const faults = [...FAULTS, ...TRIGGERED_FAULTS];
const site = siteOf({ catalogue, checks, faults, habits: HABITS, version: '1.2.3' });
const pages = sitePages(site);
const at = (path: string): Page | undefined => pages.find((page) => page.path === path);

describe('the site of the interface', () => {
  it('names every section of the interface', () => {
    expect(Object.keys(SECTION_TITLES).sort()).toEqual(Object.keys(SECTIONS).sort());
  });

  it('has a page for each statement, with all that speaks of it', () => {
    for (const { requirement, checks: own, faults: violating, open, habits } of site.entries) {
      const body = at(`requirements/${requirement.id}.html`)?.body ?? '';
      for (const { id } of [...own, ...violating, ...open, ...habits]) expect(body).toContain(id);
    }
    expect(at('requirements/auth.body-hash-matches.html')?.body).toContain('body-hash-unchecked-on-reads');
  });

  it('has no link that leads nowhere', () => {
    const anchors = new Set(
      pages.flatMap(({ path, body }) => [
        path,
        ...[...body.matchAll(/id="([^"]+)"/g)].map(([, id]) => `${path}#${id}`),
      ]),
    );
    for (const { path, body } of pages) {
      for (const [, href = ''] of body.matchAll(/href="([^"]+)"/g)) {
        expect(anchors, `${path} links to ${href}`).toContain(posix.join(posix.dirname(path), href));
      }
    }
  });

  it('shows texts as texts', () => {
    const hostile = siteOf({
      catalogue,
      checks: HOSTILE_TEXTS.map((title, n) => ({
        id: `own.${n}`,
        title,
        level: 'must',
        requirements: ['ack.status-202'],
      })),
      faults: [],
      habits: [],
      version: '1',
    });
    const page = sitePages(hostile).find(({ path }) => path === 'requirements/ack.status-202.html');
    const text = page === undefined ? '' : pageHtml(page, '1');
    expect(text).not.toMatch(/<(img|script|iframe|svg)\b/i);
    expect(text).toContain('default-src &#39;none&#39;');
  });
});
