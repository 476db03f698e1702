// The manifests are of the form that Kubernetes demands, and agree with each other and with the exit codes of `tsi`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../toolkit/base/package-root.js';
import { documentsOf } from '../runner/pipelines.test.aid.js';
import { type Job, jobOf } from './pods.test.aid.js';

const schema = readFileSync(join(packageRoot(), 'reports/ci/kubernetes/manifest.schema.json'), 'utf8');
const validate = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(schema) as object);
const FILES = ['kubernetes/shards.yaml', 'kubernetes/soak.yaml'] as const;

describe.each(FILES)('%s', (file) => {
  const documents = documentsOf(file) as readonly {
    readonly kind: string;
    readonly metadata: { readonly name: string };
  }[];

  it('holds objects of the form that Kubernetes demands', () => {
    expect(documents.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'PersistentVolumeClaim',
      'Job',
      'Job',
      'NetworkPolicy',
    ]);
    for (const document of documents) {
      expect(validate(document), `${document.kind} ${document.metadata.name}: ${JSON.stringify(validate.errors)}`).toBe(
        true,
      );
    }
  });

  it('runs as many pods as there are shards, and fails an index by every code with which tsi ends by itself', () => {
    const { env, job } = jobOf(file, 0);
    expect([`${job.spec.completions}`, `${job.spec.parallelism}`]).toEqual([env['TSI_SHARDS'], env['TSI_SHARDS']]);
    const values = job.spec.podFailurePolicy?.rules.flatMap(({ onExitCodes }) => onExitCodes?.values ?? []);
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('refers to nothing that it does not have', () => {
    const names = new Set(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    for (const index of [0, 1]) {
      const { job } = jobOf(file, index);
      expect(references(job).filter((name) => !names.has(name))).toEqual([]);
    }
  });
});

it('the form notices what is misspelled', () => {
  const [, , job] = documentsOf(FILES[0]) as readonly object[];
  expect(validate({ ...job, spec: { ...(job as Job).spec, podFailurPolicy: {} } })).toBe(false);
});

function references({ spec }: Job): readonly string[] {
  const { containers, volumes } = spec.template.spec;
  return [
    ...containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => `ConfigMap ${configMapRef.name}`)),
    ...volumes.flatMap(({ persistentVolumeClaim: claim }) =>
      claim === undefined ? [] : [`PersistentVolumeClaim ${claim.claimName}`],
    ),
  ];
}
