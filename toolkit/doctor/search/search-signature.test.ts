import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seededVerifiers } from '../../signing/ed25519/deterministic-verifier.js';
import { HEADER } from '../../signing/headers.js';
import { createSigner, encodeBase64url, parsePrivateKey, type Signer } from '../../signing/index.js';
import { capture, keys, native, payloadOf, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { DiagnosedStage } from '../diagnosis.js';
import { misreadingsOf } from './misread-keys.js';

// No two of its bytes are alike, so that whatever is misread shows.
const SEED = Array.from({ length: 32 }, (_, at) => (at * 7 + 1).toString(16).padStart(2, '0')).join('');
const signer = createSigner(parsePrivateKey(SEED));
const order = capture({ by: signer });
const payload = Buffer.from(JSON.stringify(payloadOf(order)));
const body = Buffer.from(order.body ?? []).toString();
const at = String(payloadOf(order)['timestamp']);
const seconds = at.slice(0, -3);
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const seed = Buffer.from(SEED, 'hex');
const options = {
  ...native,
  verifierOf: seededVerifiers([seed]),
  keys: [{ id: keys[0]?.id ?? '', publicKey: signer.publicKey, misreadings: misreadingsOf(seed) }],
};

/** What is said of a request whose signature is over other bytes, or by another key. */
function told(message: Uint8Array, by: Signer = signer): DiagnosedStage | undefined {
  const wrong = withHeader(order, HEADER.signature, encodeBase64url(by.sign(message)));
  return diagnose(wrong, options).stages.find(({ stage }) => stage === 'signature');
}

describe('the scheme of another interface is told by its name', () => {
  const target = `${order.method}${order.path}`;
  test.each([
    ['Kraken', Buffer.concat([Buffer.from(order.path), sha256(`${at}${body}`)])],
    ['Deribit', Buffer.from(`${at}\norder-0001\n${order.method}\n${order.path}\n${body}\n`)],
    ['Slack', Buffer.from(`v0:${seconds}:${body}`)],
    ['Stripe', Buffer.from(`${seconds}.${body}`)],
    ['OKX', Buffer.from(`${seconds}${target}${body}`)],
    ['dYdX', Buffer.from(`${seconds}${order.method.toLowerCase()}${order.path}${body}`)],
    ['Standard Webhooks', Buffer.concat([Buffer.from(`order-0001.${seconds}.`), payload])],
    ['Cavage', Buffer.from(`(request-target): ${order.method.toLowerCase()} ${order.path}`)],
  ])('%s', (name, message) => {
    expect(told(message)).toMatchObject({ cause: 'signed-concatenation', how: expect.stringContaining(name) });
  });
});

test('a scheme that signs the host is told where the capture shows it', () => {
  const digest = sha256(body).toString('base64');
  const names = '("@method" "@target-uri" "content-digest");created=';
  const lines = [
    `"@method": ${order.method}`,
    `"@target-uri": https://trade.example:8443${order.path}`,
    `"content-digest": sha-256=:${digest}:`,
    `"@signature-params": ${names}${seconds};keyid="key-1"`,
  ];
  const signature = encodeBase64url(signer.sign(Buffer.from(lines.join('\n'))));
  const sent = withHeader(order, HEADER.signature, signature);
  const shown = { ...sent, headers: [['Host', 'trade.example:8443'] as const, ...sent.headers] };
  const said = (one: typeof sent): DiagnosedStage | undefined =>
    diagnose(one, { ...options, verifications: 8000 }).stages.find(({ stage }) => stage === 'signature');
  expect(said(shown)?.how).toContain('RFC 9421');
  expect(said(sent)?.cause).toBe('signature-unexplained');
});

describe('the payload in another format than JSON is told by its name', () => {
  const members = Object.entries(payloadOf(order)) as readonly (readonly [string, string | number])[];
  const yaml = members.map(([name, value]) => `${name}: ${value}\n`).join('');
  const toml = members.map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`).join('');
  const xml = members.map(([name, value]) => `<${name}>${value}</${name}>`).join('');
  const sized = (text: string): string => `${Buffer.byteLength(text)}:${text}`;
  const dictionary = [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => sized(name) + (typeof value === 'number' ? `i${value}e` : sized(value)));
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(at));
  const pack = (): Buffer =>
    Buffer.concat([
      Buffer.from([0x80 + members.length]),
      ...members.flatMap(([name, value]) => [packed(name), typeof value === 'string' ? packed(value) : figure(value)]),
    ]);
  const packed = (text: string): Buffer => {
    const size = Buffer.byteLength(text);
    return Buffer.concat([Buffer.from(size < 32 ? [0xa0 + size] : [0xd9, size]), Buffer.from(text)]);
  };
  const figure = (value: number): Buffer =>
    value < 128 ? Buffer.from([value]) : Buffer.concat([Buffer.from([0xcf]), time]);
  test.each([
    ['YAML', Buffer.from(yaml)],
    ['YAML', Buffer.from(`---\n${yaml}`)],
    ['TOML', Buffer.from(toml)],
    ['XML', Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><payload>${xml}</payload>`)],
    ['bencode', Buffer.from(`d${dictionary.join('')}e`)],
    ['MessagePack', pack()],
  ])('%s', (format, message) => {
    expect(told(message)).toMatchObject({ cause: 'signed-respelled', how: expect.stringContaining(format) });
  });
});

