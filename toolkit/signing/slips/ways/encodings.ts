// SVC-DATA, SVC-SIGN and body_hash in other encodings than base64url without padding, or cut off (interface 5.2, 5.3 rule 2). A damage
// waits for a request in which it shows: without a `-` or `_` the standard alphabet is the same text.
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { BASE64URL_ALPHABET } from '../../base64url.js';
import type { Deviation } from '../deviation.js';
import type { Named } from '../named.js';
import type { SlipId } from '../slips.js';
import { base64url, textOf } from './changes.js';
import { at, clients, type DamageRow, damage, type Way, way } from './way.js';

type Bytes = Uint8Array | string;
type Encode = (bytes: Bytes) => string;

const base64: Encode = (bytes) => Buffer.from(bytes).toString('base64');
const hex: Encode = (bytes) => Buffer.from(bytes).toString('hex');
const quoted: Encode = (bytes) => JSON.stringify(base64url(bytes));
const percentEncoded: Encode = (bytes) => encodeURIComponent(base64(bytes));
const ofHex: Encode = (bytes) => base64url(hex(bytes));
/** Lines of 76 characters, as MIME encoders and `base64` on the command line write them. */
const wrapped: Encode = (bytes) => base64url(bytes).replace(/(.{76})(?=.)/g, '$1\r\n');

/** Whether a text of base64url has characters to spare in its last group. */
const hasRest = (text: string): boolean => text.length % 4 !== 0;

interface Spelling {
  readonly phrase: string;
  readonly encode: Encode;
  /** Whether it differs from this correct text in a way that matters. */
  readonly shows: (text: string) => boolean;
  /** Whether a decoder could take it for the same bytes. */
  readonly isLenient: boolean;
}

/** What signers get wrong and lenient decoders forgive, in all three places. */
const SPELLINGS = {
  'standard-alphabet': {
    phrase: 'in the standard alphabet',
    encode: (bytes) => base64(bytes).replace(/=+$/, ''),
    shows: (text) => /[-_]/.test(text),
    isLenient: true,
  },
  padded: {
    phrase: 'with = padding',
    encode: (bytes) => base64(bytes).replaceAll('+', '-').replaceAll('/', '_'),
    shows: hasRest,
    isLenient: true,
  },
  'inner-space': {
    phrase: 'with a blank inside',
    encode: (bytes) => inHalves(base64url(bytes)),
    shows: (text) => text.length > 2,
    isLenient: true,
  },
  'trailing-bits': {
    phrase: 'with stray bits in the last character',
    encode: (bytes) => strayBits(base64url(bytes)),
    shows: hasRest,
    isLenient: true,
  },
  hex: { phrase: 'in hexadecimal', encode: hex, shows: () => true, isLenient: false },
  twice: {
    phrase: 'encoded twice',
    encode: (bytes) => base64url(base64url(bytes)),
    shows: () => true,
    isLenient: false,
  },
} as const satisfies Readonly<Record<string, Spelling>>;

const inHalves = (text: string): string => `${text.slice(0, text.length >> 1)} ${text.slice(text.length >> 1)}`;

/** Sets a bit of the last character that no byte has, where there is one. */
function strayBits(text: string): string {
  return hasRest(text)
    ? text.slice(0, -1) + BASE64URL_ALPHABET.charAt(BASE64URL_ALPHABET.indexOf(text.slice(-1)) | 1)
    : text;
}

interface Part {
  readonly name: string;
  readonly replaced: (encode: Encode, shows: Spelling['shows']) => Deviation;
  /** Soft requirements of their own where the catalogue has them; otherwise what any unreadable text violates. */
  readonly requirements: { readonly [Word in 'standard-alphabet' | 'padded']: RequirementId } & {
    readonly rest: RequirementId;
  };
}

const PARTS = {
  data: {
    name: 'SVC-DATA',
    replaced: (encode, shows) => ({
      encodeData: (payload) => encode(payload),
      needs: ({ data }) => shows(data),
      vary: 'payloadText',
    }),
    requirements: {
      'standard-alphabet': 'auth.data-standard-alphabet-refused',
      padded: 'auth.data-unpadded',
      rest: 'auth.data-is-json-object',
    },
  },
  sign: {
    name: 'SVC-SIGN',
    replaced: (encode, shows) => ({
      encodeSignature: (signature) => encode(signature),
      needs: ({ signature }) => shows(signature),
      vary: 'timestamp',
    }),
    requirements: {
      'standard-alphabet': 'auth.signature-standard-alphabet-refused',
      padded: 'auth.signature-unpadded',
      rest: 'auth.signature-verified',
    },
  },
  'body-hash': {
    name: 'body_hash',
    replaced: (encode, shows) => ({
      bodyHash: (bytes) => encode(sha256(bytes)),
      needs: ({ bodyHash }) => shows(bodyHash),
      vary: 'body',
    }),
    requirements: {
      'standard-alphabet': 'auth.body-hash-standard-alphabet-refused',
      padded: 'auth.body-hash-unpadded',
      rest: 'auth.body-hash-matches',
    },
  },
} as const satisfies Readonly<Record<string, Part>>;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const hashedTo = (encode: Encode): Deviation => ({ bodyHash: (bytes) => encode(sha256(bytes)) });

