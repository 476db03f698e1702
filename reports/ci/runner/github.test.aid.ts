// Runs the composite action, and workflows that use it, on this machine: steps with bash, the artifacts and caches of GitHub as folders.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../../toolkit/base/package-root.js';
import { type Context, filled, holds, type Status } from './expressions.test.aid.js';
import { BASH, type Ended, type Env, type Machine, runScript } from './script.test.aid.js';

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly Step[];
}

const FOLDER = join(packageRoot(), 'reports/ci/github');
const readYaml = (folder: string, name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'));

/** What GitHub keeps between jobs and builds. */
export interface Store {
  readonly artifacts: string;
  readonly caches: string;
}

export interface Build {
  readonly store: Store;
  /** Makes the working copy of a job, and what its machine has. */
  readonly machine: (job: string) => Machine;
  readonly github: Readonly<Record<string, string>>;
}

export interface JobEnd extends Ended {
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** The jobs of a workflow of the recipes, those of a matrix by their number too. */
export async function runWorkflow(
  file: string,
  build: Build,
  secrets: Env = {},
): Promise<Readonly<Record<string, JobEnd>>> {
  const { jobs } = readYaml(FOLDER, file) as { readonly jobs: Readonly<Record<string, Job>> };
  const ended: Record<string, JobEnd> = {};
  for (const [name, job] of Object.entries(jobs)) {
    const failed = Object.values(ended).some(({ code }) => code !== 0);
    if (!holds(job.if, () => '', { failed })) continue;
    for (const shard of job.strategy?.matrix.shard ?? ['']) {
      const place = `${name}${shard}`;
      ended[place] = await runJob(job.steps, build, build.machine(place), { secrets, matrix: { shard: `${shard}` } });
    }
  }
  return ended;
}

/** The action of a repository as one step of a job. */
export function runAction(inputs: Env, build: Build, machine: Machine): Promise<JobEnd> {
  return runJob([{ uses: 'somebody/tsi-conformance/reports/ci/github@v1', with: inputs }], build, machine, {});
}

type Contexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

async function runJob(steps: readonly Step[], build: Build, machine: Machine, contexts: Contexts): Promise<JobEnd> {
  const temp = join(machine.cwd, '..', 'runner temp');
  mkdirSync(temp, { recursive: true });
  const summary = join(temp, 'summary.md');
  const env = {
    ...machine.env,
    GITHUB_ACTIONS: 'true',
    CI: 'true',
    GITHUB_RUN_ID: build.github['run_id'] ?? '',
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: temp,
  };
  const all = { ...contexts, github: build.github, runner: { temp } };
  const ended = await runSteps(steps, { cwd: machine.cwd, env }, all, build.store);
  return { ...ended, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
}

async function runSteps(
  steps: readonly Step[],
  machine: Machine,
  contexts: Contexts,
  store: Store,
): Promise<Ended & Pick<JobEnd, 'outputs'>> {
  const known: Record<string, Readonly<Record<string, string>>> = {};
  let status: Status = { failed: false };
  let output = '';
  let outputs: Readonly<Record<string, string>> = {};
  const context: Context = ([first = '', ...rest]) => {
    if (first === 'steps') return known[rest[0] ?? '']?.[rest.at(-1) ?? ''] ?? '';
    return contexts[first]?.[rest.join('.')] ?? '';
  };
  for (const [index, step] of steps.entries()) {
    if (!holds(step.if, context, status)) continue;
    const fill = (text: unknown): string => filled(String(text), context, status);
    const given = Object.fromEntries(Object.entries(step.with ?? {}).map(([name, value]) => [name, fill(value)]));
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]));
    const file = join(machine.env['RUNNER_TEMP'] ?? '', `output-${index}-${Math.random()}`);
    writeFileSync(file, '');
    const here = { cwd: machine.cwd, env: { ...machine.env, ...own, GITHUB_OUTPUT: file } };
    const ended = await runStep(step, given, here, contexts, store);
    output += ended.output;
    if (ended.code !== 0) status = { failed: true };
    const said = 'outputs' in ended ? ended.outputs : readOutputs(file);
    outputs = { ...outputs, ...said };
    if (step.id !== undefined) known[step.id] = { ...said, outcome: ended.code === 0 ? 'success' : 'failure' };
  }
  return { code: status.failed ? 1 : 0, output, outputs };
}

type StepEnd = Ended & Partial<Pick<JobEnd, 'outputs'>>;

async function runStep(step: Step, given: Env, machine: Machine, contexts: Contexts, store: Store): Promise<StepEnd> {
  const [uses] = (step.uses ?? '').split('@');
  if (step.run !== undefined) {
    // Nothing of a user may stand in a script itself.
    if (step.run.includes('${{')) throw new Error(`${step.name}: an expression in a script`);
    return runScript(step.run, machine, BASH);
  }
  if (uses?.endsWith('/reports/ci/github')) {
    // A path is one of the working copy, as it is when the step begins.
    const folder = uses.startsWith('./') ? join(machine.cwd, uses) : FOLDER;
    const env = { ...machine.env, GITHUB_ACTION_PATH: folder };
    return runComposite(folder, given, { ...machine, env }, contexts, store);
  }
  return { code: simulated(uses ?? '', given, machine.cwd, store) ? 0 : 1, output: '' };
}

async function runComposite(
  folder: string,
  given: Env,
  machine: Machine,
  contexts: Contexts,
  store: Store,
): Promise<StepEnd> {
  const action = readYaml(folder, 'action.yml') as Action; // the file under test
  const alien = Object.keys(given).find((name) => !(name in action.inputs));
  if (alien !== undefined) throw new Error(`the action has no input ${alien}`);
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const inputs = { ...Object.fromEntries(defaults), ...given };
  const { code, output, outputs } = await runSteps(action.runs.steps, machine, { ...contexts, inputs }, store);
  return { code, output, outputs };
}

/** Whether the step succeeds. */
function simulated(uses: string, given: Env, cwd: string, { artifacts, caches }: Store): boolean {
  const path = join(cwd, given['path'] ?? '');
  switch (uses) {
    case 'actions/checkout':
    case 'actions/setup-node':
      return true;
    case 'actions/upload-artifact':
      if (existsSync(path)) cpSync(path, join(artifacts, given['name'] ?? ''), { recursive: true });
      return true;
    case 'actions/download-artifact': {
      const [start = ''] = (given['pattern'] ?? '').split('*');
      const names = existsSync(artifacts) ? readdirSync(artifacts).filter((name) => name.startsWith(start)) : [];
      for (const name of names) cpSync(join(artifacts, name), path, { recursive: true });
      return true;
    }
    case 'actions/cache/restore': {
      const names = existsSync(caches) ? readdirSync(caches).sort() : [];
      const last = names.filter((name) => name.startsWith(given['restore-keys'] ?? '')).at(-1);
      if (last !== undefined) cpSync(join(caches, last), path, { recursive: true });
      return true;
    }
    case 'actions/cache/save':
      cpSync(path, join(caches, given['key'] ?? ''), { recursive: true });
      return true;
    default:
      throw new Error(`nothing here does what ${uses} does`);
  }
}

function readOutputs(file: string): Readonly<Record<string, string>> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('='));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
