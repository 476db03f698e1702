// Every endpoint is signed alike, reads as strictly as orders (interface 4, 5): the damages that matter most, on each endpoint that
// `damages.suite.ts` does not already cover whole.
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { OPENING } from '../runner/calls.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { countFrom } from '../runner/executions.js';
import { scenario } from '../runner/registry.js';

const BATTERY = [
  'header-sign-missing',
  'sign-by-another-key',
  'sign-bit-in-s',
  'sign-over-text',
  'payload-path-wrong',
  'payload-body-hash-wrong',
  'timestamp-hours-before',
  'timestamp-hours-after',
] as const;

/** What quick effort judges on every endpoint; each of the others it judges on orders, reads or handshakes. */
const QUICK: readonly string[] = ['header-sign-missing', 'sign-by-another-key', 'unsigned'];
const effortOf = (id: string): { readonly effort?: 'standard' } => (QUICK.includes(id) ? {} : { effort: 'standard' });

interface Endpoint {
  readonly requirement: string;
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  /** Prepares what the calls need and returns the call itself. */
  readonly call: (t: CheckContext) => Promise<(options: SendOptions) => Promise<HttpExchange>>;
}

/** No header of the interface at all, as a client that knows nothing of signing would send. */
const UNSIGNED = {
  name: 'no signature headers at all',
  headers: (headers: readonly (readonly [name: string, value: string])[]) =>
    headers.filter(([name]) => !name.toUpperCase().startsWith('SVC-')),
};

const READ: Needs = { shared: true, readOnly: true };

const ENDPOINTS: readonly Endpoint[] = [
  {
    requirement: 'auth.signed-operation-status',
    slug: 'operation-status',
    words: 'reading an operation status',
    needs: {},
    call: async (t) => {
      const submission = await t.account.submit(await t.account.order());
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      return (options) => t.account.request('operationStatus', { operationId: submission.operationId ?? '' }, options);
    },
  },
  {
    requirement: 'auth.signed-account',
    slug: 'account',
    words: 'reading the account',
    needs: READ,
    call: async (t) => (options) => t.account.request('account', {}, options),
  },
  {
    requirement: 'auth.signed-instruments',
    slug: 'instruments',
    words: 'listing the instruments',
    needs: READ,
    call: async (t) => (options) => t.account.request('instruments', {}, options),
  },
  {
    requirement: 'auth.signed-conditions',
    slug: 'conditions',
    words: 'reading conditions',
    needs: READ,
    call: async (t) => (options) =>
      t.account.request('conditions', { instrument: t.account.instrument().name }, options),
  },
  {
    requirement: 'auth.signed-ticks-handshake',
    slug: 'ticks-handshake',
    words: 'the handshake of the ticks stream',
    needs: { ...READ, claims: ['ticks'] },
    call: async (t) => (options) => t.account.handshake('ticksStream', options),
  },
];

for (const { requirement, slug, words, needs, call } of ENDPOINTS) {
  for (const id of BATTERY) {
    const { damage } = damageOf(id);
    scenario({
      id: `${requirement}/${id}`,
      title: `refuses ${words} with this damage: ${damage.name}`,
      purposes: [63],
      needs,
      ...effortOf(id),
      async run(t) {
        t.expect.refused(await t.twin({ send: await call(t), damage }));
      },
    });
  }

  scenario({
    id: `${requirement}/unsigned-${slug}`,
    title: `refuses ${words} without any signature header`,
    needs,
    async run(t) {
      t.expect.refused(await t.twin({ send: await call(t), damage: UNSIGNED }));
    },
  });
}

for (const { requirement, words, call } of [
  {
    requirement: 'auth.signed-limits',
    words: 'reading the limits',
    call: (t: CheckContext) => (options: SendOptions) => t.account.request('limits', {}, options),
  },
  {
    requirement: 'auth.signed-events-handshake',
    words: 'the handshake of the events stream',
    call: (t: CheckContext) => (options: SendOptions) => t.account.handshake('eventsStream', options),
  },
]) {
  scenario({
    id: `${requirement}/unsigned`,
    title: `refuses ${words} without any signature header`,
    needs: READ,
    async run(t) {
      t.expect.refused(await t.twin({ send: call(t), damage: UNSIGNED }));
    },
  });
}

scenario({
  id: 'auth.signed-place-order/unsigned',
  title: 'refuses a placement without any signature header, and executes nothing',
  async run(t) {
    const params = await t.account.order();
    const executions = await countFrom(t);
    const send = async (options: SendOptions): Promise<HttpExchange> =>
      (await t.account.submit(params, options)).exchange;
    t.expect.refused(await t.twin({ send, damage: UNSIGNED }));
    await executions.expect({ orders: 1 });
  },
});

for (const id of [...BATTERY, 'body-space-added', 'unsigned'] as const) {
  const damage = id === 'unsigned' ? UNSIGNED : damageOf(id).damage;
  scenario({
    id: `auth.signed-open-position/${id}`,
    title: `refuses the opening of a position with this damage, and opens nothing: ${damage.name}`,
    purposes: [63],
    needs: { claims: ['positions'] },
    ...effortOf(id),
    async run(t) {
      const opening = await OPENING.params(t.account);
      const executions = await countFrom(t);
      const send = async (options: SendOptions): Promise<HttpExchange> =>
        (await OPENING.submit(t.account, opening, options)).exchange;
      t.expect.refused(await t.twin({ send, damage }));
      await executions.expect(OPENING.effect(opening, 1));
    },
  });
}
