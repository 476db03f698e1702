// `junit.xml` for CI systems: testsuites > testsuite (one per area) > testcase, flat, unique names, sizes bounded.
// JUnit knows pass, failure, error and skipped; the verdict itself is the `type` or the start of the message, never lost.

import { grouped } from '../../toolkit/base/grouped.js';
import { isDecisiveFailure } from '../model/conformance.js';
import type { CheckResult, Results } from '../model/model.js';
import { capped, forXml, forXmlAttribute } from '../model/sanitize.js';
import { leavesIncomplete } from '../model/undecided.js';
import { requirementsOf } from '../model/violated.js';

const MOST_ATTRIBUTE = 1_000;
const MOST_TEXT = 16_000;

type CaseState = 'passed' | 'failure' | 'error' | 'skipped';

export function renderJunit(results: Results): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  lines.push(`<testsuites ${attributes({ name: 'tsi-conformance', ...totals(results.checks, results) })}>`);
  for (const [area, checks] of grouped(results.checks, ({ area }) => area))
    lines.push(...suiteLines(area, checks, results));
  lines.push('</testsuites>', '');
  return lines.join('\n');
}

function suiteLines(area: string, checks: readonly CheckResult[], results: Results): readonly string[] {
  const timestamp = results.run.started.replace(/(\.\d+)?(Z|\+00:00)$/, '');
  const lines = [
    `  <testsuite ${attributes({ name: area, timestamp, hostname: 'localhost', ...totals(checks, results) })}>`,
  ];
  lines.push('    <properties>');
  const { seed, id, target, suite } = results.run;
  const properties = { run: id, seed, target: target.baseUrl, profile: target.fingerprint, suite: suite.version };
  for (const [name, value] of Object.entries(properties))
    lines.push(`      <property ${attributes({ name, value })}/>`);
  lines.push('    </properties>');
  for (const check of checks) lines.push(caseLine(check, results));
  lines.push('  </testsuite>');
  return lines;
}

function caseLine(check: CheckResult, results: Results): string {
  const { id: name, area: classname, durationMs, source, line } = check;
  const place = {
    ...(source !== undefined && { file: source }),
    ...(line !== undefined && { line: String(line) }),
  };
  const open = `    <testcase ${attributes({ name, classname, time: seconds(durationMs), ...place })}`;
  const state = stateOf(check, results);
  if (state === 'passed') return `${open}/>`;
  const message = messageOf(check, results);
  if (state === 'skipped') return `${open}><skipped ${attributes({ message })}/></testcase>`;
  const text = forXml(capped(detail(check), MOST_TEXT));
  return `${open}><${state} ${attributes({ message, type: check.verdict })}>${text}</${state}></testcase>`;
}

/** A waived or merely warned failure does not break a build; an undecided check does where the policy says so. */
function stateOf(check: CheckResult, results: Results): CaseState {
  if (check.verdict === 'pass') return 'passed';
  if (isDecisiveFailure(check, results.run.level)) return 'failure';
  if (check.verdict === 'error' || leavesIncomplete(check, results.run)) return 'error';
  return 'skipped';
}

function messageOf(check: CheckResult, results: Results): string {
  const reason = check.reason ?? '';
  if (check.waiver !== undefined) {
    return `waived until ${check.waiver.expires} (${check.waiver.reason}), ${check.verdict}: ${reason}`;
  }
  if (check.verdict === 'fail') return isDecisiveFailure(check, results.run.level) ? reason : `warning: ${reason}`;
  return `${check.verdict}: ${reason}`;
}

function detail(check: CheckResult): string {
  return [
    check.title,
    `requirement: ${requirementsOf(check).join(', ')} (interface ${check.sections.join(', ')})`,
    ...(check.expected === undefined ? [] : [`expected: ${check.expected}`]),
    ...(check.actual === undefined ? [] : [`actual: ${check.actual}`]),
    ...(check.property?.counterexample === undefined ? [] : [`counterexample: ${check.property.counterexample}`]),
    ...(check.signature === undefined ? [] : [`doctor: ${check.signature.summary}`]),
    ...(check.evidence.length === 0 ? [] : [`journal records: ${check.evidence.join(', ')}`]),
    `reproduce: ${check.reproduce}`,
  ].join('\n');
}

function totals(checks: readonly CheckResult[], results: Results): Record<string, string> {
  const states = checks.map((check) => stateOf(check, results));
  const count = (state: CaseState): string => String(states.filter((one) => one === state).length);
  const time =
    checks === results.checks ? results.run.durationMs : checks.reduce((sum, one) => sum + one.durationMs, 0);
  return {
    tests: String(checks.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(time),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${forXmlAttribute(capped(value, MOST_ATTRIBUTE))}"`)
    .join(' ');
}
