// A request under a key that was used before is signed and permitted like any other (interface 5; 5.3, rules 9 and 10; 8): that its
// answer is known already gives nobody a right to it.
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';

for (const call of CALLS) {
  for (const { requirement, code, also, words, damage, keys } of [
    {
      requirement: 'auth.signature-verified',
      code: 1001,
      also: 'auth.invalid-signature-code',
      words: 'with a bit of its signature flipped',
      damage: damageOf('sign-bit-in-s').damage,
      keys: [],
    },
    {
      requirement: 'auth.key-read-scope',
      code: 1002,
      also: 'auth.access-violation-code',
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
        const params = await call.params(t.account);
        const idempotencyKey = t.freshKey();
        const executions = await countFrom(t);
        const send = async (options: SendOptions) =>
          (await call.submit(t.account, params, { ...options, idempotencyKey })).exchange;
        t.expect.authError(await t.twin({ send, damage }), code);
        await executions.expect(call.effect(params, 1));
      },
    });
  }
}
