// Unit tests of the checkers over refused requests, and over the form of ACKs and events.
import { describe, expect, it } from 'vitest';
import { EMPTY, order, Story } from '../story.test.aid.js';

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
