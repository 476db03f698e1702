// Every endpoint is signed alike, reads as strictly as orders (interface 4, 5): the damages that matter most, on each endpoint that
// `damages.suite.ts` does not already cover whole.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { OPENING } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';
import { BATTERY, entryOf, UNSIGNED } from './battery.js';
import { UNSTATED_READS } from './unstated-reads.js';

interface Endpoint {
  readonly requirement: RequirementId;
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  /** Prepares what the calls need and returns the call itself. */
  readonly call: (t: CheckContext) => Promise<(options: SendOptions) => Promise<HttpExchange>>;
}

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
      // What the status shows before the operation ends is left open, a 404 included.
      await t.account.settleAll();
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
  ...UNSTATED_READS.map(
    ({ name, slug, signed, words, needs }): Endpoint => ({
      requirement: signed,
      slug,
      words,
      needs,
      call: async (t) => (options) => t.account.request(name, {}, options),
    }),
  ),
];

for (const { requirement, slug, words, needs, call } of ENDPOINTS) {
  for (const { id, damage, effort } of BATTERY) {
    scenario({
      id: `${requirement}/${id}`,
      title: `refuses ${words} with this damage: ${damage.name}`,
      purposes: [63],
      needs,
      ...(effort && { effort }),
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
] as const) {
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

for (const { id, damage, effort } of [
  ...BATTERY,
  entryOf('body-space-added'),
  { id: 'unsigned', damage: UNSIGNED, effort: undefined },
]) {
  scenario({
    id: `auth.signed-open-position/${id}`,
    title: `refuses the opening of a position with this damage, and opens nothing: ${damage.name}`,
    purposes: [63],
    needs: { claims: ['positions'] },
    ...(effort && { effort }),
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
