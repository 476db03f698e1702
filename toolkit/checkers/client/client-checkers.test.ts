// The checkers of clients: a client that behaves, and one sentence changed at a time.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { createSigner, PrivateKey, type SignedRequest, signRequest } from '../../signing/index.js';
import { judgeRecords } from '../check-journal.js';
import type { CheckerResult, CheckerSettings } from '../checker.js';
import { Story } from '../story.test.aid.js';
import { CLIENT_CHECKERS } from './client-checkers.js';

const SIGNER = createSigner(new PrivateKey(new Uint8Array(32).fill(7)));
const ORDERS = '/v1/trading/accounts/A/orders';
const LIMITS = '/v1/configuration/accounts/A/limits';
const STREAM = '/v1/server-events/accounts/A/ws/events';
const ORDER = { type: 'limit', volume: '0.10', price: '1.05000' };

let nowMs = 1_800_000_000_000;

interface Wish {
  readonly request: string;
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: string;
  readonly params?: JsonObject;
  readonly type?: string;
  readonly conn?: string;
  /** What is changed of what was signed. */
  readonly signed?: Partial<{ path: string; method: string; body: string; timestampMs: number }>;
  readonly headers?: (headers: SignedRequest['headers']) => SignedRequest['headers'];
  readonly signature?: JsonValue;
}

/** A request as a client under observation sends it. */
function sent(story: Story, { request, method = 'GET', path, key = '', body, ...wish }: Wish): number {
  nowMs += 1;
  const { signed = {}, headers = (all) => all, params, signature, conn = 'http' } = wish;
  const text = signed.body ?? body;
  const made = signRequest(SIGNER, {
    apiKey: 'main',
    idempotencyKey: key,
    timestampMs: signed.timestampMs ?? nowMs,
    method: signed.method ?? method,
    path: signed.path ?? path,
    ...(text !== undefined && { body: Buffer.from(text) }),
  });
  const type = body === undefined ? [] : ([['Content-Type', wish.type ?? 'application/json; charset=utf-8']] as const);
  return story.tell({
    kind: 'invoke',
    actor: 'client',
    conn,
    account: 'A',
    client_request_id: key === '' ? null : key,
    raw: body ?? null,
    parsed: {
      request,
      method,
      path,
      headers: [...headers(made.headers), ...type].map(([name, value]) => [name, value]),
      ...(params && { params }),
      ...(signature !== undefined && { signature }),
    },
  });
}

function placed(story: Story, key: string, over: Partial<Wish> = {}): number {
  const body = JSON.stringify(ORDER);
  return sent(story, { request: 'placeOrder', method: 'POST', path: ORDERS, key, body, params: ORDER, ...over });
}

function read(story: Story, over: Partial<Wish> = {}): number {
  return sent(story, { request: 'limits', path: LIMITS, ...over });
}

async function judged(
  story: Story,
  settings: CheckerSettings = {},
): Promise<readonly CheckerResult<ClientRequirementId>[]> {
  return judgeRecords(story.records, CLIENT_CHECKERS, settings);
}

async function foundIn(story: Story): Promise<readonly string[]> {
  const results = await judged(story);
  return results.flatMap(({ findings }) =>
    findings.map(({ requirement, level }) => (level === undefined ? requirement : `${requirement} (${level})`)),
  );
}

describe('a client that behaves', () => {
  it('is found at fault in nothing, and judged in everything that it did', async () => {
    const story = new Story();
    const stream = story.transactions('A');
    stream.subscribe('instruments', ['all']);
    stream.subscribe('hmr', ['EURUSD']);
    story.answer(placed(story, 'key-1'), 202, { operationId: 'op-1' });
    story.lose(placed(story, 'key-2'));
    story.answer(placed(story, 'key-2'), 202, { operationId: 'op-2' });
    story.answer(read(story), 200);
    const page = sent(story, {
      request: 'orderHistory',
      path: '/v1/h?from=2026-01-01T00%3A00%3A00%2B00%3A00',
      params: {},
    });
    story.answer(page, 200, { items: [], cursor: 'c+/=' });
    const next = sent(story, {
      request: 'orderHistory',
      path: '/v1/h?cursor=c%2B%2F%3D&limit=5',
      params: { cursor: 'c+/=', limit: 5 },
    });
    story.answer(next, 200, { items: [] });
    // The stream of the story was opened by nobody in particular.
    const records = story.records.filter(({ parsed }) => (parsed as JsonObject | null)?.['request'] !== 'eventsStream');
    const results = await judgeRecords(records, CLIENT_CHECKERS);
    expect(results.flatMap(({ findings }) => findings)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'unknown').map(({ checker }) => checker)).toEqual([
      'client-conditions',
      'client-after-429',
      'client-recovers',
    ]);
  });
});

