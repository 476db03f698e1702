// Every pair of operations that may be under way together, and of an operation with what a stream or a reader does meanwhile (interface 1,
// rules 1, 2 and 5; 6, 6.4). Scheduled: both are held until the other is there, so that they meet on every run instead of by luck.
import type { RequestName } from '../../toolkit/profile/dialect/dialect.js';
import type { Claim } from '../../toolkit/profile/profile.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { concurrent } from '../runner/registry.js';
import { pageOf } from '../words/pages.js';
import { Client, MUTATIONS, type Mutation } from './client.js';

const PAGES = 5;
const HOLD: Needs = { control: ['operation.hold', 'operation.release'] };
/** What each part of a pair needs of the target. */
const ASKS: Readonly<
  Record<Mutation, { readonly claims: readonly Claim[]; readonly requests: readonly RequestName[] }>
> = {
  place: { claims: [], requests: [] },
  open: { claims: ['positions'], requests: ['openPosition'] },
  cancel: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  close: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
  'close-part': { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
};
const WORDS: Readonly<Record<Mutation, string>> = {
  place: 'a placement',
  open: 'an opening',
  cancel: 'a cancellation',
  close: 'a close',
  'close-part': 'a partial close',
};
const REQUIREMENTS = [
  'domain.every-ack-one-result',
  'domain.closed-not-in-snapshot',
  'domain.open-positions-in-snapshot',
  'idempotency.duplicate-not-executed',
] as const;

/** What can be done once succeeds once. */
function requirementsOf(...kinds: readonly Mutation[]): readonly RequirementId[] {
  const isOnce = kinds.some((kind) => kind === 'cancel' || kind === 'close');
  return isOnce ? [...REQUIREMENTS, 'transactions.success-means-change'] : REQUIREMENTS;
}

for (const [index, first] of MUTATIONS.entries()) {
  for (const second of MUTATIONS.slice(index)) {
    concurrent({
      id: `domain.open-orders-in-snapshot/held-${first}-with-${second}`,
      title: `shows what the results of ${WORDS[first]} and ${WORDS[second]} add up to that were under way together`,
      requirements: requirementsOf(first, second),
      purposes: [23, 33],
      needs: needsOf(first, second),
      run: (t) => held(t, [first, second], async () => undefined),
    });
  }
}

/** What happens on a stream or to a reader while an operation is held; what is left for after it, in a function. */
const MEANWHILE: Readonly<
  Record<
    string,
    {
      readonly words: string;
      readonly claims?: readonly Claim[];
      readonly act: (t: CheckContext, client: Client) => Promise<void>;
    }
  >
> = {
  subscribe: {
    words: 'another connection subscribes',
    act: async (t) => void (await t.account.transactions()),
  },
  unsubscribe: {
    words: 'another connection unsubscribes',
    act: async (t) => {
      const other = await t.account.transactions();
      await other.unsubscribe('transactions');
    },
  },
  drop: { words: 'its connection is given up for another', act: (_, client) => client.changeOver() },
  read: { words: 'the trading state is read', act: async (t) => void (await t.account.state()) },
  page: {
    words: 'history is paged through',
    claims: ['dealHistory'],
    act: pageThrough,
  },
};

/** Some pages of one row; a history that others have made long is not walked to its end. */
async function pageThrough(t: CheckContext): Promise<void> {
  let { cursor } = await pageOf(t, 'dealHistory', { limit: 1 });
  for (let pages = 1; pages < PAGES && cursor !== undefined; pages += 1) {
    ({ cursor } = await pageOf(t, 'dealHistory', { limit: 1, cursor }));
  }
}

for (const mutation of MUTATIONS) {
  for (const [what, { words, claims = [], act }] of Object.entries(MEANWHILE)) {
    const needs = needsOf(mutation);
    concurrent({
      id: `domain.open-orders-in-snapshot/held-${mutation}-${what}`,
      title: `shows what the result of ${WORDS[mutation]} leads to while ${words}`,
      requirements: requirementsOf(mutation),
      purposes: [27],
      needs: { ...needs, claims: [...(needs.claims ?? []), ...claims] },
      run: (t) => held(t, [mutation], (client) => act(t, client)),
    });
  }
}

/** With an order and a position to begin with where one is to be ended. */
async function held(
  t: CheckContext,
  kinds: readonly Mutation[],
  meanwhile: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client(t, t.account, await t.account.transactions());
  if (kinds.includes('cancel')) await client.give({ kind: 'place', pick: 0 });
  if (kinds.some((kind) => kind === 'close' || kind === 'close-part')) await client.give({ kind: 'open', pick: 0 });
  const release = await t.under('operations-held');
  await client.together(kinds, async () => {
    await meanwhile(client);
    await release();
  });
  await client.end();
}

function needsOf(...kinds: readonly Mutation[]): Needs {
  const all = kinds.map((kind) => ASKS[kind]);
  return {
    ...HOLD,
    // The volume that is open is followed where none was before.
    vacant: true,
    claims: [...new Set(all.flatMap(({ claims }) => claims))],
    requests: [...new Set(all.flatMap(({ requests }) => requests))],
  };
}
