import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { hex, unhex } from '../keys/der.js';
import { PrivateKey } from '../keys/private-key.js';
import type { Signer, Verifier } from './ed25519.js';
import { nobleSigner, nobleVerifier } from './noble-backend.js';
import { nodeSigner, nodeVerifier } from './node-backend.js';

interface Backend {
  readonly name: string;
  readonly signer: (key: PrivateKey) => Signer;
  readonly verifier: (publicKey: Uint8Array) => Verifier;
}

const backends: readonly Backend[] = [
  { name: 'node:crypto', signer: nodeSigner, verifier: nodeVerifier },
  { name: 'noble', signer: nobleSigner, verifier: nobleVerifier },
];

/** RFC 8032, section 7.1: seed, public key, message, signature of tests 1, 2, 3 and SHA(abc). */
const RFC_8032 = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
] as const;

describe.each(backends)('$name', ({ signer, verifier }) => {
  it.each(RFC_8032)('signs and verifies RFC 8032 with seed %s', (seed, publicKey, message, signature) => {
    const made = signer(new PrivateKey(unhex(seed)));
    expect(hex(made.publicKey)).toBe(publicKey);
    expect(hex(made.sign(unhex(message)))).toBe(signature);
    expect(verifier(unhex(publicKey)).verify(unhex(signature), unhex(message))).toBe(true);
  });

  const [seed, , text, good] = RFC_8032[1];
  const message = unhex(text);
  const own = verifier(signer(new PrivateKey(unhex(seed))).publicKey);

  it('refuses S that is L larger, which names the same point', () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${hex(unhex(good).subarray(32).toReversed())}`) + order;
    const larger = unhex(s.toString(16).padStart(64, '0')).toReversed();
    expect(own.verify(Uint8Array.from([...unhex(good).subarray(0, 32), ...larger]), message)).toBe(false);
  });

  it.each([0, 32, 63, 65, 128])('refuses a signature of %d bytes', (length) => {
    const cut = new Uint8Array(length);
    cut.set(unhex(good).subarray(0, Math.min(length, 64)));
    expect(own.verify(cut, message)).toBe(false);
  });

  it.each([
    ['no bytes', new Uint8Array()],
    ['33 bytes', new Uint8Array(33).fill(1)],
    ['y = 2, which is no point', Uint8Array.of(2, ...new Array<number>(31).fill(0))],
    ['y = 1 with the sign of an x that is 0', Uint8Array.of(1, ...new Array<number>(30).fill(0), 0x80)],
    ['y = p + 1, a second spelling of 1', Uint8Array.of(0xee, ...new Array<number>(30).fill(0xff), 0x7f)],
  ])('verifies nothing with the public key %s', (_, publicKey) => {
    expect(verifier(publicKey).verify(unhex(good), message)).toBe(false);
  });
});

it('both backends sign alike and accept each other, for any key and message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uint8Array({ maxLength: 300 }), (seed, message) => {
      const [node, noble] = [nodeSigner(new PrivateKey(seed)), nobleSigner(new PrivateKey(seed))];
      expect(hex(noble.publicKey)).toBe(hex(node.publicKey));
      const signature = node.sign(message);
      expect(hex(noble.sign(message))).toBe(hex(signature));
      expect(nobleVerifier(node.publicKey).verify(signature, message)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('both backends refuse any damaged signature or message', () => {
  const message = Uint8Array.from({ length: 40 }, (_, i) => i);
  const signer = nodeSigner(new PrivateKey(new Uint8Array(32).fill(9)));
  const signature = signer.sign(message);
  fc.assert(
    fc.property(fc.nat(63), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, inMessage) => {
      const damaged = Uint8Array.from(inMessage ? message : signature);
      const index = at % damaged.length;
      damaged[index] = (damaged[index] ?? 0) ^ flip;
      for (const verifier of [nodeVerifier(signer.publicKey), nobleVerifier(signer.publicKey)]) {
        expect(verifier.verify(inMessage ? signature : damaged, inMessage ? damaged : message)).toBe(false);
      }
    }),
    { numRuns: 50 },
  );
});

interface WycheproofFile {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly msg: string;
      readonly sig: string;
      readonly result: string;
    }[];
  }[];
}

/** Not part of the repository; beside the checkout on machines that have it. */
const wycheproof = join(packageRoot(), '..', 'shared', 'third-party', 'wycheproof', 'ed25519_test.json');

describe.each(backends)('Wycheproof ed25519_test.json by $name', ({ verifier }) => {
  it.runIf(existsSync(wycheproof))('has every one of its results', () => {
    // The file's form is fixed by its own schema.
    const { testGroups } = JSON.parse(readFileSync(wycheproof, 'utf8')) as WycheproofFile;
    const wrong = testGroups.flatMap((group) =>
      group.tests
        .filter((test) => {
          const accepted = verifier(unhex(group.publicKey.pk)).verify(unhex(test.sig), unhex(test.msg));
          return accepted !== (test.result === 'valid');
        })
        .map((test) => test.tcId),
    );
    expect(wrong).toEqual([]);
    expect(testGroups.flatMap((group) => group.tests)).not.toHaveLength(0);
  });

  it.each(backends)('$name refuses a text for a key, and does not show it', ({ signer }) => {
    const text = 'c5aa8df43f9f837bedb7442f31dcb7b1' as unknown as PrivateKey; // as a caller without types would
    expect(() => signer(text)).toThrow(
      /^expected key to be a PrivateKey, as parsePrivateKey makes it of a text; got string$/,
    );
  });
});
