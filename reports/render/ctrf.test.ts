import { describe, expect, it } from 'vitest';
import { schemaDefect } from '../model/schema.js';
import { HOSTILE_TEXTS, SAMPLE_CHECKS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { renderCtrf } from './ctrf.js';

const SCHEMA = 'formats/ctrf.schema.json';

describe('ctrf.json', () => {
  it('fits the schema of the format', () => {
    expect(schemaDefect(SCHEMA, JSON.parse(renderCtrf(sampleResults())))).toBeUndefined();
  });

  it('keeps the verdict beside the status, and never calls an open check passed', () => {
    const { results } = JSON.parse(renderCtrf(sampleResults()));
    const byName = new Map(results.tests.map((test: { name: string }) => [test.name, test]));
    expect(byName.size).toBe(SAMPLE_CHECKS.length);
    expect(byName.get('5.3.8/old-timestamp')).toMatchObject({ status: 'failed', rawStatus: 'fail' });
    expect(byName.get('5.3.2/padding')).toMatchObject({ status: 'other', rawStatus: 'fail' });
    expect(byName.get('6.1.2/one-order')).toMatchObject({ status: 'other', rawStatus: 'inconclusive' });
    expect(byName.get('6.2.1/hmr')).toMatchObject({ status: 'skipped', rawStatus: 'not-applicable' });
  });

  it('counts agree with the tests', () => {
    const { summary, tests } = JSON.parse(renderCtrf(sampleResults())).results;
    const { passed, failed, skipped, pending, other } = summary;
    expect(passed + failed + skipped + pending + other).toBe(summary.tests);
    expect(tests).toHaveLength(summary.tests);
  });

  it.each(HOSTILE_TEXTS)('stays valid and bounded with %j in every field', (text) => {
    const check = sampleCheck({
      title: text,
      verdict: 'fail',
      reason: text,
      expected: text,
      actual: text,
      reproduce: text,
      source: text,
    });
    const rendered = renderCtrf(sampleResults([check]));
    expect(schemaDefect(SCHEMA, JSON.parse(rendered))).toBeUndefined();
    expect(rendered.length).toBeLessThan(150_000);
  });
});
