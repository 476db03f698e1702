import { describe, expect, it } from 'vitest';
import { ciShard } from './ci-shard.js';

describe('--shard auto', () => {
  it.each([
    [
      { TSI_SHARD: '1', TSI_SHARDS: '4' },
      { index: 1, of: 4 },
    ],
    [
      { TSI_SHARD_INDEX: '0', TSI_SHARDS: '4' },
      { index: 1, of: 4 },
    ],
    [
      { JOB_COMPLETION_INDEX: '3', TSI_SHARDS: '4' },
      { index: 4, of: 4 },
    ],
    [
      { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' },
      { index: 1, of: 4 },
    ],
    [
      { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '4' },
      { index: 1, of: 4 },
    ],
    [
      { BUILDKITE_PARALLEL_JOB: '1', BUILDKITE_PARALLEL_JOB_COUNT: '2' },
      { index: 2, of: 2 },
    ],
    [
      { SYSTEM_JOBPOSITIONINPHASE: '2', SYSTEM_TOTALJOBSINPHASE: '2' },
      { index: 2, of: 2 },
    ],
    [
      { BITBUCKET_PARALLEL_STEP: '1', BITBUCKET_PARALLEL_STEP_COUNT: '2' },
      { index: 2, of: 2 },
    ],
    [
      { CLOUD_RUN_TASK_INDEX: '1', CLOUD_RUN_TASK_COUNT: '2' },
      { index: 2, of: 2 },
    ],
  ])('reads %j', (env, shard) => {
    expect(ciShard(env).shard).toEqual(shard);
  });

  it('prefers what was set for this run, and says which variables it took', () => {
    const env = { JOB_COMPLETION_INDEX: '3', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '9', TSI_SHARDS: '4', TSI_SHARD: '' };
    expect(ciShard(env).says).toBe('shard 4/4, by JOB_COMPLETION_INDEX and TSI_SHARDS (a Job of Kubernetes)');
  });

  it('takes the seed that all shares have in common', () => {
    const gitlab = { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4', CI_PIPELINE_ID: '77' };
    expect(ciShard(gitlab)).toMatchObject({ seed: '77', says: expect.stringContaining('seed 77, by CI_PIPELINE_ID') });
    expect(ciShard({ ...gitlab, TSI_SEED: '7' }).seed).toBe('7');
    expect(ciShard({ TSI_SHARD: '1', TSI_SHARDS: '4' }).seed).toBeUndefined();
  });

  // Another system's variables lie around on every machine: to go on to them would run the wrong share, and nobody would see it.
  it.each([
    [{}, /none of these is set: TSI_SHARD and TSI_SHARDS .*CI_NODE_INDEX and CI_NODE_TOTAL \(GitLab\)/],
    [{ JOB_COMPLETION_INDEX: '0', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' }, /JOB_COMPLETION_INDEX=0 and no TSI_SHARDS/],
    [
      { JOB_COMPLETION_INDEX: '4', TSI_SHARDS: '4' },
      /counts from 0 and stays below TSI_SHARDS; got JOB_COMPLETION_INDEX=4/,
    ],
    [{ TSI_SHARD: '0', TSI_SHARDS: '4' }, /TSI_SHARD counts from 1 to TSI_SHARDS; got TSI_SHARD=0/],
    [{ TSI_SHARD: '$(id)', TSI_SHARDS: '4' }, /got TSI_SHARD=\$\(id\)/],
  ])('refuses %j', (env, message) => {
    expect(() => ciShard(env)).toThrow(message);
  });
});
