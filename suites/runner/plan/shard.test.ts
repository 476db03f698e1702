import { describe, expect, it } from 'vitest';
import { inShard, readShard } from './shard.js';

const ids = Array.from({ length: 300 }, (_, n) => `auth.rule-${n}/case`);

describe('shards', () => {
  it('share out every check exactly once, about evenly', () => {
    const shares = [1, 2, 3].map((index) => ids.filter((id) => inShard(id, { index, of: 3 })));
    expect(shares.flat().sort()).toEqual([...ids].sort());
    for (const share of shares) expect(share.length).toBeGreaterThan(70);
  });

  it('keep every check where it is from version to version', () => {
    const places = ids.slice(0, 5).map((id) => [1, 2, 3, 4].find((index) => inShard(id, { index, of: 4 })));
    expect(places).toEqual([2, 1, 4, 3, 2]);
  });

  it.each([
    ['2/5', { index: 2, of: 5 }],
    ['0/5', undefined],
    ['6/5', undefined],
    ['1/0', undefined],
    ['1', undefined],
    ['1/2/3', undefined],
    ['-1/2', undefined],
  ])('read %s', (text, expected) => {
    expect(readShard(text)).toEqual(expected);
  });
});