describe('the payload as a language prints an object of a class is told', () => {
  const members = Object.entries(payloadOf(order)) as readonly (readonly [string, string | number])[];
  const camel = (name: string): string => name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
  const pascal = (name: string): string => camel(`_${name}`);
  const list = (write: (name: string, value: string | number) => string): string =>
    members.map(([name, value]) => write(name, value)).join(', ');
  const quoted = (value: string | number): string => (typeof value === 'string' ? `'${value}'` : String(value));
  test.each([
    ['Java', `Payload[${list((name, value) => `${camel(name)}=${value}`)}]`],
    ['Java', `SvcData(${list((name, value) => `${camel(name)}=${value}`)})`],
    ['C#', `Payload { ${list((name, value) => `${pascal(name)} = ${value}`)} }`],
    ['Python', `SignPayload(${list((name, value) => `${name}=${quoted(value)}`)})`],
    ['Rust', `Payload { ${list((name, value) => `${name}: ${JSON.stringify(value)}`)} }`],
    ['Go', `{${members.map(([, value]) => value).join(' ')}}`],
    ['Go', `&{${members.map(([name, value]) => `${pascal(name)}:${value}`).join(' ')}}`],
  ])('%s', (language, text) => {
    expect(told(Buffer.from(text))).toMatchObject({ cause: 'signed-printed', how: expect.stringContaining(language) });
  });

  test('Go, with its numbers read as doubles', () => {
    const double = Number(at)
      .toExponential()
      .replace(/e\+(\d)$/, 'e+0$1');
    const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = sorted.map(([name, value]) => `${name}:${name === 'timestamp' ? double : value}`).join(' ');
    expect(told(Buffer.from(`map[${text}]`))?.cause).toBe('signed-printed');
  });
});

test('the headers as JSON are told', () => {
  const named = Object.fromEntries(order.headers.filter(([name]) => name !== HEADER.signature));
  expect(told(Buffer.from(JSON.stringify(named)))).toMatchObject({ how: 'the headers as JSON' });
});

test('the wrong end of a signed message is no signature', () => {
  const wrong = withHeader(order, HEADER.signature, encodeBase64url(payload.subarray(-64)));
  expect(diagnose(wrong, options).stages.find(({ stage }) => stage === 'signature')).toMatchObject({
    cause: 'signature-not-ed25519',
    how: expect.stringContaining('of the payload'),
  });
});

describe('a member that came or went after signing is told', () => {
  test.each([
    ['body_hash came', JSON.stringify({ ...payloadOf(order), body_hash: undefined })],
    ['an empty signature went', JSON.stringify({ ...payloadOf(order), signature: '' })],
    ['an empty sign went', JSON.stringify({ ...payloadOf(order), sign: null })],
  ])('%s', (_how, text) => {
    expect(told(Buffer.from(text))?.cause).toBe('signed-without-members');
  });
});

describe('a private key that was misread is told', () => {
  const seeds: readonly (readonly [string, Buffer])[] = [
    ['hashed', createHash('sha256').update(seed).digest()],
    ['hexadecimal text', Buffer.from(SEED.slice(0, 32))],
    ['hexadecimal was decoded as base64', Buffer.from(SEED, 'base64').subarray(0, 32)],
    ['low digit', Buffer.from(seed.map((byte) => (byte >> 4) | (byte << 4)))],
    ['hashed with SHA-512', createHash('sha512').update(seed).digest().subarray(0, 32)],
  ];
  test.each(seeds)('%s', (_how, misread) => {
    const by = createSigner(parsePrivateKey(misread.toString('hex')));
    expect(told(payload, by)).toMatchObject({ cause: 'signed-by-misread-key' });
    expect(told(sha256(payload.toString()), by)).toMatchObject({
      cause: 'signed-by-misread-key',
      also: { cause: 'signed-sha-256' },
    });
  });
});

test('a digest signed in reverse is two mistakes', () => {
  const reversed = Uint8Array.from(signer.sign(sha256(payload.toString()))).reverse();
  const wrong = withHeader(order, HEADER.signature, encodeBase64url(reversed));
  expect(diagnose(wrong, options).stages.find(({ stage }) => stage === 'signature')).toMatchObject({
    cause: 'signed-sha-256',
    also: { cause: 'signature-reversed' },
  });
});

test('a signature over nothing that is known is said to be so', () => {
  expect(told(Buffer.from('something else'))?.cause).toBe('signature-unexplained');
});
