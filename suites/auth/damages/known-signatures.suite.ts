// The headers of a request that was accepted, on another request (interface 5, 5.2): a target that remembers what it has verified must
// remember what it was verified for. Whether the very same request is taken twice is left open and not asked here; another body under the
// same headers has the same key, and is refused for that.
import { HEADER } from '../../../toolkit/signing/headers.js';
import type { Damage, HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { sendOf } from '../../words/send.js';
import { countFrom } from '../../words/trading/executions.js';

const SIGNED: ReadonlySet<string> = new Set(Object.values(HEADER));

/** All six headers are those of `accepted`; what does not belong to the signature stays. */
function headersOf(t: CheckContext, accepted: HttpExchange, words: string): Damage {
  requireAccepted(t, accepted, words);
  const known = new Map(accepted.sent?.headers ?? t.inconclusive('the request was not sent', [accepted]));
  return {
    name: `the six headers of ${words}, which was accepted`,
    headers: (fresh) => fresh.map(([name, value]) => [name, (SIGNED.has(name) && known.get(name)) || value]),
  };
}

scenario({
  id: 'auth.path-matches/headers-of-an-accepted-read',
  title: 'refuses a read with the headers of an accepted read of something else',
  needs: READ,
  async run(t) {
    const damage = headersOf(t, await t.account.request('limits'), 'a read of the limits');
    t.expect.refused(await t.twin({ send: sendOf(t.account, 'account'), damage }));
  },
});

scenario({
  id: 'auth.path-account-protected/headers-of-an-accepted-read',
  title: 'refuses a read with the headers of the same read of another account',
  needs: { ...READ, accounts: 2 },
  async run(t, signed, sent) {
    const damage = headersOf(t, await signed.request('limits'), 'a read of another account');
    t.expect.refused(await t.twin({ send: sendOf(sent, 'limits'), damage }));
  },
});

scenario({
  id: 'auth.query-signed/headers-of-an-accepted-read',
  title: 'refuses a read with the headers of an accepted read of another page',
  needs: { ...READ, claims: ['dealHistory'], requests: ['dealHistory'] },
  async run(t) {
    const damage = headersOf(t, await t.account.request('dealHistory', { limit: 2 }), 'a read of two deals');
    t.expect.refused(await t.twin({ send: sendOf(t.account, 'dealHistory', { limit: 1 }), damage }));
  },
});

scenario({
  id: 'auth.path-account-protected/headers-of-an-accepted-order',
  title: 'refuses an order with the headers of the same order on another account, and does not execute it',
  needs: { accounts: 2 },
  async run(t, signed, sent) {
    const executions = await countFrom(t, sent);
    const accepted = await sendOf(signed, 'placeOrder', await signed.order())({});
    const damage = headersOf(t, accepted, 'an order on another account');
    const send = sendOf(sent, 'placeOrder', await sent.order());
    t.expect.refused(await t.twin({ send, damage }));
    await executions.expect({ orders: 1 });
  },
});
