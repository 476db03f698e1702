// What a client asks for again after a connection has ended.
import { describe, expect, it } from 'vitest';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { CheckerResult } from '../checker.js';
import { Story } from '../story.test.aid.js';
import { judged, sent } from './sent.test.aid.js';

describe('recovery', () => {
  const reconnected = (again: boolean, waitMs = 60_000): Story => {
    const story = new Story();
    story.transactions('A').close();
    const second = story.stream('A');
    if (again) second.subscribe('transactions');
    story.wait(waitMs);
    second.close();
    return story;
  };
  const recovery = async (story: Story): Promise<CheckerResult<ClientRequirementId> | undefined> =>
    (await judged(story)).find(({ checker }) => checker === 'client-recovers');

  it('warns of a connection that never asks for what the one before it had', async () => {
    expect((await recovery(reconnected(false)))?.findings).toMatchObject([
      { requirement: 'reconnect.client-subscribes-again', level: 'should' },
    ]);
  });

  it('does not forget over a short life what was there before it', async () => {
    const story = new Story();
    story.transactions('A').close();
    const second = story.stream('A');
    second.subscribe('account_state');
    story.wait(100);
    second.close();
    const third = story.stream('A');
    third.subscribe('account_state');
    story.wait(60_000);
    third.close();
    expect((await recovery(story))?.findings).toMatchObject([{ actual: 'account_state', level: 'should' }]);
  });

  it.each<[string, readonly string[], readonly string[], number]>([
    ['warns of fewer instruments', ['A', 'B'], ['A'], 1],
    ['warns of others', ['A', 'B'], ['B', 'C'], 1],
    ['spares more, and another order', ['A', 'B'], ['C', 'B', 'A'], 0],
    ['spares names for all', ['all'], ['A'], 0],
  ])('%s', async (_, first, second, found) => {
    const story = new Story();
    const before = story.stream('A');
    before.subscribe('instruments', [...first]);
    before.close();
    const after = story.stream('A');
    after.subscribe('instruments', [...second]);
    story.wait(60_000);
    after.close();
    expect((await recovery(story))?.findings).toHaveLength(found);
  });

  it('knows a successor that is there before the end is known, where it is the only one', async () => {
    const overlapping = (further: boolean): Story => {
      const story = new Story();
      const before = story.transactions('A');
      const after = story.stream('A');
      before.close();
      if (further) story.stream('A');
      story.wait(60_000);
      after.close();
      return story;
    };
    expect((await recovery(overlapping(false)))?.findings).toHaveLength(1);
    expect((await recovery(overlapping(true)))?.findings).toHaveLength(0);
  });

  it.each([
    ['spares two that share what there is, and come back one after the other', 'account_state', 0],
    ['warns of two of which neither asks again', 'transactions', 1],
  ] as const)('%s', async (_, second, found) => {
    const story = new Story();
    const one = story.transactions('A');
    const other = story.stream('A');
    other.subscribe('account_state');
    story.wait(60_000);
    one.close();
    other.close();
    const first = story.transactions('A');
    story.wait(1_500);
    const next = story.stream('A');
    next.subscribe(second);
    story.wait(60_000);
    first.close();
    next.close();
    expect((await recovery(story))?.findings).toHaveLength(found);
  });

  it.each<[string, 'client' | 'suite', readonly string[], number]>([
    ['need not want again what it had on a connection that it ended itself', 'client', ['account_state'], 0],
    ['wants something of a new one all the same', 'client', [], 1],
    ['is owed what it had where the service ended it', 'suite', ['account_state'], 1],
  ])('%s', async (_, by, wants, found) => {
    const story = new Story();
    story.transactions('A').close(by);
    const after = story.stream('A');
    for (const kind of wants) after.subscribe(kind);
    story.wait(60_000);
    after.close();
    expect((await recovery(story))?.findings).toHaveLength(found);
  });

  it('does not ask for a list that was refused', async () => {
    const story = new Story();
    const before = story.stream('A');
    before.subscribe('hmr', ['A', 'GONE']);
    before.message('command_refused', { event: 'hmr' });
    before.close();
    const after = story.stream('A');
    after.subscribe('hmr', ['A']);
    story.wait(60_000);
    after.close();
    expect((await recovery(story))?.findings).toEqual([]);
  });

  it('does not count the time in which nothing was heard of a client that sends requests', async () => {
    const aged = (requestedAfterMs: readonly number[]): Story => {
      const story = new Story();
      story.transactions('A').close();
      const second = story.stream('A');
      for (const ms of requestedAfterMs) sent(story.wait(ms), { request: 'account', path: '/v1/a' });
      story.wait(60_000);
      second.close();
      return story;
    };
    expect((await recovery(aged([10, 20])))?.findings).toHaveLength(0);
    expect((await recovery(aged([10, 40_000])))?.findings).toHaveLength(1);
  });

  it('finds nothing where it asks again, and judges no short life', async () => {
    expect((await recovery(reconnected(true)))?.outcome).toBe('ok');
    expect((await recovery(reconnected(false, 100)))?.outcome).toBe('unknown');
  });
});
