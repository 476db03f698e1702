// The pods of the manifests as processes on this machine, all at once: the container's words, with the volume and the profile elsewhere.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { packageRoot } from '../../../toolkit/base/package-root.js';
import { worstVerdict } from '../../model/conformance.js';
import type { Results } from '../../model/model.js';
import { machineEnv, REAL_TSI } from '../runner/script.test.aid.js';
import { type Pod, podOf } from './pods.test.aid.js';

const PODS = [0, 1, 2, 3];
const MAIN = join(packageRoot(), 'dist/toolkit/cli/main.js');

let folder = '';
let path = '';
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pods-'));
  mkdirSync(join(folder, 'machine'));
  path = machineEnv(join(folder, 'machine'), REAL_TSI)['PATH'] ?? '';
});

beforeEach(() => rmSync(join(folder, 'work'), { recursive: true, force: true }));

afterAll(() => {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves to its address; its profile is the file. */
async function startService(profile: string): Promise<string> {
  const words = [MAIN, 'serve', '--quiet', '--print-profile', profile];
  started.push(spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' }));
  return vi.waitFor(
    () => {
      const [, address] = /^baseUrl: "?(http[^"\s]+)/m.exec(readFileSync(join(folder, profile), 'utf8')) ?? [];
      if (address === undefined) throw new Error('no address yet');
      return address;
    },
    { timeout: 30_000 },
  );
}

/** As a container starts: no shell between. */
function run({ command, env }: Pod, change: (word: string) => string = (word) => word): Promise<number> {
  const work = join(folder, 'work');
  mkdirSync(work, { recursive: true });
  const here = (word: string): string => change(word.replaceAll('/work', work).replaceAll('/etc/tsi', folder));
  const [program = '', ...words] = command.map(here);
  const child = spawn(program, words, { cwd: folder, env: { ...env, PATH: path }, stdio: 'ignore' });
  started.push(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 99));
  });
}

const results = (place: string): Results =>
  JSON.parse(readFileSync(join(folder, 'work', place, 'results.json'), 'utf8')) as Results;

/** For a message: what did not pass, and why. */
function openIn(pods: readonly number[]): string {
  const open = pods
    .flatMap((index) => results(`run-1/shard-${index}`).checks)
    .filter(({ reason }) => reason !== undefined);
  return open.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`).join('\n');
}

describe('the pods', () => {
  it('judge a share each, with a service each, and a last one merges', { timeout: 120_000 }, async () => {
    const joining = run(podOf('kubernetes/shards.yaml', 1));
    const pods = PODS.map(async (index) => {
      // The secret of the pod: where its own service is brought into states.
      const profile = `target-${index}.yaml`;
      const address = await startService(profile);
      const pod = podOf('kubernetes/shards.yaml', 0, index);
      const part = { ...pod, command: [...pod.command, 'ack.status-202/order', 'limits.quota-readable/figures'] };
      return run(part, (word) => word.replace('target.yaml', profile).replace('http://127.0.0.1:8080', address));
    });
    const codes = await Promise.all(pods);
    expect(codes, openIn(PODS)).toEqual([0, 0, 0, 0]);
    expect(await joining).toBe(0);
    expect(results('run-1/report')).toMatchObject({ conformant: true, run: { seed: 'run-1' } });
  });

  // Whether so short a soak on a busy machine finds something is another matter: here, that nothing of it is lost or added.
  it('soak one service together, and a last one merges what they found', { timeout: 120_000 }, async () => {
    const address = await startService('target.yaml');
    const brief = (word: string): string =>
      word.replace('--for=1h', '--for=3s').replace('http://my-service:8080', address);
    const joining = run(podOf('kubernetes/soak.yaml', 1));
    await Promise.all(PODS.map((index) => run(podOf('kubernetes/soak.yaml', 0, index), brief)));
    const code = await joining;
    const shards = PODS.map((index) => results(`run-1/shard-${index}`));
    expect(shards.map(({ run: { shard, seed } }) => [shard, seed])).toEqual(
      PODS.map((index) => [`${index + 1}/4`, 'run-1']),
    );
    const merged = results('run-1/report');
    expect([merged.exitCode, merged.run.seed]).toEqual([code, 'run-1']);
    for (const { id, verdict } of merged.checks) {
      const found = shards.flatMap(({ checks }) => checks).filter((check) => check.id === id);
      expect([found.length, verdict], id).toEqual([PODS.length, worstVerdict(found.map((one) => one.verdict))]);
    }
  });
});
