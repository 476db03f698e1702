// Unit tests of the checkers over operations: identifiers, keys, final results, echoes.
import { describe, expect, it } from 'vitest';
import { order, Story } from '../story.test.aid.js';

/** An order from request to event and operation status, as it should be. */
function honest(): Story {
  const story = new Story();
  const stream = story.transactions();
  story.acknowledged('placeOrder', 'key-1', 'op-1');
  stream.event({ operationId: 'op-1', clientRequestId: 'key-1', orders: [order('o-1')] });
  story.read('op-1', 'success', { clientRequestId: 'key-1' });
  return story;
}

const CHECKERS = [
  'operation-ids',
  'idempotency-keys',
  'results-delivered',
  'final-results',
  'echoes',
  'refusals',
  'ack-form',
  'event-form',
  'event-manners',
];

describe('an honest journal', () => {
  it.each(CHECKERS)('satisfies %s', async (checker) => {
    const story = honest();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    const refused = story.call('placeOrder', { key: 'key-2', params: { type: 'limit' } });
    story.answer(refused, 400, { code: 7, message: 'REQUEST_INVALID' });
    await expect(story.judge(checker)).resolves.toMatchObject({ outcome: 'ok', findings: [] });
  });

  it.each(CHECKERS)('leaves %s unknown when it is empty', async (checker) => {
    await expect(new Story().judge(checker)).resolves.toMatchObject({ outcome: 'unknown', judged: 0 });
  });
});

