// The pods of the manifests as processes on this machine, all at once: the container's words, with the volume and the profile elsewhere.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageRoot } from '../../../toolkit/payload/package-root.js';
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
      const part = { ...pod, command: [...pod.command, 'ack.status-202'] };
      return run(part, (word) => word.replace('target.yaml', profile).replace('http://127.0.0.1:8080', address));
    });
    const codes = await Promise.all(pods);
    expect(codes, openIn(PODS)).toEqual([0, 0, 0, 0]);
    expect(await joining).toBe(0);
    expect(results('run-1/report')).toMatchObject({ conformant: true, run: { seed: 'run-1' } });
    rmSync(join(folder, 'work'), { recursive: true });
  });

  it('soak one service together, and a last one merges', { timeout: 120_000 }, async () => {
    const address = await startService('target.yaml');
    const brief = (word: string): string =>
      word
        .replace('--for=1h', '--for=3s')
        .replace('--rate=100', '--rate=20')
        .replace('http://my-service:8080', address);
    const joining = run(podOf('kubernetes/soak.yaml', 1));
    const pods = PODS.map((index) => run(podOf('kubernetes/soak.yaml', 0, index), brief));
    const codes = await Promise.all(pods);
    expect(codes, openIn(PODS)).toEqual([0, 0, 0, 0]);
    expect(await joining).toBe(0);
    const merged = results('run-1/report');
    expect(merged).toMatchObject({ conformant: true, run: { seed: 'run-1' } });
    expect(new Set(merged.checks.map(({ kind }) => kind))).toEqual(new Set(['history']));
    expect(results('run-1/shard-3').run.shard).toBe('4/4');
  });
});
