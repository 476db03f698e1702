// One bit wrong anywhere in what is signed (interface 5.1 to 5.3): in the payload, the signature, a header, the body or the path of any
// kind of request. The ready-made damages are in `damages.suite.ts`; here place and request are drawn at random.
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';
import { HEADER } from '../../../toolkit/signing/headers.js';
import { otherCase } from '../../../toolkit/values/text.js';
import { HARMLESS_HEADERS } from '../../../toolkit/values/transport.js';
import type { Damage } from '../../../toolkit/wire/exchange.js';
import { property } from '../../runner/registry.js';
import { CALLS } from '../../words/calls/calls.js';
import { READ } from '../../words/needs.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { countFrom } from '../../words/trading/executions.js';
import { EVERYWHERE, sendTo } from '../endpoints.js';

type Part = 'payload' | 'signature' | 'header' | 'case' | 'body' | 'path';

/** A deviation in one place, and the requirement that it would violate to accept it. */
interface Spoiled {
  readonly requirement: RequirementId;
  readonly damage: Damage;
}

const HEADERS = [
  { header: HEADER.apiKey, requirement: 'auth.api-key-matches-payload' },
  { header: HEADER.idempotencyKey, requirement: 'auth.idempotency-key-matches-payload' },
  { header: HEADER.timestamp, requirement: 'auth.timestamp-matches-payload' },
  { header: HEADER.signVersion, requirement: 'auth.sign-version-matches-payload' },
  { header: HEADER.data, requirement: 'auth.payload-tamper-refused' },
  { header: HEADER.signature, requirement: 'auth.signature-verified' },
] as const;
/** Those in which the case of a letter counts, whatever the request; an identifier without letters gets another character. */
const WITH_LETTERS = HEADERS.filter(({ header }) =>
  [HEADER.apiKey, HEADER.data, HEADER.signature].some((one) => one === header),
);
const JUDGED: readonly RequirementId[] = [...HEADERS.map(({ requirement }) => requirement), 'auth.path-matches'];

/** Each header once, and the path, so that every run judges all that the draw may miss. */
const EVERY_PLACE: readonly (readonly [Part, number])[] = [
  ...HEADERS.map((_, at) => ['header', at] as const),
  ['path', 1],
  ['case', 0],
  ['case', 1],
  ['case', 2],
];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const FARTHEST = 4000;

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const place = Math.floor(at / 8) % Math.max(changed.length, 1);
  changed[place] = (changed[place] ?? 0) ^ (1 << (at % 8));
  return changed;
}

/**
 * Another letter or digit, so that the text can still travel wherever it stands. Never the last one of several: at the end of base64url
 * it may change nothing but bits that a lenient reader leaves out.
 */
function otherLetter(text: string, at: number): string {
  const other = LETTERS.charAt(at % LETTERS.length);
  if (text === '') return other;
  const place = at % Math.max(text.length - 1, 1);
  return text.slice(0, place) + (other === text.charAt(place).toLowerCase() ? '_' : other) + text.slice(place + 1);
}

/** In the other case, or changed where it has no case. */
function otherwise(text: string, at: number): string {
  const other = otherCase(text, at);
  return other === text ? otherLetter(text, at) : other;
}

const SPOIL: Readonly<Record<Part, (at: number) => Spoiled>> = {
  payload: (at) => ({
    requirement: 'auth.payload-tamper-refused',
    damage: {
      name: `bit ${at} of the payload changed after signing`,
      encodeData: (payload) => Buffer.from(flip(payload, at)).toString('base64url'),
    },
  }),
  signature: (at) => ({
    requirement: 'auth.signature-verified',
    damage: {
      name: `bit ${at} of the signature changed`,
      encodeSignature: (signature) => Buffer.from(flip(signature, at)).toString('base64url'),
    },
  }),
  header(at) {
    const { header, requirement } = HEADERS[at % HEADERS.length] ?? HEADERS[0];
    return {
      requirement,
      damage: {
        name: `a character of ${header} changed`,
        headers: (headers) => headers.map(([name, value]) => [name, name === header ? otherLetter(value, at) : value]),
      },
    };
  },
  case(at) {
    const { header, requirement } = WITH_LETTERS[at % WITH_LETTERS.length] ?? HEADERS[0];
    return {
      requirement,
      damage: {
        name: `a letter of ${header} in the other case, or a digit changed, among headers of intermediaries`,
        headers: (headers) => [
          ...headers.map(([name, value]): [string, string] => [name, name === header ? otherwise(value, at) : value]),
          ...HARMLESS_HEADERS.filter(([name]) => headers.every(([other]) => other !== name)),
        ],
      },
    };
  },
  body: (at) => ({
    requirement: 'auth.body-hash-matches',
    damage: {
      name: `bit ${at} of the body changed after signing`,
      wire: (request) => ({ ...request, body: flip(request.body, at) }),
    },
  }),
  path: (at) => ({
    requirement: 'auth.path-matches',
    damage: {
      name: 'a character of the path changed after signing',
      wire: (request) => ({ ...request, path: `/${otherLetter(request.path.slice(1), at)}` }),
    },
  }),
};

property({
  id: 'auth.payload-tamper-refused/reads-at-random',
  title: 'refuses a read or handshake in which one bit or character is wrong, wherever it stands',
  requirements: JUDGED.filter((requirement) => requirement !== 'auth.payload-tamper-refused'),
  purposes: [63],
  needs: READ,
  async run(t) {
    for (const endpoint of EVERYWHERE) {
      const send = await sendTo(t.account, endpoint);
      requireAccepted(t, await send({}), `${endpoint.words}, undamaged,`);
    }
    await t.property(
      (fc) => [
        fc.constantFrom(...EVERYWHERE),
        fc.constantFrom<Part>('payload', 'signature', 'header', 'case', 'path'),
        fc.integer({ min: 0, max: FARTHEST }),
      ],
      async ({ account }, endpoint, part, at) => {
        const { damage, requirement } = SPOIL[part](at);
        const send = await sendTo(account, endpoint);
        t.expect.refused(await send({ damage }), { requirement });
      },
      { runs: 32, shared: true, examples: EVERY_PLACE.map(([part, at]) => [EVERYWHERE[0], part, at]) },
    );
  },
});

for (const { word, request, needs, params, effect } of CALLS) {
  property({
    id: `auth.body-hash-matches/${word}-at-random`,
    title: `refuses an ${word} in which one bit or character is wrong, wherever it stands, and executes nothing`,
    requirements: JUDGED,
    purposes: [63],
    needs: { ...needs, accounts: 0 },
    async run(t) {
      await t.property(
        (fc) => {
          const part = fc.constantFrom<Part>('payload', 'signature', 'header', 'case', 'body', 'path');
          const at = fc.integer({ min: 0, max: FARTHEST });
          return [fc.array(fc.tuple(part, at), { minLength: 1, maxLength: 6 })];
        },
        async ({ account }, places) => {
          const executions = await countFrom(t, account);
          const sound = await params(account);
          await account.place(sound, { request });
          for (const [part, at] of places) {
            const { damage, requirement } = SPOIL[part](at);
            const damaged = await account.submit(await params(account), { request, damage });
            t.expect.refused(damaged, { requirement });
          }
          await executions.expect(effect(sound, 1));
        },
        { runs: 5, examples: [[EVERY_PLACE]] },
      );
    },
  });
}
