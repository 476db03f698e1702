// The recipes, step by step with bash, against a `tsi` that notes what it is asked: every input arrives as the one word that it is.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../toolkit/payload/package-root.js';
import { evaluate } from './runner/expressions.test.aid.js';
import { type JobEnd, runAction } from './runner/github.test.aid.js';
import { buildkiteJobs, gitlabJobs, jenkinsJobs } from './runner/pipelines.test.aid.js';
import {
  BASH,
  type Ended,
  type Env,
  type Machine,
  machineEnv,
  NOTING_TSI,
  program,
  runScript,
  SH,
} from './runner/script.test.aid.js';

/** What somebody may type, or find as the name of a branch. */
const HOSTILE = [
  'two words',
  '"quoted" and \'quoted\'',
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned; #',
  '--version',
  '-x',
  '* ?',
  '$IFS \\n%0A',
  '::error::x',
];

let folder = '';
let machine: Machine;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  const cwd = join(folder, 'working copy');
  mkdirSync(cwd);
  program(join(cwd, 'start-service'), '#!/bin/sh\n');
  machine = { cwd, env: machineEnv(folder, NOTING_TSI) };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What `tsi` was asked, call by call. */
function calls(): readonly (readonly string[])[] {
  const log = join(folder, 'tsi.log');
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as string[]);
}

function action(inputs: Env, env: Env = {}, branch = 'topic'): Promise<JobEnd> {
  const github = { run_id: '4711', run_attempt: '1', ref_name: branch, 'event.repository.default_branch': 'main' };
  const store = { artifacts: join(folder, 'artifacts'), caches: join(folder, 'caches') };
  const own = { ...machine, env: { ...machine.env, ...env } };
  return runAction(inputs, { github, store, machine: () => own }, own);
}

function run(script: string, env: Env, shell = BASH): Promise<Ended> {
  return runScript(script, { cwd: machine.cwd, env: { ...machine.env, ...env } }, shell);
}

describe('the action', () => {
  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const texts = ['profile', 'base-url', 'allow-trading-on', 'effort', 'level', 'waivers'];
    const inputs = Object.fromEntries(texts.map((name) => [name, value]));
    const { code } = await action({
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
    ];
    expect(calls()).toEqual([['run', ...options, '--', value, 'auth']]);
    expect(existsSync(join(machine.cwd, 'pwned'))).toBe(false);
  });

  it('hands on a value of several lines as one word', async () => {
    await action({ profile: 'a\n$(touch pwned)\n--b' });
    expect(calls()).toEqual([['run', '--profile=a\n$(touch pwned)\n--b', '--']]);
  });

  it.each([...HOSTILE, 'npm:other@1', '../x'])('installs no %j', async (version) => {
    const { code, output } = await action({ version });
    expect([code, existsSync(join(folder, 'npm.log')), calls()]).toEqual([1, false, []]);
    expect(output).toContain('TSI_VERSION: expected a version such as 0.2.0');
  });

  it('installs the version that it is of', async () => {
    await action({});
    const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
    const words = readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n');
    expect(words.at(-1)).toBe(`tsi-conformance@${version}`);
    expect(words).toContain('--ignore-scripts');
  });

  it.each(HOSTILE)('compares with a baseline named %j', async (name) => {
    writeFileSync(join(machine.cwd, name.replaceAll('/', '')), '');
    await action({ baseline: name.replaceAll('/', '') });
    expect(calls()[1]).toEqual(['compare', '--', name.replaceAll('/', ''), 'conformance-report']);
    expect(existsSync(join(machine.cwd, 'pwned'))).toBe(false);
  });

  it('judges one share, says so to nobody, and leaves the decision about regressions to who joins', async () => {
    const share = { shard: '2', shards: '4', gate: 'regressions' };
    const { code, outputs, summary } = await action(share, { TSI_CODE: '1' });
    expect(calls()).toEqual([['run', '--shard=auto', '--']]);
    expect([code, outputs['exit-code'], summary]).toEqual([0, '0', '']);
    expect((await action({ ...share, gate: 'conformant' }, { TSI_CODE: '1' })).code).toBe(1);
    expect((await action(share, { TSI_CODE: '3' })).code).toBe(1);
    expect(existsSync(join(folder, 'artifacts', 'conformance-shard-2', 'results.json'))).toBe(true);
  });

  it('joins what is there, for a shell that finds spaces in names', async () => {
    const shard = join(folder, 'artifacts', 'conformance-shard-2', 'partial', 'auth+shard-2-of-4 x');
    mkdirSync(shard, { recursive: true });
    mkdirSync(join(folder, 'artifacts', 'conformance-shard-1', 'partial', 'auth+shard-1-of-4'), { recursive: true });
    await action({ command: 'join', shards: '4' });
    const [merge] = calls();
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
    writeFileSync(join(machine.cwd, 'old'), '');
    const { outputs } = await action({ ...BASELINE, ...inputs }, { TSI_CODE: own, COMPARED: compared });
    expect(outputs).toMatchObject({
      'exit-code': `${code}`,
      conformant: `${code === 0}`,
      report: 'conformance-report',
    });
  });

  it('ends as the run did where there is no baseline yet, and says so', async () => {
    const { output, code } = await action({ ...BASELINE, gate: 'regressions' }, { TSI_CODE: '1' });
    expect([code, output]).toEqual([1, expect.stringContaining('No baseline yet')]);
  });

  it('tells the comparison to the summary, as text that nothing interprets', async () => {
    writeFileSync(join(machine.cwd, 'old'), '');
    expect((await action(BASELINE)).summary).toContain('\n    a comparison ``` <b>\n');
  });

  it('keeps the report of the default branch as the next baseline, and compares with the last of them', async () => {
    await action({}, { TSI_CODE: '1' }, 'main');
    expect(calls()).toHaveLength(1);
    rmSync(join(machine.cwd, 'conformance-baseline'), { recursive: true });
    await action({});
    expect(calls().at(-1)).toEqual(['compare', '--', 'conformance-baseline/results.json', 'conformance-report']);
  });
});

