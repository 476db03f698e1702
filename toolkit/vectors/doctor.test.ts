// The doctor against every slip: each wrong signer of the vectors must be told to its own cause on every request that shows it, and each
// damage of the wire to its slip.
import { describe, expect, test } from 'vitest';
import type { Capture } from '../doctor/capture/capture.js';
import { diagnose } from '../doctor/diagnose.js';
import type { Diagnosis } from '../doctor/diagnosis.js';
import { misreadSeeds, seedsOfPublicKey } from '../doctor/search/misread-keys.js';
import { seededVerifiers } from '../signing/ed25519/deterministic-verifier.js';
import { unhex } from '../signing/keys/der.js';
import { PrivateKey } from '../signing/keys/private-key.js';
import { nodeHashing } from '../signing/node-hashing.js';
import { createSigner } from '../signing/sign.js';
import type { SignedStages, SigningStages } from '../signing/signing-stages.js';
import { SLIPS } from '../signing/slips/slips.js';
import { DAMAGES, type DamageSubject } from '../wire/damage/library.js';
import type { RequestSpec } from '../wire/exchange.js';
import { signInStages } from '../wire/signed-request.js';
import { COMPRESSED } from './build/compressed.js';
import { DIGITS_KEY, MAIN_KEY, SECOND_KEY } from './build/keys.js';
import type { VectorKey } from './model.js';
import { signAs } from './signer.js';
import { WRONG_SIGNERS } from './wrong-signers.js';

const NOW_MS = 1_767_225_600_123;

type Request = readonly [method: string, path: string, body: string | Uint8Array];

const READ = '/v1/configuration/accounts/42';
const TRADE = '/v1/trading/accounts/42/orders';

/** Requests chosen so that every wrong signer deviates on some of them. */
const REQUESTS: readonly Request[] = [
  ['GET', `${READ}/limits`, ''],
  ['GET', `${READ}/instruments?zeta=1&alpha=%2Fb+c&x=%20y&Name=%C3%A4`, ''],
  ['GET', `${READ}/instruments/EURUSD/conditions?b=~&a=(1)`, ''],
  ['POST', TRADE, '{"volume":"1.50","price":"2","comment":"é/€ <b>","n":1}'],
  ['POST', `${TRADE}?source=app`, '{\r\n  "z": "1",\r\n  "a": "x y"\r\n}\r\n'],
  ['POST', '/v1/trading/accounts/42/positions', '{"b": "1.0", "a": "x"}'],
];

/** Requests on which several mistakes look alike or that are odd in themselves: only for the wrong signers that need them. */
const SPECIAL: readonly (readonly [causes: RegExp, request: Request])[] = [
  [/query-empty$/, ['GET', `${READ}/limits?`, '']],
  [/empty-value/, ['GET', `${READ}/limits?empty=&flag&z=1`, '']],
  [/deduplicated/, ['GET', `${READ}/instruments?a=1&a=2&b=~`, '']],
  [/trailing-slash/, ['GET', `${READ}/limits/`, '']],
  [/double-slash/, ['GET', `${READ}//limits`, '']],
  [/path-mismatch/, ['GET', `${READ}/x/../limits`, '']],
  [/path-(unicode-form|latin-1|encoded)/, ['GET', `${READ}/instruments/Caf\u00e9/conditions`, '']],
  [/path-(unicode-form|latin-1)/, ['GET', `${READ}/instruments/Cafe\u0301\u2460/conditions`, '']],
  [/data-standard-alphabet/, ['GET', `${READ}?q=????????????&n=~~~~~~~~~~~~`, '']],
  [/body-hash-mismatch/, ['POST', TRADE, COMPRESSED.gzip]],
  [/path-(decoded|encoded)/, ['GET', `${READ}/instruments?note=%7E&mail=a@b`, '']],
  [/hex-case/, ['GET', `${READ}/instruments?a=%2f`, '']],
  [/letter-case|latin-1/, ['GET', '/v1/configuration/accounts/Ä42/limits', '']],
  [/byte-order-mark/, ['POST', TRADE, '\ufeff{"a":"1"}']],
  [/latin-1/, ['POST', TRADE, '{"a":"é"}']],
  [/final-newline/, ['POST', TRADE, '{"a":"1"}\n']],
  [/body-hash-mismatch/, ['POST', TRADE, `{"a":"${'x'.repeat(3_000)}"}`]],
  [/body-hash-mismatch/, ['POST', TRADE, Uint8Array.from([0x22, 0xff, 0x22])]],
];

