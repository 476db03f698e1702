import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../toolkit/base/package-root.js';
import { parseXml } from '../formats/xml.test.aid.js';
import { xsdDefects } from '../formats/xsd.test.aid.js';
import { HOSTILE_TEXTS, SAMPLE_CHECKS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { renderJunit } from './junit.js';

const XSD = join(packageRoot(), 'reports/formats/junit.xsd');
const schema = readFileSync(XSD, 'utf8');
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

describe('junit.xml', () => {
  it('fits its schema', () => {
    expect(xsdDefects(schema, renderJunit(sampleResults()))).toEqual([]);
  });

  it.runIf(hasXmllint)('fits its schema in the eyes of xmllint (where xmllint is installed)', () => {
    const hostile = HOSTILE_TEXTS.map((text, index) =>
      sampleCheck({ id: `a/${index}`, verdict: 'fail', reason: text, actual: text }),
    );
    const run = spawnSync('xmllint', ['--noout', '--schema', XSD, '-'], {
      input: renderJunit(sampleResults(hostile)),
      encoding: 'utf8',
    });
    expect(run.stderr).toContain('validates');
  });

  it('gives every check one test case of its own id', () => {
    const cases = parseXml(renderJunit(sampleResults())).children.flatMap((suite) =>
      suite.children.filter((one) => one.name === 'testcase'),
    );
    expect(cases.map((one) => one.attributes.get('name'))).toEqual(
      expect.arrayContaining(SAMPLE_CHECKS.map((check) => check.id)),
    );
    expect(cases).toHaveLength(SAMPLE_CHECKS.length);
    const declared = cases.find((one) => one.attributes.get('name') === '5.3.8/old-timestamp');
    expect(declared?.attributes.get('file')).toBe('suites/auth/timestamps.suite.ts');
    expect(declared?.attributes.get('line')).toBe('57');
  });

  it('says failure only where the run fails, error where something that must be decided is open', () => {
    const outcomes = new Map(
      parseXml(renderJunit(sampleResults())).children.flatMap((suite) =>
        suite.children.map((one) => [one.attributes.get('name'), one.children[0]?.name] as const),
      ),
    );
    expect(outcomes.get('5.3.1/signs-the-decoded-bytes')).toBeUndefined();
    expect(outcomes.get('5.3.8/old-timestamp')).toBe('failure');
    expect(outcomes.get('5.3.2/padding')).toBe('skipped');
    expect(outcomes.get('6.1.2/one-order')).toBe('error');
    expect(outcomes.get('6.4.1/no-replay')).toBe('skipped');
    expect(outcomes.get('6.2.1/hmr')).toBe('skipped');
  });

  it('counts agree with the cases', () => {
    const root = parseXml(renderJunit(sampleResults()));
    const sum = (name: string): number =>
      root.children.reduce((total, suite) => total + Number(suite.attributes.get(name)), 0);
    for (const name of ['tests', 'failures', 'errors', 'skipped']) {
      expect(Number(root.attributes.get(name))).toBe(sum(name));
    }
  });

  it.each(HOSTILE_TEXTS)('stays one well-formed, valid document with %j in every field', (text) => {
    const check = sampleCheck({
      id: text.slice(0, 290) || 'a',
      title: text,
      area: text.slice(0, 50),
      requirements: [text],
      sections: [text],
      verdict: 'fail',
      reason: text,
      expected: text,
      actual: text,
      reproduce: text,
      source: text,
      property: { seed: 1, runs: 2, counterexample: text },
    });
    const waived = { ...check, id: 'w', waiver: { pattern: text, reason: text, expires: text } };
    const run = { ...sampleResults().run, seed: text, id: text };
    const xml = renderJunit(sampleResults([check, waived], { run }));
    expect(xsdDefects(schema, xml)).toEqual([]);
    expect(
      parseXml(xml).children.flatMap((suite) => suite.children.filter((one) => one.name === 'testcase')),
    ).toHaveLength(2);
    expect(xml.length).toBeLessThan(80_000);
  });
});
