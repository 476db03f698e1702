// Unit tests of what a partial close leaves of its position, and of what may have changed it besides.
import { describe, expect, it } from 'vitest';
import { position, Story, type Stream } from '../story.test.aid.js';

/** More than the story's `eventMs`. */
const LATER_MS = 2000;

interface Opened {
  readonly story: Story;
  readonly stream: Stream;
}

/** A position `p-1` of 2.00. */
function opened(): Opened {
  const story = new Story();
  const stream = story.transactions();
  story.acknowledged('openPosition', 'key-1', 'op-1', { params: { type: 'market', volume: '2.00' } });
  stream.event({
    operationId: 'op-1',
    clientRequestId: 'key-1',
    status: 'success',
    positions: [position('p-1', '2.00')],
  });
  return { story, stream };
}

function asked({ story }: Opened, name: string, volume = '0.50'): void {
  story.acknowledged('closePosition', `key-${name}`, `op-${name}`, { params: { positionId: 'p-1', volume } });
}

function told({ stream }: Opened, name: string, volume: string): void {
  const positions = [position('p-1', volume)];
  stream.event({ operationId: `op-${name}`, clientRequestId: `key-${name}`, status: 'success', positions });
}

async function judged({ story, stream }: Opened): Promise<string> {
  story.wait(LATER_MS);
  stream.event({ status: 'success', deals: [] });
  return (await story.judge('partial-closes')).outcome;
}

describe('partial-closes', () => {
  it('finds a position that has what it had', async () => {
    const all = opened();
    asked(all, '2');
    told(all, '2', '2.00');
    await expect(judged(all)).resolves.toBe('found');
  });

  it('lets one pass that has less', async () => {
    const all = opened();
    asked(all, '2');
    told(all, '2', '1.50');
    await expect(judged(all)).resolves.toBe('ok');
  });

  it('does not know what two at once lead to, told in whatever order', async () => {
    const all = opened();
    asked(all, '2');
    asked(all, '3');
    told(all, '3', '1.00');
    told(all, '2', '1.50');
    await expect(judged(all)).resolves.toBe('unknown');
  });

  it('does not know what the platform did that is told later', async () => {
    const all = opened();
    asked(all, '2');
    told(all, '2', '2.00');
    all.stream.event({ operationId: 'fill', status: 'success', positions: [position('p-1', '2.50')] });
    await expect(judged(all)).resolves.toBe('unknown');
  });

  it('takes the close of all that is left for no close of a part', async () => {
    const all = opened();
    asked(all, '2', '2.00');
    told(all, '2', '2.00');
    await expect(judged(all)).resolves.toBe('unknown');
  });

  it('knows nothing once the connection has ended', async () => {
    const all = opened();
    asked(all, '2');
    told(all, '2', '2.00');
    all.stream.close();
    await expect(judged({ story: all.story, stream: all.story.transactions() })).resolves.toBe('unknown');
  });
});
