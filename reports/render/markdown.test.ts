import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { renderMarkdown } from './markdown.js';

/** What is left when code spans are taken out by the rule of CommonMark: a run of backticks up to the next run of that length. */
function withoutCode(markdown: string): string {
  return markdown.replace(/(?<![`\\])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, 'CODE');
}

describe('summary.md', () => {
  it('says the verdict first, then what to do', () => {
    const text = renderMarkdown(sampleResults());
    expect(text).toMatch(/^# ❌ NOT CONFORMANT\n\n1 of 6 checks fails/);
    expect(text.indexOf('## Next')).toBeLessThan(text.indexOf('## Failures'));
  });

  it('shows requirement, expected, actual and the command of a failure', () => {
    const text = renderMarkdown(sampleResults());
    expect(text).toContain('- requirement: `5.3.8` What 5.3.8 states.');
    expect(text).toContain('- expected: `status 4xx`');
    expect(text).toContain('- actual: `status 202`');
    expect(text).toContain("- reproduce: `tsi run '5.3.8/old-timestamp' --seed 7`");
  });

  it('shows the matrix of requirements by section, warnings apart', () => {
    expect(renderMarkdown(sampleResults())).toContain('| 5.3 | 1 | 1 |  | 1 |  |');
  });

  it('fits a pull request comment and counts what it leaves out', () => {
    const checks = Array.from({ length: 2_000 }, (_, n) =>
      sampleCheck({ id: `a${n}/x`, verdict: 'fail', actual: 'x'.repeat(5_000) }),
    );
    const text = renderMarkdown(sampleResults(checks));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/_\d+ more requirements in the report\._/);
  });

  it.each(HOSTILE_TEXTS)('interprets nothing of %j', (hostile) => {
    const check = sampleCheck({
      title: hostile,
      verdict: 'fail',
      requirements: [hostile],
      sections: [hostile],
      reason: hostile,
      expected: hostile,
      actual: hostile,
      reproduce: hostile,
      waiver: { pattern: hostile, reason: hostile, expires: hostile },
    });
    const open = sampleCheck({ id: 'a/open', verdict: 'inconclusive', reason: hostile, needs: [hostile] });
    const findings = [{ kind: 'leak' as const, message: hostile, evidence: [], fatal: true }];
    const observations = [{ name: hostile, value: hostile, section: hostile, check: null, evidence: [] }];
    const text = renderMarkdown(sampleResults([check, open], { findings, observations }));
    const plain = renderMarkdown(
      sampleResults([sampleCheck({ verdict: 'fail' }), sampleCheck({ id: 'b', verdict: 'inconclusive' })]),
    );
    const bare = withoutCode(text);
    expect(bare).not.toMatch(/(?<!\\)<[a-z/!]/i);
    expect(bare).not.toMatch(/(?<!\\)\]\(/);
    expect(bare).not.toMatch(/https?:\/\//);
    expect(bare).not.toMatch(/(?<!\\)@\w/);
    expect(bare).not.toMatch(/\n:?:error/);
    expect(text.match(/^#{1,2} .*$/gm)?.length ?? 0).toBe((plain.match(/^#{1,2} .*$/gm)?.length ?? 0) + 1);
  });
});