describe('signing', () => {
  const order =
    (over: Partial<Wish>): ((story: Story) => number) =>
    (story) =>
      placed(story, 'key-1', over);
  const without = (name: string) => (headers: SignedRequest['headers']) => headers.filter(([own]) => own !== name);
  const withHeader = (name: string, value: string) => (headers: SignedRequest['headers']) =>
    headers.map(([own, text]) => (own === name ? ([own, value] as const) : ([own, text] as const)));

  it.each<[string, (story: Story) => number, readonly string[]]>([
    ['an unsigned request', order({ headers: () => [] }), ['auth.client-signs-requests']],
    [
      'an unsigned handshake',
      (story) => sent(story, { request: 'eventsStream', path: STREAM, conn: 'ws-1', headers: () => [] }),
      ['auth.client-signs-handshakes'],
    ],
    ['a missing header', order({ headers: without('SVC-TIMESTAMP') }), ['auth.client-headers']],
    [
      'a read without the empty header',
      (story) => read(story, { headers: without('SVC-IDEMPOTENCY-KEY') }),
      ['auth.client-read-idempotency-key-empty'],
    ],
    ['a read with a key', (story) => read(story, { key: 'key-1' }), ['auth.client-read-idempotency-key-empty']],
    ['a mutation without a key', (story) => placed(story, ''), ['idempotency.client-key-present']],
    ['a key of four characters', (story) => placed(story, 'key1'), ['idempotency.client-key-length']],
    ['a key with a colon', (story) => placed(story, 'key:1'), ['idempotency.client-key-alphabet']],
    [
      'another key in the header',
      order({ headers: withHeader('SVC-API-KEY', 'other') }),
      ['auth.client-api-key-matches'],
    ],
    [
      'another timestamp in the header',
      order({ headers: withHeader('SVC-TIMESTAMP', '1') }),
      ['auth.client-timestamp-matches'],
    ],
    [
      'another version in the header',
      order({ headers: withHeader('SVC-SIGN-VERSION', '2') }),
      ['versioning.client-sends-version'],
    ],
    ['a hash of another body', order({ signed: { body: '{}' } }), ['auth.client-body-hash']],
    [
      'a hash of braces for nothing',
      (story) => read(story, { signed: { body: '{}' } }),
      ['auth.client-empty-body-hash'],
    ],
    ['a method in small letters', order({ signed: { method: 'post' } }), ['auth.client-method']],
    ['the path of another account', order({ signed: { path: '/v1/trading/accounts/B/orders' } }), ['auth.client-path']],
    [
      'a query that is signed decoded',
      (story) => read(story, { path: `${LIMITS}?a=%2B`, signed: { path: `${LIMITS}?a=+` } }),
      ['auth.client-query-untouched'],
    ],
    [
      'a parameter twice',
      (story) => read(story, { path: `${LIMITS}?a=1&a=1` }),
      ['auth.client-no-duplicate-parameters'],
    ],
    [
      'a handshake with a query',
      (story) => sent(story, { request: 'eventsStream', path: `${STREAM}?x=1`, conn: 'ws-1' }),
      ['auth.client-handshake-path'],
    ],
    [
      'padding',
      order({ headers: (all) => all.map(([name, text]) => [name, name === 'SVC-DATA' ? `${text}==` : text] as const) }),
      ['auth.client-unpadded'],
    ],
  ])('finds %s', async (_, tell, expected) => {
    const story = new Story();
    tell(story);
    expect(await foundIn(story)).toEqual(expected);
  });

  it('takes what was seen of the signature before it was taken out of the record', async () => {
    const story = new Story();
    read(story, { signature: [{ stage: 'signature', state: 'broken', cause: 'signature-unexplained' }] });
    expect(await foundIn(story)).toEqual(['auth.client-signature-verifies', 'auth.client-signs-bytes']);
  });

  it('says of an expired key nothing: that is no fault of its holder', async () => {
    const story = new Story();
    read(story, { signature: [{ stage: 'api-key', state: 'broken', cause: 'api-key-expired' }] });
    expect(await foundIn(story)).toEqual([]);
  });

  it('warns of what a service may let pass', async () => {
    const story = new Story();
    read(story, { headers: (all) => [...all, ...all.filter(([name]) => name === 'SVC-API-KEY')] });
    expect(await foundIn(story)).toContain('auth.client-headers (should)');
  });

  it('leaves the path of the base address open', async () => {
    const story = new Story();
    read(story, { path: `/trade${LIMITS}`, signed: { path: LIMITS } });
    expect(await foundIn(story)).toEqual([]);
  });
});

