// The query is signed exactly as it travels (interface 5.3, rules 4 and 5). Reads publish no query parameters, so a target may refuse
// one that it does not know for reasons of its own: only the authentication code tells.
import { damagesOn } from '../../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';
import { sendOf } from '../../words/send.js';

/** 1001 by its code or its name: the target took the query for wrongly signed. */
function isSignatureError(t: CheckContext, { answer }: HttpExchange): boolean {
  if (answer?.body === undefined || answer.status < 400) return false;
  const { code, message } = t.dialect.readError(answer.body);
  return String(code) === '1001' || message === 'AUTH_INVALID_SIGNATURE' || code === 'AUTH_INVALID_SIGNATURE';
}

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
      if (isSignatureError(t, intact)) {
        t.inconclusive('the intact query was taken for wrongly signed already', [intact]);
      }
      const altered = await send({ query, damage });
      t.expect.refused(altered);
      if (altered.answer?.body === undefined) {
        t.inconclusive('the altered query was refused without JSON, as by a firewall before the service', [altered]);
      }
      const status = intact.answer?.status ?? 0;
      if (status >= 400 && altered.answer?.status === status && !isSignatureError(t, altered)) {
        t.notApplicable('the target refuses a query that it does not know before it looks at the signature');
      }
      t.expect.that(isSignatureError(t, altered), {
        expected: '1001 AUTH_INVALID_SIGNATURE',
        actual: `HTTP ${altered.answer?.status} with another code`,
        evidence: [altered, intact],
        shown: [[altered, '/view/code', 'oneOf', [1001, '1001']]],
      });
    },
  });
}
