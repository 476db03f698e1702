// Signatures of clients: one sentence changed at a time.
import { describe, expect, it } from 'vitest';
import type { SignedRequest } from '../../signing/index.js';
import type { CheckerSettings } from '../checker.js';
import { Story } from '../story.test.aid.js';
import { foundIn, inMs, judged, LIMITS, placed, read, STREAM, sent, type Wish } from './sent.test.aid.js';

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

describe('a request that comes long after it was signed', () => {
  const NEAR = 'auth.client-timestamp-near';
  const MINUTE = 60_000;
  /** By the clock of the service, a request of that age, as it is recorded. */
  const aged = (story: Story, ageMs: number, atMs: number): number => {
    const nowMs = inMs(0) + atMs;
    const stage = { stage: 'timestamp', expected: `about ${nowMs}`, actual: String(nowMs - ageMs) };
    const isStale = Math.abs(ageMs) > MINUTE;
    const signature = [
      isStale
        ? { ...stage, state: 'broken', cause: ageMs > 0 ? 'timestamp-stale' : 'timestamp-future' }
        : { ...stage, state: 'ok' },
    ];
    return read(story, { signature, signed: { timestampMs: nowMs - ageMs } });
  };
  /** One request after the other, so many milliseconds apart. */
  const told = (...ages: readonly (readonly [waitMs: number, ageMs: number])[]): Story => {
    const story = new Story();
    let atMs = 0;
    for (const [waitMs, ageMs] of ages) {
      atMs += waitMs;
      story.wait(waitMs);
      aged(story, ageMs, atMs);
    }
    return story;
  };
  const judgement = async (story: Story, settings: CheckerSettings = {}): Promise<'found' | 'left' | 'holds'> => {
    const results = await judged(story, settings);
    if (results.some(({ findings }) => findings.some(({ requirement }) => requirement === NEAR))) return 'found';
    return results.some(({ leftBy }) => leftBy?.[NEAR] !== undefined) ? 'left' : 'holds';
  };

  it.each<[string, Story, 'found' | 'left' | 'holds']>([
    ['one that was held up', told([0, 5], [70_000, 70_000], [5, 3]), 'left'],
    [
      'several in a row, each a little less',
      told([0, 5], [90_000, 90_000], [40, 85_000], [2_500, 71_000], [5, 3]),
      'left',
    ],
    ['two that were signed together', told([0, 5], [70_000, 70_000], [1, 69_990], [5, 3]), 'left'],
    ['the first of all', told([0, 70_000], [5, 3]), 'left'],
    ['a clock that is five minutes behind', told([0, 5 * MINUTE], [2_500, 5 * MINUTE + 40]), 'found'],
    [
      'the same of one that sends hundreds a second',
      told(...Array.from({ length: 600 }, () => [4, 5 * MINUTE] as const)),
      'found',
    ],
    ['a time that is kept', told([0, 5], [61_000, 61_006], [1_500, 62_507], [1_500, 64_008], [1_500, 65_509]), 'found'],
    ['a time before the client was there', told([0, 60 * MINUTE]), 'found'],
    ['a clock that is ahead', told([0, -2 * MINUTE]), 'found'],
    ['what comes at once', told([0, 5], [70_000, 59_000]), 'holds'],
  ])('is judged by what it proves: %s', async (_, story, expected) => {
    expect(await judgement(story)).toBe(expected);
  });

  it('is old of itself only where a recording shows its client from the start', async () => {
    expect(await judgement(told([0, 60 * MINUTE]), { granted: ['all-connections'] })).toBe('left');
  });

  it('is a fault of a client that was told what to do and waited for', async () => {
    expect(await judgement(told([0, 5 * MINUTE]), { isWaitedFor: true })).toBe('found');
  });
});
