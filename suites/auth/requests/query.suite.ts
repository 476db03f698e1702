// The query is signed exactly as it travels (interface 5.3, rules 4 and 5). Reads publish no query parameters, so a target may refuse
// one that it does not know for reasons of its own: only the authentication code tells.
import { damagesOn } from '../../../toolkit/wire/damage/library.js';
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';
import { sendOf } from '../../words/send.js';
import { expectWronglySigned, isSignatureError } from './altered-query.js';

for (const { slug, query } of [
  { slug: 'unsorted-keys', query: 'zeta=1&alpha=2' },
  { slug: 'lower-case-hex', query: 'a=%7e%2f' },
  { slug: 'upper-case-hex', query: 'a=%7E%2F' },
  { slug: 'plus-sign', query: 'a=b+c' },
  { slug: 'space-escape', query: 'a=b%20c' },
  { slug: 'escaped-letters', query: 'a=%61%62' },
  { slug: 'non-ascii', query: 'a=%C3%A9' },
  { slug: 'empty-value', query: 'a=&b' },
  { slug: 'reserved-characters', query: "a=:@!$'()*,;" },
]) {
  scenario({
    id: `auth.query-as-sent/${slug}`,
    title: `does not take a query with ${slug.replaceAll('-', ' ')} for wrongly signed`,
    needs: READ,
    async run(t) {
      const exchange = await t.account.request('limits', {}, { query });
      const status = exchange.answer?.status ?? t.inconclusive(`no answer: ${exchange.error?.message}`, [exchange]);
      t.expect.that(!isSignatureError(t, exchange), {
        expected: 'acceptance, or a refusal for another reason than the signature',
        actual: `HTTP ${status} with 1001 AUTH_INVALID_SIGNATURE`,
        evidence: [exchange],
        shown: [[exchange, '/status', 'notEquals', 401]],
      });
    },
  });
}

for (const { id, requirement, level, query, damage } of damagesOn('read')) {
  if (query === undefined) continue;
  scenario({
    id: `${requirement}/read-${id}`,
    title: `takes a read for wrongly signed with this damage: ${damage.name}`,
    ...(level === 'should' && { level }),
    purposes: [63],
    needs: READ,
    async run(t) {
      const send = sendOf(t.account, 'limits');
      const intact = await send({ query });
      expectWronglySigned(t, intact, await send({ query, damage }));
    },
  });
}
