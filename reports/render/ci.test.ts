import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { annotations, appendStepSummary } from './ci.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-ci-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const GITHUB = { GITHUB_ACTIONS: 'true' };

describe('the step summary', () => {
  it('is appended where the CI names a file', async () => {
    const path = join(folder, 'summary');
    writeFileSync(path, 'before\n');
    expect(await appendStepSummary('# after', { GITHUB_STEP_SUMMARY: path })).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('before\n# after\n');
  });

  it('is left out where the CI names none, and where it would overflow the limit', async () => {
    expect(await appendStepSummary('# x', {})).toBeUndefined();
    const path = join(folder, 'full');
    writeFileSync(path, 'x'.repeat(1_048_570));
    expect(await appendStepSummary('# too much', { GITHUB_STEP_SUMMARY: path })).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')(
    'waits for nobody where a pipe or a device stands under that name',
    async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      await expect(appendStepSummary('# x', { GITHUB_STEP_SUMMARY: pipe })).rejects.toThrow(
        /cannot write .*pipe, which /,
      );
      const heard = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
      await expect(appendStepSummary('# x', { GITHUB_STEP_SUMMARY: pipe })).rejects.toThrow(
        /no regular file but a pipe/,
      );
      closeSync(heard);
      await expect(appendStepSummary('# x', { GITHUB_STEP_SUMMARY: '/dev/full' })).rejects.toThrow(/a device/);
    },
  );

  it('says clearly when it cannot be written', async () => {
    const path = join(folder, 'summary', 'x');
    await expect(appendStepSummary('# x', { GITHUB_STEP_SUMMARY: path })).rejects.toThrow(
      /cannot write .*a part of the path is a file/,
    );
  });
});

describe('annotations', () => {
  it('are printed for GitHub, one a line, errors and warnings apart', () => {
    const lines = annotations(sampleResults(), GITHUB, '/x/summary.md').trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^::error title=the answer was 202 where a refusal is required::refuses a timestamp of hours ago%0A/,
    );
    expect(lines[1]).toMatch(/^::warning title=padded text was accepted::/);
  });

  it('are bounded to what GitHub shows', () => {
    const many = Array.from({ length: 50 }, (_, n) => sampleCheck({ id: `a/${n}`, verdict: 'fail' }));
    expect(annotations(sampleResults(many), GITHUB, '').match(/^::error/gm)).toHaveLength(10);
  });

  it('point Azure Pipelines at the summary, and other places at nothing', () => {
    expect(annotations(sampleResults(), { TF_BUILD: 'True' }, '/x/summary.md')).toBe(
      '##vso[task.uploadsummary]/x/summary.md\n',
    );
    expect(annotations(sampleResults(), {}, '/x/summary.md')).toBe('');
  });

  it.each(HOSTILE_TEXTS)('let no second command out of %j', (hostile) => {
    const check = sampleCheck({ title: hostile, verdict: 'fail', reason: hostile, expected: hostile, actual: hostile });
    const text = annotations(sampleResults([check]), GITHUB, '');
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).toMatch(/^::error title=[^\n:,]*::[^\n\r]*\n$/);
  });
});
