// Versions (interface 9): every path carries /v1, and signature version 1 alone is supported, on handshakes too. What other prefixes
// do is left open, so none is tried.
import type { RequestName } from '../../toolkit/profile/dialect/dialect.js';
import type { Claim } from '../../toolkit/profile/profile.js';
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { OPENING } from '../words/calls/calls.js';
import { eventually } from '../words/eventually.js';
import { READ } from '../words/needs.js';

/** A path prefix of the base address may stand before it. */
const VERSIONED = '^(?:/[^?]*)?/v1/';

/** Calls that go together, in a group for each claim that a target may lack. */
interface Group {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly send: (t: CheckContext) => Promise<readonly HttpExchange[]>;
}

const GROUPS: readonly Group[] = [
  {
    id: 'versioning.paths-v1/placement-and-status',
    words: 'placements and operation status',
    needs: {},
    send: async (t) => {
      const { operationId, exchange } = await t.account.submit(await t.account.order());
      // Whether it is acknowledged is judged first.
      if (operationId === undefined) return [exchange];
      // Before the operation has ended its status may be anything, and it may lag behind events.
      await t.account.settleAll();
      const read = (): Promise<HttpExchange> => t.account.request('operationStatus', { operationId });
      return [exchange, await eventually(t, read, isAnswered)];
    },
  },
  {
    id: 'versioning.paths-v1/opening',
    words: 'openings',
    needs: OPENING.needs,
    send: async (t) => [(await OPENING.submit(t.account, await OPENING.params(t.account))).exchange],
  },
  {
    id: 'versioning.paths-v1/configuration',
    words: 'account, instruments, conditions and limits',
    needs: READ,
    send: reads('account', 'instruments', 'conditions', 'limits'),
  },
  {
    id: 'versioning.paths-v1/events-handshake',
    words: 'the handshake of the events stream',
    needs: READ,
    send: async (t) => [await t.account.handshake('eventsStream')],
  },
  {
    id: 'versioning.paths-v1/ticks-handshake',
    words: 'the handshake of the ticks stream',
    needs: claimed('ticks'),
    send: async (t) => [await t.account.handshake('ticksStream')],
  },
  {
    id: 'versioning.paths-v1/snapshot',
    words: 'the trading snapshot',
    needs: claimed('snapshotResource'),
    send: reads('snapshot'),
  },
  {
    id: 'versioning.paths-v1/order-history',
    words: 'the history of orders',
    needs: claimed('orderHistory'),
    send: reads('orderHistory'),
  },
  {
    id: 'versioning.paths-v1/deal-history',
    words: 'the history of deals',
    needs: claimed('dealHistory'),
    send: reads('dealHistory'),
  },
];

function claimed(claim: Claim): Needs {
  return { ...READ, claims: [claim] };
}

function reads(...requests: readonly RequestName[]): Group['send'] {
  const paramsOf = (name: RequestName, { account }: CheckContext) =>
    name === 'conditions' ? { instrument: account.instrument().name } : {};
  return (t) => Promise.all(requests.map((name) => t.account.request(name, paramsOf(name, t))));
}

for (const { id, words, needs, send } of GROUPS) {
  scenario({
    id,
    title: `serves ${words} under a path with the prefix /v1`,
    needs,
    basic: true,
    async run(t) {
      for (const exchange of await send(t)) {
        t.expect.at(exchange.invoke, '/path', 'matches', VERSIONED);
        t.expect.accepted(exchange);
      }
    },
  });
}

for (const { slug, needs, stream } of [
  { slug: 'events', needs: READ, stream: 'eventsStream' },
  { slug: 'ticks', needs: claimed('ticks'), stream: 'ticksStream' },
] as const) {
  scenario({
    id: `versioning.handshake-version/${slug}`,
    title: `opens the ${slug} stream for signature version 1 and refuses it for version 2`,
    needs,
    async run(t) {
      const send = (options: SendOptions) => t.account.handshake(stream, options);
      t.expect.refused(await t.twin({ send, damage: damageOf('sign-version-two').damage }));
    },
  });
}
