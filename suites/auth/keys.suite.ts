// What a key may do (interface 5.3, rules 9 and 10): source, scope, expiry. Each refusal has its accepted twin by the main key. Accounts
// that a key may not use are in `foreign-account.suite.ts`.

import type { KeyRole } from '../../toolkit/profile/profile.js';
import { HEADER } from '../../toolkit/signing/headers.js';
import type { HeaderList, HttpExchange, PayloadFields } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { OPENING, ORDER } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';
import { sltpOf } from '../words/trading/prices.js';

const READ = { shared: true, readOnly: true } as const;

type Call = (t: CheckContext) => (options: SendOptions) => Promise<HttpExchange>;

const readLimits: Call = (t) => (options) => t.account.request('limits', {}, options);
const openTicks: Call = (t) => (options) => t.account.handshake('ticksStream', options);
const openEvents: Call = (t) => (options) => t.account.handshake('eventsStream', options);

const REFUSALS: readonly {
  readonly id: CheckId;
  readonly title: string;
  readonly key: KeyRole;
  readonly call: Call;
  readonly code: 1000 | 1002;
  readonly needs?: Needs;
}[] = [
  {
    id: 'auth.unknown-key-code/read',
    title: 'answers a read by an unknown key',
    key: 'unregistered',
    call: readLimits,
    code: 1000,
  },
  {
    id: 'auth.unknown-key-code/handshake',
    title: 'answers a handshake by an unknown key',
    key: 'unregistered',
    call: openEvents,
    code: 1000,
  },
  {
    id: 'auth.expired-key-code/read',
    title: 'answers a read by an expired key',
    key: 'expired',
    call: readLimits,
    code: 1000,
  },
  {
    id: 'auth.expired-key-code/handshake',
    title: 'answers a handshake by an expired key',
    key: 'expired',
    call: openEvents,
    code: 1000,
  },
  {
    id: 'auth.key-source-scope/read',
    title: 'answers a read from an address that the key does not permit',
    key: 'blockedSource',
    call: readLimits,
    code: 1002,
  },
  {
    id: 'auth.key-source-scope/handshake',
    title: 'answers a handshake from an address that the key does not permit',
    key: 'blockedSource',
    call: openEvents,
    code: 1002,
  },
  {
    id: 'auth.key-stream-scope/handshake',
    title: 'answers a handshake by a key without access to streams',
    key: 'noStream',
    call: openEvents,
    code: 1002,
  },
  {
    id: 'auth.key-stream-scope/ticks-handshake',
    title: 'answers a handshake of the ticks stream by a key without access to streams',
    key: 'noStream',
    call: openTicks,
    code: 1002,
    needs: { claims: ['ticks'] },
  },
];

for (const { id, title, key, call, code, needs } of REFUSALS) {
  scenario({
    id,
    title: `${title} with ${code}`,
    ...(code === 1002 && { requirements: ['auth.access-violation-code'] }),
    needs: { ...READ, ...needs, keys: [key] },
    async run(t) {
      t.expect.authError(await t.twin({ send: call(t), damage: { key } }), code);
    },
  });
}

for (const { id, key, code, call = ORDER } of [
  { id: 'auth.key-read-scope/order', key: 'readOnly', code: 1002 },
  { id: 'auth.key-read-scope/opening', key: 'readOnly', code: 1002, call: OPENING },
  { id: 'auth.expired-key-code/order', key: 'expired', code: 1000 },
  { id: 'auth.expired-key-code/opening', key: 'expired', code: 1000, call: OPENING },
  { id: 'auth.unknown-key-code/order', key: 'unregistered', code: 1000 },
  { id: 'auth.key-source-scope/order', key: 'blockedSource', code: 1002 },
  { id: 'auth.key-source-scope/opening', key: 'blockedSource', code: 1002, call: OPENING },
] as const) {
  scenario({
    id,
    title: `refuses an ${call.word} by the key ${key} with ${code}, and executes nothing`,
    ...(code === 1002 && { requirements: ['auth.access-violation-code'] }),
    purposes: [12],
    needs: { ...call.needs, keys: [key] },
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const refused = await t.twin({
        send: async (options) => (await call.submit(t.account, params, options)).exchange,
        damage: { key },
      });
      t.expect.authError(refused, code);
      await executions.expect(call.effect(params, 1));
    },
  });
}

