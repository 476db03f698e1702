// The workflows as a newcomer copies them, run on this machine with the suite as it is packed: one job, then four with a service each and
// a fifth that merges.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../model/model.js';
import { type Build, type JobEnd, runWorkflow } from './runner/github.test.aid.js';
import { unpacked } from './runner/packed.test.aid.js';
import { type Env, type Machine, machineEnv, program } from './runner/script.test.aid.js';

/** Of a project: starts its service, and comes back when it answers. */
const START = (fault: string): string => `#!/bin/sh
"$MACHINE/bin/tsi" serve --print-profile target.yaml --quiet ${fault} >service.log 2>&1 &
echo $! >>"$MACHINE/pids"
until grep -q http service.log 2>/dev/null && [ -s target.yaml ]; do sleep 0.1; done
`;
/** The example judges everything; here the same steps judge a part. */
const PART = ['limits.quota-readable', 'configuration.account-readable', 'configuration.instruments-readable'];
const NARROW_TSI = (main: string): string => `#!/bin/sh
[ "$1" != run ] || set -- "$@" ${PART.join(' ')}
exec "${process.execPath}" "${main}" "$@"
`;

let folder = '';
let env: Env = {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  mkdirSync(join(folder, 'machine'));
  const suite = unpacked(folder);
  env = machineEnv(join(folder, 'machine'), NARROW_TSI(join(suite, 'dist/toolkit/cli/main.js')), suite);
}, 60_000);

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
      return { cwd, env };
    },
  };
}

const report = (name: string, file: string): string =>
  readFileSync(join(folder, name, 'artifacts/conformance', file), 'utf8');

describe.each(['workflow.yml', 'workflow-shards.yml'])('%s', (file) => {
  const isSharded = file.includes('shards');
  const [first, second] = isSharded ? ['100', '101'] : ['200', '201'];
  let main: Readonly<Record<string, JobEnd>> = {};
  let topic: Readonly<Record<string, JobEnd>> = {};

  beforeAll(async () => {
    rmSync(join(folder, 'caches'), { recursive: true, force: true });
    main = await runWorkflow(file, build(first, '', 'main'));
    topic = await runWorkflow(file, build(second, '--fault limits-empty', 'topic'));
  }, 240_000);

  it('passes a service that does what it should, and keeps its report', () => {
    expect(Object.entries(main).filter(([, { code }]) => code !== 0)).toEqual([]);
    const jobs = isSharded ? ['judge1', 'judge2', 'judge3', 'judge4', 'join'] : ['conformance'];
    expect(Object.keys(main)).toEqual(jobs);
    const results = JSON.parse(report(first, 'results.json')) as Results;
    expect(results).toMatchObject({ conformant: true, run: { selection: PART } });
    expect(report(first, 'index.html')).toContain('CONFORMANT');
  });

  it('fails one that does not, once, with annotations, a summary and what became worse', () => {
    const deciding = topic[isSharded ? 'join' : 'conformance'];
    expect(deciding?.code).toBe(1);
    expect(deciding?.output).toMatch(/^::error title=/m);
    expect(deciding?.summary).toMatch(/NOT CONFORMANT[\s\S]*## Against the baseline[\s\S]*Regressed/);
    for (const { output, summary } of Object.values(topic).filter((job) => job !== deciding)) {
      expect([output.includes('::error'), summary]).toEqual([false, '']);
      expect(output).toMatch(/shard \d\/4, by TSI_SHARD and TSI_SHARDS .*; seed 101, by GITHUB_RUN_ID/);
    }
    expect(report(second, 'comparison.txt')).toContain('limits.quota-readable/figures  pass -> fail');
  });
});

it('every file that a recipe starts is in the package', () => {
  const packed = join(folder, 'machine/package/reports/ci');
  const recipes = readdirSync(packed, { recursive: true, encoding: 'utf8' }).filter((name) => /\/[\w.-]+$/.test(name));
  const texts = recipes.map((name) =>
    name.endsWith('.yml') || name.includes('file') ? readFileSync(join(packed, name), 'utf8') : '',
  );
  const started = texts.flatMap((text) =>
    [...text.matchAll(/reports\/ci\/(steps\/[\w.-]+)/g)].map(([, name = '']) => name),
  );
  expect(new Set(started).size).toBeGreaterThan(2);
  expect(started.filter((name) => !existsSync(join(packed, name)))).toEqual([]);
});
