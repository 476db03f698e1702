// Unit tests of the checkers over operations: identifiers, keys, results, echoes.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
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

describe('executions', () => {
  const ORDER = { type: 'limit', price: '1' };
  const OPENING = { type: 'market', volume: '1' };

  /** Two requests with one key, of which the second is answered like this, and the events of two operations. */
  async function twice(
    request: 'placeOrder' | 'openPosition',
    events: readonly (readonly [operationId: string, brought: JsonObject])[],
    {
      params,
      status = 202,
      wait = 0,
      expire = false,
    }: Partial<Record<'status' | 'wait', number>> & {
      readonly params?: JsonObject;
      readonly expire?: boolean;
    } = {},
  ): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('transactions');
    const first = request === 'placeOrder' ? ORDER : OPENING;
    story.acknowledged(request, 'key-1', 'op-1', { params: first });
    if (expire) story.control('idempotency.expire');
    const call = story.wait(wait).call(request, { key: 'key-1', params: params ?? first });
    story.answer(call, status, status === 202 ? { operationId: 'op-1', clientRequestId: 'key-1' } : {});
    for (const [operationId, entities] of events) {
      stream.message('transaction_event', { operationId, clientRequestId: 'key-1', status: 'success', ...entities });
    }
    return story.judge('executions');
  }
  const order = (id: string, more: JsonObject = {}): JsonObject => ({ orders: [{ id, ...more }] });
  const position = (id: string): JsonObject => ({ orders: [{ id: `of ${id}` }], deals: [{ id }], positions: [{ id }] });

  it.each([
    ['a repeated placement', 'placeOrder', order, {}, 'idempotency.duplicate-not-executed'],
    ['a repeated opening', 'openPosition', position, {}, 'positions.duplicate-not-executed'],
    [
      'a conflict',
      'placeOrder',
      order,
      { params: { ...ORDER, price: '2' }, status: 409 },
      'idempotency.conflict-not-executed',
    ],
    [
      'a conflicting opening',
      'openPosition',
      position,
      { params: { ...OPENING, volume: '2' }, status: 409 },
      'positions.conflict-refused',
    ],
  ] as const)('finds %s that was executed', async (_, request, bringing, wish, requirement) => {
    const events = [
      ['op-1', bringing('1')],
      ['op-2', bringing('2')],
    ] as const;
    expect((await twice(request, events, wish)).findings).toMatchObject([{ requirement }]);
    expect((await twice(request, events.toReversed(), wish)).findings).toMatchObject([{ requirement }]);
  });

  it('finds nothing where each event is of the one operation, or of what it brought', async () => {
    const [first] = [['op-1', order('1')]] as const;
    await expect(twice('placeOrder', [first, first])).resolves.toMatchObject({ outcome: 'ok' });
    await expect(
      twice('placeOrder', [first, ['platform-1', { ...order('1'), ...position('9') }]]),
    ).resolves.toMatchObject({
      outcome: 'ok',
    });
    await expect(twice('placeOrder', [first, ['op-2', order('2', { parentOrderId: '1' })]])).resolves.toMatchObject({
      outcome: 'ok',
    });
    const opened = [
      ['op-1', position('1')],
      ['stop-out', position('1')],
    ] as const;
    await expect(twice('openPosition', opened)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('does not judge a key whose record may be over', async () => {
    const events = [
      ['op-1', order('1')],
      ['op-2', order('2')],
    ] as const;
    await expect(twice('placeOrder', events, { wait: 60_000 })).resolves.toMatchObject({ outcome: 'unknown' });
    await expect(twice('placeOrder', events, { expire: true })).resolves.toMatchObject({ outcome: 'unknown' });
  });
});

describe('asked-for', () => {
  const LIMIT = { type: 'limit', volume: '1.50', price: '2.5' };

  async function shown(request: string, params: JsonObject, ...events: JsonObject[]): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged(request, 'key-1', 'op-1', { params });
    for (const event of events) stream.event({ operationId: 'op-1', clientRequestId: 'key-1', ...event });
    return story.judge('asked-for');
  }
  const deal = { id: 'd', volume: '0.50' };

  it.each<[string, string, JsonObject, JsonObject]>([
    ['another volume', 'placeOrder', LIMIT, { orders: [{ id: '1', volume: '1.05', price: '2.5' }] }],
    ['another price', 'placeOrder', LIMIT, { orders: [{ id: '1', volume: '1.5', price: '2.05' }] }],
    ['twice the volume', 'openPosition', { volume: '1' }, { orders: [{ id: '1', volume: '2' }], deals: [deal] }],
  ])('finds %s in a %s', async (_, request, params, event) => {
    expect((await shown(request, params, event)).findings).toMatchObject([{ requirement: 'orders.parameters-kept' }]);
  });

  it.each<[string, string, JsonObject, JsonObject[]]>([
    ['zeros at the end', 'placeOrder', LIMIT, [{ orders: [{ id: '1', volume: '1.500', price: '2.50' }] }]],
    [
      'what is left to fill',
      'openPosition',
      { volume: '1.5' },
      [{ orders: [{ id: '1', volume: '1' }], deals: [deal] }],
    ],
    [
      'a later event of the order',
      'placeOrder',
      LIMIT,
      [{ orders: [{ id: '1', volume: '1.5' }] }, { orders: [{ id: '1', volume: '0' }] }],
    ],
  ])('accepts %s', async (_, request, params, events) => {
    await expect(shown(request, params, ...events)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('judges no order that shows no figure, was executed at once, or may be of another request', async () => {
    const outcomes = await Promise.all([
      shown('placeOrder', LIMIT, { orders: [{ id: '1' }] }),
      shown('placeOrder', LIMIT, { orders: [{ id: '1', volume: '0' }], deals: [deal] }),
      shown('placeOrder', LIMIT, { orders: [{ id: '1', volume: '9' }, { id: '2' }] }),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

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
