// Unit tests of the checkers over refusals and error codes.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';

describe('errors', () => {
  const refused = (status: number, view: JsonObject, request = 'account', body: JsonValue = view): Story => {
    const story = new Story();
    story.answer(story.call(request, { key: 'key-1' }), status, view, body);
    return story;
  };

  it('accepts refusals with code and message', async () => {
    const story = refused(401, { code: 1001, message: 'AUTH_INVALID_SIGNATURE' });
    await expect(story.judge('error-form')).resolves.toMatchObject({ outcome: 'ok' });
    await expect(story.judge('auth-errors')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, JsonObject]>([
    ['code', 'errors.code-present', { message: 'REQUEST_INVALID' }],
    ['message', 'errors.message-present', { code: 'REQUEST_INVALID' }],
  ])('error-form finds a refusal without %s', async (_, requirement, view) => {
    const { findings } = await refused(400, view).judge('error-form');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('error-form finds a refusal whose body is no JSON object', async () => {
    for (const body of [null, 'denied', ['denied']]) {
      const { findings } = await refused(401, {}, 'account', body).judge('error-form');
      expect(findings).toEqual([expect.objectContaining({ requirement: 'errors.body-json' })]);
    }
  });

  it.each([
    ['Node', 'TypeError: x\n    at Object.place (/srv/app/orders.js:12:7)'],
    ['Java', 'java.lang.NullPointerException at com.x.Orders.place(Orders.java:41)'],
    ['Python', 'Traceback (most recent call last):'],
  ])('diagnostics finds a stack trace of %s, and accepts plain words', async (_, trace) => {
    const { findings } = await refused(500, { code: 1, message: trace }).judge('diagnostics');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'errors.no-diagnostics' })]);
    const plain = { code: 'REQUEST_INVALID', message: 'price must be at most 5 digits (see: volume, 12:30)' };
    await expect(refused(400, plain).judge('diagnostics')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['failed', 'found'],
    ['success', 'found'],
    ['rejected', 'ok'],
  ])('placement-phases holds a broken trading rule against the status %s', async (status, outcome) => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    stream.event({ operationId: 'op-1', status, errorCode: 'TRADING_RULE_VOLUME_TOO_SMALL', errorMessage: 'm' });
    await expect(story.judge('placement-phases')).resolves.toMatchObject({ outcome });
  });

  it('placement-phases tolerates either negative status for codes of execution', async () => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    stream.event({ operationId: 'op-1', status: 'failed', errorCode: 'EXECUTION_REJECTED', errorMessage: 'm' });
    await expect(story.judge('placement-phases')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('error-form tells a lock, which refuses sound reads too, from the service', async () => {
    const bare = (more: object): Story => {
      const story = new Story();
      story.answer(story.call('account'), 200);
      story.answer(story.call('account', { damage: 'sign-bit' }), 401, {}, null);
      story.answer(story.call('account', more), 401, {}, null);
      return story;
    };
    await expect(bare({}).judge('error-form')).resolves.toMatchObject({ outcome: 'unknown' });
    await expect(bare({ apiKey: 'expired' }).judge('error-form')).resolves.toMatchObject({ outcome: 'found' });
    await expect(bare({ damage: 'key' }).judge('error-form')).resolves.toMatchObject({ outcome: 'found' });
  });

  it('error-form does not judge what a gateway may have answered', async () => {
    await expect(refused(400, {}, 'account', null).judge('error-form')).resolves.toMatchObject({ outcome: 'unknown' });
    await expect(refused(404, {}).judge('error-form')).resolves.toMatchObject({ outcome: 'unknown' });
    await expect(refused(401, {}, 'eventsStream').judge('error-form')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it.each<[string, number, string]>([
    ['a quota', 429, 'placeOrder'],
    ['an operation that does not exist', 404, 'operationStatus'],
    ['a handshake', 403, 'eventsStream'],
  ])('error-form wants the rest of the model of a refusal for %s that has a part of it', async (_, status, request) => {
    for (const [view, requirement] of [
      [{ code: 1 }, 'errors.message-present'],
      [{ message: 'M' }, 'errors.code-present'],
    ] as const) {
      const { findings } = await refused(status, view, request).judge('error-form');
      expect(findings).toEqual([expect.objectContaining({ requirement })]);
    }
  });

  it('error-form leaves a refusal alone that says more than that part, since it may say the rest there', async () => {
    const story = new Story();
    const body = { error: { code: 1 }, error_message: 'M' };
    story.answer(story.call('operationStatus', {}), 404, { code: 1 }, body);
    await expect(story.judge('error-form')).resolves.not.toMatchObject({ outcome: 'found' });
  });

  it('error-form wants JSON of a refusal of JSON with 400', async () => {
    const story = new Story();
    story.answer(story.call('closePosition', { key: 'key-1', body: '{"position_id":1}' }), 400, {}, null);
    story.answer(story.call('closePosition', { key: 'key-2', body: '{"position_id"' }), 400, {}, null);
    const { findings } = await story.judge('error-form');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'errors.body-json' })]);
  });

  it.each<[string, string, JsonObject]>([
    ['a code that is text', 'auth.error-code-numeric', { code: '1001', message: 'AUTH_INVALID_SIGNATURE' }],
    ['the name as code', 'auth.error-code-numeric', { code: 'AUTH_INVALID_API_KEY', message: 'Unknown key' }],
    ['a code with the name of another', 'auth.error-1000-name', { code: 1000, message: 'AUTH_INVALID_SIGNATURE' }],
    ['a code with diagnostics for a name', 'auth.error-1002-name', { code: 1002, message: 'no access to account 7' }],
  ])('auth-errors finds %s', async (_, requirement, view) => {
    const { findings } = await refused(401, view).judge('auth-errors');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('auth-errors leaves other errors alone, whatever their codes are', async () => {
    await expect(refused(400, { code: 1000, message: 'REQUEST_INVALID' }).judge('auth-errors')).resolves.toMatchObject({
      outcome: 'unknown',
    });
  });

  it.each<[string, number, JsonObject, string]>([
    ['a trading rule', 400, { code: 5, message: 'TRADING_RULE_VOLUME_TOO_SMALL' }, 'orders.rule-codes-after-ack'],
    ['an execution code', 409, { code: 'EXECUTION_REJECTED', message: 'm' }, 'orders.rule-codes-after-ack'],
    ['the final rate limit', 429, { code: 'SYSTEM_RATE_LIMIT', message: 'm' }, 'orders.rule-codes-after-ack'],
    ['an internal error', 500, { code: 1, message: 'm' }, 'orders.sync-code-500'],
  ])('placement-phases finds a placement that is answered with %s', async (_, status, view, requirement) => {
    const { findings } = await refused(status, view, 'placeOrder').judge('placement-phases');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it.each(['ACCOUNT_CLOSE_ONLY', 'REQUEST_INVALID_PRICE', 'MARKET_NO_QUOTES', 'SYSTEM_TEMPORARY_UNAVAILABLE'])(
    'placement-phases tolerates %s, which belongs to both phases',
    async (message) => {
      const story = refused(503, { code: 1, message }, 'placeOrder');
      await expect(story.judge('placement-phases')).resolves.toMatchObject({ outcome: 'ok' });
    },
  );

  it.each<[string, number, JsonObject, string]>([
    ['account-refusals', 409, { code: 'ACCOUNT_CLOSE_ONLY', message: 'm' }, 'orders.sync-code-403'],
    ['account-refusals', 401, { code: 1002, message: 'AUTH_PERMISSION_DENIED' }, 'orders.sync-code-403'],
    ['placement-statuses', 422, { code: 'VOLUME_ODD', message: 'm' }, 'orders.sync-status-listed'],
    ['placement-statuses', 409, { code: 'REQUEST_INVALID', message: 'm' }, 'orders.sync-status-listed'],
    ['placement-statuses', 404, { code: 'MARKET_NO_QUOTES', message: 'm' }, 'orders.sync-status-listed'],
  ])('%s finds a placement that is refused with %s %j', async (checker, status, view, requirement) => {
    const { findings } = await refused(status, view, 'placeOrder').judge(checker);
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it.each<[string, number, JsonObject]>([
    ['an open name with a status of the table', 404, { code: 'NO_SUCH_ACCOUNT', message: 'm' }],
    ['an internal error', 500, { code: 'OOPS', message: 'm' }],
    ['a name with its own status', 403, { code: 'ACCOUNT_DISABLED', message: 'm' }],
  ])('placement-statuses accepts %s', async (_, status, view) => {
    const story = refused(status, view, 'placeOrder');
    for (const checker of ['account-refusals', 'placement-statuses'])
      expect((await story.judge(checker)).findings).toEqual([]);
  });

  it.each<[string, number, JsonObject]>([
    ['a gateway', 406, {}],
    ['the transport', 413, { code: 'TOO_LARGE', message: 'm' }],
  ])('placement-statuses leaves %s alone', async (_, status, view) => {
    await expect(refused(status, view, 'placeOrder').judge('placement-statuses')).resolves.toMatchObject({
      outcome: 'unknown',
    });
  });

  it.each([
    ['another path alone', '/vb/trading/accounts/A/orders', 'unknown'],
    ['another account', '/api/v1/trading/accounts/B/orders', 'violated'],
  ])('placement-statuses judges what was damaged into %s (%s): %s', async (_, path, outcome) => {
    const story = new Story();
    const call = story.call('placeOrder', { key: 'key-1', damage: 'path-changed', path });
    story.answer(call, 404, { code: 'REQUEST_INVALID', message: 'm' });
    const { findings } = await story.judge('placement-statuses');
    expect(findings.length > 0 ? 'violated' : 'unknown').toBe(outcome);
  });

  it('placement-statuses leaves a key conflict alone', async () => {
    const story = new Story();
    story.answer(story.call('placeOrder', { key: 'key-1' }), 202, { operationId: 'op-1' });
    story.answer(story.call('placeOrder', { key: 'key-1' }), 409, { code: 'REQUEST_INVALID', message: 'm' });
    await expect(story.judge('placement-statuses')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('listed-names finds names outside the lists, and refusals without any', async () => {
    const names = ['REQUEST_ODD', 'something is wrong'].map((message) =>
      refused(400, { code: 1, message }, 'placeOrder').judge('listed-names'),
    );
    const found = (await Promise.all(names)).map(({ findings }) => findings[0]?.requirement);
    expect(found).toEqual(['orders.sync-code-400', 'errors.public-name']);
  });

  it.each([
    ['a key conflict', 'key-1'],
    ['a malformed key', 'no'],
  ])('listed-names leaves the code of %s alone', async (_, key) => {
    const story = new Story();
    if (key === 'key-1') story.answer(story.call('placeOrder', { key }), 202, { operationId: 'op-1' });
    story.answer(story.call('placeOrder', { key }), 400, { code: 1, message: 'KEY_ODD' });
    await expect(story.judge('listed-names')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('listed-names finds a final code outside the list, and accepts one of it', async () => {
    for (const [errorCode, outcome] of [
      ['TRADING_RULE_ODD', 'found'],
      ['TRADING_RULE_INSUFFICIENT_MARGIN', 'ok'],
    ] as const) {
      const story = new Story();
      const stream = story.transactions();
      story.acknowledged('placeOrder', 'key-1', 'op-1');
      stream.event({ operationId: 'op-1', status: 'rejected', errorCode, errorMessage: 'm' });
      await expect(story.judge('listed-names')).resolves.toMatchObject({ outcome });
    }
  });
});