describe('the component of GitLab', () => {
  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const { conformance } = gitlabJobs({ shards: 3 });
    const env = { ...conformance?.env, TSI_HOME: join(folder, 'home 2'), TSI_PROFILE: value, TSI_SELECTION: value };
    expect((await run(conformance?.script ?? 'exit 9', { ...env, CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' })).code).toBe(
      0,
    );
    expect(calls()).toEqual([['run', `--profile=${value}`, '--shard=auto', '--', value]]);
    expect(existsSync(join(machine.cwd, 'pwned'))).toBe(false);
  });

  it.each([
    { version: '1; touch pwned' },
    { version: 'npm:x@1' },
    { gate: 'none' },
    { stage: 'a: b' },
    { shards: '4' },
  ])('refuses %j', (inputs) => {
    expect(() => gitlabJobs(inputs)).toThrow(/is refused/);
  });

  it('joins, and compares with the last report of the default branch', async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push([request.url, request.headers['job-token']]);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const job = gitlabJobs({ shards: 2 })['conformance-join'];
    const env = {
      ...job?.env,
      TSI_HOME: join(folder, 'home 2'),
      CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`,
      CI_PROJECT_ID: '7',
      CI_DEFAULT_BRANCH: 'trunk/$(touch pwned)',
      CI_JOB_NAME: 'conformance-join',
      CI_JOB_TOKEN: 'token',
    };
    mkdirSync(join(machine.cwd, 'conformance-report/partial/shard-1-of-2'), { recursive: true });
    const { code, output } = await run(job?.script ?? 'exit 9', env);
    server.close();
    expect([code, output]).toEqual([0, expect.stringContaining('a comparison')]);
    const place = '/api/v4/projects/7/jobs/artifacts/trunk%2F%24(touch%20pwned)/raw/conformance-report/results.json';
    expect(asked).toEqual([[`${place}?job=conformance-join`, 'token']]);
    expect(calls().map(([command]) => command)).toEqual(['merge', 'compare']);
  });
});

describe('the pipeline of Buildkite', () => {
  const AGENT = `#!/usr/bin/env bash
printf '%s\\n' "$*" >>"$MACHINE/agent.log"
[ "$1" != annotate ] || cat >>"$MACHINE/annotated.md"
if [ "$4" = baseline ]; then mkdir -p baseline/conformance-report; echo >baseline/conformance-report/results.json; fi
`;

  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const [judge] = buildkiteJobs();
    const env = { ...judge?.env, TSI_HOME: join(folder, 'home 2'), TSI_PROFILE: value, TSI_SELECTION: value };
    await run(judge?.script ?? '', env);
    expect(calls()).toEqual([['run', `--profile=${value}`, '--waivers=waivers.yaml', '--shard=auto', '--', value]]);
    expect(existsSync(join(machine.cwd, 'pwned'))).toBe(false);
  });

  it('joins, compares, annotates and decides', async () => {
    program(join(folder, 'bin/buildkite-agent'), AGENT);
    const [, join_] = buildkiteJobs();
    const env = {
      ...join_?.env,
      TSI_HOME: join(folder, 'home 2'),
      TSI_BASELINE_BUILD: '$(touch pwned) x',
      TSI_CODE: '1',
    };
    expect((await run(join_?.script ?? '', env)).code).toBe(1);
    const said = readFileSync(join(folder, 'agent.log'), 'utf8');
    expect(said).toContain('results.json baseline --build $(touch pwned) x\n');
    expect(readFileSync(join(folder, 'annotated.md'), 'utf8')).toBe('summary.md');
    expect(calls().map(([command]) => command)).toEqual(['merge', 'compare']);
  });
});

describe('the Jenkinsfile', () => {
  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    const [judge] = jenkinsJobs();
    const env = { ...judge?.env, TSI_SELECTION: value, TSI_SHARD: '3' };
    expect((await run(judge?.script ?? '', env, SH)).code).toBe(0);
    const options = ['--profile=target.yaml', '--waivers=waivers.yaml', '--shard=auto'];
    expect(calls()).toEqual([['run', ...options, '--', value]]);
    expect(existsSync(join(machine.cwd, 'pwned'))).toBe(false);
  });

  it('joins, compares and decides', async () => {
    const [, join_] = jenkinsJobs();
    const env = { ...join_?.env, TSI_CODE: '0', COMPARED: '1' };
    mkdirSync(join(machine.cwd, 'baseline/conformance-report'), { recursive: true });
    writeFileSync(join(machine.cwd, 'baseline/conformance-report/results.json'), '');
    expect((await run(join_?.script ?? '', env, SH)).code).toBe(1);
    expect(calls().map(([command]) => command)).toEqual(['merge', 'compare']);
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
