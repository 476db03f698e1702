// What a watch finds of a client that says nothing of itself: lapses that show on the wire, each by a check of a statement that it breaks.
// Honest clients of every temperament are spared. All are watched side by side: most of a watch is waiting.
import { beforeAll, expect, it, vi } from 'vitest';
import { type Venue, venueOf } from '../../../suites/clients/playing/theatre.js';
import { type Conduct, LAPSES, TEMPERAMENTS } from '../../client/index.js';
import { watchTrader } from './trader.test.aid.js';

const MINUTE = 60_000;

vi.setConfig({ maxConcurrency: 16 });

let venue: Venue;
beforeAll(async () => {
  venue = await venueOf('default', 7);
});

it.concurrent.each(TEMPERAMENTS.map(({ id, conduct }) => [id, conduct] as const))(
  'spares %s',
  { timeout: 5 * MINUTE },
  async (_, conduct) => {
    expect((await watchTrader(venue, conduct)).failed).toEqual([]);
  },
);

/** By lapse, the check of the watch that finds it. */
const FOUND: Readonly<Record<string, string>> = {
  hammers: 'delivery.client-any-close/watched-refused-handshakes (should)',
  'hammers-on-401': 'auth.client-refusal-heeded/watched-key-refused (should)',
  'follows-redirects': 'auth.client-own-service/watched-redirect',
  'retries-429-reads': 'limits.client-no-retry/watched-read (should)',
  'trims-cursor': 'history.client-opaque-cursor/watched-client-cursors',
  'filters-beside-cursor': 'history.client-cursor-alone/watched-client-cursors',
  'not-found-is-failed': 'operations.client-unreadable/watched-status-gone',
  'ignores-foreign-operations': 'reconnect.client-resubscribes/watched-foreign-operation (should)',
  'forgets-lists': 'reconnect.client-subscribes-again/watched-client-recovers (should)',
  'hammers-on-503': 'idempotency.client-retry-ends/watched-unavailable (should)',
  'ignores-limits': 'limits.client-accounting/watched-quota-spent (should)',
  'writes-longer-prices': 'configuration.client-conditions-per-account/watched-client-conditions (should)',
};

it.concurrent.each(Object.entries(FOUND))('finds %s', { timeout: 5 * MINUTE }, async (id, check) => {
  const lapse = LAPSES.find((one) => one.id === id);
  expect((await watchTrader(venue, lapse?.conduct ?? {})).failed).toContain(check);
});

it.concurrent('finds who neither comes back nor looks', { timeout: 5 * MINUTE }, async () => {
  const never = {
    pollsAfterMs: () => undefined,
    returnsAfterMs: () => undefined,
    onUnknownOperation: 'ignore',
  } as const;
  expect((await watchTrader(venue, never)).failed).toEqual(
    expect.arrayContaining([
      'reconnect.client-polls/watched-event-missed (should)',
      'reconnect.client-subscribes-again/watched-drop (should)',
    ]),
  );
});

/** What only a loop of orders shows, each by a decision of its own. */
const DECIDED: Readonly<Record<string, readonly [Partial<Conduct>, string]>> = {
  'who reads instead of coming back': [
    { returnsAfterMs: () => undefined },
    'reconnect.client-subscribes-again/watched-drop (should)',
  ],
  'who reads a status without a pause': [
    { pollsAfterMs: () => 0, pollsEveryMs: 10, pollBackoff: 1 },
    'limits.client-accounting/watched-within-quota (should)',
  ],
  'who cancels what nobody told it of': [
    { actsOn: (meant) => `${meant}-x` },
    'domain.client-final-result/watched-known-entities (should)',
  ],
  'who cancels the same order for ever': [
    onTheFirst(),
    'transactions.client-entities-replace/watched-gone-entities (should)',
  ],
};

function onTheFirst(): Partial<Conduct> {
  let first: string | undefined;
  return {
    actsOn: (meant) => {
      first ??= meant;
      return first;
    },
  };
}

it.concurrent.each(Object.entries(DECIDED))('finds %s', { timeout: 5 * MINUTE }, async (_, [decisions, check]) => {
  expect((await watchTrader(venue, decisions)).failed).toContain(check);
});
