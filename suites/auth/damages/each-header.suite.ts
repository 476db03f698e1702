// Each header and what the payload says of it, on every endpoint (interface 5.1; 5.3, rules 6 and 10; 9, rule 2): a service may read its
// headers in one place for all calls, or in every call again. One check for each endpoint that `damages.suite.ts` does not cover whole.
import { type DamageSubject, damagesOn } from '../../../toolkit/wire/damage/library.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { OPENING } from '../../words/calls/calls.js';
import { ENDINGS } from '../../words/calls/endings.js';
import { requireAccepted } from '../../words/require-accepted.js';
import type { Send } from '../../words/send.js';
import { ENDPOINTS, sendTo } from '../endpoints.js';
import { COVERED } from './battery.js';

/** Beside those of the battery, which are judged one by one. */
const EACH: readonly string[] = [
  'header-api-key-missing',
  'header-api-key-mismatching',
  'header-idempotency-key-missing',
  'header-idempotency-key-missing-on-read',
  'header-idempotency-key-mismatching',
  'header-timestamp-missing',
  'header-timestamp-mismatching',
  'header-sign-version-missing',
  'header-sign-version-mismatching',
  'header-data-missing',
  'header-data-mismatching',
  'payload-api-key-wrong',
  'payload-timestamp-wrong',
  'sign-version-two',
];

async function expectEachRefused(t: CheckContext, send: Send, on: DamageSubject): Promise<void> {
  requireAccepted(t, await send({}), 'the sound request');
  const damages = damagesOn(on).filter(({ id, level }) => EACH.includes(id) && level === 'must');
  for (const { damage } of damages) t.expect.refused(await send({ damage }), { message: `with ${damage.name}` });
}

for (const endpoint of ENDPOINTS.filter(({ slug }) => !COVERED.includes(slug))) {
  const { words, signed, needs, request } = endpoint;
  const isHandshake = request === 'ticksStream';
  scenario({
    id: `${signed}/each-header`,
    title: `refuses ${words} where any header is missing, or says something else than the payload`,
    purposes: [63],
    needs,
    effort: 'standard',
    run: async (t) => expectEachRefused(t, await sendTo(t.account, endpoint), isHandshake ? 'handshake' : 'read'),
  });
}

scenario({
  id: 'auth.signed-open-position/each-header',
  title: 'refuses the opening of a position where any header is missing, or says something else than the payload',
  purposes: [63],
  needs: OPENING.needs,
  effort: 'standard',
  async run(t) {
    const { send, expectExecuted } = await callTrial(t, OPENING);
    await expectEachRefused(t, send, 'mutating');
    await expectExecuted(1);
  },
});

for (const { words, signed, needs, begin, member, request } of ENDINGS) {
  scenario({
    id: `${signed}/each-header`,
    title: `refuses ${words} where any header is missing, or says something else than the payload`,
    purposes: [63],
    needs,
    effort: 'standard',
    async run(t) {
      const ends = async (): Promise<Send> => {
        const params = { accountId: t.account.id, [member]: (await begin(t)).id };
        return async (options) => (await t.account.submit(params, { ...options, request })).exchange;
      };
      const [sound, damaged] = [await ends(), await ends()];
      // The sound request ends what it is about; all the others are about one thing that stays.
      await expectEachRefused(
        t,
        (options) => (options.damage === undefined ? sound(options) : damaged(options)),
        'mutating',
      );
    },
  });
}
