import { describe, expect, test } from 'vitest';
import { encodeBase64url, parsePrivateKey, privateKeyPem, signRequest } from '../../signing/index.js';
import type { Capture } from '../capture/capture.js';
import { NOW_MS, native, SEED, signer } from '../capture/captures.test.aid.js';
import { diagnose, redactionOf } from '../diagnose.js';
import { readPublicKeys } from '../read-public-keys.js';
import { renderDiagnosis } from '../render.js';

// A seed without repetition, so that any piece of it is told.
const HEX = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const seed = Buffer.from(HEX, 'hex');
const key = parsePrivateKey(HEX);
const { createSigner } = await import('../../signing/index.js');
const own = createSigner(key);
const keys = [{ id: 'key-1', publicKey: own.publicKey }];

const SPELLINGS: Readonly<Record<string, string>> = {
  hexadecimal: HEX,
  capitals: HEX.toUpperCase(),
  prefixed: `0x${HEX}`,
  colons: HEX.match(/../g)?.join(':') ?? '',
  base64: seed.toString('base64'),
  base64url: encodeBase64url(seed),
  list: JSON.stringify([...seed]),
  pair: Buffer.concat([seed, own.publicKey]).toString('base64'),
  pem: privateKeyPem(key).replaceAll('\n', '\\n'),
  python: `b'${seed.toString('base64')}'`,
  named: `sk_live_${HEX}`,
  twice: Buffer.from(HEX).toString('base64'),
  'base64 of base64': Buffer.from(seed.toString('base64')).toString('base64'),
  semicolons: [...seed].join(';'),
  rust: `[${Array.from(seed, (byte) => `${byte}u8`).join(', ')}]`,
  'percent-encoded twice': encodeURIComponent(escapedAll(HEX)),
  entities: HEX.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`),
  'entities in hexadecimal': HEX.replace(/./g, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`),
};

function escapedAll(text: string): string {
  return text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

function sent(change: { readonly apiKey?: string; readonly path?: string; readonly body?: string }): Capture {
  const path = change.path ?? '/v1/x';
  const body = Buffer.from(change.body ?? '{}');
  const { headers } = signRequest(own, {
    apiKey: change.apiKey ?? 'key-1',
    idempotencyKey: 'order-1',
    timestampMs: NOW_MS,
    method: 'POST',
    path,
    body,
  });
  return { format: 'live', method: 'POST', path, headers, body, atMs: NOW_MS, notes: [] };
}

function shown(capture: Capture, known: typeof keys = keys): string {
  const options = { ...native, keys: known };
  const diagnosis = diagnose(capture, options);
  return `${diagnosis.cause} ${renderDiagnosis(diagnosis)} ${JSON.stringify(diagnosis)} ${redactionOf(capture, options)(capture.path)}`;
}

/** Any piece of the seed in the spellings that it has on its way. */
function pieces(): readonly string[] {
  const whole = [
    HEX,
    seed.toString('base64'),
    encodeBase64url(seed),
    [...seed].join(','),
    Buffer.from(HEX).toString('base64'),
  ];
  return whole.flatMap((text) =>
    Array.from({ length: text.length - 15 }, (_none, at) => text.slice(at, at + 16).toLowerCase()),
  );
}

describe('a private key in a request is named and never shown', () => {
  test.each(Object.entries(SPELLINGS))('%s', (_name, text) => {
    const requests = [
      sent({ apiKey: text }),
      sent({ path: `/v1/x?secret=${encodeURIComponent(text)}` }),
      { ...sent({}), headers: [...sent({}).headers, ['X-Secret', text] as const] },
    ];
    for (const known of [keys, []]) {
      for (const request of requests) {
        const output = shown(request, known).toLowerCase();
        expect(output).toMatch(/^private-key-sent/);
        expect(pieces().filter((piece) => output.includes(piece))).toEqual([]);
      }
    }
  });

  test('an identifier, a public key and hashes are no private keys', () => {
    expect(diagnose(sent({ apiKey: 'f'.repeat(64) }), { ...native, keys: [] }).cause).toBeUndefined();
    expect(
      diagnose(sent({ body: `{"id":"${encodeBase64url(own.publicKey)}"}` }), { ...native, keys }).cause,
    ).toBeUndefined();
  });

  test('32 bytes in SVC-API-KEY that nothing proves are not shown either', () => {
    const request = sent({ apiKey: SEED });
    const other = {
      ...request,
      headers: request.headers.map(([name, value]) => [name, name === 'SVC-API-KEY' ? HEX : value] as const),
    };
    expect(shown(other, [{ id: 'key-1', publicKey: signer.publicKey }])).not.toContain(HEX.slice(0, 16));
  });
});

describe('a private key that is given for a public one', () => {
  test.each(['pair', 'pem'])('is refused by its form: %s', (name) => {
    expect(() => readPublicKeys(Buffer.from(SPELLINGS[name] ?? ''))).toThrow(/private key/);
  });

  test('is told by the signature that it makes', () => {
    const given = readPublicKeys(Buffer.from(HEX));
    const diagnosis = diagnose(sent({}), { ...native, keys: given });
    expect(diagnosis.verdict).not.toBe('broken');
    expect(diagnosis.stages.find(({ stage }) => stage === 'signature')?.note).toMatch(/private key/);
  });
});
