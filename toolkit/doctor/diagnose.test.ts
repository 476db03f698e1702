import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBase64url, HEADER } from '../signing/index.js';
import { bodyHash } from '../signing/sign.js';
import type { Capture } from './capture/capture.js';
import {
  capture,
  causes,
  NOW_MS,
  native,
  other,
  payloadOf,
  respelled,
  SEED,
  signer,
  withHeader,
} from './capture/captures.test.aid.js';
import { diagnose } from './diagnose.js';
import type { Diagnosis } from './diagnosis.js';
import { renderDiagnosis } from './render.js';

describe('a wrong request', () => {
  test('whose message and key are both wrong is told both, and whose key it was', () => {
    const right = capture();
    const data = right.headers.find(([name]) => name === HEADER.data)?.[1] ?? '';
    const wrong = withHeader(right, HEADER.signature, encodeBase64url(other.sign(Buffer.from(data))));
    const diagnosis = diagnose(wrong, native);
    expect(diagnosis.cause).toBe('signed-data-text');
    expect(renderDiagnosis(diagnosis)).toMatch(/note +signed by the key of[\s\S]*together .*signed-other-key/);
  });

  test('shows every defect, not only the first', () => {
    const body = Buffer.from('{"volume":"1.5"}\n');
    const wrong = withHeader(
      capture({ body, signedBody: Buffer.from('{"volume":"1.5"}'), by: other }),
      HEADER.timestamp,
      '5',
    );
    expect(causes(diagnose(wrong, native))).toEqual([
      'timestamp-mismatch',
      'body-hash-final-newline',
      'signed-other-key',
    ]);
  });

  test('is read on behind a broken encoding', () => {
    const right = capture({ path: '/v1/x?a=1' });
    const hex = Buffer.from(right.headers[4]?.[1] ?? '', 'base64url').toString('hex');
    const wrong = { ...withHeader(right, HEADER.data, hex), path: '/v1/x' };
    expect(causes(diagnose(wrong, native))).toEqual(['data-hex', 'path-query-unsent']);
  });

  test.each([
    ['KEY-1', 'api-key-case'],
    ['"key-1"', 'api-key-quoted'],
    ['\ufeffkey-1', 'api-key-unseen'],
    ['key\u200b-1', 'api-key-unseen'],
    [encodeBase64url(signer.publicKey), 'api-key-is-public-key'],
    ['key-9', 'api-key-unknown'],
  ])('with the identifier %s has the cause %s', (apiKey, cause) => {
    const plain = capture();
    const renamed = respelled(
      withHeader(plain, HEADER.apiKey, apiKey),
      JSON.stringify({ ...payloadOf(plain), api_key: apiKey }),
    );
    expect(diagnose(renamed, native).cause).toBe(cause);
  });

  test('by an expired key says so', () => {
    expect(
      diagnose(capture(), { ...native, keys: [{ id: 'key-1', publicKey: signer.publicKey, expired: true }] }).cause,
    ).toBe('api-key-expired');
  });

  test.each([
    [-61_000, 'timestamp-future'],
    [61_000, 'timestamp-stale'],
    [3_600_000, 'timestamp-local-time'],
    [14 * 60_000, 'timestamp-stale'],
    [20_700_000, 'timestamp-local-time'],
    [30_000, undefined],
  ])('is judged by the clock: %i ms later', (later, cause) => {
    const diagnosis = diagnose(capture(), { ...native, clockMs: NOW_MS + later });
    expect(diagnosis.cause).toBe(cause);
    expect(diagnosis.skewMs).toBe(-later);
  });

  test.each([
    ['1767225600', 'timestamp-seconds'],
    ['1767225600123000', 'timestamp-microseconds'],
    ['1.767225600123e12', 'timestamp-exponent'],
    ['1767225600123.0', 'timestamp-fraction'],
  ])('shows a timestamp of %s without a clock', (written, cause) => {
    const { atMs: _unknown, ...plain } = capture();
    const text = JSON.stringify(payloadOf({ ...plain })).replace('1767225600123', written);
    const wrong = respelled(withHeader(plain, HEADER.timestamp, String(Number(written))), text);
    expect(diagnose(wrong, native).cause).toBe(cause);
  });

  test.each([
    ['1767225600', '1767225600123'],
    ['1767225600123', '1767225600'],
  ])('shows one clock in two units: %s in the header, %s in the payload', (header, written) => {
    const plain = capture();
    const text = JSON.stringify(payloadOf(plain)).replace('1767225600123', written);
    const wrong = respelled(withHeader(plain, HEADER.timestamp, header), text);
    expect(causes(diagnose(wrong, native))).toEqual(['timestamp-seconds']);
  });

  test('repeats a member with another value, and is not accused of repeating it with the same', () => {
    const text = JSON.stringify(payloadOf(capture()));
    const twice = (value: string): Diagnosis =>
      diagnose(respelled(capture(), text.replace(/\}$/, `,"method":"${value}"}`)), native);
    // Which of the two counts is left open, so that nothing is broken by either.
    expect(causes(twice('GET'))).toEqual(['payload-member-duplicate']);
    expect(twice('GET')).toMatchObject({ verdict: 'undecided', cause: 'payload-member-duplicate' });
    expect(causes(twice('POST'))).toEqual([]);
  });

  test('whose signature nobody can explain is called unknown, not guessed at', () => {
    const wrong = withHeader(capture(), HEADER.signature, encodeBase64url(other.sign(Buffer.from('something else'))));
    const diagnosis = diagnose(wrong, native);
    expect(diagnosis.cause).toBe('signature-unexplained');
    // One more key than that of the request adds its share.
    expect(diagnosis.verifications).toBeLessThan(17_500);
  });

  test('below a base path is judged by what the target signs', () => {
    const below = { ...capture({ path: '/v1/x' }), path: '/base/v1/x' };
    const bare = diagnose(below, native);
    expect(bare.cause).toBe('path-prefix-missing');
    expect(bare.stages.find(({ stage }) => stage === 'path')?.note).toMatch(/left open/);
    expect(diagnose(below, { ...native, signedPath: (path) => path.replace('/base', '') }).verdict).toBe('correct');
  });

  test('from a journal is judged up to the shortened signature', () => {
    const wrong = withHeader(capture(), HEADER.signature, '[signature of 86 characters: abcdef...Ag]');
    const diagnosis = diagnose(wrong, native);
    expect(diagnosis.verdict).toBe('undecided');
    expect(diagnosis.stages.find(({ stage }) => stage === 'signature-encoding')?.note).toMatch(/shortened/);
  });

  test('without the body is judged by the form of its hash alone', () => {
    const plain = { ...capture(), body: undefined };
    const hashed = (hash: string): Capture =>
      respelled(plain, JSON.stringify({ ...payloadOf(plain), body_hash: hash }));
    const right = bodyHash(Buffer.from('a'));
    expect(diagnose(hashed(right), native).cause).toBeUndefined();
    expect(diagnose(hashed(`${right}=`), native).cause).toBe('body-hash-padded');
    expect(diagnose(hashed('ab'.repeat(32)), native).cause).toBe('body-hash-hex');
  });
});

