// What a program leaves behind, and that it is gone.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { StartedGroup } from './end-processes.js';

const root = mkdtempSync(join(tmpdir(), 'tsi-ended-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A killed process that nobody has reaped yet counts as ended. */
const isRunning = (pid: string): boolean => {
  try {
    return !/^[ZX]/.test(execFileSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }));
  } catch {
    return false;
  }
};

describe.skipIf(process.platform !== 'linux')('what a program started goes with it', () => {
  it.each([
    ['in the background', 'sleep 60 >/dev/null 2>&1 & echo $! > pid'],
    ['with its pipes held open', 'sleep 60 & echo $! > pid'],
    ['in a session of its own', `setsid sh -c 'echo $$ > pid; exec sleep 60' & sleep 0.3`],
    [
      'in a session of a session',
      `setsid sh -c 'setsid sh -c "echo \\$\\$ > pid; exec sleep 60" & sleep 0.2' & sleep 0.5`,
    ],
    [
      'deaf to every signal but one',
      `sh -c 'trap "" TERM INT HUP; echo $$ > pid; while :; do sleep 1; done' & sleep 0.3`,
    ],
  ])('%s', async (_how, script) => {
    const cwd = mkdtempSync(join(root, 'scene-'));
    const group = new StartedGroup();
    const child = spawn('sh', ['-c', script], {
      cwd,
      detached: true,
      env: { ...process.env, ...group.environment },
    });
    group.began(child.pid);
    await once(child, 'exit');
    const pid = readFileSync(join(cwd, 'pid'), 'utf8').trim();
    expect(isRunning(pid)).toBe(true);
    group.end();
    child.stdout.destroy();
    child.stderr.destroy();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5_000);
  });
});
