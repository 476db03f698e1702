// A request whose idempotency key was used before is signed like every other one (interface 5; 5.3, rules 8 and 10; 8): a service that
// finds the answer by the key verifies each part all the same. What a bit of the signature and the key of another scope do is judged by
// `repeats.suite.ts`, by their codes.
import { damagesOn } from '../../../toolkit/wire/damage/library.js';
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { CALLS } from '../../words/calls/calls.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { BATTERY } from './battery.js';
import { eachOn, tellsOn } from './parts.js';

/** Beside the battery: the body and the path of another request. */
const OF_OTHERS: readonly string[] = [
  'body-byte-changed',
  'body-space-added',
  'path-other-account',
  'path-other-version',
];

const FEW = damagesOn('mutating').filter(({ id }) => OF_OTHERS.includes(id) || BATTERY.some((one) => one.id === id));

for (const call of CALLS) {
  scenario({
    id:
      call.word === 'order'
        ? 'auth.signed-place-order/each-part-of-a-repeat'
        : 'auth.signed-open-position/each-part-of-a-repeat',
    title: `refuses the repeat of an accepted ${call.word} where any part of what is signed is missing, stale, or of another request`,
    purposes: [63],
    needs: call.needs,
    effort: 'standard',
    async run(t) {
      const { send, expectExecuted } = await callTrial(t, call);
      const idempotencyKey = t.freshKey();
      const sound = await send({ idempotencyKey });
      requireAccepted(t, sound, 'the sound request');
      // Who verifies in every call anew has placements and openings apart: of these the damages that matter most are enough.
      const damages = call.word === 'order' || t.effort === 'thorough' ? [...FEW, ...eachOn('mutating')] : FEW;
      for (const { damage } of damages.filter((one) => tellsOn(one, sound.request))) {
        t.expect.refused(await send({ idempotencyKey, damage }), { message: `with ${damage.name}` });
      }
      await expectExecuted(1);
    },
  });
}
