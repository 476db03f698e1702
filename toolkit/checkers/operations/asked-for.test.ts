// The levels of sltp orders in their events, by the checker of what was asked for.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';

const PARAMS = { type: 'sltp', positionId: 'p-1', stopLossPrice: '1.10000', takeProfitPrice: '1.30000' };

/** An sltp order whose event shows these orders. */
function told(...orders: readonly JsonObject[]): Story {
  const story = new Story();
  const stream = story.transactions();
  story.acknowledged('placeOrder', 'key-1', 'op-1', { params: PARAMS });
  stream.event({ operationId: 'op-1', clientRequestId: 'key-1', orders: [...orders] });
  return story;
}

function sltp(id: string, stopLossPrice: string, takeProfitPrice: string): JsonObject {
  return { id, type: 'sltp', positionId: 'p-1', stopLossPrice, takeProfitPrice };
}

describe('asked-for', () => {
  it('is content with the levels that were asked for, padded or not', async () => {
    await expect(told(sltp('o-1', '1.1', '1.30000')).judge('asked-for')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('takes an order that was replaced for what it is', async () => {
    const story = told(sltp('o-1', '1.05', '1.4'), sltp('o-2', '1.1', '1.3'));
    await expect(story.judge('asked-for')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('takes levels on two orders for what they are, and a zero for none', async () => {
    const story = told(sltp('o-1', '1.1', '0'), sltp('o-2', '0', '1.3'));
    await expect(story.judge('asked-for')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('finds a level that nobody asked for', async () => {
    const { findings } = await told(sltp('o-1', '1.1', '1.29990')).judge('asked-for');
    expect(findings).toMatchObject([{ requirement: 'orders.parameters-kept', actual: '1.29990' }]);
  });

  it('leaves an event without levels alone', async () => {
    await expect(told().judge('asked-for')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});
