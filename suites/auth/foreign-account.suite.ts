// A key is permitted for its accounts alone (interface 5.3, rule 9): the same call is accepted on an own account and refused on one that
// exists and is not the key's. Whether that account's existence is hidden is open: 404 may stand for 403.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS } from '../words/trading/calls.js';
import { UNSTATED_READS } from './unstated-reads.js';

const READ: Needs = { shared: true, readOnly: true };

function expectForeign(t: CheckContext, foreign: HttpExchange): void {
  t.expect.refused(foreign);
  if (foreign.answer?.status !== 404) t.expect.authError(foreign, 1002, { requirement: 'auth.access-violation-code' });
}

const isRefused = ({ answer }: HttpExchange): boolean => answer !== undefined && answer.status >= 300;

const READS = [
  { name: 'account', slug: 'account', words: 'reading the account', needs: READ },
  { name: 'limits', slug: 'limits', words: 'reading the limits', needs: READ },
  { name: 'instruments', slug: 'instruments', words: 'listing the instruments', needs: READ },
  { name: 'conditions', slug: 'conditions', words: 'reading conditions', needs: READ },
  ...UNSTATED_READS,
] as const;

for (const { name, slug, words, needs } of READS) {
  scenario({
    id: `auth.key-account-scope/${slug}`,
    title: `refuses ${words} on an account that the key may not use`,
    requirements: ['auth.access-violation-code'],
    needs: { ...needs, facts: ['foreignAccount'] },
    async run(t) {
      const params = name === 'conditions' ? { instrument: t.account.instrument().name } : {};
      const own = await t.account.request(name, params);
      if (isRefused(own)) t.inconclusive('the same call on an own account was refused', [own.record]);
      expectForeign(t, await t.account.request(name, { ...params, accountId: t.foreignAccountId ?? '' }));
    },
  });
}

for (const { stream, slug, needs } of [
  { stream: 'eventsStream', slug: 'handshake', needs: READ },
  { stream: 'ticksStream', slug: 'ticks-handshake', needs: { ...READ, claims: ['ticks'] } },
] as const) {
  scenario({
    id: `auth.key-account-scope/${slug}`,
    title: `refuses the handshake of the ${stream === 'eventsStream' ? 'events' : 'ticks'} stream of an account that the key may not use`,
    requirements: ['auth.access-violation-code'],
    needs: { ...needs, facts: ['foreignAccount'] },
    async run(t) {
      const own = await t.account.handshake(stream);
      if (isRefused(own)) t.inconclusive('the same handshake on an own account was refused', [own.record]);
      const { path } = t.account.spec(stream, { accountId: t.foreignAccountId ?? '' });
      expectForeign(t, await t.account.handshake(stream, { path: () => path }));
    },
  });
}

for (const { word, needs, params, submit } of CALLS) {
  scenario({
    id: `auth.key-account-scope/${word}`,
    title: `refuses an ${word} on an account that the key may not use`,
    requirements: ['auth.access-violation-code'],
    needs: { ...needs, facts: ['foreignAccount'] },
    async run(t) {
      const sound = await params(t.account);
      const own = await submit(t.account, sound);
      if (!own.accepted) t.inconclusive(`the same ${word} on an own account was refused`, [own.exchange.record]);
      const foreign = await submit(t.account, { ...sound, accountId: t.foreignAccountId ?? '' });
      expectForeign(t, foreign.exchange);
    },
  });
}
