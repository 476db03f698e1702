import { describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { HOSTILE_TEXTS, sampleCheck, sampleResults } from '../../../reports/sample.test.aid.js';
import { pageHtml } from './page.js';
import type { ReportStatus } from './report-status.js';
import { type ResultTable, resultTable } from './results-model.js';
import { resultsPage } from './results-page.js';

interface Told {
  readonly product?: string;
  readonly version?: string;
  /** A day of March 2026. */
  readonly day?: number;
  readonly fails?: boolean;
  readonly isEmbedded?: boolean;
}

function results({ product = 'Exchange', version = '1.0', day = 1, fails = false, isEmbedded = false }: Told): Results {
  const sample = sampleResults([sampleCheck(fails ? { verdict: 'fail' } : {})]);
  const finished = `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  const target = {
    ...sample.run.target,
    name: product,
    build: { version },
    ...(isEmbedded && { embedded: true as const }),
  };
  return { ...sample, run: { ...sample.run, finished, target } };
}

function certified(told: Told, kind: 'valid' | 'expired' = 'valid'): ReportStatus {
  const status = told.fails
    ? ({ kind: 'failed', reason: 'one failed', keyId: 'k', results: results(told) } as const)
    : ({ kind, level: 'standard', until: '2026-06-01T00:00:00Z', keyId: 'k', results: results(told) } as const);
  return { dir: '/nowhere', name: 'report', status };
}

function unsigned(told: Told): ReportStatus {
  return {
    dir: '/nowhere',
    name: 'mine',
    status: { kind: 'unverified', reason: 'broken at signature', results: results(told) },
  };
}

function text(table: ResultTable): string {
  return pageHtml(
    resultsPage(table, () => 'evidence/1'),
    '1',
    true,
  );
}

describe('the page of results', () => {
  it('has a row for each product and version, by its newest certificate', () => {
    const { rows } = resultTable([
      certified({ day: 1, version: '1.0' }),
      certified({ day: 3, version: '2.0' }),
      certified({ day: 2, version: '1.0' }),
      certified({ product: 'Another' }),
    ]);
    expect(
      rows.map(({ product, version, report }) => [product, version, report.status.results.run.finished.slice(8, 10)]),
    ).toEqual([
      ['Another', '1.0', '01'],
      ['Exchange', '2.0', '03'],
      ['Exchange', '1.0', '02'],
    ]);
  });

  it('lets a newer failure take the place of an older pass, signed or not', () => {
    const signed = resultTable([certified({ day: 1 }), certified({ day: 2, fails: true })]);
    expect(text(signed)).toContain('not conformant</b>, 2026-03-02; before: standard of 2026-03-01');
    const own = resultTable([certified({ day: 1 }), unsigned({ day: 2, fails: true })]);
    expect(text(own)).toContain('fails since 2026-03-02</b>');
    const older = resultTable([certified({ day: 2 }), unsigned({ day: 1, fails: true })]);
    expect(text(older)).toContain('standard</b> until 2026-06-01');
  });

  it('says of the reference service that it is no product', () => {
    const page = text(resultTable([certified({ isEmbedded: true })]));
    expect(page).toContain('the reference service of this suite, no product');
    expect(text(resultTable([certified({})]))).not.toContain('no product');
  });

  it('says of a certificate that it is over', () => {
    expect(text(resultTable([certified({}, 'expired')]))).toContain('expired</b> on 2026-06-01');
  });

  it('shows what nobody signed only among what was reported by itself', () => {
    const [page = '', own = ''] = text(resultTable([unsigned({ product: 'Boaster' })])).split('Reported by themselves');
    expect(page).not.toContain('Boaster');
    expect(own).toContain('Boaster');
  });

  it.each(HOSTILE_TEXTS)('shows texts as texts: %j', (hostile) => {
    const told = { product: hostile, version: hostile };
    expect(text(resultTable([certified(told), unsigned(told)]))).not.toMatch(/<(img|script|iframe|svg)\b/i);
  });
});
