// What Kubernetes makes of a Job of the manifests: the variables and the words with which a pod starts its container.
import { documentsOf } from '../runner/pipelines.test.aid.js';
import type { Env } from '../runner/script.test.aid.js';

export interface Job {
  readonly spec: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly podFailurePolicy?: {
      readonly rules: readonly { readonly onExitCodes?: { readonly values: readonly number[] } }[];
    };
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
      };
    };
  };
}

interface Container {
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
}

/** The first Job of a file, or the second, with the variables of its ConfigMap. */
export function jobOf(file: string, index: number): { readonly job: Job; readonly env: Env } {
  const documents = documentsOf(file) as readonly { readonly kind: string; readonly data?: Env }[];
  const jobs = documents.filter(({ kind }) => kind === 'Job') as unknown as readonly Job[]; // by their kind
  const job = jobs[index];
  if (job === undefined) throw new RangeError(`index: expected one of ${jobs.length} jobs, got ${index}`);
  return { job, env: documents.find(({ kind }) => kind === 'ConfigMap')?.data ?? {} };
}

export interface Pod {
  readonly command: readonly string[];
  readonly env: Env;
}

/** `$(NAME)` in a word is put in by Kubernetes; a name that it does not know stays. */
export function podOf(file: string, index: number, completion?: number): Pod {
  const { job, env: common } = jobOf(file, index);
  const env = completion === undefined ? common : { ...common, JOB_COMPLETION_INDEX: `${completion}` };
  const [container] = job.spec.template.spec.containers;
  const words = [...(container?.command ?? ['tsi']), ...(container?.args ?? [])];
  return {
    env,
    command: words.map((word) => word.replace(/\$\(([\w-]+)\)/g, (all, name: string) => env[name] ?? all)),
  };
}
