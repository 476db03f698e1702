// The workflow as a newcomer copies it, run on this machine with the real suite: four jobs with a service each, a fifth that merges.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../toolkit/payload/package-root.js';
import type { Results } from '../model/model.js';
import { type Build, type JobEnd, runWorkflow } from './runner/github.test.aid.js';
import { type Env, type Machine, machineEnv, program, REAL_TSI } from './runner/script.test.aid.js';

const MAIN = join(packageRoot(), 'dist/toolkit/cli/main.js');
/** Of a project: starts its service, and comes back when it answers. */
const START = (fault: string): string => `#!/bin/sh
"${process.execPath}" "${MAIN}" serve --print-profile target.yaml --quiet ${fault} >service.log 2>&1 &
echo $! >>"$MACHINE/pids"
until grep -q http service.log 2>/dev/null && [ -s target.yaml ]; do sleep 0.1; done
`;
/** The example judges everything; here the same steps judge a part. */
const NARROW_TSI = REAL_TSI.replace(
  'exec ',
  '[ "$1" != run ] || set -- "$@" limits.quota-readable configuration\nexec ',
);

let folder = '';
let env: Env = {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  mkdirSync(join(folder, 'machine'));
  env = machineEnv(join(folder, 'machine'), NARROW_TSI);
});

afterAll(() => {
  for (const pid of pids()) process.kill(pid);
  rmSync(folder, { recursive: true, force: true });
});

function pids(): readonly number[] {
  const file = join(folder, 'machine', 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}

function build(name: string, fault: string, branch: string): Build {
  return {
    store: { artifacts: join(folder, name, 'artifacts'), caches: join(folder, 'caches') },
    github: { run_id: name, run_attempt: '1', ref_name: branch, 'event.repository.default_branch': 'main' },
    machine: (job): Machine => {
      const cwd = join(folder, name, job, 'working copy');
      mkdirSync(cwd, { recursive: true });
      program(join(cwd, 'start-service'), START(fault));
      writeFileSync(join(cwd, 'waivers.yaml'), '[]\n');
      return { cwd, env };
    },
  };
}

const report = (name: string, file: string): string =>
  readFileSync(join(folder, name, 'artifacts/conformance', file), 'utf8');

describe('the workflow', () => {
  let main: Readonly<Record<string, JobEnd>> = {};
  let topic: Readonly<Record<string, JobEnd>> = {};

  beforeAll(async () => {
    main = await runWorkflow(build('100', '', 'main'));
    topic = await runWorkflow(build('101', '--fault limits-empty', 'topic'));
  }, 240_000);

  it('passes a service that does what it should, and keeps its report', () => {
    expect(Object.entries(main).filter(([, { code }]) => code !== 0)).toEqual([]);
    expect(Object.keys(main)).toEqual(['judge1', 'judge2', 'judge3', 'judge4', 'join']);
    const results = JSON.parse(report('100', 'results.json')) as Results;
    expect(results).toMatchObject({
      conformant: true,
      run: { seed: '100', selection: ['limits.quota-readable', 'configuration'] },
    });
    expect(report('100', 'index.html')).toContain('CONFORMANT');
  });

  it('fails one that does not, once, with annotations, a summary and what became worse', () => {
    const { join: joined, ...judging } = topic;
    expect(joined?.code).toBe(1);
    expect(joined?.output).toMatch(/^::error title=/m);
    expect(joined?.summary).toMatch(/NOT CONFORMANT[\s\S]*## Against the baseline[\s\S]*Regressed/);
    for (const { output, summary } of Object.values(judging)) {
      expect([output.includes('::error'), summary]).toEqual([false, '']);
      expect(output).toMatch(/shard \d\/4, by TSI_SHARD and TSI_SHARDS .*; seed 101, by GITHUB_RUN_ID/);
    }
    expect(report('101', 'comparison.txt')).toContain('limits.quota-readable/figures  pass -> fail');
  });
});
