// The recipes, step by step with bash, against a `tsi` that notes what it is asked: every input arrives as the one word that it is.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../toolkit/base/package-root.js';
import { evaluate } from './runner/expressions.test.aid.js';
import { buildkiteJobs, gitlabJobs, jenkinsJobs } from './runner/pipelines.test.aid.js';
import { program, SH } from './runner/script.test.aid.js';
import { beginTrial, HOSTILE, type Trial } from './runner/trial.test.aid.js';

const OUT = '--out=conformance-report';

let trial: Trial;
beforeEach(() => {
  trial = beginTrial();
});
afterEach(() => trial.end());

describe('the action', () => {
  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const texts = ['profile', 'exec', 'base-url', 'allow-trading-on', 'catalogue', 'effort', 'level', 'waivers'];
    const inputs = Object.fromEntries(texts.map((name) => [name, value]));
    const { code } = await trial.action({
      ...inputs,
      selection: `${value}\nauth\n`,
      sections: `5.3\n${value}`,
      suites: value,
    });
    expect(code).toBe(0);
    const options = [
      ...texts.map((name) => `--${name}=${value}`),
      '--section=5.3',
      `--section=${value}`,
      `--suites=${value}`,
      OUT,
    ];
    expect(trial.calls()).toEqual([['run', ...options, '--', value, 'auth']]);
    expect(trial.isPwned()).toBe(false);
  });

  it('hands on a value of several lines as one word', async () => {
    await trial.action({ profile: 'a\n$(touch pwned)\n--b' });
    expect(trial.calls()).toEqual([['run', '--profile=a\n$(touch pwned)\n--b', OUT, '--']]);
  });

  it.each([...HOSTILE, 'npm:other@1', '../x'])('installs no %j', async (version) => {
    const { code, output } = await trial.action({ version });
    expect([code, existsSync(join(trial.folder, 'npm.log')), trial.calls()]).toEqual([1, false, []]);
    expect(output).toContain('TSI_VERSION: expected a version such as 0.2.0');
  });

  it('installs the version that it is of', async () => {
    await trial.action({});
    const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
    const words = readFileSync(join(trial.folder, 'npm.log'), 'utf8').trim().split('\n');
    expect(words.at(-1)).toBe(`tsi-conformance@${version}`);
    expect(words).toContain('--ignore-scripts');
  });

  it.each(HOSTILE)('compares with a baseline named %j', async (name) => {
    writeFileSync(join(trial.cwd, name.replaceAll('/', '')), '');
    await trial.action({ baseline: name.replaceAll('/', '') });
    expect(trial.calls()[1]).toEqual(['compare', '--', name.replaceAll('/', ''), 'conformance-report']);
    expect(trial.isPwned()).toBe(false);
  });

  it('judges one share, says so to nobody, and leaves the decision about regressions to who joins', async () => {
    const share = { shard: '2', shards: '4', gate: 'regressions' };
    const { code, outputs, summary } = await trial.action(share, { TSI_CODE: '1' });
    expect(trial.calls()).toEqual([['run', '--shard=auto', '--']]);
    expect([code, outputs['exit-code'], summary]).toEqual([0, '0', '']);
    expect((await trial.action({ ...share, gate: 'conformant' }, { TSI_CODE: '1' })).code).toBe(1);
    expect((await trial.action(share, { TSI_CODE: '3' })).code).toBe(1);
    expect(existsSync(join(trial.folder, 'artifacts', 'conformance-shard-2', 'results.json'))).toBe(true);
  });

  it('joins what is there, for a shell that finds spaces in names', async () => {
    const shard = join(trial.folder, 'artifacts', 'conformance-shard-2', 'partial', 'auth+shard-2-of-4 x');
    mkdirSync(shard, { recursive: true });
    mkdirSync(join(trial.folder, 'artifacts', 'conformance-shard-1', 'partial', 'auth+shard-1-of-4'), {
      recursive: true,
    });
    await trial.action({ command: 'join', shards: '4' });
    const [merge] = trial.calls();
    expect(merge).toEqual(['merge', '--out=conformance-report', '--', 'conformance-report/partial/auth+shard-1-of-4']);
  });

  const BASELINE = { baseline: 'old' };
  it.each([
    ['a conformant run', {}, '0', '0', 0],
    ['a run that is not', {}, '1', '0', 1],
    ['one that regressed', {}, '0', '1', 1],
    ['one that is not conformant, and was not before', { gate: 'regressions' }, '1', '0', 0],
    ['one that is incomplete, and was before', { gate: 'regressions' }, '6', '0', 0],
    ['one that became worse', { gate: 'regressions' }, '1', '1', 1],
    ['one without verdicts', { gate: 'regressions' }, '3', '0', 3],
  ])('ends %s as its gate demands', async (_what, inputs, own, compared, code) => {
    writeFileSync(join(trial.cwd, 'old'), '');
    const { outputs } = await trial.action({ ...BASELINE, ...inputs }, { TSI_CODE: own, COMPARED: compared });
    expect(outputs).toMatchObject({
      'exit-code': `${code}`,
      conformant: `${code === 0}`,
      report: 'conformance-report',
    });
  });

  it('ends as the run did where there is no baseline yet, and says so', async () => {
    const { output, code } = await trial.action({ ...BASELINE, gate: 'regressions' }, { TSI_CODE: '1' });
    expect([code, output]).toEqual([1, expect.stringContaining('No baseline yet')]);
  });

  it('tells the comparison to the summary, as text that nothing interprets', async () => {
    writeFileSync(join(trial.cwd, 'old'), '');
    expect((await trial.action(BASELINE)).summary).toContain('\n    a comparison ``` <b>\n');
  });

  it('keeps the report of the default branch as the next baseline, and compares with the last of them', async () => {
    await trial.action({}, { TSI_CODE: '1' }, 'main');
    expect(trial.calls()).toHaveLength(1);
    rmSync(join(trial.cwd, 'conformance-baseline'), { recursive: true });
    await trial.action({});
    expect(trial.calls().at(-1)).toEqual(['compare', '--', 'conformance-baseline/results.json', 'conformance-report']);
  });
});

