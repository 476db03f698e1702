// Signatures of clients: one sentence changed at a time.
import { describe, expect, it } from 'vitest';
import type { SignedRequest } from '../../signing/index.js';
import { Story } from '../story.test.aid.js';
import { foundIn, LIMITS, placed, read, STREAM, sent, type Wish } from './sent.test.aid.js';

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