describe('freshness', () => {
  const AT = { timestampMs: 1_800_000_000_000 };

  it('finds a repeat with the signature of the request that was lost', async () => {
    const story = new Story();
    story.lose(placed(story, 'key-1', { signed: AT }));
    placed(story, 'key-1', { signed: AT });
    expect(await foundIn(story)).toEqual(['auth.client-fresh-signature']);
  });

  it('finds a signature that is kept for a read', async () => {
    const story = new Story();
    story.answer(read(story, { signed: AT }), 200);
    story.wait(5_000);
    read(story, { signed: AT });
    expect(await foundIn(story)).toEqual(['auth.client-fresh-signature']);
  });

  it('spares equal reads that were signed within one millisecond', async () => {
    const story = new Story();
    const first = read(story, { signed: AT });
    read(story, { signed: AT });
    story.answer(first, 200);
    read(story, { signed: AT });
    expect(await foundIn(story)).toEqual([]);
  });

  it.each<[string, number, number, boolean, readonly string[]]>([
    [
      'finds signatures that are kept for moments, where others are sent between',
      5,
      2_000,
      true,
      ['auth.client-fresh-signature'],
    ],
    ['takes a few of them for chance', 4, 2_000, true, []],
    ['spares those that wait for their turn behind the first', 5, 2_000, false, []],
    ['spares those that come soon', 5, 500, true, []],
  ])('%s', async (_, times, pauseMs, isOvertaken, found) => {
    const story = new Story();
    for (let time = 1; time <= times; time += 1) {
      const signed = { timestampMs: AT.timestampMs + time * 10_000 };
      story.answer(read(story, { signed }), 200);
      const between = { timestampMs: signed.timestampMs + 5 };
      if (isOvertaken) story.answer(read(story, { request: 'account', path: '/v1/a', signed: between }), 200);
      story.wait(pauseMs);
      story.answer(read(story, { signed }), 200);
    }
    expect([...new Set(await foundIn(story))]).toEqual(found);
  });

  it('finds a handshake that is used again after its connection has ended', async () => {
    const story = new Story();
    const shake = { request: 'eventsStream', path: STREAM, signed: AT };
    for (const conn of ['ws-1', 'ws-2']) {
      const call = sent(story, { ...shake, conn });
      story.answer(call, 101);
      story.tell({ kind: 'open', conn, account: 'A', cause: call });
      story.tell({ kind: 'close', conn, account: 'A' });
      story.wait(5_000);
    }
    expect(await foundIn(story)).toEqual(['auth.client-fresh-signature']);
  });

  it('spares handshakes of several connections that were signed within one millisecond, and refused one by one', async () => {
    const story = new Story();
    for (const conn of ['ws-1', 'ws-2', 'ws-3']) {
      story.answer(sent(story, { request: 'eventsStream', path: STREAM, signed: AT, conn }), 503);
    }
    expect(await foundIn(story)).toEqual([]);
  });
});

