// What the other systems do with their files until bash gets its lines: GitLab's inputs, Buildkite's variables, Jenkins' `sh` steps.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { packageRoot } from '../../../toolkit/base/package-root.js';
import type { Env } from './script.test.aid.js';

export interface PipelineJob {
  readonly script: string;
  readonly env: Env;
  readonly parallel: number;
}

const text = (name: string): string => readFileSync(join(packageRoot(), 'reports/ci', name), 'utf8');

interface GitlabSpec {
  readonly spec: { readonly inputs: Readonly<Record<string, GitlabInput>> };
}

interface GitlabInput {
  readonly default: string | number;
  readonly regex?: string;
  readonly options?: readonly string[];
}

interface GitlabJob {
  readonly parallel?: number;
  readonly variables: Env;
  readonly script: readonly string[];
}

/** By name of the job. Inputs are put into the text of the file, so that each must be of a form that cannot change it. */
export function gitlabJobs(
  component: 'single' | 'shards',
  inputs: Readonly<Record<string, string | number>>,
): Readonly<Record<string, PipelineJob>> {
  const source = text(`gitlab/${component}/template.yml`);
  const [head, body = ''] = source.split(/^---$/m);
  const { spec } = parse(head ?? '') as GitlabSpec;
  const jobs = parse(
    body.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
      const input = spec.inputs[name];
      if (input === undefined) throw new Error(`no input is ${name}`);
      const value = inputs[name] ?? input.default;
      const isNumber = typeof input.default === 'number' && typeof value === 'number';
      const fits = isNumber || input.options?.includes(`${value}`) || new RegExp(input.regex ?? '^$').test(`${value}`);
      if (!fits) throw new Error(`inputs.${name}: ${value} is refused`);
      return `${value}`;
    }),
  ) as Readonly<Record<string, GitlabJob>>;
  return Object.fromEntries(
    Object.entries(jobs).map(([name, { script, variables, parallel = 1 }]) => [
      name,
      { script: script.join('\n'), env: variables, parallel },
    ]),
  );
}

interface BuildkiteStep {
  readonly key?: string;
  readonly label: string;
  readonly parallelism?: number;
  readonly env?: Env;
  readonly command: readonly string[];
}

/** In their order. At upload `$$` becomes a dollar sign, and a variable is put in. */
export function buildkiteJobs(file: string): readonly PipelineJob[] {
  const uploaded = text(`buildkite/${file}`).replace(/\$\$|\$\{?\w+\}?/g, (found) => (found === '$$' ? '$' : ''));
  const pipeline = parse(uploaded) as { readonly env: Env; readonly steps: readonly BuildkiteStep[] };
  return pipeline.steps.map(({ command, env = {}, parallelism = 1 }) => ({
    script: command.join('\n'),
    env: { ...pipeline.env, ...env },
    parallel: parallelism,
  }));
}

/** What a Jenkinsfile runs, job by job, and its variables. All scripts are in single quotes, so that Groovy changes nothing in them. */
export function jenkinsJobs(file: string): readonly PipelineJob[] {
  const source = text(`jenkins/${file}`).replaceAll(/^\s*\/\/.*$/gm, '');
  const scripts = [...source.matchAll(/\bsh '((?:[^'\\]|\\.)*)'/g)].map(([, script = '']) => script);
  const stated = [...source.matchAll(/\b(TSI_\w+) = '([^']*)'/g)].map(([, name = '', value = '']) => [name, value]);
  if (scripts.length !== source.match(/^\s+sh\b/gm)?.length) throw new Error('a script that is not in single quotes');
  const { TSI_BASELINE: baseline = '', ...env } = Object.fromEntries(stated) as Record<string, string>;
  const last = { ...env, TSI_BASELINE: baseline };
  const judged = scripts.findIndex((script) => script.includes('judge.sh')) + 1;
  if (judged === scripts.length) return [{ script: scripts.join('\n'), env: last, parallel: 1 }];
  return [
    { script: scripts.slice(0, judged).join('\n'), env, parallel: 4 },
    { script: scripts.slice(judged).join('\n'), env: last, parallel: 1 },
  ];
}

/** Every document of a file of Kubernetes. */
export function documentsOf(name: string): readonly unknown[] {
  return parseAllDocuments(text(name)).map((document) => document.toJS() as unknown);
}