describe('the engine', () => {
  const text = fc.oneof(fc.string(), fc.base64String(), fc.constantFrom('', 'eyJ', '{}', '=', '%', '-'.repeat(86)));

  test('never throws, whatever a capture holds', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.tuple(fc.constantFrom(...Object.values(HEADER)), text)),
        fc.uint8Array(),
        (method, target, headers, bytes) => {
          const diagnosis = diagnose({ format: 'live', method, path: target, headers, body: bytes, notes: [] }, native);
          expect(diagnosis.verdict).not.toBe('correct');
          expect(renderDiagnosis(diagnosis)).toMatch(/\n$/);
        },
      ),
      { numRuns: 300, seed: 20260103 },
    );
  });

  test('never throws on a payload of any JSON', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.dictionary(fc.constantFrom('api_key', 'method', 'path', 'timestamp', 'body_hash'), fc.jsonValue()),
        (json, some) => {
          for (const one of [json, JSON.stringify({ ...payloadOf(capture()), ...some })]) {
            expect(() => diagnose(respelled(capture(), one), native)).not.toThrow();
          }
        },
      ),
      { numRuns: 200, seed: 20260104 },
    );
  });

  test('stays within its time on a body of ten megabytes', () => {
    const huge = Buffer.alloc(10 << 20, '{"a": "bcdé"}, ');
    const wrong = capture({ body: huge, signedBody: Buffer.from('x') });
    const started = performance.now();
    const diagnosis = diagnose(wrong, native);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(diagnosis.cause).toBe('body-hash-mismatch');
    expect(diagnosis.stages.find(({ stage }) => stage === 'body-hash')?.note).toMatch(/too large/);
  });

  test('never shows a private key, be it where it does not belong', () => {
    const pem =
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIDMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMz\n-----END PRIVATE KEY-----';
    const plain = capture();
    for (const misplaced of [pem.replaceAll('\n', ''), SEED]) {
      const wrong = respelled(
        withHeader(plain, HEADER.apiKey, misplaced),
        JSON.stringify({ ...payloadOf(plain), path: misplaced, api_key: 'key-1' }),
      );
      const diagnosis = diagnose(wrong, { ...native, secrets: [SEED] });
      const shown = JSON.stringify(diagnosis) + renderDiagnosis(diagnosis);
      expect(shown).not.toContain(misplaced.slice(30, 60));
    }
  });
});

test('a path of a hundred thousand bytes is judged like any other', () => {
  const wrong = { ...capture({ path: '/v1/%25' }), path: `/v1/${'%25'.repeat(50_000)}` };
  expect(causes(diagnose(wrong, native)).length).toBeGreaterThan(0);
});
