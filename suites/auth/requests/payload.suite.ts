// The signed payload where it departs from its seven members (interface 5.2; 5.3, rule 6). A read with a key, properly signed, is not what
// 5.2 states, if not in words of its own: level should. What becomes of members that stand twice or are not known is left open, so it is
// reported; judged is only that the service does not fail over it.
import { damagesOn } from '../../../toolkit/wire/damage/library.js';
import type { Damage } from '../../../toolkit/wire/exchange.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { ENDPOINTS, sendTo } from '../endpoints.js';

for (const endpoint of ENDPOINTS) {
  scenario({
    id: `auth.read-idempotency-key-empty/${endpoint.slug}`,
    title: `refuses ${endpoint.words} with a key in header and payload alike`,
    needs: endpoint.needs,
    async run(t) {
      const damage = { idempotencyKey: 'conformance-key-on-a-read' };
      t.expect.refused(await t.twin({ send: await sendTo(t.account, endpoint), damage }));
    },
  });
}

async function outcomeOf(t: CheckContext, damage: Damage): Promise<{ readonly word: string; readonly record: number }> {
  const { record, accepted } = await t.account.submit(await t.account.order(), { damage });
  t.expect.at(record, '/status', 'notEquals', 500);
  return { word: accepted ? 'accepted' : 'refused', record };
}

scenario({
  id: 'orders.sync-code-500/payload-members-twice',
  title: 'does not fail over a placement whose signed payload names a member twice',
  purposes: [63],
  async run(t) {
    const repeated = damagesOn('mutating').filter(({ id }) => id.endsWith('-repeated'));
    const outcomes = await Promise.all(
      repeated.map(async ({ id, damage }) => ({ id, ...(await outcomeOf(t, damage)) })),
    );
    t.observe(
      'payload with a member twice, the second one different',
      Object.fromEntries(outcomes.map(({ id, word }) => [id.replace(/^payload-|-repeated$/g, ''), word])),
      { section: '5.2', evidence: outcomes.map(({ record }) => record) },
    );
  },
});

scenario({
  id: 'orders.sync-code-500/payload-unknown-member',
  title: 'does not fail over a placement whose signed payload has a member that the interface does not name',
  purposes: [63],
  async run(t) {
    const { word, record } = await outcomeOf(t, {
      name: 'payload with an unknown member',
      payload: (fields) => ({ ...fields, conformance: 'unknown' }),
    });
    t.observe('payload with an unknown member', word, { section: '5.2', evidence: [record] });
  },
});
