// A vector check as JUnit: one suite per file and operation, one case per test.
import { capped, forXml, forXmlAttribute } from '../../../reports/model/sanitize.js';
import type { VectorOutcome, VectorReport } from '../../vectors/report.js';

const MOST_TEXT = 4000;

export function renderVectorJunit(report: VectorReport): string {
  const { outcomes, groups, durationMs } = report;
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  const time = (durationMs / 1000).toFixed(3);
  lines.push(
    `<testsuites ${attributes({ name: `tsi vectors: ${report.implementation}`, ...totals(outcomes), time })}>`,
  );
  for (const { file, operation } of groups) {
    const own = outcomes.filter((outcome) => outcome.file === file && outcome.operation === operation);
    lines.push(`  <testsuite ${attributes({ name: `${file} ${operation}`, ...totals(own) })}>`);
    lines.push(...own.map(testCase));
    lines.push('  </testsuite>');
  }
  lines.push('</testsuites>', '');
  return lines.join('\n');
}

function testCase(outcome: VectorOutcome): string {
  const { tcId, file, verdict, comment, message = verdict, expected, actual, cause } = outcome;
  const open = `    <testcase ${attributes({ name: tcId, classname: `vectors.${file}`, time: '0' })}`;
  if (verdict === 'pass') return `${open}/>`;
  if (verdict === 'skipped' || verdict === 'not-run') return `${open}><skipped ${attributes({ message })}/></testcase>`;
  const detail = [
    comment,
    cause && `cause: ${cause}`,
    expected && `expected: ${expected}`,
    actual && `actual: ${actual}`,
  ];
  const element = verdict === 'fail' ? 'failure' : 'error';
  const text = forXml(capped(detail.filter((line) => line !== undefined && line !== '').join('\n'), MOST_TEXT));
  return `${open}><${element} ${attributes({ message, type: cause ?? verdict })}>${text}</${element}></testcase>`;
}

function totals(outcomes: readonly VectorOutcome[]): Readonly<Record<string, string>> {
  const count = (...verdicts: readonly string[]): string =>
    String(outcomes.filter(({ verdict }) => verdicts.includes(verdict)).length);
  return {
    tests: String(outcomes.length),
    failures: count('fail'),
    errors: count('errored'),
    skipped: count('skipped', 'not-run'),
  };
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${forXmlAttribute(value)}"`)
    .join(' ');
}