/** What a wrong signer also, and rightly, looks like where its mistake changes nothing of its own. */
const ALSO: Readonly<Record<string, string>> = {
  // A body without slashes is only serialised again, without blanks.
  'escapes-slashes-of-body': 'body-hash-compact',
  // A text that needs no padding is the text of SVC-DATA.
  'signs-padded-base64': 'signed-data-text',
  // One text of 32 bytes in sixteen could be half a signature.
  'signs-with-hmac': 'sign-half',
  // A read has no body.
  'signs-body': 'signed-nothing',
};

/** Where the doctor sees more than the slip says, since no verifier needs to tell it. */
const FINER: Readonly<Record<string, string>> = {
  'sign-zero': 'sign-placeholder',
  'sign-extended': 'sign-wrapped',
  'sends-signature-with-recovery-byte': 'sign-wrapped',
  'leaves-trailing-comma': 'payload-json-damaged',
  'body-hash-twice': 'body-hash-other-form',
  'lower-cases-hash': 'body-hash-other-form',
  'decompresses-body': 'body-hash-compressed',
  'hashes-first-kilobyte': 'body-hash-of-other-bytes',
  'sends-data-as-uri': 'data-prefixed',
  'prints-dictionary': 'payload-printed',
  'resolves-dot-segments': 'path-dot-segments',
  'timestamp-zero': 'timestamp-zero',
  'misreads-utf-8': 'path-mojibake',
  'repairs-body-text': 'body-hash-charset',
  'payload-path-empty': 'path-blank',
  'prefixes-version-header': 'sign-version-spelling',
  'header-sign-version-zero-padded': 'sign-version-spelling',
  'header-sign-version-malformed': 'sign-version-unsupported',
  'payload-sign-version-wrong-type': 'sign-version-spelling',
  'sign-random': 'signature-not-ed25519',
  'sign-large-s': 'signature-unreduced',
};

function signed(
  change: Partial<SigningStages>,
  [method, path, body]: Request,
  key: VectorKey = MAIN_KEY,
): SignedStages {
  return signAs(
    change,
    {
      apiKey: key.apiKey,
      idempotencyKey: method === 'GET' ? '' : 'order~key~~~1',
      timestampMs: NOW_MS,
      method,
      path,
      body: Buffer.from(body).toString('hex'),
    },
    key,
  );
}

/** As HTTP delivers it: blanks around header values are gone. */
function captured([method, path, body]: Request, { headers }: SignedStages): Capture {
  return {
    format: 'live',
    method,
    path,
    headers: headers.map(([name, value]) => [name, value.trim()] as const),
    body: Buffer.from(body),
    atMs: NOW_MS + 40,
    notes: [],
  };
}

const KNOWN = [MAIN_KEY, SECOND_KEY, DIGITS_KEY];
const keys = KNOWN.map((key) => ({ id: key.apiKey, publicKey: unhex(key.publicKey) }));
/** Every signature here is made by a seed that is known, and a search verifies thousands. */
const verifierOf = seededVerifiers([
  ...KNOWN.map(({ seed }) => unhex(seed)),
  ...KNOWN.flatMap(({ seed }) => misreadSeeds(unhex(seed)).map(([, misread]) => misread)),
  ...keys.flatMap(({ publicKey }) => seedsOfPublicKey(publicKey).map(([, seed]) => seed)),
]);

