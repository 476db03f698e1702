import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, SAMPLE_CHECKS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import type { Results } from './model.js';
import { parseResults, readResults, renderResultsJson } from './results-json.js';

const reread = (results: unknown): Results => parseResults(JSON.stringify(results), 'results.json');

describe('results.json', () => {
  it('comes back as it was written', () => {
    const results = sampleResults();
    expect(parseResults(renderResultsJson(results), 'x')).toEqual(results);
  });

  it.each(HOSTILE_TEXTS)('carries %j unchanged', (text) => {
    const results = sampleResults([sampleCheck({ verdict: 'fail', reason: text, actual: text })]);
    expect(parseResults(renderResultsJson(results), 'x')).toEqual(results);
  });

  it('accepts members that a later version added', () => {
    expect(() => reread({ ...sampleResults(), later: true })).not.toThrow();
  });

  it.each([
    [
      'another format',
      { ...sampleResults(), results: 2 },
      /has format 2, this version reads 1; use the suite that wrote it/,
    ],
    ['no format', { checks: [] }, /must have required property/],
    ['no object', [], /must be object/],
    [
      'an unknown verdict',
      withCheck({ verdict: 'ok', reason: 'x' }),
      /\/checks\/0\/verdict must be equal to one of the allowed values: error, fail/,
    ],
    [
      'a verdict without its reason',
      { ...sampleResults(), checks: [{ ...sampleCheck(), verdict: 'fail' }] },
      /must have required property 'reason'/,
    ],
    ['a check twice', sampleResults([sampleCheck(), sampleCheck()]), /is listed twice/],
    [
      'counts that do not add up',
      { ...sampleResults(), counts: { ...sampleResults().counts, fail: 0 } },
      /counts\.fail is 0, but 2/,
    ],
    ['warnings that do not add up', { ...sampleResults(), warnings: 5 }, /warnings is 5, but 1/],
  ])('refuses %s and says why', (_what, document, message) => {
    expect(() => reread(document)).toThrow(message);
    expect(() => reread(document)).toThrow(/^results\.json /);
  });

  it('refuses what is not JSON, and a file that is not there', async () => {
    expect(() => parseResults('{', 'a.json')).toThrow(/a\.json is not usable as results: is not JSON/);
    await expect(readResults('/nowhere/results.json')).rejects.toThrow(
      /cannot read \/nowhere\/results\.json: no such file/,
    );
  });
});

function withCheck(change: object): object {
  return { ...sampleResults(), checks: [{ ...SAMPLE_CHECKS[0], ...change }] };
}
