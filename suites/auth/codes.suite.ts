// Authentication errors (interface 5.3, rule 10; 5.4): code, name and status, each a requirement of its own. Mistakes whose code the
// interface only hints at are judged at level should.
import { AUTH_CODES } from '../../toolkit/payload/error-codes.js';
import type { KeyRole } from '../../toolkit/profile/profile.js';
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { Damage, HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { READ } from '../words/needs.js';
import { sendOf } from '../words/send.js';

/** What is wrong: a part of the request, or the key that signs it. */
type Wrong = Damage | { readonly key: KeyRole };

const damaged = (id: string): Damage => damageOf(id).damage;
const keysOf = (wrong: Wrong): readonly KeyRole[] => ('key' in wrong ? [wrong.key] : []);

/** At quick effort every damage is judged on one of read and order, in turn. */
const LATER = { effort: 'standard' } as const;

function readTwin(t: CheckContext, damage: Wrong): Promise<HttpExchange> {
  return t.twin({ send: sendOf(t.account, 'limits'), damage });
}

async function orderTwin(t: CheckContext, damage: Wrong): Promise<HttpExchange> {
  return t.twin({ send: sendOf(t.account, 'placeOrder', await t.account.order()), damage });
}

for (const { requirement, code, damages } of [
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
] as const) {
  for (const [turn, id] of damages.entries()) {
    scenario({
      id: `${requirement}/read-${id}`,
      title: `answers a read with ${code} for this damage: ${damaged(id).name}`,
      needs: READ,
      ...(turn % 2 === 1 && LATER),
      async run(t) {
        t.expect.authError(await readTwin(t, damaged(id)), code);
      },
    });
    scenario({
      id: `${requirement}/order-${id}`,
      title: `answers an order with ${code} for this damage: ${damaged(id).name}`,
      ...(turn % 2 === 0 && LATER),
      async run(t) {
        t.expect.authError(await orderTwin(t, damaged(id)), code);
      },
    });
  }
}

for (const id of ['body-byte-changed', 'body-space-added']) {
  scenario({
    id: `auth.body-hash-code/order-${id}`,
    title: `answers an order with 1001 for this damage: ${damaged(id).name}`,
    async run(t) {
      t.expect.authError(await orderTwin(t, damaged(id)), 1001);
    },
  });
}

scenario({
  id: 'auth.payload-code/read-path-wrong',
  title: 'answers a read with 1001 when the signed path is another',
  needs: READ,
  async run(t) {
    t.expect.authError(await readTwin(t, damaged('payload-path-wrong')), 1001);
  },
});

scenario({
  id: 'auth.error-code-numeric/handshake',
  title: 'gives the code of a refused handshake as a JSON number',
  needs: READ,
  async run(t) {
    const refused = await t.twin({ send: sendOf(t.account, 'eventsStream'), damage: damaged('sign-bit-in-s') });
    t.expect.authError(refused, 1001);
    t.expect.at(refused, '/view/code', 'type', 'number');
  },
});

/** One sure way to provoke each code. */
for (const { code, status, damage } of [
  { code: 1000, status: 401, damage: { key: 'unregistered' } },
  { code: 1001, status: 401, damage: damaged('sign-bit-in-s') },
  { code: 1002, status: 403, damage: { key: 'blockedSource' } },
] as const) {
  const name = AUTH_CODES[code];
  const needs = { ...READ, keys: keysOf(damage) };
  scenario({
    id: `auth.error-code-numeric/${code}`,
    title: `gives code ${code} as a JSON number`,
    needs,
    async run(t) {
      const refused = await readTwin(t, damage);
      t.expect.authError(refused, code);
      t.expect.at(refused, '/view/code', 'type', 'number');
    },
  });

  scenario({
    id: `auth.error-${code}-name/error-message`,
    title: `gives the name ${name} together with code ${code}`,
    needs,
    async run(t) {
      const refused = await readTwin(t, damage);
      t.expect.refused(refused);
      t.expect.at(refused, '/view/code', 'oneOf', [code, String(code)]);
      t.expect.at(refused, '/view/message', 'equals', name);
    },
  });

  scenario({
    id: `auth.reads-error-status/${code}`,
    title: `answers a read with ${status} for code ${code}`,
    needs,
    async run(t) {
      const refused = await readTwin(t, damage);
      t.expect.authError(refused, code);
      t.expect.status(refused, status);
    },
  });
}

for (const { requirement, slug, status, damage } of [
  { requirement: 'orders.sync-code-401', slug: 'bad-signature', status: 401, damage: damaged('sign-bit-in-s') },
  { requirement: 'orders.sync-code-401', slug: 'unknown-key', status: 401, damage: { key: 'unregistered' } },
  { requirement: 'orders.sync-code-403', slug: 'read-only-key', status: 403, damage: { key: 'readOnly' } },
] as const) {
  scenario({
    id: `${requirement}/${slug}`,
    title: `answers an order with ${status} for a ${slug.replaceAll('-', ' ')}`,
    needs: { keys: keysOf(damage) },
    async run(t) {
      t.expect.status(await orderTwin(t, damage), status);
    },
  });
}
