// Results for tests: a small run with one check of every verdict, and builders to vary it.

import { conformanceOf } from './model/conformance.js';
import type { CheckResult, Results } from './model/model.js';

export function sampleCheck(overrides: Partial<CheckResult> = {}): CheckResult {
  const id = overrides.id ?? '5.3.1/signs-the-decoded-bytes';
  return {
    id,
    title: 'refuses a signature over the base64url text',
    requirements: [id.split('/')[0] ?? id],
    sections: ['5.3'],
    area: 'auth',
    kind: 'scenario',
    level: 'must',
    verdict: 'pass',
    ...(overrides.verdict === undefined || overrides.verdict === 'pass' ? {} : { reason: 'because of the test' }),
    evidence: [],
    reproduce: `tsi run '${id}' --seed 7`,
    durationMs: 12.5,
    ...overrides,
  };
}

export const SAMPLE_CHECKS: readonly CheckResult[] = [
  sampleCheck(),
  sampleCheck({
    id: '5.3.8/old-timestamp',
    verdict: 'fail',
    title: 'refuses a timestamp of hours ago',
    reason: 'the answer was 202 where a refusal is required',
    expected: 'status 4xx',
    actual: 'status 202',
    evidence: [4, 3],
    source: 'suites/auth/timestamps.suite.ts',
    line: 57,
  }),
  sampleCheck({
    id: '6.1.2/one-order',
    area: 'lifecycle',
    sections: ['6.1'],
    verdict: 'inconclusive',
    reason: 'no result in 5 s',
  }),
  sampleCheck({
    id: '6.4.1/no-replay',
    area: 'reconnect',
    sections: ['6.4'],
    verdict: 'inconclusive',
    unreachable: true,
    needs: ['control stream.drop'],
    reason: 'needs the control action stream.drop',
  }),
  sampleCheck({
    id: '6.2.1/hmr',
    area: 'hmr',
    sections: ['6.2'],
    verdict: 'not-applicable',
    reason: 'hmrEvents is not claimed',
  }),
  sampleCheck({ id: '5.3.2/padding', level: 'should', verdict: 'fail', reason: 'padded text was accepted' }),
];

export function sampleResults(
  checks: readonly CheckResult[] = SAMPLE_CHECKS,
  overrides: Partial<Results> = {},
): Results {
  const run: Results['run'] = {
    id: 'run-1',
    seed: '7',
    started: '2026-03-01T10:00:00.000Z',
    finished: '2026-03-01T10:00:04.100Z',
    durationMs: 4100,
    effort: 'standard',
    level: 'must',
    selection: [],
    suite: { name: 'tsi-conformance', version: '0.1.0', catalogue: 'c'.repeat(64) },
    node: 'v20.19.0',
    target: { name: 'sample', baseUrl: 'http://127.0.0.1:1', environment: 'sandbox', fingerprint: 'f'.repeat(64) },
    command: 'tsi run --seed 7',
    ...overrides.run,
  };
  const findings = overrides.findings ?? [];
  const ids = [...new Set(checks.flatMap((check) => check.requirements))];
  return {
    results: 1,
    ...conformanceOf({ checks, findings, run }),
    checks,
    observations: [
      { name: 'timestamp window', value: 5000, unit: 'ms', section: '8', check: '5.3.8/old-timestamp', evidence: [3] },
    ],
    requirements: ids.map((id) => {
      const own = checks.filter((check) => check.requirements.includes(id));
      return {
        id,
        section: own[0]?.sections[0] ?? '5.3',
        level: own[0]?.level ?? 'must',
        statement: `What ${id} states.`,
        verdict: own[0]?.verdict ?? 'untested',
        checks: own.map((check) => check.id),
      };
    }),
    ...overrides,
    run,
    findings,
  };
}

/** Texts that break careless renderers; each must come out inert in every format. */
export const HOSTILE_TEXTS: readonly string[] = [
  '</script><script>alert(1)</script><!--',
  '"\'><img src=x onerror=alert(1)>',
  ']]></failure></testcase><testcase name="forged"/>',
  '::error file=a,line=1::forged\n##[error]forged\n##vso[task.complete result=Succeeded;]',
  '\u001b[2J\u001b]0;title\u0007\u009b31m\r\u0008',
  '\u202Egnp.exe\u2066\u200b\ufeff\ufffe\uffff',
  '\ud800 lone \udfff surrogates',
  '| cell | **bold** `code` [link](javascript:alert(1)) @everyone #1 !1 <details> \\|',
  '``` \n# heading\n- item\n| a | b |\n|---|---|',
  '&amp;&lt;&#0;&#x1f;%0A%3A',
  'nul \u0000 and line\u2028sep\u2029',
  '__proto__',
  'constructor',
  `long ${'x'.repeat(70_000)}`,
];
