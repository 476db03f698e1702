// A key is permitted for its accounts alone (interface 5.3, rule 9): the same call is accepted on an own account and refused on one that
// exists and is not the key's. Whether that account's existence is hidden is open: 404 may stand for 403. And what is signed for one
// account is refused on the path of another (5.3, rule 4).
import type { Damage, HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { Account, CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { CALLS } from '../../words/calls/calls.js';
import { endingTrial } from '../../words/calls/ending-trial.js';
import { ENDINGS } from '../../words/calls/endings.js';
import { READ } from '../../words/needs.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { type Send, sendOf } from '../../words/send.js';
import { countFrom } from '../../words/trading/executions.js';
import { ENDPOINTS, sendTo } from '../endpoints.js';

async function onForeign(t: CheckContext, send: Send): Promise<HttpExchange> {
  requireAccepted(t, await send({}), 'the same call on an own account');
  return send({}, t.foreignAccountId);
}

function expectForeign(t: CheckContext, foreign: HttpExchange): void {
  t.expect.refused(foreign);
  if (foreign.answer?.status !== 404) t.expect.authError(foreign, 1002, { requirement: 'auth.access-violation-code' });
}

// An operation belongs to an account itself, so that its status would be refused on any other.
for (const endpoint of ENDPOINTS.filter(({ slug }) => slug !== 'operation-status')) {
  scenario({
    id: `auth.key-account-scope/${endpoint.slug}`,
    title: `refuses ${endpoint.words} on an account that the key may not use`,
    requirements: ['auth.access-violation-code'],
    needs: { ...endpoint.needs, facts: ['foreignAccount'] },
    async run(t) {
      expectForeign(t, await onForeign(t, await sendTo(t.account, endpoint)));
    },
  });
}

for (const { word, request, needs, params } of CALLS) {
  scenario({
    id: `auth.key-account-scope/${word}`,
    title: `refuses an ${word} on an account that the key may not use`,
    requirements: ['auth.access-violation-code'],
    needs: { ...needs, facts: ['foreignAccount'] },
    async run(t) {
      expectForeign(t, await onForeign(t, sendOf(t.account, request, await params(t.account))));
    },
  });
}

for (const ending of ENDINGS) {
  scenario({
    id: `auth.key-account-scope/${ending.word}`,
    title: `refuses ${ending.words} on an account that the key may not use`,
    level: 'should',
    needs: { ...ending.needs, facts: ['foreignAccount'] },
    async run(t) {
      // What it names is of the own account, so that a refusal may have either reason; only that the request is taken up tells.
      t.expect.refused(await onForeign(t, endingTrial(t, ending).send));
    },
  });
}

function sentTo({ id }: Account, path: string): Damage {
  return { name: `sent to the path of account ${id}`, wire: (request) => ({ ...request, path }) };
}

scenario({
  id: 'auth.path-account-protected/read-of-another-account',
  title: 'refuses a read signed for one account when the path names another',
  needs: { ...READ, accounts: 2 },
  async run(t, signed, sent) {
    const damage = sentTo(sent, sent.spec('limits').path);
    t.expect.refused(await t.twin({ send: sendOf(signed, 'limits'), damage }));
  },
});

scenario({
  id: 'auth.path-account-protected/order-on-another-account',
  title: 'refuses an order signed for one account when the path names another, and executes it on neither',
  purposes: [35],
  needs: { accounts: 2 },
  async run(t, signed, sent) {
    const order = await signed.order();
    const damage = sentTo(sent, sent.spec('placeOrder', { ...order, accountId: sent.id }).path);
    const executions = await countFrom(t, sent);
    t.expect.refused(await t.twin({ send: sendOf(signed, 'placeOrder', order), damage }));
    await executions.expect({ orders: 0 });
  },
});
