// What stands, whatever else happens on the account (interface 1; 3; 4.3; 8): products of the disturbances of the aftermath and of what was
// there before them. There an ordinary day goes on; here what was open stays open, what has ended stays ended, and is remembered.
import type { Needs } from '../../runner/check.js';
import { scenario } from '../../runner/registry.js';
import { BY_CLIENTS } from '../aftermath/by-clients.js';
import { BY_OPERATOR } from '../aftermath/by-operator.js';
import type { Disturbance } from '../aftermath/disturbance.js';
import { endedOperations, expectKeysKnown, expectSameStatus } from './ended-operations.js';
import { OF_THE_MARKET } from './of-the-market.js';
import { expectPositionsKept, openAndClosedPositions } from './open-positions.js';
import { expectStillOpen, restingOrders } from './resting-orders.js';

/** That nothing happens, or the same again, is no disturbance of what stands. */
const NONE = ['a-first-time', 'quiet-seconds'];
/** Where positions are netted, one that comes meanwhile changes the one that stands. */
const TRADING = ['partial-close', 'fill'];
/** Whose keys are forgotten is what is done there. */
const FORGETTING = ['expired-keys'];

const DISTURBANCES = [...BY_CLIENTS, ...BY_OPERATOR, ...OF_THE_MARKET].filter(({ id }) => !NONE.includes(id));

function beside({ needs, waitMs }: Disturbance, other: Needs): { readonly needs: Needs; readonly waitMs?: number } {
  const claims = [...new Set([...(needs.claims ?? []), ...(other.claims ?? [])])];
  return { needs: { ...needs, streams: (needs.streams ?? 1) + 2, claims }, ...(waitMs !== undefined && { waitMs }) };
}

for (const disturbance of DISTURBANCES) {
  const { id, words, happen } = disturbance;
  scenario({
    id: `domain.open-orders-in-snapshot/standing-through-${id}`,
    title: `shows orders that were open before ${words} as open afterwards`,
    requirements: ['orders.parameters-kept'],
    effort: 'standard',
    ...beside(disturbance, {}),
    async run(t) {
      const events = await t.account.transactions();
      const resting = await restingOrders(t, events);
      await happen(t);
      await t.account.settleAll();
      await expectStillOpen(t, events, resting);
    },
  });
}

for (const disturbance of DISTURBANCES.filter(({ id }) => !TRADING.includes(id))) {
  const { id, words, happen } = disturbance;
  scenario({
    id: `domain.open-positions-in-snapshot/standing-through-${id}`,
    title: `shows a position that was open before ${words} as it was, and none that was closed`,
    requirements: ['domain.closed-not-in-snapshot'],
    effort: 'standard',
    ...beside(disturbance, { claims: ['positions', 'closePosition'] }),
    async run(t) {
      const events = await t.account.transactions();
      const positions = await openAndClosedPositions(t, events);
      await happen(t);
      await t.account.settleAll();
      await expectPositionsKept(t, events, positions);
    },
  });
}

for (const disturbance of DISTURBANCES.filter(({ id }) => !FORGETTING.includes(id))) {
  const { id, words, happen } = disturbance;
  scenario({
    id: `operations.final-result-stays/standing-through-${id}`,
    title: `shows operations that ended before ${words} as they ended, and knows their keys`,
    requirements: [
      'operations.client-request-id-echo',
      'idempotency.duplicate-accepted',
      'idempotency.duplicate-same-operation',
    ],
    effort: 'standard',
    ...beside(disturbance, {}),
    async run(t) {
      const ended = await endedOperations(t);
      await happen(t);
      await t.account.settleAll();
      await expectSameStatus(t, ended);
      await expectKeysKnown(t, ended);
    },
  });
}
