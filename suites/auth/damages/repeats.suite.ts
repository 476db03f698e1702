// What was accepted once vouches for nothing else (interface 5.1; 5.3, rules 1 and 8 to 10; 8): neither a used key for an answer that is
// known already, nor SVC-DATA for another signature, nor a signature for other SVC-DATA. Whether the very same request is taken twice is
// left open and not asked here.
import { HEADER } from '../../../toolkit/signing/headers.js';
import { damageOf } from '../../../toolkit/wire/damage/library.js';
import type { HeaderList, HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { SendOptions } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { CALLS } from '../../words/calls/calls.js';
import { READ } from '../../words/needs.js';

for (const call of CALLS) {
  for (const { requirement, also, code, words, damage, keys } of [
    {
      requirement: 'auth.signature-verified',
      also: 'auth.invalid-signature-code',
      code: 1001,
      words: 'with a bit of its signature flipped',
      damage: damageOf('sign-bit-in-s').damage,
      keys: [],
    },
    {
      requirement: 'auth.key-read-scope',
      also: 'auth.access-violation-code',
      code: 1002,
      words: 'by a key that may only read',
      damage: { key: 'readOnly' },
      keys: ['readOnly'],
    },
  ] as const) {
    scenario({
      id: `${requirement}/repeated-${call.word}`,
      title: `refuses the repeat of an accepted ${call.word} ${words} with ${code}`,
      requirements: [also],
      needs: { ...call.needs, keys },
      async run(t) {
        const { send, expectExecuted } = await callTrial(t, call);
        const idempotencyKey = t.freshKey();
        const refused = await t.twin({ send: (options) => send({ ...options, idempotencyKey }), damage });
        t.expect.refused(refused);
        t.expect.authError(refused, code, { requirement: also });
        await expectExecuted(1);
      },
    });
  }
}

for (const { id, title, name, repeated } of [
  {
    id: 'auth.signature-verified/read-data-seen-before',
    title: 'refuses a read with the SVC-DATA of an accepted one and the signature of other data',
    name: 'every header but SVC-SIGN repeated',
    repeated: Object.values(HEADER).filter((header) => header !== HEADER.signature),
  },
  {
    id: 'auth.signature-verified/read-signature-seen-before',
    title: 'refuses a read with the signature of an accepted one and other SVC-DATA',
    name: 'SVC-SIGN repeated',
    repeated: [HEADER.signature],
  },
] as const) {
  scenario({
    id,
    title,
    needs: READ,
    async run(t) {
      let earlier: ReadonlyMap<string, string> = new Map();
      const send = async (options: SendOptions): Promise<HttpExchange> => {
        const read = await t.account.request('limits', {}, options);
        if (options.damage === undefined) {
          earlier = new Map(read.sent?.headers ?? t.inconclusive('the request was not sent', [read]));
        }
        return read;
      };
      // Timestamps, and so signatures, differ between the two.
      const seen = new Set<string>(repeated);
      const headers = (fresh: HeaderList): HeaderList =>
        fresh.map(([header, value]) => [header, (seen.has(header) && earlier.get(header)) || value]);
      t.expect.refused(await t.twin({ send, damage: { name, headers } }));
    },
  });
}
