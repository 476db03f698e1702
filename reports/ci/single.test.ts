// The recipes of one job, for a service, a client and a certificate, against a `tsi` that notes what it is asked.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildkiteJobs, gitlabJobs, jenkinsJobs, type PipelineJob } from './runner/pipelines.test.aid.js';
import { BASH, SH } from './runner/script.test.aid.js';
import { beginTrial, HOSTILE, type Trial } from './runner/trial.test.aid.js';

const OUT = '--out=conformance-report';
const KEY = '-----BEGIN PRIVATE KEY-----\n$(touch pwned)\n-----END PRIVATE KEY-----';

let trial: Trial;
beforeEach(() => {
  trial = beginTrial();
});
afterEach(() => trial.end());

interface System {
  readonly name: string;
  readonly shell: readonly string[];
  readonly job: () => PipelineJob | undefined;
}

const SYSTEMS: readonly System[] = [
  { name: 'GitLab', shell: BASH, job: () => gitlabJobs('single', {})['conformance'] },
  { name: 'Buildkite', shell: BASH, job: () => buildkiteJobs('pipeline.yml')[0] },
  { name: 'Jenkins', shell: SH, job: () => jenkinsJobs('Jenkinsfile')[0] },
];

describe.each(SYSTEMS)('$name', ({ job, shell }) => {
  function ended(env: Readonly<Record<string, string>>): ReturnType<Trial['run']> {
    // No agent of Buildkite is here, and no server of GitLab.
    const script = job()?.script.replaceAll(/^(buildkite-agent|node) .*$/gm, ':') ?? 'exit 9';
    return trial.run(script, { ...job()?.env, TSI_HOME: join(trial.folder, 'home 2'), ...env }, shell);
  }

  it.each(HOSTILE)('hands on %j as it is', async (value) => {
    expect((await ended({ TSI_PROFILE: value, TSI_SELECTION: value, TSI_BASE_URL: value })).code).toBe(0);
    expect(trial.calls()).toEqual([['run', `--profile=${value}`, `--base-url=${value}`, OUT, '--', value]]);
    expect(trial.isPwned()).toBe(false);
  });

  it.each(HOSTILE)('hands on %j as the command of a client', async (value) => {
    await ended({ TSI_COMMAND: 'client', TSI_PROFILE: '', TSI_EXEC: value, TSI_SECTIONS: '8' });
    expect(trial.calls()).toEqual([['client', 'run', `--exec=${value}`, '--section=8', OUT, '--']]);
    expect(trial.isPwned()).toBe(false);
  });

  it('ends as the suite does', async () => {
    expect((await ended({ TSI_CODE: '6' })).code).toBe(6);
  });
});

describe('a certificate', () => {
  it('is signed by a key that nobody else reads, and that is gone afterwards', async () => {
    const { code } = await trial.action({ command: 'certify', profile: 'p.yaml' }, { TSI_SIGNING_KEY: KEY });
    expect(code).toBe(0);
    expect(trial.calls()).toEqual([['certify', `--key of mode 600: ${KEY}\n`, '--profile=p.yaml', OUT, '--']]);
    expect(existsSync(readFileSync(join(trial.folder, 'key.path'), 'utf8'))).toBe(false);
    expect(trial.isPwned()).toBe(false);
  });

  it('is not begun without a key', async () => {
    const { code, output, outputs } = await trial.action({ command: 'certify', profile: 'p.yaml' });
    expect([code, outputs['exit-code'], trial.calls()]).toEqual([1, '2', []]);
    expect(output).toContain('TSI_SIGNING_KEY: expected the private key that signs');
  });

  it('of shares is signed where they are joined', async () => {
    await trial.action({ command: 'certify', shard: '1', shards: '2' }, { TSI_SIGNING_KEY: KEY });
    mkdirSync(join(trial.folder, 'artifacts/conformance-shard-1/partial/shard-1-of-2'), { recursive: true });
    await trial.action({ command: 'join', shards: '2' }, { TSI_SIGNING_KEY: KEY });
    expect(trial.calls()).toEqual([
      ['run', '--shard=auto', '--'],
      ['merge', OUT, '--', 'conformance-report/partial/shard-1-of-2'],
      ['certify', `--key of mode 600: ${KEY}\n`, '--', 'conformance-report'],
    ]);
  });

  it('of shares without verdicts is none', async () => {
    await trial.action({ command: 'join', shards: '2' }, { TSI_SIGNING_KEY: KEY, TSI_CODE: '4' });
    expect(trial.calls().map(([command]) => command)).toEqual(['merge']);
  });
});

it.each([...HOSTILE, 'merge', 'client run'])('%j is no command', async (command) => {
  const { code, output } = await trial.action({ command });
  expect([code, trial.calls(), trial.isPwned()]).toEqual([1, [], false]);
  expect(output).toContain('TSI_COMMAND: expected run, client or certify');
});
