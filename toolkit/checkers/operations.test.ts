// Unit tests of the checkers over operations: identifiers, keys, results, echoes, refusals, ACKs.
import { describe, expect, it } from 'vitest';
import { EMPTY, order, Story } from './story.test.data.js';

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
    ['a minute', (story) => story.wait(60_000).acknowledged('placeOrder', 'key-1', 'op-2')],
  ])('tolerates another operation of the key for or after %s', async (_, tell) => {
    const story = honest();
    tell(story);
    await expect(story.judge('idempotency-keys')).resolves.not.toMatchObject({ outcome: 'found' });
  });
});

describe('results-delivered', () => {
  const silent = (state?: string): Story => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
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

  it('finds a success that only operation status tells', async () => {
    const { findings } = await silent('success').judge('results-delivered');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'domain.result-as-event' })]);
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
    await expect(story.judge('results-delivered')).resolves.toMatchObject({ outcome: 'ok', judged: 1 });
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
    ['a final result that is taken back', 'operations.final-result-stays', (story) => story.read('op-1', 'pending')],
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
      'transactions.client-request-id-echo',
      'operations.client-request-id-echo',
    ]);
  });

  it('tolerates later events of the operation without the key, and events of the platform', async () => {
    const story = honest();
    const stream = story.transactions();
    stream.event({ operationId: 'op-1', deals: [] });
    stream.event({ operationId: 'platform-1' });
    await expect(story.judge('echoes')).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('refusals', () => {
  const refused = (): Story => {
    const story = new Story();
    const call = story.call('placeOrder', { key: 'key-1' });
    story.answer(call, 400, { code: 1, message: 'REQUEST_INVALID' });
    return story;
  };

  it('finds an event of a refused request', async () => {
    const story = refused();
    const event = story.transactions().event({ operationId: 'op-1', clientRequestId: 'key-1' });
    const { findings } = await story.judge('refusals');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'errors.sync-before-ack' })]);
    expect(findings[0]?.evidence[0]).toBe(event);
  });

  it('finds an order that names the key of a refused request', async () => {
    const story = refused();
    story.transactions('A', { ...EMPTY, orders: [order('o-1', { clientRequestId: 'key-1' })] });
    await expect(story.judge('refusals')).resolves.toMatchObject({ outcome: 'found' });
  });

  it.each<[string, (story: Story) => void]>([
    ['was accepted later', (story) => story.acknowledged('placeOrder', 'key-1', 'op-1')],
    ['was lost another time', (story) => story.lose(story.call('placeOrder', { key: 'key-1' }))],
    ['failed with a server error', (story) => story.answer(story.call('placeOrder', { key: 'key-1' }), 500)],
  ])('tolerates an event of a key that was refused once and %s', async (_, tell) => {
    const story = refused();
    tell(story);
    story.transactions().event({ operationId: 'op-1', clientRequestId: 'key-1' });
    await expect(story.judge('refusals')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('keeps the keys of two accounts apart', async () => {
    const story = refused();
    story.acknowledged('placeOrder', 'key-1', 'op-1', { account: 'B' });
    story.transactions('B').event({ operationId: 'op-1', clientRequestId: 'key-1' });
    await expect(story.judge('refusals')).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('ack-form', () => {
  it.each<[string, string, number, object]>([
    ['another status than 202', 'ack.status-202', 200, { operationId: 'op-1' }],
    ['no operation_id', 'ack.operation-id-present', 202, {}],
    ['an operation_id that is a number', 'ack.operation-id-string', 202, { operationId: 7 }],
    ['an empty operation_id', 'ack.operation-id-string', 202, { operationId: '' }],
    [
      'a client_request_id that is a number',
      'ack.client-request-id-string',
      202,
      { operationId: 'o', clientRequestId: 7 },
    ],
  ])('finds an ACK with %s', async (_, requirement, status, view) => {
    const story = new Story();
    story.answer(story.call('placeOrder', { key: 'key-1' }), status, { ...view });
    const { findings } = await story.judge('ack-form');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it.each([
    ['placeOrder', 'ack.status-202'],
    ['openPosition', 'positions.ack-status-202'],
  ])(
    'finds a first %s that is not answered with 202, and tolerates another status for its repeat',
    async (request, requirement) => {
      const story = new Story();
      const view = { operationId: 'op-1', clientRequestId: 'key-1' };
      story.answer(story.call(request, { key: 'key-1' }), 202, view);
      story.answer(story.call(request, { key: 'key-1' }), 200, view);
      await expect(story.judge('ack-form')).resolves.toMatchObject({ outcome: 'ok' });
      story.answer(story.call(request, { key: 'key-2' }), 200, { operationId: 'op-2' });
      const { findings } = await story.judge('ack-form');
      expect(findings).toEqual([expect.objectContaining({ requirement })]);
    },
  );

  it('does not judge the status of simultaneous repeats, since the repeat may be answered first', async () => {
    const story = new Story();
    const view = { operationId: 'op-1', clientRequestId: 'key-1' };
    const [one, other] = [story.call('placeOrder', { key: 'key-1' }), story.call('placeOrder', { key: 'key-1' })];
    story.answer(other, 200, view);
    story.answer(one, 202, view);
    await expect(story.judge('ack-form')).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('the ACK of an opening', () => {
  it.each<[string, string, object]>([
    ['ack-form', 'positions.ack-operation-id', { clientRequestId: 'key-1' }],
    ['echoes', 'positions.ack-client-request-id', { operationId: 'op-1' }],
  ])('is judged by %s under a requirement of its own', async (checker, requirement, view) => {
    const story = new Story();
    story.answer(story.call('openPosition', { key: 'key-1' }), 202, { ...view });
    const { findings } = await story.judge(checker);
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });
});

describe('event-form', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a status of its own', 'transactions.status-values', { status: 'done' }],
    ['a rejection without code', 'transactions.error-code-on-rejected', { status: 'rejected', errorMessage: 'm' }],
    ['a rejection without message', 'transactions.error-message-on-rejected', { status: 'rejected', errorCode: 'c' }],
    ['a failure without code', 'transactions.error-code-on-failed', { status: 'failed', errorMessage: 'm' }],
    ['a failure without message', 'transactions.error-message-on-failed', { status: 'failed', errorCode: 'c' }],
  ])('finds %s', async (_, requirement, view) => {
    const story = new Story();
    story.transactions().event(view);
    const { findings } = await story.judge('event-form');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('tolerates negative results with or without entities', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.event({ status: 'rejected', errorCode: 'c', errorMessage: 'm' });
    stream.event({ status: 'failed', errorCode: 'c', errorMessage: 'm', orders: [order('o-1')] });
    await expect(story.judge('event-form')).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('event-manners', () => {
  it.each<[string, string, Parameters<ReturnType<Story['transactions']>['event']>[0]]>([
    ['an operation_id of null', 'transactions.operation-id-omitted', { operationId: null }],
    ['a success with an error', 'transactions.no-error-on-success', { errorCode: 'MARKET_NO_QUOTES' }],
    [
      'a balance transaction with an operation_id',
      'transactions.balance-operation-id-omitted',
      { operationId: 'platform-1', deals: [{ id: 'd-1', balanceKind: 'balance', amount: '1.00' }] },
    ],
  ])('finds %s', async (_, requirement, view) => {
    const story = new Story();
    story.transactions().event(view);
    const { findings } = await story.judge('event-manners');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('tolerates a success whose error is null', async () => {
    const story = new Story();
    story.transactions().event({ operationId: 'op-1', errorCode: null, errorMessage: null });
    await expect(story.judge('event-manners')).resolves.toMatchObject({ outcome: 'ok' });
  });
});
