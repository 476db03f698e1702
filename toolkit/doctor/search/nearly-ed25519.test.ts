import { Point } from '@noble/ed25519';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { keccak_512, sha3_512 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { encodeBase64url } from '../../signing/index.js';
import { joined } from '../capture/capture.js';
import { capture, keys, native, other, payloadOf, SEED, signer, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { DiagnosedStage } from '../diagnosis.js';
import { derivationsOf } from './misread-keys.js';

const ORDER = Point.CURVE().n;
const seed = Uint8Array.from(Buffer.from(SEED, 'hex'));
const request = capture();
const payload = Buffer.from(JSON.stringify(payloadOf(request)));

const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const clamped = (bytes: Uint8Array): Uint8Array =>
  bytes.slice(0, 32).map((byte, at) => (at === 0 ? byte & 0xf8 : at === 31 ? (byte & 0x7f) | 0x40 : byte));
const inBytes = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));

interface Made {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Ed25519 with a hash function of one's own, another public key in the hash, or the seed for its number. */
function sign(hash: (bytes: Uint8Array) => Uint8Array, beside?: Uint8Array, isUnhashed = false): Made {
  const expanded = isUnhashed ? joined(seed, sha512(seed).slice(32)) : hash(seed);
  const scalar = numberOf(clamped(expanded));
  const publicKey = Point.BASE.multiply(scalar % ORDER).toBytes();
  const nonce = numberOf(hash(joined(expanded.slice(32), payload))) % ORDER;
  const r = Point.BASE.multiply(nonce).toBytes();
  const bound = numberOf(hash(joined(r, beside ?? publicKey, payload)));
  return { signature: joined(r, inBytes((nonce + bound * scalar) % ORDER)), publicKey };
}

function told({ signature, publicKey }: Made, more: object = {}): DiagnosedStage | undefined {
  const [, second] = keys;
  const known = [{ id: 'key-1', publicKey, ...more }, ...(second === undefined ? [] : [second])];
  const sent = withHeader(request, 'SVC-SIGN', encodeBase64url(signature));
  return diagnose(sent, { ...native, keys: known, verifications: 2500 }).stages.find(
    ({ stage }) => stage === 'signature',
  );
}

describe('what is nearly Ed25519 is told', () => {
  test.each([
    ['SHA3-512', sha3_512],
    ['Keccak-512', keccak_512],
    ['BLAKE2b', blake2b],
  ])('another hash function inside: %s', (name, hash) => {
    const stage = told(sign((bytes) => hash(bytes)));
    expect(stage?.cause).toBe('signed-ed25519-other-hash');
    expect(stage?.how).toContain(name);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['zero bytes', new Uint8Array(32)],
    ['its own bytes in reverse', signer.publicKey.toReversed()],
    ['that of another key', other.publicKey],
  ])('another public key beside the private one: %s', (name, beside) => {
    const stage = told(sign(sha512, beside));
    expect(stage?.cause).toBe('signed-beside-other-public-key');
    expect(stage?.how).toContain(name);
  });

  test('a seed that is taken for the number of the key', () => {
    const made = sign(sha512, undefined, true);
    const stage = told({ ...made, publicKey: signer.publicKey }, { derivations: derivationsOf(seed) });
    expect(stage).toMatchObject({ cause: 'signed-by-misread-key' });
    expect(stage?.how).toContain('number of the curve');
  });

  test.each<readonly [how: string, expanded: Uint8Array, hash: (bytes: Uint8Array) => Uint8Array, isBeside: boolean]>([
    ['big-endian', sha512(seed).slice(0, 32).toReversed(), sha512, false],
    ['SHA3-512', sha3_512(seed), sha3_512, false],
    ['BLAKE2b', blake2b(seed), blake2b, true],
    ['second half', sha512(seed).slice(32), sha512, true],
  ])('a number of the curve that was made in another way: %s', (how, expanded, hash, isBeside) => {
    const scalar = numberOf(clamped(expanded));
    const publicKey = Point.BASE.multiply(scalar % ORDER).toBytes();
    const r = Point.BASE.multiply(12345678901234567890n).toBytes();
    const bound = numberOf(hash(joined(r, isBeside ? signer.publicKey : publicKey, payload)));
    const signature = joined(r, inBytes((12345678901234567890n + bound * scalar) % ORDER));
    const stage = told({ signature, publicKey: signer.publicKey }, { derivations: derivationsOf(seed) });
    expect(stage?.cause).toBe('signed-by-misread-key');
    expect(stage?.how).toContain(how);
    expect(stage?.also?.cause).toBe(hash === sha512 ? undefined : 'signed-ed25519-other-hash');
  });

  test('and Ed25519 itself is right', () => {
    expect(told(sign(sha512))?.state).toBe('ok');
  });
});
