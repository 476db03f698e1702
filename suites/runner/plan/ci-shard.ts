// `--shard auto`: which share of a run this machine has, by the variables that its system sets for parallel jobs, and the seed that all
// of them have in common.
import { type Shard, shardOf } from './shard.js';

type Env = Readonly<Record<string, string | undefined>>;

interface Source {
  readonly system: string;
  readonly index: string;
  readonly of: string;
  /** The number of the first share. */
  readonly first: 0 | 1;
  /** What all shares of one run have in common, and no other run has. */
  readonly run?: string;
}

export interface CiShard {
  readonly shard: Shard;
  readonly seed?: string;
  /** Which variables said so, for people: they would not notice a wrong one by its results. */
  readonly says: string;
}

/** The first whose index is set is taken: what a user sets himself, then what a system sets. */
const SOURCES: readonly Source[] = [
  { system: 'set for this run', index: 'TSI_SHARD', of: 'TSI_SHARDS', first: 1, run: 'GITHUB_RUN_ID' },
  { system: 'a matrix of GitHub', index: 'TSI_SHARD_INDEX', of: 'TSI_SHARDS', first: 0, run: 'GITHUB_RUN_ID' },
  { system: 'a Job of Kubernetes', index: 'JOB_COMPLETION_INDEX', of: 'TSI_SHARDS', first: 0 },
  { system: 'GitLab', index: 'CI_NODE_INDEX', of: 'CI_NODE_TOTAL', first: 1, run: 'CI_PIPELINE_ID' },
  { system: 'CircleCI', index: 'CIRCLE_NODE_INDEX', of: 'CIRCLE_NODE_TOTAL', first: 0, run: 'CIRCLE_WORKFLOW_ID' },
  {
    system: 'Buildkite',
    index: 'BUILDKITE_PARALLEL_JOB',
    of: 'BUILDKITE_PARALLEL_JOB_COUNT',
    first: 0,
    run: 'BUILDKITE_BUILD_ID',
  },
  {
    system: 'Azure Pipelines',
    index: 'SYSTEM_JOBPOSITIONINPHASE',
    of: 'SYSTEM_TOTALJOBSINPHASE',
    first: 1,
    run: 'BUILD_BUILDID',
  },
  {
    system: 'Bitbucket',
    index: 'BITBUCKET_PARALLEL_STEP',
    of: 'BITBUCKET_PARALLEL_STEP_COUNT',
    first: 0,
    run: 'BITBUCKET_BUILD_NUMBER',
  },
  {
    system: 'Cloud Run',
    index: 'CLOUD_RUN_TASK_INDEX',
    of: 'CLOUD_RUN_TASK_COUNT',
    first: 0,
    run: 'CLOUD_RUN_EXECUTION',
  },
];

/** Throws `RangeError` that names the variables: none is set, or they make no share. */
export function ciShard(env: Env): CiShard {
  const source = SOURCES.find(({ index }) => isSet(env, index));
  if (source === undefined) {
    const known = SOURCES.map(({ system, index, of }) => `${index} and ${of} (${system})`);
    throw new RangeError(`none of these is set: ${known.join(', ')}`);
  }
  const { system, index, of, first } = source;
  const shard = shardOf(env[index] ?? '', env[of], first);
  if (shard === undefined) {
    const range = `${index} counts from ${first}${first === 1 ? ' to' : ' and stays below'} ${of}`;
    throw new RangeError(`${range}; got ${shown(env, index)} and ${shown(env, of)}`);
  }
  const common = ['TSI_SEED', ...(source.run === undefined ? [] : [source.run])].find((name) => isSet(env, name));
  const seed = common === undefined ? undefined : env[common];
  const says = `shard ${shard.index}/${shard.of}, by ${index} and ${of} (${system})`;
  return seed === undefined ? { shard, says } : { shard, seed, says: `${says}; seed ${seed}, by ${common}` };
}

function isSet(env: Env, name: string): boolean {
  return (env[name] ?? '') !== '';
}

function shown(env: Env, name: string): string {
  return isSet(env, name) ? `${name}=${env[name]}` : `no ${name}`;
}
