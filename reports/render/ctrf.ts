// `ctrf.json`: the Common Test Report Format, for tools that read it. What it has no place for stands under `extra`.
import type { JsonObject } from '../../toolkit/payload/json.js';
import { isDecisiveFailure } from '../model/conformance.js';
import type { CheckResult, Results } from '../model/model.js';
import { capped, printable } from '../model/sanitize.js';

const SPEC_VERSION = '0.0.0';
const MOST_TEXT = 16_000;

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

export function renderCtrf(results: Results): string {
  const { run } = results;
  const tests = results.checks.map((check) => testOf(check, results));
  const count = (status: Status): number => tests.filter((test) => test.status === status).length;
  return `${JSON.stringify(
    {
      reportFormat: 'CTRF',
      specVersion: SPEC_VERSION,
      timestamp: run.finished,
      generatedBy: `${run.suite.name} ${run.suite.version}`,
      results: {
        tool: { name: run.suite.name, version: run.suite.version },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: count('pending'),
          other: count('other'),
          start: Date.parse(run.started),
          stop: Date.parse(run.finished),
          extra: { conformant: results.conformant, complete: results.complete, exitCode: results.exitCode },
        },
        environment: { appName: text(run.target.name), extra: environment(results) },
        tests,
      },
    },
    null,
    1,
  )}\n`;
}

function environment({ run }: Results): JsonObject {
  const { baseUrl, environment: kind, fingerprint } = run.target;
  const { id, seed, node, command } = run;
  return {
    run: id,
    seed,
    node,
    command: text(command),
    target: text(baseUrl),
    environment: kind,
    profile: fingerprint,
  };
}

function testOf(check: CheckResult, results: Results): JsonObject & { readonly status: Status } {
  const { id, title, kind, requirements, violates, sections, evidence, reproduce, unreachable, waiver } = check;
  const warning = check.verdict === 'fail' && !isDecisiveFailure(check, results.run.level);
  return {
    name: id,
    status: statusOf(check, results),
    duration: Math.round(check.durationMs),
    rawStatus: check.verdict,
    suite: [check.area],
    type: kind,
    tags: [check.level, ...sections.map((section) => `interface ${section}`), ...(warning ? ['warning'] : [])],
    ...(check.reason === undefined ? {} : { message: text(check.reason) }),
    ...(check.expected === undefined && check.actual === undefined ? {} : { trace: text(traceOf(check)) }),
    ...(check.source === undefined ? {} : { filePath: check.source }),
    extra: {
      title: text(title),
      requirements,
      ...(violates === undefined ? {} : { violates }),
      evidence,
      reproduce: text(reproduce),
      ...(unreachable === undefined ? {} : { unreachable }),
      ...(waiver === undefined ? {} : { waiver: { ...waiver } }),
    },
  };
}

/** What does not decide the run is never `failed`; what was not decided is never `passed`. */
function statusOf(check: CheckResult, results: Results): Status {
  switch (check.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return isDecisiveFailure(check, results.run.level) ? 'failed' : 'other';
    case 'error':
      return 'failed';
    case 'not-run':
      return 'pending';
    case 'not-applicable':
    case 'left-out':
      return 'skipped';
    case 'inconclusive':
      return 'other';
  }
}

function traceOf(check: CheckResult): string {
  return `expected: ${check.expected ?? 'not stated'}\nactual: ${check.actual ?? 'not stated'}`;
}

function text(value: string): string {
  return capped(printable(value), MOST_TEXT);
}
