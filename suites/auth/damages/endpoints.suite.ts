// Every endpoint is signed alike, reads as strictly as orders (interface 4, 5): the damages that matter most, on each endpoint that
// `damages.suite.ts` does not already cover whole.
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { OPENING, ORDER } from '../../words/calls/calls.js';
import { endingTrial } from '../../words/calls/ending-trial.js';
import { ENDINGS } from '../../words/calls/endings.js';
import { ENDPOINTS, sendTo } from '../endpoints.js';
import { BATTERY, COVERED, entryOf, UNSIGNED } from './battery.js';

for (const endpoint of ENDPOINTS) {
  const { slug, words, signed, needs } = endpoint;
  const isCovered = COVERED.includes(slug);
  for (const { id, damage, ...when } of isCovered ? [] : BATTERY) {
    scenario({
      id: `${signed}/${id}`,
      title: `refuses ${words} with this damage: ${damage.name}`,
      purposes: [63],
      needs,
      ...when,
      async run(t) {
        t.expect.refused(await t.twin({ send: await sendTo(t.account, endpoint), damage }));
      },
    });
  }

  scenario({
    id: isCovered ? `${signed}/unsigned` : `${signed}/unsigned-${slug}`,
    title: `refuses ${words} without any signature header`,
    needs,
    async run(t) {
      t.expect.refused(await t.twin({ send: await sendTo(t.account, endpoint), damage: UNSIGNED.damage }));
    },
  });
}

scenario({
  id: 'auth.signed-place-order/unsigned',
  title: 'refuses a placement without any signature header, and executes nothing',
  async run(t) {
    const { send, expectExecuted } = await callTrial(t, ORDER);
    t.expect.refused(await t.twin({ send, damage: UNSIGNED.damage }));
    await expectExecuted(1);
  },
});

for (const { id, damage, ...when } of [...BATTERY, entryOf('body-space-added'), UNSIGNED]) {
  scenario({
    id: `auth.signed-open-position/${id}`,
    title: `refuses the opening of a position with this damage, and opens nothing: ${damage.name}`,
    purposes: [63],
    needs: { claims: ['positions'] },
    ...when,
    async run(t) {
      const { send, expectExecuted } = await callTrial(t, OPENING);
      t.expect.refused(await t.twin({ send, damage }));
      await expectExecuted(1);
    },
  });
}

/** Where the target has calls for them: what is refused is still open afterwards. */
for (const ending of ENDINGS) {
  for (const { id, damage, ...when } of [...BATTERY, UNSIGNED]) {
    scenario({
      id: `${ending.signed}/${id}`,
      title: `refuses ${ending.words} with this damage, and does nothing: ${damage.name}`,
      purposes: [63],
      needs: ending.needs,
      ...when,
      async run(t) {
        const { send, expectOpen } = endingTrial(t, ending);
        t.expect.refused(await t.twin({ send, damage }));
        await expectOpen();
      },
    });
  }
}
