// One bit wrong anywhere in what is signed (interface 5.1 to 5.3): in the payload, the signature, a header, the body or the path of any
// kind of request. The ready-made damages are in `damages.suite.ts`; here place and request are drawn at random.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { HEADER } from '../../toolkit/signing/headers.js';
import type { Damage, HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Account, SendOptions } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { CALLS } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';

type Part = 'payload' | 'signature' | 'header' | 'body' | 'path';

/** A deviation in one place, and the requirement that it would violate to accept it. */
interface Spoiled {
  readonly damage: Damage;
  readonly requirement: RequirementId;
}

const HEADERS = [
  { header: HEADER.apiKey, requirement: 'auth.api-key-matches-payload' },
  { header: HEADER.idempotencyKey, requirement: 'auth.idempotency-key-matches-payload' },
  { header: HEADER.timestamp, requirement: 'auth.timestamp-matches-payload' },
  { header: HEADER.signVersion, requirement: 'auth.sign-version-matches-payload' },
  { header: HEADER.data, requirement: 'auth.payload-tamper-refused' },
  { header: HEADER.signature, requirement: 'auth.signature-verified' },
] as const;
const JUDGED: readonly RequirementId[] = [...HEADERS.map(({ requirement }) => requirement), 'auth.path-matches'];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

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
  if (text === '') return LETTERS.charAt(at % LETTERS.length);
  const place = at % Math.max(text.length - 1, 1);
  const known = text.charAt(place);
  const other = LETTERS.charAt(at % LETTERS.length);
  return text.slice(0, place) + (other === known.toLowerCase() ? '_' : other) + text.slice(place + 1);
}

function spoil(part: Part, at: number): Spoiled {
  switch (part) {
    case 'payload':
      return {
        requirement: 'auth.payload-tamper-refused',
        damage: {
          name: `bit ${at} of the payload changed after signing`,
          encodeData: (payload) => Buffer.from(flip(payload, at)).toString('base64url'),
        },
      };
    case 'signature':
      return {
        requirement: 'auth.signature-verified',
        damage: {
          name: `bit ${at} of the signature changed`,
          encodeSignature: (signature) => Buffer.from(flip(signature, at)).toString('base64url'),
        },
      };
    case 'header': {
      const { header, requirement } = HEADERS[at % HEADERS.length] ?? HEADERS[0];
      const change = ([name, value]: readonly [string, string]): readonly [string, string] =>
        name === header ? [name, otherLetter(value, at)] : [name, value];
      return {
        requirement,
        damage: { name: `a character of ${header} changed`, headers: (headers) => headers.map(change) },
      };
    }
    case 'body':
      return {
        requirement: 'auth.body-hash-matches',
        damage: {
          name: `bit ${at} of the body changed after signing`,
          wire: (request) => ({ ...request, body: flip(request.body, at) }),
        },
      };
    case 'path':
      return {
        requirement: 'auth.path-matches',
        damage: {
          name: 'a character of the path changed after signing',
          wire: (request) => ({ ...request, path: `/${otherLetter(request.path.slice(1), at)}` }),
        },
      };
  }
}

const READS: readonly {
  readonly word: string;
  readonly send: (account: Account, options: SendOptions) => Promise<HttpExchange>;
}[] = [
  { word: 'account', send: (account, options) => account.request('account', {}, options) },
  { word: 'instruments', send: (account, options) => account.request('instruments', {}, options) },
  {
    word: 'conditions',
    send: (account, options) => account.request('conditions', { instrument: account.instrument().name }, options),
  },
  { word: 'limits', send: (account, options) => account.request('limits', {}, options) },
  { word: 'handshake', send: (account, options) => account.handshake('eventsStream', options) },
];

property({
  id: 'auth.payload-tamper-refused/reads-at-random',
  title: 'refuses a read or handshake in which one bit or character is wrong, wherever it stands',
  requirements: JUDGED.filter((requirement) => requirement !== 'auth.payload-tamper-refused'),
  purposes: [63],
  needs: { shared: true, readOnly: true },
  async run(t) {
    for (const { word, send } of READS) {
      const sound = await send(t.account, {});
      const status = sound.answer?.status ?? 0;
      if (status !== 101 && (status < 200 || status > 299))
        t.inconclusive(`the undamaged request (${word}) was not accepted either`, [sound.record]);
    }
    await t.property(
      (fc) => [
        fc.constantFrom(...READS),
        fc.constantFrom<Part>('payload', 'signature', 'header', 'path'),
        fc.integer({ min: 0, max: 4000 }),
      ],
      async ({ account }, { send }, part, at) => {
        const { damage, requirement } = spoil(part, at);
        t.expect.refused(await send(account, { damage }), { requirement });
      },
      { runs: 32, shared: true },
    );
  },
});

for (const call of CALLS) {
  property({
    id: `auth.body-hash-matches/${call.word}-at-random`,
    title: `refuses an ${call.word} in which one bit or character is wrong, wherever it stands, and executes nothing`,
    requirements: JUDGED,
    purposes: [63],
    needs: { ...call.needs, accounts: 0 },
    async run(t) {
      await t.property(
        (fc) => [
          fc.array(
            fc.tuple(
              fc.constantFrom<Part>('payload', 'signature', 'header', 'body', 'path'),
              fc.integer({ min: 0, max: 4000 }),
            ),
            { minLength: 1, maxLength: 6 },
          ),
        ],
        async ({ account }, places) => {
          const executions = await countFrom(t, account);
          const params = await call.params(account);
          const sound = await call.submit(account, params);
          if (!sound.accepted) t.inconclusive('the undamaged request was refused', [sound.exchange.record]);
          for (const [part, at] of places) {
            const { damage, requirement } = spoil(part, at);
            const damaged = await call.submit(account, await call.params(account), { damage });
            t.expect.refused(damaged.exchange, { requirement });
          }
          await executions.expect(call.effect(params, 1));
        },
        { runs: 5 },
      );
    },
  });
}
