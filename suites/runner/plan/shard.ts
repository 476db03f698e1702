// Shards: a stable hash of the check id decides which of n machines runs it, so that adding a check moves no other.

export interface Shard {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
}

export function inShard(checkId: string, shard: Shard): boolean {
  return fnv1a(checkId) % shard.of === shard.index - 1;
}

/** `2/5`; undefined when the text is anything else. */
export function readShard(text: string): Shard | undefined {
  const [index = '', of, ...more] = text.split('/');
  return more.length > 0 ? undefined : shardOf(index, of, 1);
}

/** `first`: the number of the first share. Undefined when these are no numbers, or the index is none of them. */
export function shardOf(index: string, of: string | undefined, first: number): Shard | undefined {
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
