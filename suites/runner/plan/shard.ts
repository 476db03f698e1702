// Shards: a stable hash of the check id decides which of n machines runs it, so that adding a check moves no other.

export interface Shard {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
}

export function inShard(checkId: string, shard: Shard): boolean {
  return fnv1a(checkId) % shard.of === shard.index - 1;
}

/**
 * `2/5`, or `auto`: the variables that CI systems set for parallel jobs. Undefined when the text is neither, or when `auto` finds
 * no such variable.
 */
export function readShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard | undefined {
  if (text !== 'auto') return shardOf(...(text.split('/') as [string, string?]), 1); // split gives at least one part
  for (const [index, of, first] of CI_VARIABLES) {
    const shard = shardOf(env[index] ?? '', env[of], first);
    if (shard !== undefined) return shard;
  }
  return undefined;
}

/** Names of index and total, and the number of the first job. GitLab counts from 1, CircleCI and Buildkite from 0. */
const CI_VARIABLES = [
  ['CI_NODE_INDEX', 'CI_NODE_TOTAL', 1],
  ['CIRCLE_NODE_INDEX', 'CIRCLE_NODE_TOTAL', 0],
  ['BUILDKITE_PARALLEL_JOB', 'BUILDKITE_PARALLEL_JOB_COUNT', 0],
] as const;

function shardOf(index: string, of: string | undefined, first: number): Shard | undefined {
  const whole = /^\d{1,6}$/;
  if (of === undefined || !whole.test(index) || !whole.test(of)) return undefined;
  const shard = { index: Number(index) - first + 1, of: Number(of) };
  return shard.of >= 1 && shard.index >= 1 && shard.index <= shard.of ? shard : undefined;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash;
}