describe('the components of GitLab', () => {
  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const { conformance } = gitlabJobs('shards', { shards: 3 });
    const env = {
      ...conformance?.env,
      TSI_HOME: join(trial.folder, 'home 2'),
      TSI_PROFILE: value,
      TSI_SELECTION: value,
    };
    expect(
      (await trial.run(conformance?.script ?? 'exit 9', { ...env, CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' })).code,
    ).toBe(0);
    expect(trial.calls()).toEqual([['run', `--profile=${value}`, '--shard=auto', '--', value]]);
    expect(trial.isPwned()).toBe(false);
  });

  it.each([
    { version: '1; touch pwned' },
    { version: 'npm:x@1' },
    { gate: 'none' },
    { stage: 'a: b' },
    { shards: '4' },
  ])('refuses %j', (inputs) => {
    expect(() => gitlabJobs('shards', inputs)).toThrow(/is refused/);
  });

  it('joins, and compares with the last report of the default branch', async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push([request.url, request.headers['job-token']]);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const job = gitlabJobs('shards', { shards: 2 })['conformance-join'];
    const env = {
      ...job?.env,
      TSI_HOME: join(trial.folder, 'home 2'),
      CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`,
      CI_PROJECT_ID: '7',
      CI_DEFAULT_BRANCH: 'trunk/$(touch pwned)',
      CI_JOB_NAME: 'conformance-join',
      CI_JOB_TOKEN: 'token',
    };
    mkdirSync(join(trial.cwd, 'conformance-report/partial/shard-1-of-2'), { recursive: true });
    const { code, output } = await trial.run(job?.script ?? 'exit 9', env);
    server.close();
    expect([code, output]).toEqual([0, expect.stringContaining('a comparison')]);
    const place = '/api/v4/projects/7/jobs/artifacts/trunk%2F%24(touch%20pwned)/raw/conformance-report/results.json';
    expect(asked).toEqual([[`${place}?job=conformance-join`, 'token']]);
    expect(trial.calls().map(([command]) => command)).toEqual(['merge', 'compare']);
  });
});

describe('the baseline of GitLab', () => {
  it('is none where the instance cannot be reached, which ends no job', async () => {
    const job = gitlabJobs('shards', { shards: 2 })['conformance-join'];
    const home = join(trial.folder, 'home 2');
    const gone = { CI_API_V4_URL: 'http://127.0.0.1:1/api/v4', CI_DEFAULT_BRANCH: 'main', CI_JOB_TOKEN: 'token' };
    const { code, output } = await trial.run(job?.script ?? 'exit 9', { ...job?.env, TSI_HOME: home, ...gone });
    expect([code, output]).toEqual([0, expect.stringMatching(/no baseline from main: .+\n[\s\S]*No baseline yet/)]);
  });
});

describe('the pipelines of Buildkite', () => {
  const AGENT = `#!/usr/bin/env bash
printf '%s\\n' "$*" >>"$MACHINE/agent.log"
[ "$1" != annotate ] || cat >>"$MACHINE/annotated.md"
if [ "$4" = baseline ]; then mkdir -p baseline/conformance-report; echo >baseline/conformance-report/results.json; fi
`;

  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const [judge] = buildkiteJobs('pipeline-shards.yml');
    const env = { ...judge?.env, TSI_HOME: join(trial.folder, 'home 2'), TSI_PROFILE: value, TSI_SELECTION: value };
    await trial.run(judge?.script ?? '', env);
    expect(trial.calls()).toEqual([['run', `--profile=${value}`, '--shard=auto', '--', value]]);
    expect(trial.isPwned()).toBe(false);
  });

  it('joins, compares, annotates and decides', async () => {
    program(join(trial.folder, 'bin/buildkite-agent'), AGENT);
    const [, join_] = buildkiteJobs('pipeline-shards.yml');
    const env = {
      ...join_?.env,
      TSI_HOME: join(trial.folder, 'home 2'),
      TSI_BASELINE_BUILD: '$(touch pwned) x',
      TSI_CODE: '1',
    };
    expect((await trial.run(join_?.script ?? '', env)).code).toBe(1);
    const said = readFileSync(join(trial.folder, 'agent.log'), 'utf8');
    expect(said).toContain('results.json baseline --build $(touch pwned) x\n');
    expect(readFileSync(join(trial.folder, 'annotated.md'), 'utf8')).toBe('summary.md');
    expect(trial.calls().map(([command]) => command)).toEqual(['merge', 'compare']);
  });
});

describe('the Jenkinsfiles', () => {
  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const [judge] = jenkinsJobs('Jenkinsfile.shards');
    const env = { ...judge?.env, TSI_SELECTION: value, TSI_SHARD: '3' };
    expect((await trial.run(judge?.script ?? '', env, SH)).code).toBe(0);
    const options = ['--profile=target.yaml', '--shard=auto'];
    expect(trial.calls()).toEqual([['run', ...options, '--', value]]);
    expect(trial.isPwned()).toBe(false);
  });

  it('joins, compares and decides', async () => {
    const [, join_] = jenkinsJobs('Jenkinsfile.shards');
    const env = { ...join_?.env, TSI_CODE: '0', COMPARED: '1' };
    mkdirSync(join(trial.cwd, 'baseline/conformance-report'), { recursive: true });
    writeFileSync(join(trial.cwd, 'baseline/conformance-report/results.json'), '');
    expect((await trial.run(join_?.script ?? '', env, SH)).code).toBe(1);
    expect(trial.calls().map(([command]) => command)).toEqual(['merge', 'compare']);
  });
});

describe('expressions of the runner', () => {
  it.each([
    ["a.b == 'x' && (c || 'd')", 'd'],
    ["!a.b || c == ''", 'true'],
    ["always() && a.b != 'x'", 'false'],
    ["'it''s'", "it's"],
  ])('%s is %s', (text, value) => {
    expect(evaluate(text, (path) => (path.join('.') === 'a.b' ? 'x' : ''), { failed: false })).toBe(value);
  });
});
