// Closing a position and cancelling an order, where the target has calls for them, are signed and permitted like every other request
// (interface 5; 5.3, rule 9): what is refused is still open afterwards.

import type { KeyRole } from '../../toolkit/profile/profile.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { scenario } from '../runner/registry.js';
import { ENDINGS, endingTrial } from '../words/trading/endings.js';
import { BATTERY, UNSIGNED } from './battery.js';

const KEYS: readonly { readonly requirement: RequirementId; readonly key: KeyRole; readonly words: string }[] = [
  { requirement: 'auth.key-read-scope', key: 'readOnly', words: 'by a key that may only read' },
  { requirement: 'auth.key-source-scope', key: 'blockedSource', words: 'from an address that the key does not permit' },
];

for (const ending of ENDINGS) {
  for (const { id, damage, effort } of [...BATTERY, { id: 'unsigned', damage: UNSIGNED, effort: undefined }]) {
    scenario({
      id: `${ending.signed}/${id}`,
      title: `refuses ${ending.words} with this damage, and does nothing: ${damage.name}`,
      purposes: [63],
      needs: ending.needs,
      ...(effort && { effort }),
      async run(t) {
        const { send, expectOpen } = endingTrial(t, ending);
        t.expect.refused(await t.twin({ send, damage }));
        await expectOpen();
      },
    });
  }

  for (const { requirement, key, words } of KEYS) {
    scenario({
      id: `${requirement}/${ending.word}`,
      title: `refuses ${ending.words} ${words} with 1002, and does nothing`,
      requirements: ['auth.access-violation-code'],
      level: 'should',
      needs: { ...ending.needs, keys: [key] },
      async run(t) {
        const { send, expectOpen } = endingTrial(t, ending);
        const refused = await t.twin({ send, damage: { key } });
        t.expect.refused(refused);
        await expectOpen();
        t.expect.authError(refused, 1002, { requirement: 'auth.access-violation-code' });
      },
    });
  }

  scenario({
    id: `auth.expired-key-code/${ending.word}`,
    title: `refuses ${ending.words} by an expired key with 1000, and does nothing`,
    needs: { ...ending.needs, keys: ['expired'] },
    async run(t) {
      const { send, expectOpen } = endingTrial(t, ending);
      const refused = await t.twin({ send, damage: { key: 'expired' } });
      t.expect.refused(refused);
      await expectOpen();
      t.expect.authError(refused, 1000);
    },
  });

  scenario({
    id: `auth.key-account-scope/${ending.word}`,
    title: `refuses ${ending.words} on an account that the key may not use`,
    level: 'should',
    needs: { ...ending.needs, facts: ['foreignAccount'] },
    async run(t) {
      const { send } = endingTrial(t, ending);
      const own = await send({});
      if (own.answer === undefined || own.answer.status >= 300)
        t.inconclusive('the same call on an own account was refused', [own.record]);
      // What it names is of the own account, so that a refusal may have either reason; only that the request is taken up tells.
      t.expect.refused(await send({}, t.foreignAccountId));
    },
  });
}