describe('operation-ids', () => {
  it('finds two keys that were acknowledged as one operation', async () => {
    const story = honest();
    const second = story.acknowledged('placeOrder', 'key-2', 'op-1');
    const { findings } = await story.judge('operation-ids');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'ack.operation-id-unique' })]);
    expect(findings[0]?.evidence[0]).toBe(second);
  });

  it('finds an order and an opening that were acknowledged as one operation', async () => {
    const story = honest();
    story.acknowledged('openPosition', 'key-1', 'op-1');
    await expect(story.judge('operation-ids')).resolves.toMatchObject({ outcome: 'found' });
  });

  it('tolerates that operations of two accounts have one identifier, whose format is left open', async () => {
    const story = honest();
    story.acknowledged('placeOrder', 'key-9', 'op-1', { account: 'B' });
    await expect(story.judge('operation-ids')).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('idempotency-keys', () => {
  it('finds a repeat that became another operation', async () => {
    const story = honest();
    const again = story.acknowledged('placeOrder', 'key-1', 'op-2');
    const { findings } = await story.judge('idempotency-keys');
    expect(findings[0]).toMatchObject({ requirement: 'idempotency.key-to-operation', actual: 'operation op-2' });
    expect(findings[0]?.evidence).toContain(again);
  });

  it('finds simultaneous repeats of an opening that became two operations', async () => {
    const story = new Story();
    const calls = [1, 2].map(() => story.call('openPosition', { key: 'key-1', params: { type: 'market' } }));
    for (const call of calls) story.answer(call, 202, { operationId: `op-${call}`, clientRequestId: 'key-1' });
    await expect(story.judge('idempotency-keys')).resolves.toMatchObject({ outcome: 'found' });
  });

  it.each<[string, (story: Story) => void]>([
    ['another account', (story) => story.acknowledged('placeOrder', 'key-1', 'op-2', { account: 'B' })],
    ['another call', (story) => story.acknowledged('openPosition', 'key-1', 'op-2')],
    [
      'another type of order',
      (story) => story.acknowledged('placeOrder', 'key-1', 'op-2', { params: { type: 'sltp' } }),
    ],
    ['another API key', (story) => story.acknowledged('placeOrder', 'key-1', 'op-2', { apiKey: 'second' })],
    ['a damaged request', (story) => story.acknowledged('placeOrder', 'key-1', 'op-2', { damage: 'key header' })],
    [
      'an expired record',
      (story) => {
        story.control('idempotency.expire');
        story.acknowledged('placeOrder', 'key-1', 'op-2');
      },
    ],
    [
      'a moved clock',
      (story) => {
        story.control('clock.advance', null);
        story.acknowledged('placeOrder', 'key-1', 'op-2');
      },
    ],
    [
      'a repeat that came so late that the record was over soon after',
      (story) => {
        story.wait(4_500).acknowledged('placeOrder', 'key-1', 'op-1');
        story.wait(1_000).acknowledged('placeOrder', 'key-1', 'op-2');
      },
    ],
    ['a minute', (story) => story.wait(60_000).acknowledged('placeOrder', 'key-1', 'op-2')],
  ])('tolerates another operation of the key for or after %s', async (_, tell) => {
    const story = honest();
    tell(story);
    await expect(story.judge('idempotency-keys')).resolves.not.toMatchObject({ outcome: 'found' });
  });
});

describe('final-results', () => {
  it.each<[string, string, (story: Story, stream: ReturnType<Story['transactions']>) => void]>([
    [
      'two events that disagree',
      'transactions.one-outcome',
      (_, stream) => stream.event({ operationId: 'op-1', status: 'rejected' }),
    ],
    ['two readings that disagree', 'operations.final-result-stays', (story) => story.read('op-1', 'failed')],
    [
      'a final result that is taken back',
      'operations.final-result-stays',
      (story) => story.wait(500).read('op-1', 'pending'),
    ],
  ])('finds %s', async (_, requirement, tell) => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    stream.event({ operationId: 'op-1' });
    story.read('op-1', 'success');
    tell(story, stream);
    const { findings } = await story.judge('final-results');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('spares a server that follows another one after a moment', async () => {
    const story = new Story();
    story.transactions().event({ operationId: 'op-1' });
    for (const state of ['success', 'pending', 'success', 'pending', 'success']) story.read('op-1', state);
    expect((await story.judge('final-results')).findings).toEqual([]);
  });

  it('finds an operation status that contradicts the event', async () => {
    const story = new Story();
    story.transactions().event({ operationId: 'op-1', status: 'success' });
    story.read('op-1', 'rejected');
    const { findings } = await story.judge('final-results');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'operations.agrees-with-event' })]);
  });

  it('finds error codes that differ between event and operation status', async () => {
    const story = new Story();
    story.transactions().event({ operationId: 'op-1', status: 'rejected', errorCode: 'MARKET_NO_QUOTES' });
    story.read('op-1', 'rejected', { errorCode: 'EXECUTION_REJECTED' });
    const { findings } = await story.judge('final-results');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'operations.error-agrees-with-event' })]);
  });

  it('tolerates that operation status lags behind the event, or names its state in a word that nobody knows', async () => {
    const story = new Story();
    const stream = story.transactions();
    story.read('op-1', 'pending');
    stream.event({ operationId: 'op-1' });
    story.read('op-1', 'pending');
    story.read('op-1', 'unknown');
    story.read('op-1', 'success');
    await expect(story.judge('final-results')).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('echoes', () => {
  it('finds an ACK that echoes another key', async () => {
    const story = new Story();
    const call = story.call('placeOrder', { key: 'key-1' });
    story.answer(call, 202, { operationId: 'op-1', clientRequestId: 'KEY-1' });
    const { findings } = await story.judge('echoes');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'ack.client-request-id-echo' })]);
  });

  it('finds the event without the key on the one of two connections alone that listened before', async () => {
    for (const isEarly of [true, false]) {
      const story = new Story();
      const first = story.transactions();
      const early = isEarly ? story.transactions() : undefined;
      story.acknowledged('placeOrder', 'key-1', 'op-1');
      const second = early ?? story.transactions();
      first.event({ operationId: 'op-1', clientRequestId: 'key-1' });
      second.event({ operationId: 'op-1' });
      await expect(story.judge('echoes')).resolves.toMatchObject({ outcome: isEarly ? 'found' : 'ok' });
    }
  });

  it('finds an event and a status without the key', async () => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    stream.event({ operationId: 'op-1' });
    story.read('op-1', 'success', { clientRequestId: '' });
    const { findings } = await story.judge('echoes');
    expect(findings.map(({ requirement }) => requirement)).toEqual([
      'operations.client-request-id-echo',
      'transactions.client-request-id-echo',
    ]);
  });

  it('finds a later or unfinished status without the key', async () => {
    const story = new Story();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    story.read('op-1', 'pending', {});
    story.read('op-1', 'success', { clientRequestId: 'key-1' });
    story.read('op-1', 'success', {});
    const { findings } = await story.judge('echoes');
    expect(findings).toHaveLength(2);
  });

  it('tolerates later events of the operation without the key, and events of the platform', async () => {
    const story = honest();
    const stream = story.transactions();
    stream.event({ operationId: 'op-1', deals: [] });
    stream.event({ operationId: 'platform-1' });
    await expect(story.judge('echoes')).resolves.toMatchObject({ outcome: 'ok' });
  });
});