/** A damage of one part by one spelling; a slip of clients where `signer` names them. */
function spelt(part: keyof typeof PARTS, word: keyof typeof SPELLINGS, slip: SlipId, signer?: Named): Way {
  const { phrase, encode, shows, isLenient }: Spelling = SPELLINGS[word];
  const { name, replaced, requirements }: Part = PARTS[part];
  const names: DamageRow = [
    `${part}-${word}: ${name} ${phrase}`,
    requirements[word === 'standard-alphabet' || word === 'padded' ? word : 'rest'],
    {
      level: isLenient ? 'should' : 'must',
      // ASCII gives - or _ only through the letters > ? and ~, which a key can hold and a bare path cannot.
      ...(part === 'data' && word === 'standard-alphabet' && { on: ['mutating'] as const, keyEnding: '~~~' }),
    },
  ];
  const change = replaced(encode, shows);
  return signer === undefined ? damage(slip, change, names) : way(slip, change, signer, names);
}

/** By another function than SHA-256. The damages are of requests without a body. */
function hashed(algorithm: string, slip: SlipId, signer: Named, isDamage = true): Way {
  const names: DamageRow = [
    `body-hash-${algorithm}: body_hash by ${algorithm} of an empty body`,
    'auth.body-hash-sha256',
    { on: ['read', 'handshake'] },
  ];
  const change = { bodyHash: (bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('base64url') };
  return way(slip, change, signer, ...(isDamage ? [names] : []));
}

const JWS_HEADER = base64url('{"alg":"EdDSA"}');
const READABLE: RequirementId = 'auth.data-is-json-object';

export const ENCODING_WAYS: readonly Way[] = [
  spelt(
    'data',
    'standard-alphabet',
    'data-standard-alphabet',
    'encodes-data-in-standard-base64: uses the standard base64 alphabet for SVC-DATA',
  ),
  spelt('data', 'padded', 'data-padded', 'pads-data: leaves the padding on SVC-DATA'),
  spelt('data', 'inner-space', 'data-white-space'),
  spelt(
    'data',
    'trailing-bits',
    'data-trailing-bits',
    'leaves-stray-bits-in-data: fills the last character of SVC-DATA with bits of no byte',
  ),
  spelt('data', 'hex', 'data-hex', 'encodes-data-in-hex: writes SVC-DATA in hexadecimal'),
  spelt(
    'data',
    'twice',
    'data-double-base64',
    'encodes-data-twice: encodes SVC-DATA, and the HTTP layer encodes it again',
  ),
  spelt(
    'sign',
    'standard-alphabet',
    'sign-standard-alphabet',
    'encodes-signature-in-standard-base64: uses the standard base64 alphabet for SVC-SIGN',
  ),
  spelt('sign', 'padded', 'sign-padded', 'pads-signature: leaves the padding on SVC-SIGN'),
  spelt('sign', 'inner-space', 'sign-white-space'),
  spelt(
    'sign',
    'trailing-bits',
    'sign-trailing-bits',
    'leaves-stray-bits-in-signature: fills the last character of SVC-SIGN with bits of no byte',
  ),
  spelt('sign', 'hex', 'sign-hex', 'encodes-signature-in-hex: writes SVC-SIGN in hexadecimal'),
  spelt('sign', 'twice', 'sign-double-base64', 'encodes-signature-twice: encodes SVC-SIGN twice'),
  spelt(
    'body-hash',
    'standard-alphabet',
    'body-hash-standard-alphabet',
    'hashes-in-standard-base64: uses the standard base64 alphabet for body_hash',
  ),
  spelt('body-hash', 'padded', 'body-hash-padded', 'pads-hash: leaves the padding on body_hash'),
  spelt('body-hash', 'inner-space', 'body-hash-mismatch'),
  spelt('body-hash', 'trailing-bits', 'body-hash-mismatch'),
  spelt('body-hash', 'hex', 'body-hash-hex', 'hashes-in-hex: writes body_hash in hexadecimal'),
  spelt('body-hash', 'twice', 'body-hash-mismatch'),
  hashed('sha1', 'body-hash-sha-1', 'hashes-with-sha-1: hashes the body with SHA-1'),
  hashed('sha512', 'body-hash-sha-512', 'hashes-with-sha-512: hashes the body with SHA-512'),
  hashed('md5', 'body-hash-md5', 'hashes-with-md5: hashes the body with MD5'),
  hashed('sha384', 'body-hash-sha-384', 'hashes-with-sha-384: hashes the body with SHA-384', false),
  hashed('sha3-256', 'body-hash-sha3-256', 'hashes-with-sha3: hashes the body with SHA3-256', false),
  way('data-raw-json', { encodeData: textOf }, 'sends-data-unencoded: sends the JSON text itself in SVC-DATA', [
    'data-raw-json: SVC-DATA as bare JSON',
    READABLE,
  ]),
  damage('data-truncated', { encodeData: (payload) => base64url(payload).slice(0, -10) }, [
    'data-cut: SVC-DATA without its last ten characters',
    READABLE,
  ]),
  ...at('encodeData', {
    'data-white-space': { 'wraps-data-lines: wraps SVC-DATA into lines': wrapped },
    'data-percent-encoded': {
      'percent-encodes-data: percent-encodes the padded base64 text of SVC-DATA': percentEncoded,
    },
    'data-quoted': { 'quotes-data: serialises the text of SVC-DATA as JSON': quoted },
    'data-base64-of-hex': { 'encodes-hex-of-data: takes the hexadecimal text of the payload for its bytes': ofHex },
    'data-jws': {
      'sends-data-as-jws: sends a JSON Web Signature in SVC-DATA': (payload, { signer }) =>
        `${JWS_HEADER}.${base64url(payload)}.${base64url(signer.sign(payload))}`,
    },
    'data-truncated': { 'cuts-data: cuts SVC-DATA at 128 characters': (payload) => base64url(payload).slice(0, 128) },
    'data-standard-alphabet': {
      'replaces-first-marks-of-data: replaces only the first "+" and "/" of SVC-DATA': (payload) =>
        base64(payload).replace('+', '-').replace('/', '_').replace(/=+$/, ''),
    },
    'data-not-base64url': {
      'sends-data-as-uri: sends SVC-DATA as a data URI': (payload) => `data:application/json;base64,${base64(payload)}`,
    },
  }),
  ...at('encodeSignature', {
    'sign-white-space': { 'wraps-signature-lines: wraps SVC-SIGN into lines': wrapped },
    'sign-percent-encoded': {
      'percent-encodes-signature: percent-encodes the padded base64 text of SVC-SIGN': percentEncoded,
    },
    'sign-quoted': { 'quotes-signature: serialises the text of SVC-SIGN as JSON': quoted },
    'sign-base64-of-hex': {
      'encodes-hex-of-signature: takes the hexadecimal text of the signature for its bytes': ofHex,
    },
    'sign-jws': {
      'sends-signature-as-jws: sends a detached JSON Web Signature in SVC-SIGN': (signature) =>
        `${JWS_HEADER}..${base64url(signature)}`,
    },
    'sign-prefixed': {
      'prefixes-signature: writes the algorithm before the signature': (signature) => `ed25519=${base64url(signature)}`,
      'sends-signature-as-structured-field: puts SVC-SIGN between colons, as HTTP Message Signatures do': (signature) =>
        `:${base64url(signature)}:`,
    },
    'sign-truncated': {
      'cuts-signature: cuts SVC-SIGN at 64 characters': (signature) => base64url(signature).slice(0, 64),
    },
  }),
  ...clients({
    'body-hash-base64-of-hex': {
      'encodes-hex-of-hash: takes the hexadecimal text of the hash for its bytes': hashedTo(ofHex),
    },
    'body-hash-prefixed': {
      'prefixes-hash: writes the algorithm before body_hash, as a Digest header does': hashedTo(
        (hash) => `sha-256=${base64url(hash)}`,
      ),
    },
    'body-hash-mismatch': {
      'lower-cases-hash: writes body_hash in small letters': hashedTo((hash) => base64url(hash).toLowerCase()),
    },
    'body-hash-truncated': {
      'cuts-hash: keeps 32 characters of body_hash': hashedTo((hash) => base64url(hash).slice(0, 32)),
    },
  }),
];
