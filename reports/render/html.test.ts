import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { writeSampleRun } from '../sample-run.test.aid.js';
import { embedJournal } from './embed-journal.js';
import { renderHtml } from './html.js';
import type { ViewerChunk, ViewerData } from './viewer-data.js';

const TEMPLATE =
  '<!doctype html>\n<html lang="en"><head>\n<meta charset="utf-8">\n<title>x</title>\n<script type="module">run()</script><style>a{}</style></head><body>\n<div id="app"></div>\n</body></html>';
const folder = mkdtempSync(join(tmpdir(), 'tsi-html-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const unpack = (page: string, id: string): unknown => {
  const packed = new RegExp(`id="${id}">([^<]*)</script>`).exec(page)?.[1] ?? '';
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'));
};

describe('index.html', () => {
  it('admits exactly its own script and style, and no network', () => {
    const page = renderHtml(sampleResults(), undefined, TEMPLATE);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${sha256('run()')};`);
    expect(policy).toContain(`style-src ${sha256('a{}')};`);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'));
  });

  it('carries the results as packed data', () => {
    const results = sampleResults();
    const data = unpack(renderHtml(results, undefined, TEMPLATE), 'tsi-data') as ViewerData;
    expect(data.results).toEqual(JSON.parse(JSON.stringify(results)));
    expect(data.journal).toBeNull();
  });

  it('says the verdict, the failures and the matrix without scripts, also where the viewer was not built', () => {
    const page = renderHtml(sampleResults(), undefined, undefined);
    expect(page).toContain('NOT CONFORMANT');
    expect(page).toContain('tsi run &#39;5.3.8/old-timestamp&#39; --seed 7');
    expect(page).toContain('The viewer was not built');
    expect(page).not.toContain('<script');
  });

  it.each(HOSTILE_TEXTS)('lets no markup out of %j in any field', (text) => {
    const check = sampleCheck({
      id: `${text.slice(0, 200)}/x`,
      title: text,
      verdict: 'fail',
      requirements: [text],
      sections: [text],
      area: text,
      reason: text,
      expected: text,
      actual: text,
      reproduce: text,
      needs: [text],
      waiver: { pattern: text, reason: text, expires: text },
      property: { seed: 1, runs: 1, counterexample: text },
    });
    const findings = [{ kind: 'leak' as const, message: text, evidence: [], fatal: true }];
    const { run } = sampleResults();
    const target = { ...run.target, name: text, baseUrl: text, build: { version: text } };
    const results = sampleResults([check, sampleCheck({ id: 'open/x', verdict: 'inconclusive', reason: text })], {
      findings,
      run: { ...run, seed: text, command: text, target },
    });
    const page = renderHtml(results, undefined, TEMPLATE);
    const plain = renderHtml(
      sampleResults([sampleCheck({ verdict: 'fail' }), sampleCheck({ id: 'open/x', verdict: 'inconclusive' })]),
      undefined,
      TEMPLATE,
    );
    const tags = (html: string): Set<string> =>
      new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map((tag) => tag[1] ?? ''));
    expect(
      [...tags(page)].filter(
        (tag) => !tags(plain).has(tag) && !['tr', 'th', 'td', 'li', 'b', 'dt', 'dd'].includes(tag),
      ),
    ).toEqual([]);
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/i);
    expect((unpack(page, 'tsi-data') as ViewerData).results.checks[0]?.title).toBe(text);
  });
});

describe('the journal in the page', () => {
  it('is there for every check, in chunks, without saying anything twice', async () => {
    const run = writeSampleRun(join(folder, 'run'), { checks: 30, verdicts: ['pass', 'fail'] });
    const embedded = await embedJournal(run.journalPath, run.results);
    const page = renderHtml(run.results, embedded, TEMPLATE);
    const { chunkOf, journal, latencies } = unpack(page, 'tsi-data') as ViewerData;
    expect(Object.keys(chunkOf)).toHaveLength(30);
    expect(journal).toMatchObject({ leftOut: 0 });
    expect(latencies.map((one) => one.operation)).toEqual(['ACK to event', 'eventsStream', 'placeOrder']);
    const chunk = unpack(page, `tsi-chunk-${chunkOf['orders.rule-0/case-1']}`) as ViewerChunk;
    const answer = chunk['orders.rule-0/case-1']?.find((record) => record.kind === 'ok');
    expect(answer?.raw).toContain('operation_id');
    expect(answer?.parsed).not.toHaveProperty('body');
  });

  it('keeps the evidence of what did not pass when it must leave something out', async () => {
    const verdicts = Array.from({ length: 20 }, () => 'fail' as const);
    const run = writeSampleRun(join(folder, 'large'), { checks: 300, exchanges: 8, verdicts });
    const embedded = await embedJournal(run.journalPath, run.results, 100_000);
    expect(embedded.journal.leftOut).toBeGreaterThan(0);
    expect(embedded.chunks.reduce((sum, chunk) => sum + chunk.length, 0)).toBeLessThan(100_000);
    const failed = run.results.checks.filter((check) => check.verdict === 'fail');
    expect(failed.every((check) => Object.hasOwn(embedded.chunkOf, check.id))).toBe(true);
  });

  it('is bounded per record, whatever a target puts where', async () => {
    const run = writeSampleRun(join(folder, 'noise'), { checks: 2, exchanges: 2, text: 'x'.repeat(300_000) });
    const embedded = await embedJournal(run.journalPath, run.results);
    const [chunk = ''] = embedded.chunks;
    expect(gunzipSync(Buffer.from(chunk, 'base64')).length).toBeLessThan(60_000);
  });

  it('goes as far as a cut journal goes, and says what is wrong with it', async () => {
    const run = writeSampleRun(join(folder, 'cut'), { checks: 10 });
    truncateSync(run.journalPath, 20_000);
    const embedded = await embedJournal(run.journalPath, run.results);
    expect(embedded.journal.defect).toMatch(/journal line \d+/);
    expect(embedded.journal.records).toBeGreaterThan(2);
  });

  it('is refused when the file is no journal', async () => {
    const path = join(folder, 'none.ndjson');
    writeFileSync(path, 'hello\n');
    await expect(embedJournal(path, sampleResults())).rejects.toThrow(/journal line 1/);
  });
});
