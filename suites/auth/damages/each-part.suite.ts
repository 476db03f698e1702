// Each part of what is signed, on every endpoint (interface 5.1 to 5.3; 9, rule 2): a service may verify in one place for all calls, or in
// every call again. One check for each endpoint that `damages.suite.ts` does not cover whole, with a damage of every family, at thorough
// effort with all of them.
import type { DamageSubject } from '../../../toolkit/wire/damage/library.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { OPENING } from '../../words/calls/calls.js';
import { ENDINGS } from '../../words/calls/endings.js';
import { requireAccepted } from '../../words/require-accepted.js';
import type { Send } from '../../words/send.js';
import { ENDPOINTS, sendTo } from '../endpoints.js';
import { COVERED } from './battery.js';
import { eachOn, everyDamageOn, tellsOn } from './parts.js';

interface Judged {
  readonly signed: (typeof ENDPOINTS)[number]['signed'];
  readonly words: string;
  readonly needs: Needs;
  readonly on: DamageSubject;
  /** Begins a request to damage, and says how to see afterwards that the sound one alone was carried out. */
  readonly begin: (t: CheckContext) => Promise<{ readonly send: Send; readonly expectUntouched?: () => Promise<void> }>;
}

const OPENED: Judged = {
  signed: 'auth.signed-open-position',
  words: 'the opening of a position',
  needs: OPENING.needs,
  on: 'mutating',
  async begin(t) {
    const { send, expectExecuted } = await callTrial(t, OPENING);
    return { send, expectUntouched: () => expectExecuted(1) };
  },
};

const ENDED: readonly Judged[] = ENDINGS.map(({ signed, words, needs, begin, member, request }) => ({
  signed,
  words,
  needs,
  on: 'mutating',
  async begin(t) {
    const ends = async (): Promise<Send> => {
      const params = { accountId: t.account.id, [member]: (await begin(t)).id };
      return async (options) => (await t.account.submit(params, { ...options, request })).exchange;
    };
    const [sound, damaged] = [await ends(), await ends()];
    // The sound request ends what it is about; all the others are about one thing that stays.
    return { send: (options) => (options.damage === undefined ? sound(options) : damaged(options)) };
  },
}));

const READ: readonly Judged[] = ENDPOINTS.filter(({ slug }) => !COVERED.includes(slug)).map((endpoint) => ({
  signed: endpoint.signed,
  words: endpoint.words,
  needs: endpoint.needs,
  on: endpoint.request === 'ticksStream' ? 'handshake' : 'read',
  begin: async (t) => ({ send: await sendTo(t.account, endpoint) }),
}));

for (const { signed, words, needs, on, begin } of [...READ, OPENED, ...ENDED]) {
  scenario({
    id: `${signed}/each-part`,
    title: `refuses ${words} where any part of what is signed is missing, of another type, or of another request`,
    purposes: [63],
    needs,
    async run(t) {
      const { send, expectUntouched } = await begin(t);
      const sound = await send({});
      requireAccepted(t, sound, 'the sound request');
      const damages = t.effort === 'thorough' ? everyDamageOn(on) : eachOn(on);
      for (const { damage, level } of damages.filter((one) => tellsOn(one, sound.request))) {
        const lowered = level === 'should' ? { level } : {};
        t.expect.refused(await send({ damage }), { message: `with ${damage.name}`, ...lowered });
      }
      await expectUntouched?.();
    },
  });
}
