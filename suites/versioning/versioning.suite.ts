// Versions (interface 9): every path carries /v1, and signature version 1 alone is supported, on handshakes too. What other prefixes
// do is left open, so none is tried.
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { OPENING } from '../runner/calls.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const READ: Needs = { shared: true, readOnly: true };

/** A path prefix of the base address may stand before it. */
const VERSIONED = '^(?:/[^?]*)?/v1/';

interface Call {
  readonly slug: string;
  readonly needs: Needs;
  readonly send: (t: CheckContext) => Promise<HttpExchange>;
}

const CALLS: readonly Call[] = [
  { slug: 'place-order', needs: {}, send: async (t) => (await t.account.submit(await t.account.order())).exchange },
  {
    slug: 'open-position',
    needs: { claims: ['positions'] },
    send: async (t) => (await OPENING.submit(t.account, await OPENING.params(t.account))).exchange,
  },
  {
    slug: 'operation-status',
    needs: {},
    send: async (t) => {
      const { operationId, exchange } = await t.account.submit(await t.account.order());
      if (operationId === undefined)
        return t.inconclusive('a valid order was not acknowledged with an operation_id', [exchange.record]);
      return await t.account.request('operationStatus', { operationId });
    },
  },
  { slug: 'account', needs: READ, send: (t) => t.account.request('account') },
  { slug: 'instruments', needs: READ, send: (t) => t.account.request('instruments') },
  {
    slug: 'conditions',
    needs: READ,
    send: (t) => t.account.request('conditions', { instrument: t.account.instrument().name }),
  },
  { slug: 'limits', needs: READ, send: (t) => t.account.request('limits') },
  { slug: 'events-handshake', needs: READ, send: (t) => t.account.handshake('eventsStream') },
  {
    slug: 'ticks-handshake',
    needs: { ...READ, claims: ['ticks'] },
    send: (t) => t.account.handshake('ticksStream'),
  },
  { slug: 'snapshot', needs: { ...READ, claims: ['snapshotResource'] }, send: (t) => t.account.request('snapshot') },
  {
    slug: 'order-history',
    needs: { ...READ, claims: ['orderHistory'] },
    send: (t) => t.account.request('orderHistory'),
  },
  { slug: 'deal-history', needs: { ...READ, claims: ['dealHistory'] }, send: (t) => t.account.request('dealHistory') },
];

for (const { slug, needs, send } of CALLS) {
  scenario({
    id: `versioning.paths-v1/${slug}`,
    title: `serves ${slug.replaceAll('-', ' ')} under a path with the prefix /v1`,
    needs,
    async run(t) {
      const exchange = await send(t);
      t.expect.at(exchange.invoke, '/path', 'matches', VERSIONED);
      t.expect.accepted(exchange);
    },
  });
}

for (const { slug, claims, stream } of [
  { slug: 'events', claims: [], stream: 'eventsStream' },
  { slug: 'ticks', claims: ['ticks'], stream: 'ticksStream' },
] as const) {
  scenario({
    id: `versioning.handshake-version/${slug}`,
    title: `opens the ${slug} stream for signature version 1 and refuses it for version 2`,
    needs: { ...READ, claims },
    async run(t) {
      const refused = await t.twin({
        send: (options) => t.account.handshake(stream, options),
        damage: damageOf('sign-version-two').damage,
      });
      t.expect.refused(refused);
    },
  });
}
