// What the owner of the key can try: the report is changed and everything signed again, so every signature holds. The evidence does not.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planDigest } from '../join/plan-digest.js';
import { conformanceOf } from '../model/conformance.js';
import { makeManifest, renderManifest } from '../model/manifest.js';
import type { CheckResult, Results } from '../model/model.js';
import { renderResultsJson } from '../model/results-json.js';
import { resealed } from '../sample-run.test.aid.js';
import { signBlindly } from './certified.test.aid.js';
import { type Tampering, text } from './edits.test.aid.js';

/** The results changed and everything signed again with the right key: what only the owner of the key can do. */
const resigned =
  (change: (results: Results) => Results, journal: (text: string) => string = (one) => one) =>
  async (dir: string): Promise<void> => {
    const results = change(JSON.parse(text(dir, 'results.json')));
    writeFileSync(join(dir, 'results.json'), renderResultsJson(results));
    writeFileSync(join(dir, 'journal.ndjson'), resealed(journal(text(dir, 'journal.ndjson'))));
    const names = [
      'results.json',
      'journal.ndjson',
      'junit.xml',
      'ctrf.json',
      'summary.md',
      'index.html',
      'metrics.prom',
    ];
    writeFileSync(join(dir, 'manifest.json'), renderManifest(await makeManifest(dir, results.run.id, names)));
    rmSync(join(dir, 'certificate.intoto.jsonl'));
    await signBlindly(dir);
  };
const rejudged = (results: Results, checks: readonly CheckResult[], run: Partial<Results['run']> = {}): Results => {
  const changed = { ...results, checks, run: { ...results.run, ...run } };
  return { ...changed, ...conformanceOf(changed) };
};
const beautified = (results: Results): Results =>
  rejudged(
    results,
    results.checks.map(({ reason: _reason, ...check }) =>
      check.verdict === 'fail' ? { ...check, verdict: 'pass' } : check,
    ),
  );
/** Changes the record of a kind that fits first. */
const record =
  (fits: RegExp, change: (line: string) => string) =>
  (journal: string): string => {
    const lines = journal.split('\n');
    const at = lines.findIndex((line) => fits.test(line));
    lines[at] = change(lines[at] ?? '');
    return lines.join('\n');
  };
const same = (results: Results): Results => results;

/** Attempts on a report with one failed check. */
export const BY_THE_SIGNER: readonly Tampering[] = [
  [
    'a failure called pass in the results',
    'verdicts',
    /orders\.rule-0\/case-1: the results say pass, the journal says fail/,
    resigned(beautified),
  ],
  [
    'a failure called pass in results and journal',
    'journal',
    /recorded verdict is pass, the assertions say fail/,
    resigned(
      beautified,
      record(/"verdict":"fail"/, (line) => line.replace('"verdict":"fail"', '"verdict":"pass"')),
    ),
  ],
  [
    'a failed assertion called held',
    'journal',
    /recorded as holding, but its evidence says otherwise/,
    resigned(beautified, (journal) =>
      record(/"verdict":"fail"/, (line) => line.replace('"verdict":"fail"', '"verdict":"pass"'))(journal).replace(
        '"holds":false',
        '"holds":true',
      ),
    ),
  ],
  [
    'an expectation lowered to what came',
    'journal',
    /recorded as not holding/,
    resigned(
      same,
      record(/"holds":false/, (line) => line.replace('"expected":400', '"expected":200')),
    ),
  ],
  [
    'an answer edited to what was expected',
    'journal',
    /not what the recorded bytes say/,
    resigned(
      same,
      record(/"kind":"ok"/, (line) => line.replace('"body":{', '"body":{"a":1,')),
    ),
  ],
  [
    'the failing check left out',
    'verdicts',
    /in the journal, but not in the results/,
    resigned((results) => {
      const checks = results.checks.filter((check) => check.verdict !== 'fail');
      return rejudged(results, checks, { plan: planDigest(checks.map((check) => check.id)) });
    }),
  ],
  [
    'a failure called not applicable',
    'verdicts',
    /the results say not-applicable, the journal says fail/,
    resigned((results) =>
      rejudged(
        results,
        results.checks.map((check) => (check.verdict === 'fail' ? { ...check, verdict: 'not-applicable' } : check)),
      ),
    ),
  ],
  [
    'a pass without any record',
    'verdicts',
    /but the journal has nothing of it/,
    resigned((results) => {
      const checks = [
        ...results.checks,
        { ...(results.checks[0] as CheckResult), id: 'auth.invented/case', verdict: 'pass' as const },
      ];
      return rejudged(results, checks, { plan: planDigest(checks.map((check) => check.id)) });
    }),
  ],
  [
    'evidence beyond the journal',
    'verdicts',
    /its evidence is not that of the journal/,
    resigned((results) =>
      rejudged(
        results,
        results.checks.map((check) => (check.verdict === 'fail' ? { ...check, evidence: [999_999] } : check)),
      ),
    ),
  ],
  [
    'another plan',
    'completeness',
    /not those of the plan/,
    resigned((results) =>
      rejudged(results, results.checks, { plan: { checks: results.checks.length, digest: '0'.repeat(64) } }),
    ),
  ],
  [
    'another seed',
    'verdicts',
    /seed: the journal says 7, the results say 8/,
    resigned((results) => rejudged(results, results.checks, { seed: '8' })),
  ],
  [
    'another profile',
    'verdicts',
    /profile fingerprint/,
    resigned((results) =>
      rejudged(results, results.checks, { target: { ...results.run.target, fingerprint: 'e'.repeat(64) } }),
    ),
  ],
  [
    'conformant by decree',
    'verdicts',
    /conformant is true, but false follows/,
    resigned((results) => ({ ...results, conformant: true, exitCode: 0 })),
  ],
  ['a cut journal, signed again', 'journal', /journal line/, resigned(same, (journal) => journal.slice(0, -300))],
  [
    'a gap in the journal, signed again',
    'journal',
    /missing/,
    resigned(same, (journal) =>
      journal
        .split('\n')
        .filter((_line, index) => index !== 9)
        .join('\n'),
    ),
  ],
];
