// A working copy on a machine whose `tsi` notes what it is asked, for one test: the action or a script is run there.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JobEnd, runAction } from './github.test.aid.js';
import { BASH, type Ended, type Env, machineEnv, NOTING_TSI, program, runScript } from './script.test.aid.js';

/** What somebody may type, or find as the name of a branch. */
export const HOSTILE: readonly string[] = [
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

export interface Trial {
  readonly folder: string;
  readonly cwd: string;
  /** What `tsi` was asked, call by call. */
  calls(): readonly (readonly string[])[];
  /** Whether a value was evaluated. */
  isPwned(): boolean;
  action(inputs: Env, env?: Env, branch?: string): Promise<JobEnd>;
  run(script: string, env: Env, shell?: readonly string[]): Promise<Ended>;
  end(): void;
}

export function beginTrial(): Trial {
  const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  const cwd = join(folder, 'working copy');
  mkdirSync(cwd);
  program(join(cwd, 'start-service'), '#!/bin/sh\n');
  const machine = machineEnv(folder, NOTING_TSI);
  return {
    folder,
    cwd,
    calls() {
      const log = join(folder, 'tsi.log');
      if (!existsSync(log)) return [];
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as string[]);
    },
    isPwned: () => existsSync(join(cwd, 'pwned')),
    action(inputs, env = {}, branch = 'topic') {
      const github = { run_id: '4711', run_attempt: '1', ref_name: branch, 'event.repository.default_branch': 'main' };
      const store = { artifacts: join(folder, 'artifacts'), caches: join(folder, 'caches') };
      const own = { cwd, env: { ...machine, ...env } };
      return runAction(inputs, { github, store, machine: () => own }, own);
    },
    run: (script, env, shell = BASH) => runScript(script, { cwd, env: { ...machine, ...env } }, shell),
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}
