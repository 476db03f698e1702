// Unit tests of figures that come back: on snapshots and in events, and what may have brought them back.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { deal, EMPTY, FIGURES, position, Story, type Stream } from '../story.test.aid.js';

const figures = (usedMargin: string, balance = '1000.00'): JsonObject => ({ ...FIGURES, balance, usedMargin });

/** A position `p-1` was opened for a margin of 10.00, and 7.00 of it closed for 3.00 of margin, with 2.00 of profit. */
function closedInPart(): { readonly story: Story; readonly stream: Stream } {
  const story = new Story();
  const stream = story.transactions();
  story.acknowledged('openPosition', 'key-1', 'op-1');
  stream.event({
    operationId: 'op-1',
    clientRequestId: 'key-1',
    positions: [position('p-1', '10')],
    accountState: figures('10.00'),
  });
  story.acknowledged('closePosition', 'key-2', 'op-2', { params: { positionId: 'p-1', volume: '7' } });
  stream.event({
    operationId: 'op-2',
    clientRequestId: 'key-2',
    positions: [position('p-1', '3')],
    deals: [deal('d-2', 'p-1', '7', { amount: '2.00' })],
    accountState: figures('3.00', '1002.00'),
  });
  return { story, stream };
}

async function found(story: Story): Promise<readonly string[]> {
  const { findings } = await story.judge('replaced-figures');
  return findings.map(({ requirement, level = 'must' }) => `${requirement} ${level}`);
}

function snapshot(accountState: JsonObject): JsonObject {
  return { ...EMPTY, accountState };
}

describe('replaced-figures', () => {
  it('takes a snapshot with the figures that the latest event told', async () => {
    const { story } = closedInPart();
    story.transactions('A', snapshot(figures('3.00', '1002.00')));
    await expect(story.judge('replaced-figures')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['used_margin', figures('10.00', '1002.00')],
    ['balance', figures('3.00', '1000.00')],
  ])('finds the %s of before in the snapshot of another connection', async (_, state) => {
    const { story } = closedInPart();
    story.transactions('A', snapshot(state));
    expect(await found(story)).toEqual(['domain.events-lead-to-snapshot must']);
  });

  it('takes a margin that is neither that of now nor one of before, since prices move it', async () => {
    const { story } = closedInPart();
    story.transactions('A', snapshot(figures('9.99', '1002.00')));
    expect(await found(story)).toEqual([]);
  });

  it('finds the margin of before in the event of a later cancellation, where it weighs less', async () => {
    const { story, stream } = closedInPart();
    story.acknowledged('cancelOrder', 'key-3', 'op-3');
    stream.event({ operationId: 'op-3', clientRequestId: 'key-3', accountState: figures('10.00', '1002.00') });
    expect(await found(story)).toEqual(['domain.events-lead-to-snapshot should']);
  });

  it('takes a margin that an opening of as much brings back', async () => {
    const { story, stream } = closedInPart();
    story.acknowledged('openPosition', 'key-3', 'op-3');
    stream.event({ operationId: 'op-3', clientRequestId: 'key-3', accountState: figures('10.00', '1002.00') });
    story.transactions('A', snapshot(figures('10.00', '1002.00')));
    expect(await found(story)).toEqual([]);
  });

  it.each<[string, (told: ReturnType<typeof closedInPart>) => void]>([
    ['an operation is under way', ({ story }) => story.acknowledged('openPosition', 'key-3', 'op-3')],
    ['a control action follows', ({ story }) => story.control('position.close')],
    ['something is told that nobody asked for', ({ stream }) => stream.event({ accountState: figures('0.00') })],
  ])('does not judge where %s', async (_, meanwhile) => {
    const told = closedInPart();
    if (_.startsWith('an operation')) meanwhile(told);
    told.story.transactions('A', snapshot(figures('10.00', '1002.00')));
    if (!_.startsWith('an operation')) meanwhile(told);
    expect(await found(told.story)).toEqual([]);
  });

  it('does not judge by events that show the figures of before them', async () => {
    const story = new Story();
    const stream = story.transactions();
    for (const [n, usedMargin] of [
      [1, '0.00'],
      [2, '10.00'],
    ] as const) {
      const request = n === 1 ? 'openPosition' : 'closePosition';
      story.acknowledged(request, `key-${n}`, `op-${n}`);
      stream.event({ operationId: `op-${n}`, clientRequestId: `key-${n}`, accountState: figures(usedMargin) });
    }
    story.transactions('A', snapshot(figures('0.00')));
    expect(await found(story)).toEqual([]);
  });
});
