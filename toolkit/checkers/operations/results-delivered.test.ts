// Unit tests of the checker of results: each is told to everybody who was there to hear it.
import { describe, expect, it } from 'vitest';
import { Story } from '../story.test.aid.js';

describe('results-delivered', () => {
  const silent = (state?: string, request = 'placeOrder'): Story => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged(request, 'key-1', 'op-1');
    if (state !== undefined) story.read('op-1', state);
    story.wait(2000);
    stream.close();
    return story;
  };

  it('finds an ACK without any result', async () => {
    const { findings } = await silent().judge('results-delivered');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.every-ack-one-result' })]);
  });

  it('finds a rejection that only operation status tells', async () => {
    const { findings } = await silent('rejected').judge('results-delivered');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'transactions.negative-results-delivered' })]);
  });

  it('warns of a rejected close or cancellation without an event, and finds one with success', async () => {
    for (const request of ['closePosition', 'cancelOrder']) {
      const rejected = await silent('rejected', request).judge('results-delivered');
      expect(rejected.findings).toEqual([expect.objectContaining({ level: 'should' })]);
      const done = await silent('success', request).judge('results-delivered');
      expect(done.findings.map(({ level }) => level)).toEqual([undefined]);
    }
  });

  it('finds a success that only operation status tells', async () => {
    const { findings } = await silent('success').judge('results-delivered');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.result-as-event' })]);
  });

  it('owes no event to a connection that came after a request without an answer, whose repeat names the operation', async () => {
    const repeatedAfter = (answer: (story: Story, call: number) => number): Story => {
      const story = new Story();
      answer(story, story.call('placeOrder', { key: 'key-1', params: { type: 'limit' } }));
      const stream = story.transactions();
      story.acknowledged('placeOrder', 'key-1', 'op-1', { params: { type: 'limit' } });
      story.read('op-1', 'success');
      story.wait(2000);
      stream.close();
      return story;
    };
    const lost = repeatedAfter((story, call) => story.lose(call));
    await expect(lost.judge('results-delivered')).resolves.toMatchObject({ findings: [] });
    const refused = repeatedAfter((story, call) => story.answer(call, 400));
    await expect(refused.judge('results-delivered')).resolves.toMatchObject({ outcome: 'found' });
  });

  it('finds a connection that misses what another one gets', async () => {
    const story = new Story();
    const first = story.transactions();
    const second = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    first.event({ operationId: 'op-1', clientRequestId: 'key-1' });
    story.wait(2000);
    second.close();
    const { findings } = await story.judge('results-delivered');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'subscriptions.all-connections-served' })]);
  });

  it.each<[string, (story: Story) => void]>([
    [
      'the stream ended before the longest wait was over',
      (story) => {
        const stream = story.transactions();
        story.acknowledged('placeOrder', 'key-1', 'op-1');
        stream.close();
        story.wait(5000).control('market.price', null);
      },
    ],
    [
      'the stream was subscribed only after the request had left',
      (story) => {
        const call = story.call('placeOrder', { key: 'key-1' });
        story.transactions();
        story.answer(call, 202, { operationId: 'op-1', clientRequestId: 'key-1' });
        story.wait(5000).control('market.price', null);
      },
    ],
    [
      'transactions were unsubscribed',
      (story) => {
        const stream = story.transactions();
        story.acknowledged('placeOrder', 'key-1', 'op-1');
        stream.unsubscribe('transactions');
        story.wait(5000).control('market.price', null);
      },
    ],
    [
      'a frame that is no command may have unsubscribed them',
      (story) => {
        const stream = story.transactions();
        stream.sendRaw('{"unsubscribe":"everything"}');
        story.acknowledged('placeOrder', 'key-1', 'op-1');
        story.wait(5000).control('market.price', null);
      },
    ],
    [
      'operations were held',
      (story) => {
        story.transactions();
        story.control('operation.hold');
        story.acknowledged('placeOrder', 'key-1', 'op-1');
        story.wait(5000).control('market.price', null);
      },
    ],
    [
      'the account was restricted meanwhile',
      (story) => {
        story.transactions();
        story.acknowledged('placeOrder', 'key-1', 'op-1');
        story.control('account.restrict');
        story.wait(5000).control('market.price', null);
      },
    ],
    [
      'the account may have been restricted late, after the stream was opened',
      (story) => {
        story.tell({
          kind: 'control',
          account: 'A',
          parsed: { action: 'account.restrict', params: {}, result: {}, waitedMs: 0, mayBeLate: true },
        });
        story.transactions();
        story.acknowledged('placeOrder', 'key-1', 'op-1');
        story.wait(5000).control('market.price', null);
      },
    ],
  ])('does not judge a missing event where %s', async (_, tell) => {
    const story = new Story();
    tell(story);
    await expect(story.judge('results-delivered')).resolves.toMatchObject({ outcome: 'unknown', judged: 0 });
  });

  it('tolerates an event that overtakes its ACK, and several events of one operation', async () => {
    const story = new Story();
    const stream = story.transactions();
    const call = story.call('placeOrder', { key: 'key-1' });
    stream.event({ operationId: 'op-1', clientRequestId: 'key-1' });
    stream.event({ operationId: 'op-1', clientRequestId: 'key-1' });
    story.answer(call, 202, { operationId: 'op-1', clientRequestId: 'key-1' });
    const { outcome, judgedBy } = await story.judge('results-delivered');
    expect(outcome).toBe('ok');
    expect(judgedBy).toEqual({
      'domain.result-as-event': 1,
      'domain.every-ack-one-result': 1,
      'subscriptions.all-connections-served': 1,
    });
  });
});
