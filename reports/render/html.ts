// `index.html`: the built viewer with its data inside. One file, no network, nothing of the target interpreted: the data is packed
// text, the static part is escaped, and the content security policy admits exactly the viewer's own script and style, by hash.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../toolkit/base/package-root.js';
import type { Results } from '../model/model.js';
import { type EmbeddedJournal, packText } from './embed-journal.js';
import { pageTitle, staticPage } from './static-page.js';
import { CHUNK_ELEMENT, DATA_ELEMENT, type ViewerData } from './viewer-data.js';

/** Where the build of the viewer lies in the package; undefined when the package was not built. */
export async function viewerTemplate(): Promise<string | undefined> {
  return readFile(join(packageRoot(), 'dist/viewer/index.html'), 'utf8').catch(() => undefined);
}

const BARE =
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title></title></head><body><div id="app"></div></body></html>\n';

/**
 * `template` is the built viewer; without it the page has its static part only, and says so. `site` is the address of the pages of the
 * catalogue, where they are published.
 */
export function renderHtml(
  results: Results,
  embedded: EmbeddedJournal | undefined,
  template: string | undefined,
): string {
  const data: ViewerData = {
    results,
    latencies: embedded?.latencies ?? [],
    chunkOf: embedded?.chunkOf ?? {},
    journal: embedded?.journal ?? null,
    ...(results.run.site !== undefined && { site: results.run.site }),
  };
  const note =
    template === undefined ? 'The viewer was not built with this installation; this page shows the summary only.' : '';
  const page = template ?? BARE;
  const elements = [
    dataElement(DATA_ELEMENT, packText(JSON.stringify(data))),
    ...(embedded?.chunks ?? []).map((chunk, index) => dataElement(`${CHUNK_ELEMENT}${index}`, chunk)),
  ];
  // Functions as replacements: a dollar sign in the data is no reference.
  return page
    .replace(/<meta charset="utf-8">/i, (charset) => `${charset}\n${policy(page)}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${pageTitle(results)}</title>`)
    .replace(/<div id="app"><\/div>/, () => `<div id="app">${staticPage(results, note)}</div>`)
    .replace(/<\/body>/, (end) => `${template === undefined ? '' : elements.join('\n')}\n${end}`);
}

/** Not a script type that a browser runs: a block of data. */
function dataElement(id: string, packed: string): string {
  return `<script type="application/gzip+base64" id="${id}">${packed}</script>`;
}

function policy(page: string): string {
  const scripts = hashes(page, /<script\b[^>]*>([\s\S]*?)<\/script>/g);
  const styles = hashes(page, /<style\b[^>]*>([\s\S]*?)<\/style>/g);
  const rules = [
    "default-src 'none'",
    `script-src ${scripts.length === 0 ? "'none'" : scripts.join(' ')}`,
    `style-src ${styles.length === 0 ? "'none'" : styles.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`;
}

function hashes(page: string, pattern: RegExp): readonly string[] {
  return [...page.matchAll(pattern)].map(([, content = '']) => {
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}