describe('repeats', () => {
  const again = async (body: JsonObject | string, over: Partial<Wish> = {}): Promise<readonly string[]> => {
    const story = new Story();
    story.lose(placed(story, 'key-1'));
    placed(story, 'key-1', { body: typeof body === 'string' ? body : JSON.stringify(body), ...over });
    return foundIn(story);
  };

  it('finds another price under the same key', async () => {
    expect(await again({ ...ORDER, price: '1.06000' })).toEqual(['idempotency.client-same-payload']);
  });

  it.each([
    ['spaces', JSON.stringify(ORDER, null, 2)],
    ['another order of members', JSON.stringify(Object.fromEntries(Object.entries(ORDER).reverse()))],
    ['another spelling of a figure', JSON.stringify({ ...ORDER, volume: '0.1' })],
  ])('warns of %s', async (_, body) => {
    expect(await again(body)).toEqual(['idempotency.client-same-payload (should)']);
  });

  it('leaves open whether another call or type of order is another kind', async () => {
    expect(await again({ ...ORDER, type: 'stop' }, { params: { ...ORDER, type: 'stop' } })).toEqual([]);
    expect(
      await again({ volume: '0.10' }, { request: 'openPosition', path: '/v1/trading/accounts/A/positions' }),
    ).toEqual([]);
  });

  it('finds what was refused for its rate sent again', async () => {
    const story = new Story();
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-1');
    expect(await foundIn(story)).toEqual(['limits.client-no-retry']);
  });

  it('takes a key that comes with another payload for no repeat of what was refused', async () => {
    const story = new Story();
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-1', { body: JSON.stringify({ ...ORDER, volume: '0.20' }) });
    expect(await foundIn(story)).toEqual(['idempotency.client-same-payload']);
  });

  it('warns where that comes so late that somebody may have decided anew, and spares another key', async () => {
    const story = new Story();
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-2');
    story.wait(20_000);
    placed(story, 'key-1');
    expect(await foundIn(story)).toEqual(['limits.client-no-retry (should)']);
  });

  it('spares a repeat of what was refused when the client may have given up waiting', async () => {
    const story = new Story();
    const first = placed(story, 'key-1');
    story.wait(3_000);
    story.answer(first, 429);
    placed(story, 'key-1', { signed: { timestampMs: nowMs + 3_500 } });
    expect(await foundIn(story)).toEqual([]);
  });

  it('knows by the quickest request that one was long on its way', async () => {
    const story = new Story();
    read(story, {});
    story.wait(3_000);
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-1', { signed: { timestampMs: nowMs + 3_500 } });
    expect(await foundIn(story)).toEqual([]);
  });

  it('warns of another payload after a time in which records of keys may have expired', async () => {
    const story = new Story();
    for (const volume of ['0.10', '0.20']) {
      placed(story, 'key-1', { body: JSON.stringify({ ...ORDER, volume }) });
      story.wait(90_000);
    }
    expect(await foundIn(story)).toEqual(['idempotency.client-same-payload (should)']);
  });
});

describe('forms', () => {
  it.each<[string, (story: Story) => number, readonly string[]]>([
    ['a read with a body', (story) => read(story, { body: '{}' }), ['auth.client-get-without-body']],
    ['another media type', (story) => placed(story, 'key-1', { type: 'text/plain' }), ['auth.client-content-type']],
    ['a body that is no JSON', (story) => placed(story, 'key-1', { body: 'volume=1' }), ['orders.client-json-body']],
    [
      'a volume as a number',
      (story) => placed(story, 'key-1', { params: { ...ORDER, volume: 0.1 } }),
      ['numbers.client-volume-strings'],
    ],
    [
      'a price with an exponent',
      (story) => placed(story, 'key-1', { params: { ...ORDER, price: '1e0' } }),
      ['numbers.client-price-strings (should)'],
    ],
    [
      'a market order among the pending ones',
      (story) => placed(story, 'key-1', { params: { type: 'market', volume: '1' } }),
      ['orders.client-market-elsewhere'],
    ],
    [
      'a path without its version',
      (story) => sent(story, { request: '', path: '/configuration/accounts/A/limits' }),
      ['versioning.client-paths-v1'],
    ],
    [
      'a subscription by a request',
      (story) => sent(story, { request: '', method: 'POST', path: STREAM, key: 'key-1', body: '{}' }),
      ['subscriptions.client-over-connection'],
    ],
  ])('finds %s', async (_, tell, expected) => {
    const story = new Story();
    tell(story);
    expect(await foundIn(story)).toEqual(expected);
  });
});

describe('conditions', () => {
  const CONDITIONS = { volumeMin: '0.10', volumeMax: '5', volumeStep: '0.04', pointDigits: 5 };
  const order = (over: JsonObject, waitMs = 2_000, between: (story: Story) => void = () => undefined) => {
    const story = new Story();
    const params = { instrument: 'EURUSD' };
    story.answer(sent(story, { request: 'conditions', path: `${LIMITS}/EURUSD`, params }), 200, CONDITIONS);
    between(story.wait(waitMs));
    placed(story, 'key-1', { params: { ...ORDER, ...params, ...over } });
    return foundIn(story);
  };
  const FOUND = ['configuration.client-conditions-per-account (should)'];

  it.each<[string, JsonObject]>([
    ['a volume below the least', { volume: '0.08' }],
    ['a volume above the most', { volume: '5.04' }],
    ['a volume on neither grid', { volume: '0.11' }],
    ['a price with a digit too many', { price: '1.050001' }],
    ['such a stop loss', { stopLossPrice: '1.0400001' }],
  ])('warn of %s', async (_, over) => {
    expect(await order(over)).toEqual(FOUND);
  });

  it.each<[string, JsonObject]>([
    ['steps from the least', { volume: '0.14' }],
    ['steps from nothing', { volume: '0.12' }],
    ['zeros at the end', { price: '1.0500000' }],
    ['another instrument', { instrument: 'GBPUSD', volume: '9' }],
  ])('spare %s', async (_, over) => {
    expect(await order(over)).toEqual([]);
  });

  it('say nothing of an order that may have been made before, nor once they changed', async () => {
    expect(await order({ volume: '9' }, 100)).toEqual([]);
    const changed = (story: Story): unknown =>
      story.tell({
        kind: 'event',
        conn: 'ws-1',
        account: 'A',
        parsed: { kind: 'instrument_event', message: null, view: { action: 'upd', instrument: 'EURUSD' } },
      });
    expect(await order({ volume: '9' }, 2_000, changed)).toEqual([]);
  });
});

