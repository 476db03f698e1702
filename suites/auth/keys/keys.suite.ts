// What a key may do (interface 5.3, rules 9 and 10): source, scope, expiry, at every endpoint and not at the most used ones alone. Each
// refusal has its accepted twin by the main key. Accounts that a key may not use are in `accounts.suite.ts`.
import { HEADER } from '../../../toolkit/signing/headers.js';
import type { HeaderList, PayloadFields } from '../../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { CALLS, ORDER } from '../../words/calls/calls.js';
import { endingTrial } from '../../words/calls/ending-trial.js';
import { ENDINGS } from '../../words/calls/endings.js';
import { READ } from '../../words/needs.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { sendOf } from '../../words/send.js';
import { sltpOf } from '../../words/trading/prices.js';
import { ENDPOINTS, type Endpoint, sendTo } from '../endpoints.js';
import { BLOCKED_SOURCE, EXPIRED, expectKeyRefused, NO_STREAM, READ_ONLY, UNKNOWN } from './key-faults.js';

const at = (...slugs: readonly string[]): readonly Endpoint[] => ENDPOINTS.filter(({ slug }) => slugs.includes(slug));

for (const { fault, endpoints } of [
  { fault: UNKNOWN, endpoints: at('limits', 'handshake') },
  { fault: EXPIRED, endpoints: ENDPOINTS },
  { fault: BLOCKED_SOURCE, endpoints: ENDPOINTS },
  { fault: NO_STREAM, endpoints: at('handshake', 'ticks-handshake') },
]) {
  const { requirement, also, key, code, words } = fault;
  for (const endpoint of endpoints) {
    scenario({
      id: endpoint.slug === 'limits' ? `${requirement}/read` : `${requirement}/${endpoint.slug}`,
      title: `refuses ${endpoint.words} ${words} with ${code}`,
      requirements: also,
      needs: { ...endpoint.needs, keys: [key] },
      async run(t) {
        const refused = await t.twin({ send: await sendTo(t.account, endpoint), damage: { key } });
        expectKeyRefused(t, refused, fault);
      },
    });
  }
}

for (const { fault, calls } of [
  { fault: READ_ONLY, calls: CALLS },
  { fault: EXPIRED, calls: CALLS },
  { fault: UNKNOWN, calls: [ORDER] },
  { fault: BLOCKED_SOURCE, calls: CALLS },
]) {
  const { requirement, also, key, code } = fault;
  for (const call of calls) {
    scenario({
      id: `${requirement}/${call.word}`,
      title: `refuses an ${call.word} by the key ${key} with ${code}, and executes nothing`,
      requirements: also,
      purposes: [12],
      needs: { ...call.needs, keys: [key] },
      async run(t) {
        const { send, expectExecuted } = await callTrial(t, call);
        expectKeyRefused(t, await t.twin({ send, damage: { key } }), fault);
        await expectExecuted(1);
      },
    });
  }
}

for (const { requirement, also, key, code, words } of [READ_ONLY, BLOCKED_SOURCE, EXPIRED]) {
  for (const ending of ENDINGS) {
    scenario({
      id: `${requirement}/${ending.word}`,
      title: `refuses ${ending.words} ${words} with ${code}, and does nothing`,
      requirements: also,
      ...(code === 1002 && { level: 'should' }),
      needs: { ...ending.needs, keys: [key] },
      async run(t) {
        const { send, expectOpen } = endingTrial(t, ending);
        const refused = await t.twin({ send, damage: { key } });
        t.expect.refused(refused);
        await expectOpen();
        t.expect.authError(refused, code, { requirement: also[0] ?? requirement });
      },
    });
  }
}

scenario({
  id: 'auth.key-read-scope/stop-order',
  title: 'refuses a stop order by a key that may only read with 1002, and executes nothing',
  requirements: ['auth.access-violation-code'],
  purposes: [12],
  needs: { keys: ['readOnly'] },
  async run(t) {
    const { send, expectExecuted } = await callTrial(t, ORDER, await t.account.order({ type: 'stop' }));
    expectKeyRefused(t, await t.twin({ send, damage: { key: 'readOnly' } }), READ_ONLY);
    await expectExecuted(1);
  },
});

scenario({
  id: 'auth.key-read-scope/sltp-order',
  title: 'refuses an sltp order by a key that may only read with 1002',
  requirements: ['auth.access-violation-code'],
  purposes: [12],
  needs: { claims: ['positions', 'sltp'], keys: ['readOnly'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const send = sendOf(t.account, 'placeOrder', await sltpOf(t, positionId));
    expectKeyRefused(t, await t.twin({ send, damage: { key: 'readOnly' } }), READ_ONLY);
  },
});

/** Signed as another registered key signs, with the first one named in header and payload alike. */
async function byAnotherKey(t: CheckContext): Promise<SendOptions> {
  if (!t.isOfOtherPair('readOnly')) t.inconclusive('the key readOnly is of the same pair as the main key');
  const own = await t.account.request('limits');
  requireAccepted(t, await t.account.request('limits', {}, { key: 'readOnly' }), 'a read by the other key');
  const apiKey = own.sent?.headers.find(([name]) => name === HEADER.apiKey)?.[1];
  if (apiKey === undefined) return t.inconclusive('the request shows no key', [own]);
  const damage = {
    name: 'signature by another registered key',
    payload: (fields: PayloadFields): PayloadFields => ({ ...fields, api_key: apiKey }),
    headers: (headers: HeaderList): HeaderList =>
      headers.map(([name, value]) => [name, name === HEADER.apiKey ? apiKey : value]),
  };
  return { key: 'readOnly', damage };
}

for (const endpoint of ENDPOINTS) {
  scenario({
    id: `auth.foreign-key-refused/${endpoint.slug}-by-another-registered-key`,
    title: `refuses ${endpoint.words} that names one key and is signed by another that the target knows too`,
    needs: { ...endpoint.needs, keys: ['readOnly'] },
    async run(t) {
      t.expect.refused(await t.twin({ send: await sendTo(t.account, endpoint), damage: await byAnotherKey(t) }));
    },
  });
}

for (const call of CALLS) {
  scenario({
    id: `auth.foreign-key-refused/${call.word}-by-another-registered-key`,
    title: `refuses an ${call.word} that names one key and is signed by another that the target knows too`,
    needs: { ...call.needs, keys: ['readOnly'] },
    async run(t) {
      const { send, expectExecuted } = await callTrial(t, call);
      t.expect.refused(await t.twin({ send, damage: await byAnotherKey(t) }));
      await expectExecuted(1);
    },
  });
}

for (const ending of ENDINGS) {
  scenario({
    id: `auth.foreign-key-refused/${ending.word}-by-another-registered-key`,
    title: `refuses ${ending.words} that names one key and is signed by another that the target knows too`,
    // Calls that the interface does not show.
    level: 'should',
    needs: { ...ending.needs, keys: ['readOnly'] },
    async run(t) {
      const { send, expectOpen } = endingTrial(t, ending);
      t.expect.refused(await t.twin({ send, damage: await byAnotherKey(t) }));
      await expectOpen();
    },
  });
}

scenario({
  id: 'auth.key-read-scope/read',
  title: 'accepts a read by the key that may only read',
  needs: { ...READ, keys: ['readOnly'] },
  async run(t) {
    t.expect.accepted(await t.account.request('limits', {}, { key: 'readOnly' }));
  },
});