scenario({
  id: 'auth.key-read-scope/stop-order',
  title: 'refuses a stop order by a key that may only read with 1002, and executes nothing',
  requirements: ['auth.access-violation-code'],
  purposes: [12],
  needs: { keys: ['readOnly'] },
  async run(t) {
    const params = await t.account.order({ type: 'stop' });
    const executions = await countFrom(t);
    const send = async (options: SendOptions): Promise<HttpExchange> =>
      (await t.account.submit(params, options)).exchange;
    t.expect.authError(await t.twin({ send, damage: { key: 'readOnly' } }), 1002);
    await executions.expect({ orders: 1 });
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
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    const params = await sltpOf(t, positionId);
    const send = async (options: SendOptions): Promise<HttpExchange> =>
      (await t.account.submit(params, options)).exchange;
    t.expect.authError(await t.twin({ send, damage: { key: 'readOnly' } }), 1002);
  },
});

scenario({
  id: 'auth.foreign-key-refused/by-another-registered-key',
  title: 'refuses a read that names one key and is signed by another that the target knows too',
  needs: { ...READ, keys: ['readOnly'] },
  async run(t) {
    const own = await t.account.request('limits');
    const other = await t.account.request('limits', {}, { key: 'readOnly' });
    if (other.answer?.status !== 200) t.inconclusive('the other key may not read', [other.record]);
    const apiKey = own.sent?.headers.find(([name]) => name === HEADER.apiKey)?.[1];
    if (apiKey === undefined) return t.inconclusive('the request shows no key', [own.record]);
    // Signed as the other key signs, with the first one named in header and payload alike.
    const damage = {
      name: 'signature by another registered key',
      payload: (fields: PayloadFields): PayloadFields => ({ ...fields, api_key: apiKey }),
      headers: (headers: HeaderList): HeaderList =>
        headers.map(([name, value]) => [name, name === HEADER.apiKey ? apiKey : value]),
    };
    const refused = await t.twin({
      send: (options) => t.account.request('limits', {}, options),
      damage: { key: 'readOnly', damage },
    });
    t.expect.refused(refused);
  },
});

scenario({
  id: 'auth.key-read-scope/read',
  title: 'accepts a read by the key that may only read',
  needs: { ...READ, keys: ['readOnly'] },
  async run(t) {
    t.expect.accepted(await t.account.request('limits', {}, { key: 'readOnly' }));
  },
});

scenario({
  id: 'auth.path-account-protected/read-of-another-account',
  title: 'refuses a read signed for one account when the path names another',
  needs: { accounts: 2, shared: true, readOnly: true },
  async run(t) {
    const [signed, sent] = t.accounts;
    if (signed === undefined || sent === undefined) return t.inconclusive('two accounts are needed');
    const { path } = sent.spec('limits');
    const refused = await t.twin({
      send: (options) => signed.request('limits', {}, options),
      damage: { name: `sent to the path of account ${sent.id}`, wire: (request) => ({ ...request, path }) },
    });
    t.expect.refused(refused);
  },
});

scenario({
  id: 'auth.path-account-protected/order-on-another-account',
  title: 'refuses an order signed for one account when the path names another, and executes it on neither',
  purposes: [35],
  needs: { accounts: 2 },
  async run(t) {
    const [signed, sent] = t.accounts;
    if (signed === undefined || sent === undefined) return t.inconclusive('two accounts are needed');
    const params = await signed.order();
    const { path } = sent.spec('placeOrder', { ...params, accountId: sent.id });
    const executions = await countFrom(t, sent);
    const refused = await t.twin({
      send: async (options) => (await signed.submit(params, options)).exchange,
      damage: { name: `sent to the path of account ${sent.id}`, wire: (request) => ({ ...request, path }) },
    });
    t.expect.refused(refused);
    await executions.expect({ orders: 0 });
  },
});
