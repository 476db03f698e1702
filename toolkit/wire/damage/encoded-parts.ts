// SVC-DATA, SVC-SIGN and body_hash in other encodings than base64url without padding (interface 5.2, 5.3 rule 2). Each damage
// waits for a request in which it shows: without a `-` or `_` the standard alphabet is the same text.

import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { changeField, textOf } from './edits.js';
import type { OtherEncoding } from './encodings.js';
import { OTHER_ENCODINGS } from './encodings.js';
import type { DamageEntry } from './entry.js';
import { entryOf } from './entry.js';

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Soft requirements of their own where the catalogue has them; otherwise what any unreadable text violates. */
const REQUIREMENTS = {
  data: {
    'standard-alphabet': 'auth.data-standard-alphabet-refused',
    padded: 'auth.data-unpadded',
    rest: 'auth.data-is-json-object',
  },
  sign: {
    'standard-alphabet': 'auth.signature-standard-alphabet-refused',
    padded: 'auth.signature-unpadded',
    rest: 'auth.signature-verified',
  },
  'body-hash': {
    'standard-alphabet': 'auth.body-hash-standard-alphabet-refused',
    padded: 'auth.body-hash-unpadded',
    rest: 'auth.body-hash-matches',
  },
} as const;

function requirementOf(part: keyof typeof REQUIREMENTS, word: OtherEncoding['word']): RequirementId {
  return word === 'standard-alphabet' || word === 'padded' ? REQUIREMENTS[part][word] : REQUIREMENTS[part].rest;
}

const levelOf = ({ lenient }: OtherEncoding): 'must' | 'should' => (lenient ? 'should' : 'must');

const DATA: readonly DamageEntry[] = OTHER_ENCODINGS.map((encoding) =>
  entryOf(
    'encoding',
    `data-${encoding.word}`,
    {
      requirement: requirementOf('data', encoding.word),
      level: levelOf(encoding),
      // ASCII gives - or _ only through the letters > ? and ~, which a key can hold and a bare path cannot.
      ...(encoding.word === 'standard-alphabet' ? { on: ['mutating'] as const, keyEnding: '~~~' } : {}),
    },
    `SVC-DATA ${encoding.phrase}`,
    {
      encodeData: (payload) => encoding.spell(base64url(payload)),
      needs: ({ data }) => encoding.shows(data),
      vary: 'payloadText',
    },
  ),
);

const SIGNATURE: readonly DamageEntry[] = OTHER_ENCODINGS.map((encoding) =>
  entryOf(
    'encoding',
    `sign-${encoding.word}`,
    { requirement: requirementOf('sign', encoding.word), level: levelOf(encoding) },
    `SVC-SIGN ${encoding.phrase}`,
    {
      encodeSignature: (signature) => encoding.spell(base64url(signature)),
      needs: ({ signature }) => encoding.shows(signature),
      vary: 'timestamp',
    },
  ),
);

const BODY_HASH: readonly DamageEntry[] = OTHER_ENCODINGS.map((encoding) =>
  entryOf(
    'encoding',
    `body-hash-${encoding.word}`,
    { requirement: requirementOf('body-hash', encoding.word), level: levelOf(encoding) },
    `body_hash ${encoding.phrase}`,
    {
      payload: changeField('body_hash', (value) => encoding.spell(textOf(value))),
      needs: ({ bodyHash }) => encoding.shows(bodyHash),
      vary: 'body',
    },
  ),
);

const OTHER_FUNCTIONS: readonly DamageEntry[] = ['sha1', 'sha512', 'md5'].map((algorithm) =>
  entryOf(
    'encoding',
    `body-hash-${algorithm}`,
    { requirement: 'auth.body-hash-sha256', on: ['read', 'handshake'] },
    `body_hash by ${algorithm} of an empty body`,
    { payload: changeField('body_hash', () => createHash(algorithm).digest('base64url')) },
  ),
);

const RAW: readonly DamageEntry[] = [
  entryOf('encoding', 'data-raw-json', { requirement: 'auth.data-is-json-object' }, 'SVC-DATA as bare JSON', {
    encodeData: (payload) => Buffer.from(payload).toString('utf8'),
  }),
  entryOf(
    'encoding',
    'data-cut',
    { requirement: 'auth.data-is-json-object' },
    'SVC-DATA without its last ten characters',
    {
      encodeData: (payload) => base64url(payload).slice(0, -10),
    },
  ),
];

export const ENCODING_DAMAGES: readonly DamageEntry[] = [
  ...DATA,
  ...SIGNATURE,
  ...BODY_HASH,
  ...OTHER_FUNCTIONS,
  ...RAW,
];