describe('commands', () => {
  it.each<[string, readonly [string, (readonly string[])?], readonly string[]]>([
    ['ticks on the events stream', ['ticks', ['EURUSD']], ['subscriptions.client-no-ticks']],
    ['an unknown kind', ['orders'], ['subscriptions.client-known-kinds']],
    ['no kind at all', [''], ['subscriptions.client-command-members']],
    ['instruments without a list', ['instruments'], ['subscriptions.client-instruments-list']],
    ['hmr without a list', ['hmr'], ['hmr.client-explicit-list']],
    ['hmr with an empty list', ['hmr', []], ['hmr.client-explicit-list']],
    ['hmr with a wildcard', ['hmr', ['all']], ['hmr.client-explicit-list']],
  ])('finds %s', async (_, [event, instruments], expected) => {
    const story = new Story();
    const results = async (): Promise<readonly string[]> => {
      const records = story.records.filter(({ kind }) => kind !== 'invoke' && kind !== 'ok');
      const all = await judgeRecords(records, CLIENT_CHECKERS);
      return all.flatMap(({ findings }) => findings.map(({ requirement }) => requirement));
    };
    story.stream('A').subscribe(event, instruments);
    expect(await results()).toEqual(expected);
  });

  it('does not judge how the ticks stream is commanded', async () => {
    const story = new Story();
    const call = sent(story, { request: 'ticksStream', path: '/v1/server-events/accounts/A/ws/ticks', conn: 'ws-1' });
    story.answer(call, 101);
    story.tell({ kind: 'open', conn: 'ws-1', account: 'A', cause: call });
    const view = { action: 'subscribe', event: 'ticks', instruments: ['EURUSD'] };
    story.tell({ kind: 'send', conn: 'ws-1', account: 'A', parsed: { kind: 'frame', message: view, view } });
    expect(await foundIn(story)).toEqual([]);
  });
});

describe('cursors', () => {
  const walk = (cursor: string, more: JsonObject = {}): Story => {
    const story = new Story();
    const first = sent(story, { request: 'dealHistory', path: '/v1/d', params: {} });
    story.answer(first, 200, { items: [], cursor: 'abc=' });
    sent(story, { request: 'dealHistory', path: '/v1/d?c', params: { cursor, ...more } });
    return story;
  };

  it('finds one that is not as it came', async () => {
    expect(await foundIn(walk('abc'))).toEqual(['history.client-opaque-cursor']);
  });

  it('finds filters beside one', async () => {
    expect(await foundIn(walk('abc=', { from: '2026-01-01T00:00:00+00:00' }))).toEqual(['history.client-cursor-alone']);
  });

  it('judges none where the recording may lack what gave it', async () => {
    const results = await judged(walk('abc'), { granted: ['all-connections'] });
    const cursors = results.find(({ checker }) => checker === 'client-cursors');
    expect(cursors).toMatchObject({ outcome: 'unknown', reason: 'what came before the recording is not known' });
  });
});

describe('a gap in a recording', () => {
  it('leaves what needs every connection unknown from there on, and judges the rest', async () => {
    const story = new Story();
    story.tell({ kind: 'gap', parsed: { from: 'tap', reason: 'too much to read' } });
    sent(story, { request: 'dealHistory', path: '/v1/d?cursor=abc', params: { cursor: 'abc' } });
    const results = await judged(story);
    expect(results.find(({ checker }) => checker === 'client-cursors')).toMatchObject({
      outcome: 'unknown',
      reason: 'not every connection was recorded',
    });
    expect(results.find(({ checker }) => checker === 'client-signing')?.outcome).toBe('ok');
  });
});

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