const diagnosed = (capture: Capture): Diagnosis => diagnose(capture, { keys, hashing: nodeHashing, verifierOf });

describe('the doctor', () => {
  test.each(REQUESTS.map((request) => [request]))('accuses no correct signer of %j', (request) => {
    expect(diagnosed(captured(request, signed({}, request)))).toMatchObject({ verdict: 'correct' });
  });

  test.each(WRONG_SIGNERS.map((wrong) => [wrong.id, wrong.cause, wrong] as const))(
    'tells that one %s: %s',
    (id, stated, wrong) => {
      const cause = FINER[id] ?? stated;
      const special = SPECIAL.filter(([causes]) => causes.test(stated)).map(([, request]) => request);
      const found: (readonly [string, string | undefined])[] = [];
      for (const key of [MAIN_KEY, ...(stated === 'payload-member-number' ? [DIGITS_KEY] : [])]) {
        for (const request of [...REQUESTS, ...special]) {
          const right = signed({}, request, key);
          const bad = signed(wrong.change, request, key);
          if (JSON.stringify(bad.headers) !== JSON.stringify(right.headers)) {
            found.push([request.slice(0, 2).join(' '), diagnosed(captured(request, bad)).cause]);
          }
        }
      }
      expect(found.map(([, one]) => one)).toContain(cause);
      expect(found.filter(([, one]) => one !== cause && one !== ALSO[wrong.id])).toEqual([]);
    },
  );
});

/** Null where a key was sent is another value, and no spelling of none. */
const NULL_OF_A_KEY = 'idempotency-key-mismatch';
/** Which of two values is read is open, and one of them may be wrong. */
const DOUBLED: readonly string[] = ['header-doubled', 'payload-member-duplicate'];

describe('the doctor on damaged requests', () => {
  /** Of lengths at which base64 text is padded, and cut off at whole bytes. */
  const SPECS: Readonly<Record<DamageSubject, RequestSpec>> = {
    mutating: {
      name: 'placeOrder',
      accountId: '42',
      method: 'POST',
      path: TRADE,
      body: '{"type":"limit","volume":"1.50"}',
    },
    read: { name: 'limits', accountId: '421', method: 'GET', path: '/v1/configuration/accounts/421/limits' },
    handshake: {
      name: 'eventsStream',
      accountId: '4211',
      method: 'GET',
      path: '/v1/server-events/accounts/4211/ws/events',
    },
  };
  const signer = createSigner(new PrivateKey(unhex(MAIN_KEY.seed)));

  test.each(DAMAGES.flatMap((entry) => entry.on.map((subject) => [entry.id, subject, entry.slip, entry] as const)))(
    'tells %s of a %s request: %s',
    (id, subject, slip, { damage, query, keyEnding = '' }) => {
      const spec = SPECS[subject];
      let timestampMs = NOW_MS;
      const sent = signInStages(
        { ...spec, path: query === undefined ? spec.path : `${spec.path}?${query}`, damage },
        {
          key: { id: MAIN_KEY.apiKey, signer },
          idempotencyKey: subject === 'mutating' ? `order-1${keyEnding}` : '',
          nextTimestampMs: () => timestampMs++,
          plainHeaders: [],
        },
      );
      const found = diagnosed({ ...sent, format: 'live', atMs: NOW_MS + 40, notes: [] });
      const expected = subject === 'mutating' && slip === 'idempotency-key-null' ? NULL_OF_A_KEY : (FINER[id] ?? slip);
      // Of sixteen random texts of 64 bytes, one could be a signature.
      const also = id === 'sign-random' ? ['signature-unexplained'] : [];
      expect([expected, ...also]).toContain(found.cause);
      // One policy (`isOpen` in the table of slips): what is left open is said, and never called broken.
      if (SLIPS[slip].isOpen && found.cause === slip && !DOUBLED.includes(slip))
        expect(found.verdict).toBe('undecided');
      else expect(found.verdict === 'broken' || DOUBLED.includes(slip)).toBe(true);
    },
  );
});
