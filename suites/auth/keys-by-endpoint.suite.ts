// An expired key and a key of another address are refused at every endpoint (interface 5; 5.3, rules 9 and 10), not at the most used ones
// alone. Each refusal has its accepted twin by the main key.

import type { KeyRole } from '../../toolkit/profile/profile.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { UNSTATED_READS } from './unstated-reads.js';

const READ: Needs = { shared: true, readOnly: true };

interface Endpoint {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly send: (t: CheckContext) => Promise<(options: SendOptions) => Promise<HttpExchange>>;
}

const ENDPOINTS: readonly Endpoint[] = [
  ...(['account', 'instruments', 'conditions'] as const).map((name) => ({
    slug: name,
    words: `a read of ${name}`,
    needs: READ,
    send: async (t: CheckContext) => {
      const params = name === 'conditions' ? { instrument: t.account.instrument().name } : {};
      return (options: SendOptions) => t.account.request(name, params, options);
    },
  })),
  {
    slug: 'operation-status',
    words: 'a read of operation status',
    needs: {},
    send: async (t) => {
      const { operationId, exchange } = await t.account.submit(await t.account.order());
      if (operationId === undefined) return t.inconclusive('the ACK shows no operation_id', [exchange.record]);
      return (options) => t.account.request('operationStatus', { operationId }, options);
    },
  },
  {
    slug: 'ticks-handshake',
    words: 'a handshake of the ticks stream',
    needs: { ...READ, claims: ['ticks'] },
    send: async (t) => (options) => t.account.handshake('ticksStream', options),
  },
  ...UNSTATED_READS.map(
    ({ name, slug, words, needs }): Endpoint => ({
      slug,
      words,
      needs,
      send: async (t) => (options) => t.account.request(name, {}, options),
    }),
  ),
];

const KEYS: readonly {
  readonly requirement: RequirementId;
  readonly key: KeyRole;
  readonly code: 1000 | 1002;
  readonly words: string;
}[] = [
  {
    requirement: 'auth.expired-key-code',
    key: 'expired',
    code: 1000,
    words: 'by an expired key',
  },
  {
    requirement: 'auth.key-source-scope',
    key: 'blockedSource',
    code: 1002,
    words: 'from an address that the key does not permit',
  },
];

for (const { requirement, key, code, words } of KEYS) {
  for (const endpoint of ENDPOINTS) {
    scenario({
      id: `${requirement}/${endpoint.slug}`,
      title: `answers ${endpoint.words} ${words} with ${code}`,
      ...(code === 1002 && { requirements: ['auth.access-violation-code'] }),
      needs: { ...endpoint.needs, keys: [key] },
      async run(t) {
        t.expect.authError(await t.twin({ send: await endpoint.send(t), damage: { key } }), code);
      },
    });
  }
}
