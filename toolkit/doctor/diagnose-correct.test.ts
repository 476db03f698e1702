import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Capture } from './capture/capture.js';
import {
  capture,
  causes,
  keys,
  NOW_MS,
  native,
  other,
  payloadOf,
  respelled,
  signer,
} from './capture/captures.test.aid.js';
import { readCapture } from './capture/read-capture.js';
import { diagnose } from './diagnose.js';

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
    const text = `POST /v1/trading/accounts/42/orders HTTP/2\nHost: h\n${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n{}\n`;
    expect(diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS }).verdict).toBe('correct');
  });
});
