// Authentication errors (interface 5.3, rule 10; 5.4): code, name and status, each a requirement of its own. Mistakes whose code the
// interface only hints at are judged at level should.
import { AUTH_CODES, type AuthCode } from '../../toolkit/payload/error-codes.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const READ = { shared: true, readOnly: true } as const;

const refusedRead = (t: CheckContext, damage: string): Promise<HttpExchange> =>
  t.twin({ send: (options) => t.account.request('limits', {}, options), damage: damageOf(damage).damage });

const refusedOrder = async (t: CheckContext, damage: string): Promise<HttpExchange> => {
  const params = await t.account.order();
  return await t.twin({
    send: async (options) => (await t.account.submit(params, options)).exchange,
    damage: damageOf(damage).damage,
  });
};

const CODES: readonly {
  readonly requirement: RequirementId;
  readonly code: AuthCode;
  readonly damages: readonly string[];
}[] = [
  {
    requirement: 'auth.invalid-signature-code',
    code: 1001,
    damages: ['sign-bit-in-r', 'sign-bit-in-s', 'sign-by-another-key', 'sign-over-text', 'sign-zero'],
  },
  {
    requirement: 'auth.mismatched-key-code',
    code: 1000,
    damages: ['header-api-key-mismatching', 'payload-api-key-wrong'],
  },
  { requirement: 'auth.timestamp-code', code: 1001, damages: ['timestamp-hours-before', 'timestamp-hours-after'] },
  { requirement: 'auth.encoding-code', code: 1001, damages: ['data-hex', 'sign-hex'] },
];

/** At quick effort every damage is judged on one of the two. */
const leftOut = (atQuick: boolean): { readonly effort?: 'standard' } => (atQuick ? { effort: 'standard' } : {});

for (const { requirement, code, damages } of CODES) {
  for (const [turn, damage] of damages.entries()) {
    scenario({
      id: `${requirement}/read-${damage}`,
      title: `answers a read with ${code} for this damage: ${damageOf(damage).damage.name}`,
      needs: READ,
      ...leftOut(turn % 2 === 1),
      async run(t) {
        t.expect.authError(await refusedRead(t, damage), code);
      },
    });
    scenario({
      id: `${requirement}/order-${damage}`,
      title: `answers an order with ${code} for this damage: ${damageOf(damage).damage.name}`,
      ...leftOut(turn % 2 === 0),
      async run(t) {
        t.expect.authError(await refusedOrder(t, damage), code);
      },
    });
  }
}

for (const damage of ['body-byte-changed', 'body-space-added'] as const) {
  scenario({
    id: `auth.body-hash-code/order-${damage}`,
    title: `answers an order with 1001 for this damage: ${damageOf(damage).damage.name}`,
    async run(t) {
      t.expect.authError(await refusedOrder(t, damage), 1001);
    },
  });
}

scenario({
  id: 'auth.payload-code/read-path-wrong',
  title: 'answers a read with 1001 when the signed path is another',
  needs: READ,
  async run(t) {
    t.expect.authError(await refusedRead(t, 'payload-path-wrong'), 1001);
  },
});

scenario({
  id: 'auth.error-code-numeric/handshake',
  title: 'gives the code of a refused handshake as a JSON number',
  needs: READ,
  async run(t) {
    const refused = await t.twin({
      send: (options) => t.account.handshake('eventsStream', options),
      damage: damageOf('sign-bit-in-s').damage,
    });
    t.expect.authError(refused, 1001);
    t.expect.at(refused.record, '/view/code', 'type', 'number');
  },
});

/** One sure way to provoke each code. */
const PROVOKED: readonly {
  readonly code: AuthCode;
  readonly keys: readonly ('unregistered' | 'blockedSource')[];
  readonly provoke: (t: CheckContext) => Promise<HttpExchange>;
}[] = [
  {
    code: 1000,
    keys: ['unregistered'],
    provoke: (t) =>
      t.twin({ send: (options) => t.account.request('limits', {}, options), damage: { key: 'unregistered' } }),
  },
  { code: 1001, keys: [], provoke: (t) => refusedRead(t, 'sign-bit-in-s') },
  {
    code: 1002,
    keys: ['blockedSource'],
    provoke: (t) =>
      t.twin({ send: (options) => t.account.request('limits', {}, options), damage: { key: 'blockedSource' } }),
  },
];

for (const { code, keys, provoke } of PROVOKED) {
  const name = AUTH_CODES[code];
  const needs = { ...READ, keys };
  scenario({
    id: `auth.error-code-numeric/${code}`,
    title: `gives code ${code} as a JSON number`,
    needs,
    async run(t) {
      const refused = await provoke(t);
      t.expect.authError(refused, code);
      t.expect.at(refused.record, '/view/code', 'type', 'number');
    },
  });

  scenario({
    id: `auth.error-${code}-name/error-message`,
    title: `gives the name ${name} together with code ${code}`,
    needs,
    async run(t) {
      const refused = await provoke(t);
      t.expect.refused(refused);
      t.expect.at(refused.record, '/view/code', 'oneOf', [code, String(code)]);
      t.expect.at(refused.record, '/view/message', 'equals', name);
    },
  });

  scenario({
    id: `auth.reads-error-status/${code}`,
    title: `answers a read with ${code === 1002 ? 403 : 401} for code ${code}`,
    needs,
    async run(t) {
      const refused = await provoke(t);
      t.expect.authError(refused, code);
      t.expect.status(refused, code === 1002 ? 403 : 401);
    },
  });
}

for (const { slug, requirement, status, keys, provoke } of [
  {
    slug: 'bad-signature',
    requirement: 'orders.sync-code-401',
    status: 401,
    keys: [],
    provoke: (t: CheckContext) => refusedOrder(t, 'sign-bit-in-s'),
  },
  {
    slug: 'unknown-key',
    requirement: 'orders.sync-code-401',
    status: 401,
    keys: ['unregistered'],
    provoke: async (t: CheckContext) => {
      const params = await t.account.order();
      return await t.twin({
        send: async (options) => (await t.account.submit(params, options)).exchange,
        damage: { key: 'unregistered' },
      });
    },
  },
  {
    slug: 'read-only-key',
    requirement: 'orders.sync-code-403',
    status: 403,
    keys: ['readOnly'],
    provoke: async (t: CheckContext) => {
      const params = await t.account.order();
      return await t.twin({
        send: async (options) => (await t.account.submit(params, options)).exchange,
        damage: { key: 'readOnly' },
      });
    },
  },
] as const) {
  scenario({
    id: `${requirement}/${slug}`,
    title: `answers an order with ${status} for a ${slug.replaceAll('-', ' ')}`,
    needs: { keys },
    async run(t) {
      t.expect.status(await provoke(t), status);
    },
  });
}
