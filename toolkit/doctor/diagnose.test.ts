import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSigner, encodeBase64url, HEADER, parsePrivateKey, signRequest } from '../signing/index.js';
import { nodeVerifier } from '../signing/node-backend.js';
import { nodeHashing } from '../signing/node-hashing.js';
import { bodyHash } from '../signing/sign.js';
import type { Capture } from './capture.js';
import { type DiagnoseOptions, diagnose } from './diagnose.js';
import type { Diagnosis } from './diagnosis.js';
import { readCapture } from './read-capture.js';
import { renderDiagnosis } from './render.js';

const NOW_MS = 1_767_225_600_123;
const SEED = '33'.repeat(32);
const signer = createSigner(parsePrivateKey(SEED));
const other = createSigner(parsePrivateKey('44'.repeat(32)));
const keys = [
  { id: 'key-1', publicKey: signer.publicKey },
  { id: 'key-2', publicKey: other.publicKey },
];
const native: DiagnoseOptions = { keys, hashing: nodeHashing, verifierOf: nodeVerifier };

interface Wish {
  readonly method?: string;
  readonly path?: string;
  readonly body?: Uint8Array;
  readonly idempotencyKey?: string;
  readonly by?: typeof signer;
  readonly signedBody?: Uint8Array;
}

function capture(wish: Wish = {}): Capture {
  const method = wish.method ?? 'POST';
  const path = wish.path ?? '/v1/trading/accounts/42/orders';
  const body = wish.body ?? (method === 'GET' ? new Uint8Array() : Buffer.from('{"volume":"1.5"}'));
  const { headers } = signRequest(wish.by ?? signer, {
    apiKey: 'key-1',
    idempotencyKey: wish.idempotencyKey ?? (method === 'GET' ? '' : 'order-0001'),
    timestampMs: NOW_MS,
    method,
    path,
    body: wish.signedBody ?? body,
  });
  return { format: 'live', method, path, headers, body, atMs: NOW_MS + 300, notes: [] };
}

function withHeader(given: Capture, name: string, value: string): Capture {
  return { ...given, headers: given.headers.map((header) => (header[0] === name ? [name, value] : header)) };
}

/** A payload in any JSON spelling, signed as spelled. */
function respelled(given: Capture, text: string): Capture {
  const payload = Buffer.from(text);
  return withHeader(
    withHeader(given, HEADER.data, encodeBase64url(payload)),
    HEADER.signature,
    encodeBase64url(signer.sign(payload)),
  );
}

const payloadOf = ({ headers }: Capture): Record<string, unknown> =>
  JSON.parse(Buffer.from(headers.find(([name]) => name === HEADER.data)?.[1] ?? '', 'base64url').toString());

const causes = ({ stages }: Diagnosis): readonly (string | undefined)[] =>
  stages.filter(({ state }) => state === 'broken').map(({ cause }) => cause);

const segment = fc.stringMatching(/^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2}){1,12}$/);
const query = fc.uniqueArray(
  fc.stringMatching(/^(?:[A-Za-z0-9._~-]|%[0-9a-fA-F]{2}|\+){1,8}=(?:[A-Za-z0-9._~/?-]|%[0-9a-fA-F]{2}|\+){0,8}$/),
  {
    selector: (parameter) => parameter.split('=')[0],
    maxLength: 5,
  },
);
const path = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 5 }), query)
  .map(
    ([segments, parameters]) => `/v1/${segments.join('/')}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`,
  );
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((text) => Buffer.from(text)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
);
const request = fc.oneof(
  fc.record({ method: fc.constant('GET'), path }),
  fc.record({
    method: fc.constantFrom('POST', 'DELETE', 'PUT'),
    path,
    body,
    idempotencyKey: fc.stringMatching(/^[A-Za-z0-9._~-]{5,128}$/),
  }),
);
const blank = fc.constantFrom('', ' ', '\n', '\t  ');

/** The same object in another order, with blanks, escapes and members of its own. */
const spelling = fc
  .tuple(
    fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
    fc.array(blank, { minLength: 16, maxLength: 16 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([order, blanks, isEscaped, hasExtra]) => (fields: Record<string, unknown>): string => {
    const names = Object.keys(fields);
    const members = order.map((at, n) => {
      const name = names[at] ?? '';
      const text = JSON.stringify(fields[name]);
      const value = isEscaped
        ? text.replace(/[a-z](?=[^"]*"$)/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
        : text;
      return `${blanks[n]}"${name}"${blanks[n + 7]}:${value}`;
    });
    return `{${[...members, ...(hasExtra ? ['"note":{"a":[1,null]}'] : [])].join(',')}${blanks[15]}}`;
  });

describe('a correct request', () => {
  test('is never accused, however its payload is spelled', () => {
    fc.assert(
      fc.property(request, spelling, (wish, spell) => {
        const plain = capture(wish);
        for (const one of [plain, respelled(plain, spell(payloadOf(plain)))]) {
          const diagnosis = diagnose(one, native);
          expect(causes(diagnosis)).toEqual([]);
          expect(diagnosis.verdict).toBe('correct');
        }
      }),
      { numRuns: 400, seed: 20260101 },
    );
  });

  test('is never accused when less is known about it', () => {
    fc.assert(
      fc.property(request, fc.boolean(), fc.boolean(), fc.boolean(), (wish, hasKeys, hasClock, hasBody) => {
        const { atMs, ...timeless } = capture(wish);
        const known: Capture = {
          ...timeless,
          ...(hasClock && atMs !== undefined ? { atMs } : {}),
          body: hasBody ? timeless.body : undefined,
        };
        const diagnosis = diagnose(known, { ...native, keys: hasKeys ? keys : [] });
        expect(causes(diagnosis)).toEqual([]);
        expect(diagnosis.verdict).toBe(hasKeys && hasBody ? 'correct' : 'undecided');
      }),
      { numRuns: 200, seed: 20260102 },
    );
  });

  test('is judged alike by the portable backends', () => {
    expect(diagnose(capture(), { keys }).verdict).toBe('correct');
    expect(diagnose(capture({ by: other }), { keys }).cause).toBe('signed-other-key');
  });

  test('is known by a bare public key, whatever its identifier', () => {
    expect(diagnose(capture(), { keys: [{ publicKey: signer.publicKey }] }).verdict).toBe('correct');
  });

  test('may have lost the last line break of its body to the clipboard, or won one', () => {
    const { headers } = capture({ body: Buffer.from('{}') });
    const text = `POST /v1/trading/accounts/42/orders HTTP/1.1\nHost: h\n${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n{}\n`;
    expect(diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS }).verdict).toBe('correct');
  });
});

describe('a wrong request', () => {
  test('shows every fault, not only the first', () => {
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

  test('repeats a member with another value, and is not accused of repeating it with the same', () => {
    const text = JSON.stringify(payloadOf(capture()));
    const twice = (value: string): Diagnosis =>
      diagnose(respelled(capture(), text.replace(/\}$/, `,"method":"${value}"}`)), native);
    expect(causes(twice('GET'))).toEqual(['payload-member-duplicate', 'method-mismatch']);
    expect(causes(twice('POST'))).toEqual([]);
  });

  test('whose signature nobody can explain is called unknown, not guessed at', () => {
    const wrong = withHeader(capture(), HEADER.signature, encodeBase64url(other.sign(Buffer.from('something else'))));
    const diagnosis = diagnose(wrong, native);
    expect(diagnosis.cause).toBe('signature-unexplained');
    expect(diagnosis.verifications).toBeLessThan(180);
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
