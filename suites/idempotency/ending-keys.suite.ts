// Every mutating request carries a key of the stated form (interface 5.3, rule 7; 8): closing a position and cancelling an order too,
// where the target has calls for them. What is refused is still open afterwards.

import { randomBytes } from 'node:crypto';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { scenario } from '../runner/registry.js';
import { begun, ENDINGS, endingTrial } from '../words/trading/endings.js';
import { DUPLICATE_ACCEPTED, expectSameOperation } from './same-operation.js';

const KEYS: readonly {
  readonly requirement: RequirementId;
  readonly slug: string;
  readonly make: (fresh: string) => string;
  readonly effort?: 'standard';
}[] = [
  { requirement: 'idempotency.key-required', slug: 'empty-key', make: () => '' },
  {
    requirement: 'idempotency.key-too-short-refused',
    slug: 'four-characters',
    make: () => randomBytes(2).toString('hex'),
  },
  {
    requirement: 'idempotency.key-too-long-refused',
    slug: 'hundred-and-twenty-nine',
    make: (fresh) => fresh.padEnd(129, 'x'),
    effort: 'standard',
  },
  {
    requirement: 'idempotency.key-other-characters-refused',
    slug: 'slash',
    make: (fresh) => `${fresh}/tail`,
    effort: 'standard',
  },
];

for (const ending of ENDINGS) {
  const { request, member, word, words, needs } = ending;
  scenario({
    id: `idempotency.duplicate-same-operation/${word}-repeated`,
    title: `answers a repeat of ${words} with the operation_id of the original, though there is nothing left to do`,
    requirements: ['idempotency.duplicate-accepted'],
    purposes: [5],
    level: 'should',
    needs,
    async run(t) {
      const { id } = await begun(t, ending);
      const params = { accountId: t.account.id, [member]: id };
      const original = await t.account.submit(params, { request });
      const result = original.accepted ? await t.account.settle(original) : undefined;
      if (result?.status !== 'success')
        t.inconclusive(`${words} did not succeed`, [result?.record ?? original.exchange.record]);
      const repeat = await t.account.submit(params, { request, idempotencyKey: original.key });
      expectSameOperation(t, original, repeat, { accepted: { requirement: DUPLICATE_ACCEPTED } });
    },
  });

  for (const { requirement, slug, make, effort } of KEYS) {
    scenario({
      id: `${requirement}/${ending.word}-${slug}`,
      title: `refuses ${ending.words} whose key is or holds ${slug.replaceAll('-', ' ')}, and does nothing`,
      purposes: [1, 2],
      level: 'should',
      needs: ending.needs,
      ...(effort && { effort }),
      async run(t) {
        const { send, expectOpen } = endingTrial(t, ending);
        t.expect.refused(await t.twin({ send, damage: { idempotencyKey: make(t.freshKey()) } }));
        await expectOpen();
      },
    });
  }
}
